import { Button, InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { toast } from '#web/ui/toasts.tsx';
import styles from './profile.module.css';

/** The way to erase the own account, for who comes as a patient alone: what goes, and what stays. */
export function ErasureSection() {
  const [asks, setAsks] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="erasure">
      <h2 id="erasure">Erase my account</h2>
      <p>
        Your name, e-mail address, telephone number, birth date and social security number are erased. Your connections with clinics end:
        they read nothing by your account any more.
      </p>
      <p>Records that clinics keep of you are theirs and stay: ask the clinic to erase its record. Erasing cannot be taken back.</p>
      <Button intent="danger" variant="outlined" text="Erase my account" onClick={() => setAsks(true)} />
      {asks && <ErasureQuestion onClose={() => setAsks(false)} />}
    </section>
  );
}

/** Asks for the password; once the account is erased, nothing of the person stays in this browser either. */
function ErasureQuestion({ onClose }: { onClose: () => void }) {
  const { signOut } = useSessionControl();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<readonly string[]>();
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const commandId = useCommandId();

  const erase = async () => {
    setIsWorking(true);
    setFailure(undefined);
    const body = { password };
    try {
      await http.send('DELETE', '/api/users/me', body, { commandId: commandId(body), quiet: true });
      toast.show('Your account was erased.', 'success');
      signOut();
    } catch (cause) {
      const atField = cause instanceof Problem ? cause.fields['password'] : undefined;
      setWrong(atField);
      if (atField) input.current?.focus();
      else setFailure(refusalText(cause));
      setIsWorking(false);
    }
  };

  return (
    <ConfirmDialog
      isOpen
      startsInside
      title="Erase my account?"
      confirm="Erase my account"
      cancel="Keep it"
      isWorking={isWorking}
      disabled={password === ''}
      error={failure}
      onConfirm={() => void erase()}
      onCancel={onClose}
    >
      <p>Your account is erased at once and for ever, and you are signed out everywhere. What was typed here and not saved is lost.</p>
      <FieldRow label="Current password" required error={wrong}>
        {(field) => (
          <InputGroup
            {...field}
            {...startHere}
            inputRef={input}
            type="password"
            autoComplete="current-password"
            value={password}
            onValueChange={(text) => {
              setPassword(text);
              setWrong(undefined);
            }}
          />
        )}
      </FieldRow>
    </ConfirmDialog>
  );
}
