import { Button, Callout, InputGroup, ProgressBar } from '@blueprintjs/core';
import { lazy, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { useConfiguration } from '#web/lib/configuration.ts';
import { http, Problem } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { toast } from '#web/ui/toasts.tsx';
import { CodeForm } from './code.form.tsx';
import type { OpenedInvitation } from './opened-invitation.tsx';
import { afterNotices, mailHint, noticesOf } from './notices-at-sign-in.ts';
import styles from './sign-in.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const InvitedPatient = lazy(async () => ({ default: (await import('./opened-invitation.tsx')).InvitedPatient }));
const RejectInvitation = lazy(async () => ({ default: (await import('./opened-invitation.tsx')).RejectInvitation }));

/** Name and password, below whom an opened invitation is for; prefilled only where the server itself says so, for the administrator of an installation that is tried. */
export function SignInScreen() {
  const { status, signIn } = useSessionControl();
  const [secondStep, setSecondStep] = useState<string>();
  const { configuration } = useConfiguration();
  const state = useHistoryState<Record<string, unknown> | null>();
  const [typed, setTyped] = useState<{ username: string; password: string }>();
  const [error, setError] = useState<string>();
  const [isUnverified, setIsUnverified] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const hint = mailHint(state);
  const invitation = state?.['invitation'] as OpenedInvitation | undefined;

  useEffect(() => {
    const notices = noticesOf(state);
    for (const [text, intent] of notices) toast.show(text, intent);
    if (notices.length > 0) navigate('/signin', { replace: true, state: afterNotices(state ?? {}) });
  }, [state]);

  const invited = invitation && { username: invitation.username ?? '', password: '' };
  const form = typed ?? invited ?? configuration?.sign_in_prefill ?? { username: '', password: '' };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsWorking(true);
    setError(undefined);
    setIsUnverified(false);
    try {
      const next = await signIn(form.username.trim(), form.password);
      setSecondStep(next);
      if (next !== undefined) setIsWorking(false);
    } catch (cause) {
      setError(refusalText(cause));
      setIsUnverified(cause instanceof Problem && cause.code === 'unverified');
      setIsWorking(false);
      alert.current?.focus();
    }
  };

  /** The same is said whether or not a mail was sent. */
  const sendAgain = async () => {
    setIsWorking(true);
    try {
      await http.send('POST', '/api/users/verification', { username: form.username.trim(), password: form.password }, { quiet: true });
      setError(undefined);
      setIsUnverified(false);
      navigate('/signin', { replace: true, state: { ...state, created: true } });
    } catch (cause) {
      setError(refusalText(cause));
    } finally {
      setIsWorking(false);
    }
  };

  if (secondStep !== undefined) {
    return (
      <section className={styles.signIn}>
        <h1>Second factor</h1>
        <CodeForm secondStep={secondStep} onBack={() => setSecondStep(undefined)} />
      </section>
    );
  }
  return (
    <form className={`${fieldStyles.form} ${styles.signIn}`} onSubmit={submit} aria-busy={isWorking}>
      {isWorking && <ProgressBar />}
      <h1>{invitation ? 'Sign in to clinic' : 'Sign in'}</h1>
      {invitation && (
        <Suspense>
          <InvitedPatient invitation={invitation} />
        </Suspense>
      )}
      {status.kind === 'out' && status.why === 'expired' && !error && (
        <p className="bp6-text-muted">Your session has ended. Sign in again to go on where you were.</p>
      )}
      <FieldRow label="Username" required>
        {(field) => (
          <InputGroup
            {...field}
            {...(invited?.username ? {} : startHere)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={form.username}
            onValueChange={(username) => setTyped({ ...form, username })}
          />
        )}
      </FieldRow>
      <FieldRow label="Password" required>
        {(field) => (
          <InputGroup
            {...field}
            {...(invited?.username ? startHere : {})}
            type="password"
            autoComplete="current-password"
            value={form.password}
            onValueChange={(password) => setTyped({ ...form, password })}
          />
        )}
      </FieldRow>
      <p ref={alert} className={fieldStyles.error} role="alert" tabIndex={-1}>
        {error}
      </p>
      {isUnverified && <Button fill text="Send the link again" disabled={isWorking} onClick={() => void sendAgain()} />}
      <Button
        type="submit"
        intent="primary"
        fill
        text="Sign in"
        disabled={isWorking || form.username.trim() === '' || form.password === ''}
      />
      {invitation && (
        <Suspense>
          <RejectInvitation invitation={invitation} />
        </Suspense>
      )}
      {configuration?.needs_local_address && !error && (
        <Callout compact className={styles.hint}>
          For the accounts of the demonstration, open the address that the start printed.
        </Callout>
      )}
      {hint && (
        <Callout compact intent="primary" role="status" className={styles.hint}>
          {hint}
        </Callout>
      )}
      <nav className={styles.links}>
        <Link to="/externalform">Create an account</Link>
        <Link to="/recoverform">Forgot your password?</Link>
      </nav>
    </form>
  );
}
