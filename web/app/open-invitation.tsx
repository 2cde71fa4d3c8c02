import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { isOpen } from '#contracts/people/invitation-rules';
import type { InvitationDetails } from '#contracts/people/invitations';
import { isLike } from '#contracts/people/same-person';
import { invitationCalls, invitationDetails } from '#web/features/invitations/invitations.data.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSession, useSessionControl } from '#web/lib/session.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { acceptedPath, mayOpen } from './access.ts';
import { type Kept, takeInvitation } from './kept-invitation.ts';
import { OTHER_ADDRESS } from './notices-at-sign-in.ts';

const InvitationQuestion = lazy(async () => ({
  default: (await import('#web/features/invitations/invitation-question.tsx')).InvitationQuestion,
}));

const ACCEPTED = 'The invitation was accepted: your clinics are listed under Clinics';

/** Says so, and shows the clinic among the own ones, where the account has these. */
const useWelcome = () => {
  const { user } = useSession();
  return ({ organization }: InvitationDetails): void => {
    toast.show(ACCEPTED, 'success');
    if (mayOpen('/practices', user.roles)) navigate(acceptedPath(organization.id), { replace: true });
  };
};

/**
 * The invitation whose link was opened in this tab before somebody signed in: accepted where its page said so, otherwise asked about. Only the
 * account that was addressed can accept it; the server says so to every other.
 */
export function OpenInvitation() {
  const [kept] = useState(takeInvitation);
  return kept ? <Opened {...kept} /> : null;
}

/** Members of a family share an address: a record of somebody else's name or birth date is asked about in any case. */
function Opened({ code, accept }: Kept) {
  const { user } = useSession();
  const { refresh } = useSessionControl();
  const [details, setDetails] = useState<InvitationDetails>();
  const commandId = useCommandId();
  const welcome = useWelcome();
  const proceed = useEffectEvent(async (found: InvitationDetails) => {
    // accepted since, as by signing up, or taken back: there is nothing left to answer
    if (!isOpen(found.invitation_status) || found.expired) return;
    if (found.may_answer === false) return toast.show(OTHER_ADDRESS, 'warning');
    if (!accept || (found.patient !== null && !isLike(found.patient, user))) return setDetails(found);
    await invitationCalls.act(code, 'approve', commandId(code));
    await refresh().catch(() => undefined);
    welcome(found);
  });
  useEffect(() => {
    const open = async () => proceed(await invitationDetails(code));
    open().catch((cause: unknown) => accept && toast.show(refusalText(cause), 'warning'));
  }, [code, accept]);
  return details ? <AskedInvitation code={code} details={details} onClose={() => setDetails(undefined)} /> : null;
}

interface Props {
  code: string;
  details: InvitationDetails;
  onClose: () => void;
}

/** The question about an invitation whose link was opened. */
export function AskedInvitation({ code, details, onClose }: Props) {
  const welcome = useWelcome();
  return (
    <Suspense>
      <InvitationQuestion
        {...{ code, details, onClose }}
        onAccepted={() => welcome(details)}
        onRejected={() => toast.show(`The invitation of ${details.organization.name} was rejected`)}
      />
    </Suspense>
  );
}
