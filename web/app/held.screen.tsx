import { Button } from '@blueprintjs/core';
import { PasswordForm } from '#web/features/accounts/password.form.tsx';
import { SecondFactorSection } from '#web/features/accounts/second-factor.section.tsx';
import { useSession, useSessionControl } from '#web/lib/session.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { PublicShell } from './shell.tsx';
import styles from './sign-in.module.css';

/** What has to be done before anything else: here alone, until it is done. */
export function Held() {
  const { user } = useSession();
  const { signOut, refresh } = useSessionControl();
  const isPassword = user.must_change_password === true;
  useTitle(isPassword ? 'New password' : 'Second factor');
  return (
    <PublicShell>
      <section className={styles.signIn}>
        {isPassword ? (
          <>
            <h1>Choose your own password</h1>
            <p>Somebody else set your present password. Choose one that only you know; then you can go on.</p>
            <PasswordForm onChanged={() => void refresh()} />
          </>
        ) : (
          <>
            <h1>Set up a second factor</h1>
            <p>Whoever administers needs more than a password here. It takes an authenticator app on your phone, and a minute.</p>
            <SecondFactorSection />
          </>
        )}
        <Button variant="minimal" text="Sign out" onClick={signOut} />
      </section>
    </PublicShell>
  );
}
