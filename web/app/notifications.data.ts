import type { NotificationView } from '#contracts/people/notifications';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

interface Notifications {
  items: NotificationView[];
  overall_count: number;
  unread: number;
}

/** What the signed-in person was told, unread first. */
export const useNotifications = () => useLive<Notifications>(['notifications'], '/api/notifications?take=50', { quiet: true });

const send = (task: 'read' | 'dismiss', id: string): Promise<Accepted> =>
  http.send<Accepted>('POST', `/api/notifications/tasks/${task}`, { ids: [id] });

export const notificationCalls = { read: (id: string) => send('read', id), dismiss: (id: string) => send('dismiss', id) };
