import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { invitationPage } from '#contracts/people/invitation-rules';
import type { InvitationDetails } from '#contracts/people/invitations';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { InvitationQuestion } from './open-invitation.tsx';
import { keepInvitation } from './kept-invitation.ts';

const PATH = '/api/patient-invitations/invitation';

/** The query that fills in the form of a clinic that is not registered yet. */
const prefillOf = ({ clinic, email }: InvitationDetails): string =>
  new URLSearchParams({
    clinicName: clinic?.clinic_name ?? '',
    firstName: clinic?.doctor_first_name ?? '',
    lastName: clinic?.doctor_last_name ?? '',
    email,
  }).toString();

/** Where an opened link leads: the status that decides is the one before this opening. @param ask who is signed in already */
const goOn = (details: InvitationDetails, code: string, ask: (() => void) | undefined): void => {
  const page = invitationPage(details);
  if (page === 'rejected') return navigate('/signin', { replace: true, state: { invitation_rejected: true } });
  if (page === 'processed') return navigate('/signin', { replace: true, state: { invitation_processed: true } });
  if (details.clinic && details.organization.id === null) {
    return navigate(`/externalform?${prefillOf(details)}`, { replace: true, state: { invitation_code: code } });
  }
  // its doctors answer it among the others
  if (details.clinic) return navigate('/invited-patients', { replace: true });
  if (ask) return ask();
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
      else navigate('/signin', { replace: true, state: { invitation_rejected: true } });
    });
    return () => {
      isHere = false;
    };
  }, [code, isSignedIn, commandId, attempt]);

  if (asked) return <InvitationQuestion code={code} details={asked} onClose={() => navigate('/', { replace: true })} />;
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
