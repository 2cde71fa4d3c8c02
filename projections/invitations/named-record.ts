import type { AlsoRead } from '#infra/access-ledger/records-read';
import type { InvitationDocument } from './invitations.projection.ts';

/**
 * The record whose person an invitation names, for the access ledger; none where a patient began it. Of another clinic's record its name is all
 * that is known, by the invitation.
 */
export const namedRecord = ({ id, facts }: Pick<InvitationDocument, 'id' | 'facts'>, reader: string | null): AlsoRead[] => {
  const organization_id = facts.from_organization_id ?? facts.organization_id;
  if (facts.patient_id === null || organization_id === null) return [];
  const record = { patient_id: facts.patient_id, organization_id };
  return [organization_id === reader ? record : { ...record, relation: 'party', connection_id: id }];
};
