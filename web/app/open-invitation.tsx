import { useEffect, useState } from 'react';
import type { InvitationDetails } from '#contracts/people/invitations';
import { useCommandId } from '#web/lib/command-id.ts';
import { http } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { takeInvitation } from './kept-invitation.ts';

const addressOf = (code: string): string => `/api/patient-invitations/invitation/${encodeURIComponent(code)}`;
const ACCEPTED = 'The invitation was accepted: your clinics are listed under Clinics';

/**
 * The invitation whose link was opened in this tab before somebody signed in: accepted where its page said so, otherwise asked about. Only the
 * account that was addressed can accept it; the server says so to every other.
 */
export function OpenInvitation() {
  const [kept] = useState(takeInvitation);
  if (!kept) return null;
  return kept.accept ? <Acceptance code={kept.code} /> : <Asked code={kept.code} />;
}

function Acceptance({ code }: { code: string }) {
  const commandId = useCommandId();
  useEffect(() => {
    http
      .send('PUT', `${addressOf(code)}/approve`, undefined, { commandId: commandId(code), quiet: true })
      .then(() => toast.show(ACCEPTED, 'success'))
      .catch((cause: unknown) => toast.show(refusalText(cause), 'warning'));
  }, [code, commandId]);
  return null;
}

function Asked({ code }: { code: string }) {
  const [details, setDetails] = useState<InvitationDetails>();
  useEffect(() => {
    http.get<InvitationDetails>(addressOf(code), { quiet: true }).then(setDetails, () => undefined);
  }, [code]);
  return details ? <InvitationQuestion code={code} details={details} onClose={() => setDetails(undefined)} /> : null;
}

interface Props {
  code: string;
  details: InvitationDetails;
  onClose: () => void;
}

/** Asks who is signed in whether to accept, and says what that means. */
export function InvitationQuestion({ code, details, onClose }: Props) {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const accept = async () => {
    setIsWorking(true);
    setError(undefined);
    try {
      await http.send('PUT', `${addressOf(code)}/approve`, undefined, { commandId: commandId(code), quiet: true });
      toast.show(ACCEPTED, 'success');
      onClose();
    } catch (cause) {
      setError(refusalText(cause));
      setIsWorking(false);
    }
  };
  const { name } = details.organization;
  return (
    <ConfirmDialog
      isOpen
      title="Invitation"
      confirm="Accept"
      cancel="Not now"
      intent="primary"
      isWorking={isWorking}
      error={error}
      onConfirm={() => void accept()}
      onCancel={onClose}
    >
      {`${name} invites you to connect your account with the record that it keeps of you. You will see that record, and the doctors of ${name} will see what your other connected clinics keep of you. You can revoke this at any time.`}
    </ConfirmDialog>
  );
}
