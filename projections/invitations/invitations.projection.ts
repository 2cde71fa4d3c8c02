import { evolve, type Invitation, type InvitationFacts, isKnownThere, senderOf } from '#contracts/people/invitation-rules';
import type { InvitationEvent, InvitationStatus, Side } from '#contracts/people/invitations';
import { sameEmail } from '#contracts/rules/email';
import { searchText } from '#contracts/rules/search-text';
import type { EventMeta } from '#contracts/wire/envelope';
import type { Projection } from '../runner/projection.ts';

/** An invitation as it stands, with what lists look it up and sort it by. */
export interface InvitationDocument {
  id: string;
  facts: InvitationFacts;
  status: InvitationStatus;
  approved: readonly Side[];
  sent: number;
  /** It connected once, whatever it does now. */
  was_connected: boolean;
  /** UTC: when it was sent, the last time. */
  sent_at: string;
  expires_at: string | null;
  /** The clinic that sent it, and the one that received it; null where that was the patient, or nobody who may know yet. */
  sent_from: string | null;
  received_by: string | null;
  user_id: string | null;
  /** The record that it is about; null where a person asked a clinic. */
  patient_id: string | null;
  /** The record that a clinic's yes to such a person connected. Where it is erased, the person's consent stays to be revoked. */
  own_record: string | null;
  /** In small letters; '' where no mail was sent. */
  email: string;
  sort_last: string;
  sort_first: string;
  version: number;
}

const documentOf = (
  state: Exclude<Invitation, { status: 'none' }>,
  before: Pick<InvitationDocument, 'was_connected' | 'sent_at'>,
  meta: EventMeta,
): InvitationDocument => {
  const { facts, status, approved, sent } = state;
  const sender = senderOf[facts.invitation_type];
  return {
    id: facts.invitation_id,
    ...{ facts, status, approved, sent },
    was_connected: before.was_connected || status === 'Approved',
    sent_at: before.sent_at,
    expires_at: facts.code?.expires_at ?? null,
    sent_from: sender === 'clinic' ? facts.organization_id : facts.from_organization_id,
    received_by: sender === 'clinic' || !isKnownThere(facts, approved) ? null : facts.organization_id,
    user_id: facts.user_id,
    patient_id: sender === 'patient' ? null : facts.patient_id,
    own_record: sender === 'patient' ? facts.patient_id : null,
    email: sameEmail(facts.email),
    sort_last: searchText(facts.last_name),
    sort_first: searchText(facts.first_name),
    version: meta.revision,
  };
};

const apply = (doc: InvitationDocument, event: InvitationEvent, meta: EventMeta): InvitationDocument => {
  const { facts, status, approved, sent } = doc;
  const state = evolve({ facts, status, approved, sent }, event);
  if (state.status === 'none') return doc;
  return documentOf(state, event.type === 'InvitationResent' ? { ...doc, sent_at: meta.recorded_at } : doc, meta);
};

/** Every invitation, for the lists of clinics and patients. */
export const invitations: Projection<InvitationEvent, InvitationDocument, 'InvitationSent'> = {
  name: 'invitations',
  version: 2,
  key: ({ data }) => data.invitation_id,
  partition: 'stream',
  create: {
    InvitationSent: ({ data: facts }, meta) =>
      documentOf({ status: 'Pending', facts, approved: [], sent: 1 }, { was_connected: false, sent_at: meta.recorded_at }, meta),
  },
  apply: {
    InvitationReceived: apply,
    InvitationApproved: apply,
    InvitationRejected: apply,
    InvitationCancelled: apply,
    InvitationResent: apply,
    InvitationBound: apply,
  },
  indexes: [['sent_from', 'sort_last'], ['received_by', 'sort_last'], ['user_id'], ['email'], ['patient_id'], ['own_record']],
  erasedWith: { invitation: 'key', patient: { field: 'patient_id' } },
};
