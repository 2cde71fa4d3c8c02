import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id } from '../wire/primitives.ts';

/** What somebody is told of (ruling 16), with its title. */
export const notificationTitles = {
  CriticalResult: 'Critical result',
  EarlierCriticalResults: 'Critical results in imported records',
  ReadingFinished: 'OCR finished',
  ReadingFailed: 'OCR failed',
  PatientCommented: 'Comment from patient',
  InvitationReceived: 'Invitation received',
  InvitationApproved: 'Invitation approved',
  InvitationRejected: 'Invitation rejected',
  ParameterApproved: 'Parameter request approved',
  ParameterRejected: 'Parameter request rejected',
} as const;

export const NotificationKind = z.enum(Object.keys(notificationTitles) as [keyof typeof notificationTitles]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What it is about, by ids alone: names are looked up when somebody asks, and only those that this person may read. */
const about = {
  report_id: Id.optional(),
  patient_id: Id.optional(),
  invitation_id: Id.optional(),
  parameter_id: Id.optional(),
  lab_result_id: Id.optional(),
  page_id: Id.optional(),
};
const NotificationAbout = z.object(about);
export type NotificationAbout = z.infer<typeof NotificationAbout>;

const raised = { notification_id: Id, user_id: Id, kind: NotificationKind, ...about };

export const NotificationCommand = z.discriminatedUnion('type', [
  command('RaiseNotification', raised),
  command('ReadNotifications', { user_id: Id, notification_ids: z.array(Id) }),
  command('DismissNotifications', { user_id: Id, notification_ids: z.array(Id) }),
  /** Ends notifications about one thing: somebody else has dealt with it, or it changed. */
  command('SettleNotifications', { user_id: Id, lab_result_id: Id.optional(), page_id: Id.optional() }),
]);
export type NotificationCommand = z.infer<typeof NotificationCommand>;

/** On the stream `notifications-<user_id>`. Kinds may be added: an older release knows only those above. */
export const notificationEvents = [
  event('NotificationRaised', { ...raised, kind: z.string() }, { open: 'all' }),
  event('NotificationRead', { notification_id: Id }, { open: 'all' }),
  event('NotificationDismissed', { notification_id: Id }, { open: 'all' }),
] as const;
export type NotificationEvent = EventOf<(typeof notificationEvents)[number]>;

/** Which of the own notifications were read, or are not wanted any more. */
export const NotificationTask = z.object({ ids: z.array(Id).min(1).max(200) });
export type NotificationTask = z.infer<typeof NotificationTask>;

/** A notification as its reader sees it; `path` is the screen it leads to. */
export const NotificationView = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  message: z.string(),
  path: z.string(),
  is_read: z.boolean(),
  /** True for one that stays unread until a doctor has seen the critical result. */
  stays: z.literal(true).optional(),
  /** What has to be looked at, for as long as it is so: an account that differs from the record it is connected with. */
  warning: z.string().optional(),
  /** UTC with milliseconds. */
  created_at: z.string(),
});
export type NotificationView = z.infer<typeof NotificationView>;
