import type { NotificationCommand, NotificationEvent } from '#contracts/people/notifications';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** Of each notification that one person ever got, what the person did with it. */
type Notifications = Readonly<Record<string, 'unread' | 'read' | 'dismissed'>>;

const evolve = (state: Notifications, { type, data: { notification_id } }: NotificationEvent): Notifications => {
  switch (type) {
    case 'NotificationRaised':
      return { ...state, [notification_id]: 'unread' };
    case 'NotificationRead':
      return { ...state, [notification_id]: state[notification_id] === 'dismissed' ? 'dismissed' : 'read' };
    case 'NotificationDismissed':
      return { ...state, [notification_id]: 'dismissed' };
  }
};

const decide = (command: NotificationCommand, state: Notifications): NotificationEvent[] => {
  if (command.type === 'RaiseNotification') {
    return Object.hasOwn(state, command.data.notification_id) ? [] : [{ type: 'NotificationRaised', data: command.data }];
  }
  const ids = [...new Set(command.data.notification_ids)];
  if (!ids.every((id) => Object.hasOwn(state, id))) throw new Refusal('not-found', 'This does not exist', {}, 404);
  const [type, changes] =
    command.type === 'ReadNotifications'
      ? (['NotificationRead', ['unread']] as const)
      : (['NotificationDismissed', ['unread', 'read']] as const);
  return ids
    .filter((id) => (changes as readonly string[]).includes(state[id]!))
    .map((notification_id) => ({ type, data: { notification_id } }));
};

/** What one person is told, stream `notifications-<user_id>`. */
export const notifications: Decider<Notifications, NotificationCommand, NotificationEvent> = { initial: {}, evolve, decide };
