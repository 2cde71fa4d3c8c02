import { isLinkOpened } from '#contracts/people/invitation-rules';
import type { InvitationAction, Practice } from '#contracts/people/invitations';
import { showInstant } from '#web/lib/dates.ts';
import type { Ask } from './invitation-action.tsx';

/** State of a clinic's invitation, in the documents' words where they have any. */
export const stateOf = ({ invitation_status, invitation_type, expired }: Practice): string => {
  switch (invitation_status) {
    case 'Approved':
      return 'Connected';
    case 'Rejected':
      return 'Rejected';
    case 'Cancelled':
      return 'Not connected';
    default:
      if (expired) return 'The invitation has expired';
      return invitation_type === 'PatientInvitesClinic' ? "Waiting for clinic's approval" : "Waiting for patient's approval";
  }
};

/** Note in a row on what has to be done elsewhere; undefined where nothing has. */
export const hintOf = ({
  invitation_type,
  invitation_status,
  from_organization_name,
  name,
  actions,
  expired,
  patient_id,
  record_follows,
}: Practice): string | undefined => {
  if (invitation_status === 'Approved' && patient_id === null) {
    return record_follows === undefined
      ? `${name} has linked no record of you. To see one here, ask the clinic to invite you by mail.`
      : `The record follows when the link in the mail of ${showInstant(record_follows).slice(0, 10)} is opened.`;
  }
  const isOpen = invitation_status === 'Pending' || invitation_status === 'Received';
  if (!isOpen || expired) return undefined;
  if (invitation_type === 'ClinicInvitesPatient') {
    return isLinkOpened(invitation_status)
      ? 'You opened the link in the mail and have not answered yet.'
      : 'To accept, open the link in the mail that you received.';
  }
  if (invitation_type !== 'ClinicInvitesClinic') return undefined;
  return actions.includes('approve')
    ? `${from_organization_name ?? 'Your clinic'} would like to share its record of you with ${name}.`
    : `You accepted. ${name} has to accept too.`;
};

/** Consequences of a patient's revocation: for the clinic's doctors, and where it holds a record, for the patient and other clinics. */
const revocationText = ({ name, patient_id, shown_to = [] }: Practice): string => {
  const otherRecords = `The doctors of ${name} will no longer see your records of other clinics.`;
  if (patient_id === null) return otherRecords;
  const otherClinics =
    shown_to.length === 0
      ? ''
      : ` At the same time the doctors of ${inWords(shown_to)} will no longer see that record, because they read it through this connection.`;
  return `${otherRecords} You will no longer see the record that ${name} keeps of you.${otherClinics} ${name} itself keeps the record.`;
};

/** 'Harbor Clinic, Lindenhof and Westend'. */
const inWords = (names: readonly string[]): string => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** The buttons of a row that answer its invitation (document 1 section 4.2). */
export const asksOf = (practice: Practice): Ask[] => {
  const { actions, invitation_status, invitation_type, name, from_organization_name } = practice;
  const from = from_organization_name ?? 'Your clinic';
  const offered: Partial<Record<InvitationAction, Ask>> = {
    ...(invitation_type === 'ClinicInvitesClinic' && {
      approve: {
        action: 'approve',
        label: 'Accept',
        intent: 'primary',
        question: `The doctors of ${name} will be able to read the record that ${from} keeps of you, until you revoke it.`,
      },
    }),
    reject: { action: 'reject', label: 'Reject', question: `Nothing will be shared with ${name}.` },
    cancel:
      invitation_status === 'Approved'
        ? {
            action: 'cancel',
            label: 'Revoke',
            intent: 'danger',
            question: revocationText(practice),
          }
        : { action: 'cancel', label: 'Cancel', question: `The invitation of ${name} will be taken back.` },
  };
  return actions.flatMap((action) => offered[action] ?? []);
};

/** Tells whether the clinic's invitation to its own record of the person can be accepted here. */
export const mayAccept = ({ invitation_type, invitation_status, actions, expired }: Practice): boolean =>
  invitation_type === 'ClinicInvitesPatient' && actions.includes('approve') && isLinkOpened(invitation_status) && !expired;

/** Tells whether the clinic can be invited (again). */
export const mayConnect = ({ id, invitation_status, expired }: Practice): boolean =>
  id !== '' && (invitation_status === 'Cancelled' || invitation_status === 'Rejected' || expired);

export const connectLabel = ({ was_connected }: Practice): string => (was_connected ? 'Reconnect Clinic' : 'Connect Clinic');
