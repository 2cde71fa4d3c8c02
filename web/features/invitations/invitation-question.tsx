import { Callout } from '@blueprintjs/core';
import { useState } from 'react';
import type { InvitationDetails } from '#contracts/people/invitations';
import { isLike, personShown } from '#contracts/people/same-person';
import { shortName } from '#contracts/rules/persons';
import { bornShown } from '#contracts/wire/birth';
import { useCommandId } from '#web/lib/command-id.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSession, useSessionControl } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { invitationCalls } from '#web/record/patient/invitation-calls.ts';

interface Props {
  /** Id of the invitation, or id and code as the link of its mail has them. */
  code: string;
  details: InvitationDetails;
  onAccepted: (position: string) => void;
  onRejected: (position: string) => void;
  onClose: () => void;
}

/** Asks the signed-in person whether to accept an invitation, and says what that means. */
export function InvitationQuestion({ code, details, onAccepted, onRejected, onClose }: Props) {
  const { user } = useSession();
  const { refresh } = useSessionControl();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const { patient, organization } = details;
  const differs = patient !== null && !isLike(patient, user);
  const answer = async (action: 'approve' | 'reject') => {
    setIsWorking(true);
    setError(undefined);
    try {
      const { position } = await invitationCalls.act(code, action, commandId(`${code} ${action}`));
      // the own records are in the profile: without them the record would be shown as to the staff of a clinic
      if (action === 'approve') await refresh().catch(() => undefined);
      onClose();
      (action === 'approve' ? onAccepted : onRejected)(position);
    } catch (cause) {
      setError(refusalText(cause));
      setIsWorking(false);
    }
  };
  const { name } = organization;
  const whom = patient ? `${shortName(patient)}, born ${bornShown(patient)}` : 'you';
  return (
    <ConfirmDialog
      isOpen
      title="Invitation"
      confirm="Accept"
      cancel="Not now"
      other={{ text: differs ? 'This is not me' : 'Reject', onClick: () => void answer('reject') }}
      intent="primary"
      isWorking={isWorking}
      error={error}
      onConfirm={() => void answer('approve')}
      onCancel={onClose}
    >
      {differs && (
        <Callout compact intent="danger" icon={null} role="alert">
          This invitation is for {whom}. Your account says {personShown(user)}. If this is not you, nothing is shared, the link stops
          working, and {name} can correct the address.
        </Callout>
      )}
      <p>
        {`${name} invites you to connect your account with the record that it keeps of ${whom}. You will see that record, and the doctors of ${name} will see what your other connected clinics keep of you. You can revoke this at any time.`}
      </p>
      {!differs && <p>Without an answer it is accepted when you next sign in.</p>}
    </ConfirmDialog>
  );
}
