import type { NotificationEvent } from '#contracts/people/notifications';
import { projectionSpec } from '#tests/support/projection-spec';
import { notifications } from './notifications.projection.ts';

const [id, user_id, patient_id] = ['1', '2', '3'].map((n) => `0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d0${n}`) as [string, string, string];
const raised: NotificationEvent = {
  type: 'NotificationRaised',
  data: { notification_id: id, user_id, kind: 'PatientCommented', patient_id },
};
const shown = { id, user_id, kind: 'PatientCommented', patient_id, is_read: false, created_at: '2024-03-01T08:00:00.000Z' };

describe('notifications', () => {
  const spec = projectionSpec(notifications);

  it('keeps what somebody is told by ids alone', () => spec.given(raised).then({ [id]: shown }));
  it('says what was read', () =>
    spec.given(raised, { type: 'NotificationRead', data: { notification_id: id } }).then({ [id]: { ...shown, is_read: true } }));
  it('forgets what was dismissed', () =>
    spec.given(raised, { type: 'NotificationDismissed', data: { notification_id: id } }).then({ [id]: null }));
  spec.itCoversEveryEvent();
});
