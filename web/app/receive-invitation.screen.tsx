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
import { keepInvitation } from './kept-invitation.ts';
import type { OpenedInvitation } from './opened-invitation.tsx';
import { signInNotices } from './notices-at-sign-in.ts';

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

/** Follows an opened link by the status before this opening. A signed-in person is asked over the main area. */
const goOn = (details: InvitationDetails, code: string, isSignedIn: boolean): void => {
  const closed = closedFlag(details);
  if (closed) return notify(closed, isSignedIn);
  if (details.clinic && details.organization.id === null) {
    return navigate(`/externalform?${prefillOf(details)}`, { replace: true, state: { invitation_code: code } });
  }
  // its doctors answer it among the others
  if (details.clinic) return navigate('/invited-patients', { replace: true });
  const invitation: OpenedInvitation = { ...details, code };
  const page = isSignedIn ? 'ask' : invitationPage(details);
  if (page === 'sign-up') return navigate('/inviteduserform', { replace: true, state: { invitation } });
  // the sign-in accepts it, but for a record of another name or birth date than the account's: that is asked about
  keepInvitation(code);
  if (page === 'ask') return navigate('/', { replace: true });
  const flag: Flag = page === 'accept' ? 'invitation_accepted' : 'invitation_processed';
  navigate('/signin', { replace: true, state: { [flag]: true, invitation } });
};

/** The page behind the link of an invitation's mail. Opening it approves nothing (ruling 41). */
export function ReceiveInvitationScreen() {
  const { code } = useParams<{ code: string }>();
  const { status } = useSessionControl();
  const isSignedIn = status.kind === 'in' || status.kind === 'locked';
  const [problem, setProblem] = useState<Problem>();
  const [attempt, setAttempt] = useState(1);
  const commandId = useCommandId();
  useEffect(() => {
    let isHere = true;
    const open = async () => {
      const address = `${PATH}/${encodeURIComponent(code)}`;
      const details = await http.get<InvitationDetails>(address, { quiet: true });
      await http.send('PUT', `${address}/received`, undefined, { commandId: commandId(code), quiet: true });
      if (isHere) goOn(details, code, isSignedIn);
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
