import type { PatientView } from '#contracts/people/patients';
import type { Reader } from '../runner/reader.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';

type Invited = Pick<PatientView, 'invitation_status' | 'invitation_code'>;

/** An invitation that connects comes before one that was sent later. */
const isPreferred = (one: InvitationDocument, other: InvitationDocument): boolean =>
  one.status === other.status || (one.status !== 'Approved' && other.status !== 'Approved')
    ? one.sent_at > other.sent_at
    : one.status === 'Approved';

/** How the last invitation that connects each record's patient, or would, stands; of a record without one there is none. @throws Rebuilding */
export const lastInvitations = async (reader: Reader, patient_ids: readonly string[]): Promise<Map<string, Invited>> => {
  const answers = await Promise.all(
    ['patient_id', 'own_record'].map((field) => reader.find<InvitationDocument>(invitations, { filter: { [field]: { in: patient_ids } } })),
  );
  const latest = new Map<string, InvitationDocument>();
  for (const { data } of answers.flatMap(({ items }) => items)) {
    const { facts } = data;
    if (facts.patient_id === null || facts.invitation_type === 'ClinicInvitesClinic') continue;
    const before = latest.get(facts.patient_id);
    if (!before || isPreferred(data, before)) latest.set(facts.patient_id, data);
  }
  return new Map([...latest].map(([patient_id, { id, status }]) => [patient_id, { invitation_status: status, invitation_code: id }]));
};
