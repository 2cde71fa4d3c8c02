import { showDate } from '#web/lib/dates.ts';
import { useIsPatient, useSession } from '#web/lib/session.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { EmailSection } from './email.section.tsx';
import { ErasureSection } from './erasure.section.tsx';
import { PasswordForm } from './password.form.tsx';
import { SecondFactorSection } from './second-factor.section.tsx';
import { SessionsSection } from './sessions.section.tsx';
import styles from './profile.module.css';

/** 'My account': who is signed in, by what and where, and the changes of e-mail address and password; a patient erases it here. */
export function ProfileScreen() {
  const { user } = useSession();
  const isPatient = useIsPatient();
  return (
    <>
      <PageTitle title="My account" />
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd>{user.name}</dd>
        <dt>Username</dt>
        <dd>{user.username}</dd>
        <dt>Occupations</dt>
        <dd>{user.occupations.join(', ') || 'None'}</dd>
        {user.date_of_birth && (
          <>
            <dt>Date of birth</dt>
            <dd>
              {showDate(user.date_of_birth)}
              <LongDate date={user.date_of_birth} />
            </dd>
          </>
        )}
        {user.social_security_number && (
          <>
            <dt>Social security number</dt>
            <dd>{user.social_security_number}</dd>
          </>
        )}
        {user.organization_name && (
          <>
            <dt>Clinic</dt>
            <dd>{user.organization_name}</dd>
          </>
        )}
      </dl>
      <EmailSection />
      <SecondFactorSection />
      <SessionsSection />
      <PasswordForm />
      {isPatient && <ErasureSection />}
    </>
  );
}
