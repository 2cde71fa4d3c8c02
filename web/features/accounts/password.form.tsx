import { Button, InputGroup, ProgressBar } from '@blueprintjs/core';
import { PASSWORD_RULE } from '#contracts/people/accounts';
import { type SyntheticEvent, useState } from 'react';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { useSession } from '#web/lib/session.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { EMPTY, passwordErrors, type PasswordChange } from './password.ts';
import styles from './password.module.css';
import fieldStyles from '#web/ui/field-row.module.css';
import glyphs from '#web/ui/glyphs.module.css';

interface Props {
  /** What is called once the password was changed. Without it the form says so itself. */
  onChanged?: () => void;
}

/** Change of one's own password. */
export function PasswordForm({ onChanged }: Props) {
  const { user } = useSession();
  const [form, setForm] = useState(EMPTY);
  const [left, setLeft] = useState<Partial<Record<keyof PasswordChange, boolean>>>({});
  const [server, setServer] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const commandId = useCommandId();
  const errors = passwordErrors(form);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsWorking(true);
    setFailure(undefined);
    const body = { old_password: form.old_password, new_password: form.new_password };
    try {
      await http.send('PUT', '/api/users/password', body, { commandId: commandId(body) });
      setForm(EMPTY);
      setLeft({});
      setServer({});
      setIsDone(true);
      onChanged?.();
    } catch (cause) {
      if (cause instanceof Problem && cause.hasFields) setServer(cause.fields);
      else setFailure(cause instanceof Problem ? cause.message : 'The password was not changed');
    } finally {
      setIsWorking(false);
    }
  };

  const field = (name: keyof PasswordChange, label: string, autoComplete: string, help?: string) => (
    <FieldRow label={label} required help={help} error={server[name] ?? (left[name] ? errors[name] : undefined)}>
      {(props) => (
        <InputGroup
          {...props}
          type="password"
          autoComplete={autoComplete}
          value={form[name]}
          onValueChange={(text) => {
            setForm({ ...form, [name]: text });
            setServer({});
            setIsDone(false);
          }}
          onBlur={() => form[name] !== '' && setLeft({ ...left, [name]: true })}
        />
      )}
    </FieldRow>
  );

  return (
    <form className={`${fieldStyles.form} ${styles.password}`} onSubmit={submit} aria-busy={isWorking}>
      <h2>Change password</h2>
      <input className={glyphs.spoken} type="text" autoComplete="username" value={user.username} readOnly tabIndex={-1} aria-hidden />
      {isWorking && <ProgressBar />}
      {field('old_password', 'Current password', 'current-password')}
      {field('new_password', 'New password', 'new-password', PASSWORD_RULE)}
      {field('repeated', 'New password again', 'new-password')}
      <p className={fieldStyles.error} role="alert">
        {failure}
      </p>
      <div className={fieldStyles.buttons}>
        <output>{isDone && 'Your password was changed. You are signed out everywhere else.'}</output>
        <Button type="submit" intent="primary" text="Change password" disabled={isWorking || Object.keys(errors).length > 0} />
      </div>
    </form>
  );
}
