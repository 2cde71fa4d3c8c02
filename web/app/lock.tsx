import { Button, InputGroup, ProgressBar } from '@blueprintjs/core';
import { Lock as LockIcon } from '@blueprintjs/icons';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Problem } from '#web/lib/http.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { CodeForm } from './code.form.tsx';
import styles from './sign-in.module.css';
import fieldStyles from '#web/ui/field-row.module.css';
import glyphs from '#web/ui/glyphs.module.css';

/** Covers everything when nobody was here for 15 minutes; what was typed below stays as it is. */
export function Lock() {
  const { status } = useSessionControl();
  return status.kind === 'locked' ? <Locked name={status.user.name} /> : null;
}

function Locked({ name }: { name: string }) {
  const { unlock, giveWay } = useSessionControl();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const [secondStep, setSecondStep] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    // a modal dialog lies above all layers and makes the rest inert
    dialog.current?.showModal();
    const title = document.title;
    document.title = 'Locked · Anamnesis';
    return () => {
      document.title = title;
    };
  }, []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsWorking(true);
    try {
      const next = await unlock(password);
      setSecondStep(next);
      if (next !== undefined) setIsWorking(false);
    } catch (cause) {
      setError(cause instanceof Problem ? cause.message : 'It did not work. Please try again.');
      setIsWorking(false);
    }
  };

  return (
    <dialog
      ref={dialog}
      className={styles.lock}
      aria-label="Locked"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      {isWorking && <ProgressBar />}
      <h1>
        <LockIcon aria-hidden /> Locked
      </h1>
      <p>Nobody was here for 15 minutes. Everything typed is kept for {name}.</p>
      {secondStep !== undefined && <CodeForm secondStep={secondStep} onBack={() => setSecondStep(undefined)} />}
      <form onSubmit={submit} hidden={secondStep !== undefined}>
        <input className={glyphs.spoken} type="text" autoComplete="username" value={name} readOnly tabIndex={-1} aria-hidden />
        <FieldRow label="Password" required error={error}>
          {(field) => (
            <InputGroup
              {...field}
              type="password"
              autoComplete="current-password"
              {...startHere}
              value={password}
              onValueChange={(text) => {
                setPassword(text);
                setError(undefined);
              }}
            />
          )}
        </FieldRow>
        <div className={fieldStyles.buttons}>
          <Button variant="minimal" text="Sign in as somebody else" onClick={giveWay} />
          <Button type="submit" intent="primary" text="Continue" disabled={password === '' || isWorking} />
        </div>
      </form>
    </dialog>
  );
}
