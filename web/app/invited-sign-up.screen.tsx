import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import type { InvitationDetails } from '#contracts/people/invitations';
import { SignUpForm } from '#web/features/sign-up/sign-up.form.tsx';
import { useCommandId } from '#web/lib/command-id.ts';
import { http } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { acceptedPath } from './access.ts';
import { keepInvitation, takeInvitation } from './kept-invitation.ts';
import styles from './sign-up.module.css';

/** 'Create an account' of an invited patient; what the clinic knows stands in the form already. */
export function InvitedSignUpScreen() {
  const invitation = useHistoryState<{ invitation?: InvitationDetails & { code: string } } | null>()?.invitation;
  const [isRejecting, setIsRejecting] = useState(false);
  if (!invitation) return <Redirect to="/signin" replace />;
  const { patient, email, organization, code } = invitation;
  const prefill = {
    ...{ first_name: patient?.first_name ?? '', last_name: patient?.last_name ?? '', email },
    date_of_birth: patient && patient.date_of_birth_precision === undefined ? patient.date_of_birth : '',
  };
  return (
    <div className={styles.signUp}>
      <header className={styles.head}>
        <h1>Create an account</h1>
        <Link to="/signin" onClick={() => keepInvitation({ code, accept: false })}>
          I have an account: Go to Login
        </Link>
      </header>
      <p>
        <b>{organization.name}</b> invites you to connect your account with the record that it keeps of you. By creating the account you
        accept.
      </p>
      <SignUpForm
        prefill={prefill}
        invitationCode={code}
        invited={patient ?? undefined}
        onNotMe={() => setIsRejecting(true)}
        hasAgreement={patient?.agreement_uploaded ?? false}
        onCreated={() => {
          // kept where the person was on the way to an account that was there
          takeInvitation();
          navigate('/signin', { replace: true, state: { invitation_accepted: true, from: acceptedPath(organization.id) } });
        }}
      />
      <p>
        <Button variant="minimal" intent="danger" text="Reject the invitation" onClick={() => setIsRejecting(true)} />
      </p>
      {isRejecting && <Rejection code={code} name={organization.name} onClose={() => setIsRejecting(false)} />}
    </div>
  );
}

function Rejection({ code, name, onClose }: { code: string; name: string; onClose: () => void }) {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const reject = async () => {
    setIsWorking(true);
    try {
      const path = `/api/patient-invitations/invitation/${encodeURIComponent(code)}/reject`;
      await http.send('PUT', path, undefined, { commandId: commandId(code), quiet: true });
      navigate('/signin', { replace: true, state: { invitation_rejected: true } });
    } catch (cause) {
      setError(refusalText(cause));
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog isOpen confirm="Reject" isWorking={isWorking} error={error} onConfirm={() => void reject()} onCancel={onClose}>
      {`Nothing will be shared with ${name}, and the link stops working.`}
    </ConfirmDialog>
  );
}
