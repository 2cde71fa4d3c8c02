import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { InvitationDetails } from '#contracts/people/invitations';
import { bornShown } from '#contracts/wire/birth';
import { shortName } from '#contracts/rules/persons';
import { useCommandId } from '#web/lib/command-id.ts';
import { http } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { takeInvitation } from './kept-invitation.ts';
import styles from './sign-up.module.css';

/** An invitation whose link was opened, in the history state of the page that follows: what its link tells, and the code. */
export type OpenedInvitation = InvitationDetails & { code: string };

/** Patient and clinic of an opened invitation, above the fields of 'Sign in to clinic' (document 1 section 2.6). */
export function InvitedPatient({ invitation: { organization, patient } }: { invitation: OpenedInvitation }) {
  const facts: (readonly [string, string])[] = [
    ['Organization', organization.name],
    ...(patient
      ? ([
          ['Name', shortName(patient)],
          ['Date of birth', bornShown(patient)],
          ...(patient.social_security_number === '' ? [] : ([['Social security number', patient.social_security_number]] as const)),
        ] as const)
      : []),
    ['Role', 'Patient'],
  ];
  return (
    <>
      <dl className={styles.invited}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>Signing in accepts the invitation. You can revoke it at any time under Clinics.</p>
    </>
  );
}

/** 'Reject the invitation', without signing in. */
export function RejectInvitation({ invitation: { code, organization } }: { invitation: OpenedInvitation }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button fill variant="minimal" intent="danger" text="Reject the invitation" onClick={() => setIsOpen(true)} />
      {isOpen && <Rejection code={code} name={organization.name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

export function Rejection({ code, name, onClose }: { code: string; name: string; onClose: () => void }) {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const reject = async () => {
    setIsWorking(true);
    try {
      const path = `/api/patient-invitations/invitation/${encodeURIComponent(code)}/reject`;
      await http.send('PUT', path, undefined, { commandId: commandId(code), quiet: true });
      takeInvitation();
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
