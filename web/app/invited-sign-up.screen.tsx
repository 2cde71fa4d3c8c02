import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import { SignUpForm } from '#web/features/sign-up/sign-up.form.tsx';
import { acceptedPath } from './access.ts';
import { keepInvitation, takeInvitation } from './kept-invitation.ts';
import { type OpenedInvitation, Rejection } from './opened-invitation.tsx';
import styles from './sign-up.module.css';

/** 'Create an account' of an invited patient; what the clinic knows stands in the form already. */
export function InvitedSignUpScreen() {
  const invitation = useHistoryState<{ invitation?: OpenedInvitation } | null>()?.invitation;
  const [isRejecting, setIsRejecting] = useState(false);
  if (!invitation) return <Redirect to="/signin" replace />;
  const { patient, email, organization, code } = invitation;
  const prefill = {
    ...{ first_name: patient?.first_name ?? '', last_name: patient?.last_name ?? '', email },
    date_of_birth: patient && patient.date_of_birth_precision === undefined ? patient.date_of_birth : '',
    social_security_number: patient?.social_security_number ?? '',
  };
  return (
    <div className={styles.signUp}>
      <header className={styles.head}>
        <h1>Create an account</h1>
        <Link to="/signin" onClick={() => keepInvitation(code)}>
          I have an account: Go to Login
        </Link>
      </header>
      <p>
        <b>{organization.name}</b> invites you to connect your account with the record that it keeps of you. By creating the account you
        accept.
      </p>
      <SignUpForm
        organization={organization.name}
        prefill={prefill}
        invitationCode={code}
        invited={patient ?? undefined}
        onNotMe={() => setIsRejecting(true)}
        hasAgreement={patient?.agreement_uploaded ?? false}
        onCreated={() => {
          // kept where the person was on the way to an account that was there
          takeInvitation();
          navigate('/signin', {
            replace: true,
            state: { invitation_accepted: true, from: acceptedPath(organization.id === null ? [] : [organization.id]) },
          });
        }}
      />
      <p>
        <Button variant="minimal" intent="danger" text="Reject the invitation" onClick={() => setIsRejecting(true)} />
      </p>
      {isRejecting && <Rejection code={code} name={organization.name} onClose={() => setIsRejecting(false)} />}
    </div>
  );
}
