import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { isOpen } from '#contracts/people/invitation-rules';
import type { InvitationDetails } from '#contracts/people/invitations';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSession, useSessionControl } from '#web/lib/session.tsx';
import { invitationDetails } from '#web/record/patient/invitation-calls.ts';
import { toast } from '#web/ui/toasts.tsx';
import { acceptedPath, mayOpen } from './access.ts';
import { onKeptInvitation, takeInvitation } from './kept-invitation.ts';
import { OTHER_ADDRESS } from './notices-at-sign-in.ts';

const InvitationQuestion = lazy(async () => ({
  default: (await import('#web/features/invitations/invitation-question.tsx')).InvitationQuestion,
}));

const clinicsNamed = (names: readonly string[]): string => `The invitation of ${names.join(' and that of ')} was accepted`;

/** Says which invitations are accepted, and shows their clinics first among the own ones, with 'Revoke', where the account has these. */
const useWelcome = () => {
  const { user } = useSession();
  return (clinics: readonly { id: string | null; name: string }[]): void => {
    toast.show(`${clinicsNamed(clinics.map(({ name }) => name))}: you can revoke this under Clinics`, 'success');
    if (mayOpen('/practices', user.roles)) navigate(acceptedPath(clinics.flatMap(({ id }) => id ?? [])), { replace: true });
  };
};

/** Invitations of the signed-in person: those that the sign-in accepted are named, one whose link was opened in this tab is asked about. */
export function OpenInvitation() {
  const { status } = useSessionControl();
  const [accepted] = useState(() => (status.kind === 'in' && status.accepted) || []);
  const [code, setCode] = useState(takeInvitation);
  const welcome = useWelcome();
  const tell = useEffectEvent(() => welcome(accepted.map(({ organization_id: id, organization_name: name }) => ({ id, name }))));
  useEffect(() => {
    if (accepted.length > 0) tell();
  }, [accepted]);
  useEffect(() => onKeptInvitation(() => setCode(takeInvitation())), []);
  return code === undefined ? null : <Question key={code} code={code} onClose={() => setCode(undefined)} />;
}

/** Only the account that was addressed can answer; every other is told so. */
function Question({ code, onClose }: { code: string; onClose: () => void }) {
  const [details, setDetails] = useState<InvitationDetails>();
  const welcome = useWelcome();
  useEffect(() => {
    const open = async () => {
      const read = await invitationDetails(code);
      // accepted since, as by signing in or up, or taken back: there is nothing left to answer
      if (!isOpen(read.invitation_status) || read.expired) return;
      if (read.may_answer === false) toast.show(OTHER_ADDRESS, 'warning');
      else setDetails(read);
    };
    open().catch((cause: unknown) => toast.show(refusalText(cause), 'warning'));
  }, [code]);
  if (!details) return null;
  const { organization } = details;
  return (
    <Suspense>
      <InvitationQuestion
        {...{ code, details, onClose }}
        onAccepted={() => welcome([organization])}
        onRejected={() => toast.show(`The invitation of ${organization.name} was rejected`)}
      />
    </Suspense>
  );
}
