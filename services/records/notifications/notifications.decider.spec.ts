import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { NotificationCommand, NotificationEvent } from '#contracts/people/notifications';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { notifications } from './notifications.decider.ts';

const [one, other, user_id, report_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const raise = (notification_id = one): NotificationCommand => ({
  type: 'RaiseNotification',
  command_id: randomUUID(),
  data: { notification_id, user_id, kind: 'ReadingFinished', report_id },
});
const task = (type: 'ReadNotifications' | 'DismissNotifications', ...notification_ids: string[]): NotificationCommand => ({
  type,
  command_id: randomUUID(),
  data: { user_id, notification_ids },
});
const raised = (notification_id = one): NotificationEvent => ({
  type: 'NotificationRaised',
  data: { notification_id, user_id, kind: 'ReadingFinished', report_id },
});
const read = (notification_id = one): NotificationEvent => ({ type: 'NotificationRead', data: { notification_id } });
const dismissed = (notification_id = one): NotificationEvent => ({ type: 'NotificationDismissed', data: { notification_id } });
const given = specify(notifications);

it('raises, once', () => {
  given().when(raise()).then(raised());
  given(raised()).when(raise()).thenNothing();
  given(raised(), dismissed()).when(raise()).thenNothing();
});
it('is read once, several at a time', () => {
  given(raised(), raised(other), read())
    .when(task('ReadNotifications', one, other, other))
    .then(read(other));
});
it('is dismissed once, read or not', () => {
  given(raised(), raised(other), read())
    .when(task('DismissNotifications', one, other))
    .then(dismissed(), dismissed(other));
  given(raised(), dismissed()).when(task('DismissNotifications', one)).thenNothing();
  given(raised(), dismissed()).when(task('ReadNotifications', one)).thenNothing();
});
it('is settled with what it is about, and no other', () => {
  const [lab_result_id, page_id] = [randomUUID(), randomUUID()];
  const of = (notification_id: string, about: object): NotificationEvent => ({
    type: 'NotificationRaised',
    data: { notification_id, user_id, kind: 'CriticalResult', ...about },
  });
  const settle = (about: object): NotificationCommand => ({
    type: 'SettleNotifications',
    command_id: randomUUID(),
    data: { user_id, ...about },
  });
  const [first, second] = [of(one, { lab_result_id }), of(other, { page_id })];
  given(first, second, read()).when(settle({ lab_result_id })).then(dismissed());
  given(first, second).when(settle({ page_id })).then(dismissed(other));
  given(first, dismissed()).when(settle({ lab_result_id })).thenNothing();
  given(raised()).when(settle({})).thenNothing();
  given().when(settle({ lab_result_id })).thenNothing();
});
it('changes nothing where one of them is not the person’s own', () => {
  given(raised())
    .when(task('ReadNotifications', one, other))
    .thenRefuses('not-found');
  given().when(task('DismissNotifications', one)).thenRefuses('not-found');
});
itIsHarmlessTwice(
  notifications,
  fc.oneof(
    fc.constantFrom(one, other).map(raise),
    fc.constantFrom('ReadNotifications' as const, 'DismissNotifications' as const).map((type) => task(type, one)),
  ),
);
