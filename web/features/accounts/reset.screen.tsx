import { Button, InputGroup, ProgressBar } from '@blueprintjs/core';
import { type SyntheticEvent, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Password, PASSWORD_RULE } from '#contracts/people/accounts';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import styles from './recover.module.css';
import fieldStyles from '#web/ui/field-row.module.css';
import glyphs from '#web/ui/glyphs.module.css';

/** Sets a new password with the link of a mail: token and address stand in the query. */
export function ResetScreen() {
  const query = new URLSearchParams(useSearch());
  const [token, email] = [query.get('token') ?? '', query.get('email') ?? ''];
  const [password, setPassword] = useState('');
  const [hasLeft, setHasLeft] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [isWorking, setIsWorking] = useState(false);
  const commandId = useCommandId();
  const [issue] = Password.safeParse(password).error?.issues ?? [];
  const isOver = token === '' || email === '' || problem?.code === 'code-invalid';

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWorking || issue) return;
    setIsWorking(true);
    setProblem(undefined);
    const body = { password, token, email };
    try {
      await http.send('POST', '/api/users/reset_password', body, { commandId: commandId(body), quiet: true });
      // in place of this address, which holds the token
      navigate('/signin', { replace: true, state: { reset_success: true } });
    } catch (cause) {
      setProblem(cause instanceof Problem ? cause : new Problem(0, '', { message: 'The server answered in an unknown way' }));
      setIsWorking(false);
    }
  };

  return (
    <form className={`${fieldStyles.form} ${styles.narrow}`} onSubmit={submit} aria-busy={isWorking}>
      {isWorking && <ProgressBar />}
      <h1>Set a new password</h1>
      {isOver ? (
        <p role="alert">This link is not valid any more. Please ask for a new one.</p>
      ) : (
        <>
          <input className={glyphs.spoken} type="text" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
          <FieldRow
            label="Password"
            required
            help={PASSWORD_RULE}
            error={problem?.fields['password'] ?? (hasLeft && password !== '' ? issue?.message : undefined)}
          >
            {(field) => (
              <InputGroup
                {...field}
                {...startHere}
                type="password"
                autoComplete="new-password"
                value={password}
                onValueChange={(typed) => {
                  setPassword(typed);
                  setProblem(undefined);
                }}
                onBlur={() => setHasLeft(true)}
              />
            )}
          </FieldRow>
          <p className={fieldStyles.error} role="alert">
            {problem && !problem.hasFields && problem.message}
          </p>
          <Button type="submit" intent="primary" fill text="Set password" disabled={isWorking || issue !== undefined} />
        </>
      )}
      <nav className={styles.links}>
        <Link to="/signin">Sign in</Link>
        {isOver && <Link to="/recoverform">Ask for a new link</Link>}
      </nav>
    </form>
  );
}
