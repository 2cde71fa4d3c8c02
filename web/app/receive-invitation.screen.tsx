import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { invitationPage } from '#contracts/people/invitation-rules';
import type { InvitationDetails } from '#contracts/people/invitations';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { AskedInvitation } from './open-invitation.tsx';
import { keepInvitation } from './kept-invitation.ts';
import { OTHER_ADDRESS, signInNotices } from './notices-at-sign-in.ts';

const PATH = '/api/patient-invitations/invitation';

/** The query that fills in the form of a clinic that is not registered yet. */
const prefillOf = ({ clinic, email }: InvitationDetails): string =>
  new URLSearchParams({
    clinicName: clinic?.clinic_name ?? '',
    firstName: clinic?.doctor_first_name ?? '',
    lastName: clinic?.doctor_last_name ?? '',
    email,
  }).toString();

type Flag = keyof typeof signInNotices;

/** Shows a notice on the sign-in page, or at once to a person who is signed in. */
const notify = (flag: Flag, isSignedIn: boolean): void => {
  if (!isSignedIn) return navigate('/signin', { replace: true, state: { [flag]: true } });
  const [text, intent] = signInNotices[flag];
  toast.show(text, intent);
  navigate('/', { replace: true });
};

/** The notice of an invitation that nobody can answer any more; it begins as ruling 41 has it, and says why. */
const closedFlag = ({ invitation_status: status, expired }: InvitationDetails): Flag | undefined => {
  if (status === 'Approved') return 'invitation_processed';
  if (status === 'Cancelled') return 'invitation_withdrawn';
  if (status === 'Rejected') return 'invitation_rejected';
  return expired ? 'invitation_expired' : undefined;
};

/** Where an opened link leads: the status that decides is the one before this opening. @param ask who is signed in already */
const goOn = (details: InvitationDetails, code: string, ask: (() => void) | undefined): void => {
  const closed = closedFlag(details);
  if (closed) return notify(closed, ask !== undefined);
  if (details.clinic && details.organization.id === null) {
    return navigate(`/externalform?${prefillOf(details)}`, { replace: true, state: { invitation_code: code } });
  }
  // its doctors answer it among the others
  if (details.clinic) return navigate('/invited-patients', { replace: true });
  if (ask && details.may_answer === false) {
    toast.show(OTHER_ADDRESS, 'warning');
    return navigate('/', { replace: true });
  }
  if (ask) return ask();
  const page = invitationPage(details);
  if (page === 'processed') {
    // opened before, and not answered yet
    keepInvitation({ code, accept: false });
    return notify('invitation_waiting', false);
  }
  if (page === 'accept') keepInvitation({ code, accept: true });
  if (page === 'accept') return navigate('/signin', { replace: true, state: { invitation_accepted: true } });
  navigate('/inviteduserform', { replace: true, state: { invitation: { ...details, code } } });
};

/** The page behind the link of an invitation's mail. Opening it approves nothing (ruling 41). */
export function ReceiveInvitationScreen() {
  const { code } = useParams<{ code: string }>();
  const { status } = useSessionControl();
  const isSignedIn = status.kind === 'in' || status.kind === 'locked';
  const [asked, setAsked] = useState<InvitationDetails>();
  const [problem, setProblem] = useState<Problem>();
  const [attempt, setAttempt] = useState(1);
  const commandId = useCommandId();
  useEffect(() => {
    let isHere = true;
    const open = async () => {
      const address = `${PATH}/${encodeURIComponent(code)}`;
      const details = await http.get<InvitationDetails>(address, { quiet: true });
      await http.send('PUT', `${address}/received`, undefined, { commandId: commandId(code), quiet: true });
      if (isHere) goOn(details, code, isSignedIn ? () => setAsked(details) : undefined);
    };
    open().catch((cause: unknown) => {
      if (!isHere) return;
      if (cause instanceof Problem && cause.status !== 404) setProblem(cause);
      else notify('link_unknown', isSignedIn);
    });
    return () => {
      isHere = false;
    };
  }, [code, isSignedIn, commandId, attempt]);

  if (asked) return <AskedInvitation code={code} details={asked} onClose={() => navigate('/', { replace: true })} />;
  if (!problem) return <Loading label="Opening the invitation" rows={0} />;
  return (
    <Failed
      what="invitation"
      error={problem}
      onRetry={() => {
        setProblem(undefined);
        setAttempt(attempt + 1);
      }}
    />
  );
}
