import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Role } from '#contracts/people/accounts';
import type { InvitationDetails } from '#contracts/people/invitations';
import { bornShown } from '#contracts/wire/birth';
import { shortName } from '#contracts/rules/persons';
import { searchText } from '#contracts/rules/search-text';
import { useCommandId } from '#web/lib/command-id.ts';
import { http } from '#web/lib/http.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSession } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { acceptedPath, mayOpen } from './access.ts';
import { type Kept, takeInvitation } from './kept-invitation.ts';

const addressOf = (code: string): string => `/api/patient-invitations/invitation/${encodeURIComponent(code)}`;
const ACCEPTED = 'The invitation was accepted: your clinics are listed under Clinics';

/** Says so, and shows the clinic among the own ones, where the account has these. */
const welcome = (roles: readonly Role[], { organization }: InvitationDetails): void => {
  toast.show(ACCEPTED, 'success');
  if (mayOpen('/practices', roles)) navigate(acceptedPath(organization.id), { replace: true });
};

/**
 * The invitation whose link was opened in this tab before somebody signed in: accepted where its page said so, otherwise asked about. Only the
 * account that was addressed can accept it; the server says so to every other.
 */
export function OpenInvitation() {
  const [kept] = useState(takeInvitation);
  return kept ? <Opened {...kept} /> : null;
}

/** Members of a family share an address: a record of somebody else's name is asked about in any case. */
function Opened({ code, accept }: Kept) {
  const { user } = useSession();
  const [details, setDetails] = useState<InvitationDetails>();
  const commandId = useCommandId();
  const accepted = useEffectEvent((found: InvitationDetails) => welcome(user.roles, found));
  useEffect(() => {
    const open = async () => {
      const found = await http.get<InvitationDetails>(addressOf(code), { quiet: true });
      if (!accept || !isOwnName(found, user.name)) return setDetails(found);
      await http.send('PUT', `${addressOf(code)}/approve`, undefined, { commandId: commandId(code), quiet: true });
      accepted(found);
    };
    open().catch((cause: unknown) => accept && toast.show(refusalText(cause), 'warning'));
  }, [code, accept, commandId, user.name]);
  return details ? <InvitationQuestion code={code} details={details} onClose={() => setDetails(undefined)} /> : null;
}

const isOwnName = ({ patient }: InvitationDetails, name: string): boolean =>
  patient === null || searchText(shortName(patient)) === searchText(name);

interface Props {
  code: string;
  details: InvitationDetails;
  onClose: () => void;
}

/** Asks who is signed in whether to accept, and says what that means. */
export function InvitationQuestion({ code, details, onClose }: Props) {
  const { user } = useSession();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const accept = async () => {
    setIsWorking(true);
    setError(undefined);
    try {
      await http.send('PUT', `${addressOf(code)}/approve`, undefined, { commandId: commandId(code), quiet: true });
      onClose();
      welcome(user.roles, details);
    } catch (cause) {
      setError(refusalText(cause));
      setIsWorking(false);
    }
  };
  const { patient, organization } = details;
  const { name } = organization;
  const whom = patient ? `${shortName(patient)}, born ${bornShown(patient)}` : 'you';
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
      {`${name} invites you to connect your account with the record that it keeps of ${whom}. You will see that record, and the doctors of ${name} will see what your other connected clinics keep of you. You can revoke this at any time.`}
    </ConfirmDialog>
  );
}
