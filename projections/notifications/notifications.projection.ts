import type { NotificationAbout, NotificationEvent } from '#contracts/people/notifications';
import { gone, type Projection } from '../runner/projection.ts';

export interface NotificationDocument extends NotificationAbout {
  id: string;
  user_id: string;
  kind: string;
  is_read: boolean;
  created_at: string;
}

/** One document per notification, of ids alone: what they are called is looked up for who asks. */
export const notifications: Projection<NotificationEvent, NotificationDocument, 'NotificationRaised'> = {
  name: 'notifications',
  version: 3,
  key: ({ data }) => data.notification_id,
  partition: 'stream',
  create: {
    NotificationRaised: ({ data: { notification_id: id, ...about } }, { recorded_at: created_at }) => ({
      id,
      ...about,
      is_read: false,
      created_at,
    }),
  },
  apply: {
    NotificationRead: (doc) => ({ ...doc, is_read: true }),
    NotificationDismissed: () => gone,
  },
  indexes: [
    ['user_id', 'is_read', 'created_at'],
    ['user_id', 'kind', 'is_read', 'created_at'],
  ],
  erasedWith: {
    user: { field: 'user_id' },
    patient: { field: 'patient_id' },
    invitation: { field: 'invitation_id' },
    report: { field: 'report_id' },
    page: { field: 'page_id' },
  },
};
