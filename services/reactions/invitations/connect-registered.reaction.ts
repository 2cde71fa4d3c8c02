import type { AccountEvent } from '#contracts/people/accounts';
import { recordOf } from '#infra/access/reach';
import type { Actor } from '#infra/event-store/actor';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { connect } from '../../records/invitations/connections.handlers.ts';
import { invitation } from '../../records/invitations/invitations.decider.ts';

type Registered = Extract<AccountEvent, { type: 'UserRegistered' }>['data'];
const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** An account that was registered with a record (by seeds and the command line) is connected with it by an invitation like any other. */
export const connectRegistered = (log: EventLog, streams: Streams) => ({
  name: 'connect-registered',
  types: ['UserRegistered'] as const,
  react: async (happened: { type: string; data: object }): Promise<void> => {
    const { user_id, patient_ids, first_name, last_name, email } = (happened as { data: Registered }).data;
    for (const patient_id of patient_ids) {
      const record = await recordOf(log, patient_id);
      if (!record) continue;
      const { organization_id } = record;
      const invitation_id = createdId(user_id, patient_id);
      const nobodys = { from_organization_id: null, user_id: null, clinic: null, code: null };
      const facts = { invitation_id, invitation_type: 'ClinicInvitesPatient', organization_id, patient_id, ...nobodys } as const;
      const send = {
        type: 'SendInvitation',
        command_id: createdId(invitation_id, 'send'),
        data: { ...facts, email, first_name, last_name },
      } as const;
      await streams.transact(invitation, `invitation-${invitation_id}`, send, REACTIONS, { organization_id });
      const approval = { invitation_id, side: 'patient', user_id, now: new Date().toISOString() } as const;
      const approve = { type: 'ApproveInvitation', command_id: createdId(invitation_id, 'approve'), data: approval } as const;
      await streams.transact(invitation, `invitation-${invitation_id}`, approve, REACTIONS);
      await connect(streams, { user_id, ...record, invitation_id, shown: null });
    }
  },
});
