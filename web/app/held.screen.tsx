import { Button } from '@blueprintjs/core';
import { PasswordForm } from '#web/features/accounts/password.form.tsx';
import { useSessionControl } from '#web/lib/session.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { PublicShell } from './shell.tsx';
import styles from './sign-in.module.css';

/** What has to be done before anything else: here alone, until it is done. */
export function Held() {
  const { signOut, refresh } = useSessionControl();
  useTitle('New password');
  return (
    <PublicShell>
      <section className={styles.signIn}>
        <h1>Choose your own password</h1>
        <p>Somebody else set your present password. Choose one that only you know; then you can go on.</p>
        <PasswordForm onChanged={() => void refresh()} />
        <Button variant="minimal" text="Sign out" onClick={signOut} />
      </section>
    </PublicShell>
  );
}
