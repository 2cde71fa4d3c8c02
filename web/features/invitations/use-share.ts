import { useState } from 'react';
import type { InvitationAccepted } from '#contracts/people/invitations';
import { useCommandId } from '#web/lib/command-id.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { invitationCalls } from '#web/record/patient/invitation-calls.ts';

/** Invites a clinic to read: what the patient's account is connected with, or the one record that a doctor names. */
export const useShare = (onDone: (sent: InvitationAccepted) => void, patient_id?: string) => {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const share = async (organization_id: string) => {
    setIsWorking(true);
    setError(undefined);
    const body = { organization_id, ...(patient_id === undefined ? {} : { patient_id }) };
    try {
      onDone(await invitationCalls.inviteClinic(body, commandId(body)));
    } catch (cause) {
      setError(refusalText(cause));
    }
    setIsWorking(false);
  };
  return { share, isWorking, error };
};
