import { useState } from 'react';
import { isOpen } from '#contracts/people/invitation-rules';
import type { InvitationDetails } from '#contracts/people/invitations';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { invitationCalls, invitationDetails, invitationPath } from '#web/record/patient/invitation-calls.ts';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import styles from './patient.module.css';

const PROCESSED = 'This invitation was already processed';

type WaitingAction = 'resend' | 'cancel';

/**
 * An invitation of a patient, and what its clinic does with it while it waits.
 * @param code none reads nothing
 * @param onDone called after a command, with its answer
 */
export const useWaitingInvitation = (code: string | undefined, onDone: (action: WaitingAction, accepted: Accepted) => void) => {
  const read = useLive<InvitationDetails>(['invitations'], code === undefined ? null : invitationPath(code), { fresh: true, quiet: true });
  const { refresh } = read;
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const commandId = useCommandId();
  const act = async (action: WaitingAction) => {
    if (code === undefined) return;
    setIsWorking(true);
    setFailure(undefined);
    try {
      // cancelling what the patient accepted meanwhile would end the connection
      const { invitation_status } = await invitationDetails(code);
      if (isOpen(invitation_status)) {
        onDone(action, await invitationCalls.act(code, action, commandId(action)));
      } else setFailure(PROCESSED);
    } catch (cause) {
      setFailure(refusalText(cause));
    }
    await refresh();
    setIsWorking(false);
  };
  return { read, act, shown: { failure, isWorking } };
};

/** Explanation of a status to the clinic that sent the invitation. */
const meaningOf = ({ invitation_status: status, expired }: InvitationDetails): string => {
  if (expired) return 'The link in the mail no longer works.';
  if (status === 'Approved') return 'The account is connected with the record.';
  return status === 'Received' ? 'The link in the mail was opened and not answered yet.' : 'The link in the mail was not opened yet.';
};

/** Address and status of an invitation: loading, failed, or as it was last read. */
export function WaitingInvitation({ read: { data, error, refresh } }: { read: Live<InvitationDetails> }) {
  const again = () => void refresh();
  if (!data) {
    return error ? <Failed what="invitation" error={error} onRetry={again} /> : <Loading label="Reading the invitation" rows={3} />;
  }
  return (
    <>
      {error && <NotRefreshed error={error} onRetry={again} />}
      <dl className={styles.facts}>
        <dt>Sent to</dt>
        <dd>{data.email}</dd>
        <dt>Status</dt>
        <dd>
          {data.expired ? 'Expired' : data.invitation_status} <span className="bp6-text-muted">{meaningOf(data)}</span>
        </dd>
      </dl>
      {isOpen(data.invitation_status) && (
        <p className="bp6-text-muted">
          Resend sends a new link to this address, and links sent before stop working. To invite another address, cancel this invitation
          first.
        </p>
      )}
    </>
  );
}
