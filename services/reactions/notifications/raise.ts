import type { NotificationAbout, NotificationKind } from '#contracts/people/notifications';
import type { Actor } from '#infra/event-store/actor';
import type { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { notifications } from '../../records/notifications/notifications.decider.ts';
import type { Effects } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };
/** What is older is no news any more, such as all that happened before there were notifications. In milliseconds. */
const NEWS = 7 * 24 * 60 * 60_000;

/** True for an event that is recent enough for a notification. @param at UTC */
export const isNew = (at: string): boolean => Date.now() - Date.parse(at) <= NEWS;

export interface Told {
  kind: NotificationKind;
  about: NotificationAbout;
  /** When it happened: UTC. */
  at: string;
}

/** Tells each of these people of something that just happened; twice is harmless, since the ids follow from the event and the person. */
export const raise = async (
  streams: Streams,
  user_ids: readonly string[],
  { kind, about, at }: Told,
  effects: Pick<Effects, 'id'>,
): Promise<void> => {
  if (!isNew(at)) return;
  for (const user_id of new Set(user_ids)) {
    const notification_id = createdId(effects.id(), user_id);
    const data = { notification_id, user_id, kind, ...about };
    const command = { type: 'RaiseNotification' as const, command_id: notification_id, data };
    await streams.transact(notifications, `notifications-${user_id}`, command, REACTIONS, {});
  }
};
