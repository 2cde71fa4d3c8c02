import type { ConnectionEvent } from '#contracts/people/connections';
import type { InvitationEvent } from '#contracts/people/invitations';
import type { OrganizationEvent } from '#contracts/people/organizations';
import type { SignUpEvent } from '#contracts/people/sign-up';
import { readInvitation } from '#infra/access/invitations';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { invitation } from '../../records/invitations/invitations.decider.ts';
import { connectApproved } from '../../records/invitations/invitations.handlers.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

const unlessRefused = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
};

/** Who signs up by an invitation accepts it. One that was taken back meanwhile connects nothing: the account is there all the same. */
const approve = async (streams: Streams, { user_id, invitation_id }: { user_id: string; invitation_id: string }): Promise<void> => {
  const data = { invitation_id, side: 'patient', user_id, now: new Date().toISOString() } as const;
  const command = { type: 'ApproveInvitation', command_id: createdId(user_id, invitation_id), data } as const;
  await unlessRefused(streams.transact(invitation, `invitation-${invitation_id}`, command, REACTIONS));
};

/** A clinic that signed up by a patient's invitation finds it waiting; one that was taken back or ran out meanwhile is not bound. */
const bind = async (
  streams: Streams,
  { organization_id, invitation_id }: { organization_id: string; invitation_id: string },
): Promise<void> => {
  const data = { invitation_id, organization_id, now: new Date().toISOString() };
  const command = { type: 'BindInvitation', command_id: createdId(organization_id, invitation_id), data } as const;
  await unlessRefused(streams.transact(invitation, `invitation-${invitation_id}`, command, REACTIONS, { organization_id }));
};

/**
 * Connects what was approved, also where the process stopped in between; and where a clinic was disconnected, says so in every invitation
 * that had connected it.
 */
export const settleInvitations = (log: EventLog, streams: Streams) => ({
  name: 'settle-invitations',
  types: ['SignedUpByInvitation', 'OrganizationInvited', 'InvitationApproved', 'ClinicDisconnected'] as const,
  react: async (happened: { type: string; data: object }): Promise<void> => {
    const { type, data } = happened as InvitationEvent | ConnectionEvent | OrganizationEvent | SignUpEvent;
    if (type === 'SignedUpByInvitation') return approve(streams, data);
    if (type === 'OrganizationInvited') return bind(streams, data);
    if (type === 'InvitationApproved') return unlessRefused(connectApproved(log, streams, data.invitation_id));
    if (type !== 'ClinicDisconnected') return;
    const { invitation_id } = data;
    const state = await readInvitation(log, invitation_id);
    if (state.status === 'none' || state.status === 'Cancelled' || state.status === 'Rejected') return;
    const command = { type: 'CancelInvitation', command_id: createdId(invitation_id, 'settle'), data: { invitation_id } } as const;
    await streams.transact(invitation, `invitation-${invitation_id}`, command, REACTIONS);
  },
});
