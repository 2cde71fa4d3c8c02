import type { PatientView } from '#contracts/people/patients';
import type { Reader } from '../runner/reader.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';

type Invited = Pick<PatientView, 'invitation_status' | 'invitation_code'>;

/** How the last invitation of each record's patient stands; of a record whose patient was never invited there is none. @throws Rebuilding */
export const lastInvitations = async (reader: Reader, patient_ids: readonly string[]): Promise<Map<string, Invited>> => {
  const { items } = await reader.find<InvitationDocument>(invitations, { filter: { patient_id: { in: patient_ids } } });
  const latest = new Map<string, InvitationDocument>();
  for (const { data } of items) {
    const { patient_id, facts } = data;
    if (patient_id === null || facts.invitation_type !== 'ClinicInvitesPatient') continue;
    const before = latest.get(patient_id);
    if (!before || before.sent_at < data.sent_at) latest.set(patient_id, data);
  }
  return new Map([...latest].map(([patient_id, { id, status }]) => [patient_id, { invitation_status: status, invitation_code: id }]));
};
