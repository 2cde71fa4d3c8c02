import type { NotificationCommand, NotificationEvent } from '#contracts/people/notifications';
import { type Decider, Refusal } from '#infra/event-store/decider';

interface Notification {
  status: 'unread' | 'read' | 'dismissed';
  /** What it waits for to be settled. */
  of?: string | undefined;
}

/** What happened, the last first: a person may have had thousands, and each event is one more link. */
interface Notifications {
  event?: NotificationEvent;
  before?: Notifications;
}

/** Each notification that one person ever got, by its id. */
const byId = (state: Notifications): Map<string, Notification> => {
  const events: NotificationEvent[] = [];
  for (let link: Notifications | undefined = state; link?.event; link = link.before) events.push(link.event);
  const all = new Map<string, Notification>();
  for (const { type, data } of events.reverse()) {
    const { notification_id: id } = data;
    const before = all.get(id);
    if (type === 'NotificationRaised') all.set(id, { status: 'unread', of: data.lab_result_id ?? data.page_id });
    else if (before?.status !== 'dismissed') all.set(id, { ...before, status: type === 'NotificationRead' ? 'read' : 'dismissed' });
  }
  return all;
};

const decide = (command: NotificationCommand, state: Notifications): NotificationEvent[] => {
  const all = byId(state);
  if (command.type === 'RaiseNotification') {
    return all.has(command.data.notification_id) ? [] : [{ type: 'NotificationRaised', data: command.data }];
  }
  const { data } = command;
  const ids =
    'notification_ids' in data
      ? [...new Set(data.notification_ids)]
      : [...all].flatMap(([id, { of }]) => (of !== undefined && of === (data.lab_result_id ?? data.page_id) ? [id] : []));
  if (!ids.every((id) => all.has(id))) throw new Refusal('not-found', 'This does not exist', {}, 404);
  const [type, changes] =
    command.type === 'ReadNotifications'
      ? (['NotificationRead', ['unread']] as const)
      : (['NotificationDismissed', ['unread', 'read']] as const);
  return ids
    .filter((id) => (changes as readonly string[]).includes(all.get(id)!.status))
    .map((notification_id) => ({ type, data: { notification_id } }));
};

/** What one person is told, stream `notifications-<user_id>`. */
export const notifications: Decider<Notifications, NotificationCommand, NotificationEvent> = {
  initial: {},
  evolve: (before, event) => ({ event, before }),
  decide,
};
