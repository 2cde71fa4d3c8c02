import type { AccessUnverified } from './access-decisions.ts';
import type { InvitationAction, InvitationDetails, InvitationEvent, InvitationStatus, InvitationType, Side } from './invitations.ts';

/** Who has to say yes before an invitation connects anything. */
export const sidesNeeded: Readonly<Record<InvitationType, readonly Side[]>> = {
  ClinicInvitesPatient: ['patient'],
  PatientInvitesClinic: ['clinic'],
  ClinicInvitesClinic: ['patient', 'clinic'],
};

/** Whether everybody said yes, also where it was cancelled afterwards. */
export const isAgreed = ({ facts, approved }: Pick<Exclude<Invitation, { status: 'none' }>, 'facts' | 'approved'>): boolean =>
  sidesNeeded[facts.invitation_type].every((needed) => approved.includes(needed));

export const isOpen = (status: InvitationStatus): boolean => status === 'Pending' || status === 'Received';

/** Nobody can say yes to it any more; what was decided does not run out. @param expires_at UTC, null where it never does */
export const isExpired = (status: InvitationStatus, expires_at: string | null, now: string): boolean =>
  isOpen(status) && expires_at !== null && expires_at <= now;

/** Statuses from which an invitation may be sent again. */
export const mayResend = (status: InvitationStatus): boolean => isOpen(status) || status === 'Rejected';

/** What the page behind a link does: `accept` accepts at the next sign-in, `accepted`, `processed` and `rejected` only tell. */
export type InvitationPage = 'accept' | 'processed' | 'rejected' | 'sign-up';

/**
 * The decision table of an opened link (document 1 section 4.1, as ruling 41 reads it). The status is the one before this opening.
 * Opening approves nothing; what is cancelled, rejected or expired is told so whatever the address.
 */
export const invitationPage = (
  details: Pick<
    InvitationDetails,
    'invitation_status' | 'expired' | 'has_diff_email' | 'patient_has_user' | 'patient_has_user_other_clinic'
  >,
): InvitationPage => {
  const { invitation_status: status } = details;
  if (status === 'Cancelled' || status === 'Rejected') return 'rejected';
  if (status === 'Approved') return 'processed';
  if (details.expired) return 'rejected';
  if (details.has_diff_email) return 'sign-up';
  if (details.patient_has_user_other_clinic) return 'accept';
  if (details.patient_has_user) return status === 'Pending' ? 'accept' : 'processed';
  return 'sign-up';
};

/**
 * Whether the addressed account accepts a clinic's invitation without the code at hand: its link was opened, which marked it (ruling 41). Until then
 * only the code of the mail links an account with a record (ruling 43).
 */
export const isLinkOpened = (status: InvitationStatus): boolean => status === 'Received';

/** Whether the clinic that is to be connected may know of it: whom another clinic shares with it, not before that patient said yes. */
export const isKnownThere = ({ invitation_type }: Pick<InvitationFacts, 'invitation_type'>, approved: readonly Side[]): boolean =>
  invitation_type !== 'ClinicInvitesClinic' || approved.includes('patient');

/** What somebody is to an invitation: the patient, a doctor of the clinic that is to be connected, or of one that shares its record with that clinic. */
export type Standing = 'patient' | 'clinic' | 'sharing-clinic';

/** Who sent it. */
export const senderOf: Readonly<Record<InvitationType, Standing>> = {
  ClinicInvitesPatient: 'clinic',
  PatientInvitesClinic: 'patient',
  ClinicInvitesClinic: 'sharing-clinic',
};

/**
 * What somebody may do with an invitation now: who sent it sends it again or takes it back, who was asked says yes or no, and takes a yes back
 * until the other side has answered. Anyone who takes part in an approved one revokes it, which cancels it.
 */
export const actionsOf = (
  { type, status, approved }: { type: InvitationType; status: InvitationStatus; approved: readonly Side[] },
  standing: Standing,
): InvitationAction[] => {
  if (status === 'Approved') return ['cancel'];
  if (standing === senderOf[type]) {
    return [...(mayResend(status) ? (['resend'] as const) : []), ...(isOpen(status) ? (['cancel'] as const) : [])];
  }
  if (!isOpen(status) || standing === 'sharing-clinic') return [];
  return approved.includes(standing) ? ['cancel'] : ['approve', 'reject'];
};

export type InvitationFacts = Extract<InvitationEvent, { type: 'InvitationSent' }>['data'];

/** An invitation as its stream tells it. */
export type Invitation =
  | { status: 'none' }
  | {
      status: InvitationStatus;
      /** As they stand: with the code of the last mail, and the account, clinic and record that were found since. */
      facts: InvitationFacts;
      /** Who has said yes. */
      approved: readonly Side[];
      /** How often; codes of mails sent before are worth nothing any more. */
      sent: number;
    };

/** What an event makes of an invitation. */
export const evolve = (state: Invitation, event: InvitationEvent | AccessUnverified): Invitation => {
  if (event.type === 'InvitationSent') return { status: 'Pending', facts: event.data, approved: [], sent: 1 };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'InvitationReceived':
      return { ...state, status: 'Received' };
    case 'InvitationApproved': {
      const { side, user_id, patient_id = state.facts.patient_id } = event.data;
      const approved = [...state.approved, side];
      const facts = { ...state.facts, patient_id, user_id: user_id ?? state.facts.user_id };
      return { ...state, facts, approved, status: isAgreed({ facts, approved }) ? 'Approved' : state.status };
    }
    case 'InvitationRejected':
      return { ...state, status: 'Rejected' };
    case 'InvitationCancelled':
      return { ...state, status: 'Cancelled' };
    case 'InvitationResent':
      return { ...state, status: 'Pending', approved: [], facts: { ...state.facts, code: event.data.code }, sent: state.sent + 1 };
    case 'InvitationBound':
      return { ...state, facts: { ...state.facts, organization_id: event.data.organization_id } };
    case 'AccessUnverified':
      // who said yes may have taken it back: it counts for nobody until it is sent again
      return isOpen(state.status) ? { ...state, status: 'Pending', approved: [], facts: { ...state.facts, code: null } } : state;
  }
};

/** Whether it waits for the patient. */
export const isPatientAsked = ({ facts: { invitation_type }, status, approved }: Exclude<Invitation, { status: 'none' }>): boolean =>
  isOpen(status) && sidesNeeded[invitation_type].includes('patient') && !approved.includes('patient');
