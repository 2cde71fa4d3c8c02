import {
  evolve,
  type Invitation,
  type InvitationFacts,
  isKnownThere,
  isOpen,
  mayResend,
  sidesNeeded,
} from '#contracts/people/invitation-rules';
import type { InvitationCommand, InvitationEvent, Side } from '#contracts/people/invitations';
import { type Decider, Refusal } from '#infra/event-store/decider';

const refuse = (code: string, text: string) => new Refusal(code, text, {}, 409);
const processed = () => refuse('invitation-processed', 'This invitation was already processed');
const notYours = () => refuse('not-yours', 'This invitation waits for somebody else');
const MOST_SENT = 10;

/** @throws Refusal where a code ran out; without a code nothing does */
const refuseExpired = ({ code }: InvitationFacts, now: string): void => {
  if (code !== null && code.expires_at <= now) throw refuse('invitation-expired', 'This invitation has expired, please ask for a new one');
};

/** Sent again after the guard looked: the clinic may not know of it until the patient has said yes once more. */
const isEarly = ({ facts, approved }: Exclude<Invitation, { status: 'none' }>, side: Side): boolean =>
  side === 'clinic' && !isKnownThere(facts, approved);

const decide = (command: InvitationCommand, state: Invitation): InvitationEvent[] => {
  if (command.type === 'SendInvitation') {
    if (state.status === 'none') return [{ type: 'InvitationSent', data: command.data }];
    if (isOpen(state.status)) return []; // it waits already
    throw refuse('invitation-exists', 'This invitation was sent already');
  }
  if (state.status === 'none') throw new Refusal('not-found', 'This does not exist', {}, 404);
  const { invitation_id } = command.data;
  const { status, facts, approved } = state;
  switch (command.type) {
    case 'ReceiveInvitation':
      return status === 'Pending' ? [{ type: 'InvitationReceived', data: { invitation_id } }] : [];
    case 'ApproveInvitation': {
      const { side, user_id, patient_id, now } = command.data;
      if (approved.includes(side) && status !== 'Cancelled' && status !== 'Rejected') return [];
      if (!isOpen(status)) throw processed();
      const isOther = side === 'patient' && facts.user_id !== null && facts.user_id !== user_id;
      if (isOther || !sidesNeeded[facts.invitation_type].includes(side) || isEarly(state, side)) throw notYours();
      if (facts.organization_id === null) throw refuse('clinic-unregistered', 'This clinic is not registered yet');
      refuseExpired(facts, now);
      const record = patient_id === undefined ? {} : { patient_id };
      return [{ type: 'InvitationApproved', data: { invitation_id, side, user_id, ...record } }];
    }
    case 'RejectInvitation':
      if (status === 'Rejected') return [];
      if (!isOpen(status)) throw processed();
      if (isEarly(state, command.data.side)) throw notYours();
      refuseExpired(facts, command.data.now);
      return [{ type: 'InvitationRejected', data: { invitation_id, side: command.data.side } }];
    case 'CancelInvitation':
      if (status === 'Cancelled') return [];
      if (status === 'Rejected') throw processed();
      return [{ type: 'InvitationCancelled', data: { invitation_id } }];
    case 'ResendInvitation':
      if (status === 'Pending' && facts.code?.nonce === command.data.code?.nonce) return [];
      if (!mayResend(status)) throw processed();
      if (state.sent >= MOST_SENT) throw refuse('sent-too-often', 'This invitation was sent too often, please cancel it');
      return [{ type: 'InvitationResent', data: { invitation_id, code: command.data.code } }];
    case 'BindInvitation': {
      const { organization_id, now } = command.data;
      if (facts.organization_id === organization_id) return [];
      if (facts.organization_id !== null || !isOpen(status)) throw processed();
      refuseExpired(facts, now);
      return [{ type: 'InvitationBound', data: { invitation_id, organization_id } }];
    }
  }
};

/** One invitation, stream `invitation-<id>`. Who may say what is found by the guard and the handler. */
export const invitation: Decider<Invitation, InvitationCommand, InvitationEvent> = { initial: { status: 'none' }, evolve, decide };
