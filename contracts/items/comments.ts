import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { ITEM_KINDS, type ItemKind, itemKinds, type KindName, kindNames } from './item-kinds.ts';
import { messages } from '../rules/messages.ts';
import { Precision } from '../wire/precision.ts';
import { Comment, Id, Version } from '../wire/primitives.ts';

/** The documents' names of item types in the calls about comments. */
export const CommentType = z.enum(kindNames('audit'));
export type CommentType = z.infer<typeof CommentType>;

type Link = KindName<'link'>;
const linkNames = kindNames('link');
/** A comment names its item by the field of the item's kind. */
const links = Object.fromEntries(linkNames.map((link) => [link, Id.optional()])) as Record<Link, z.ZodOptional<typeof Id>>;
export const CommentLinks = z.object(links);
type Links = z.infer<typeof CommentLinks>;

/** The item that a comment is about; undefined where it names none or several. */
export const itemOf = (comment: Links): { kind: ItemKind; type: CommentType; id: string } | undefined => {
  const named = ITEM_KINDS.flatMap((kind) => {
    const { link, audit: type } = itemKinds[kind];
    const id = comment[link];
    return id === undefined ? [] : [{ kind, type, id }];
  });
  return named.length === 1 ? named[0] : undefined;
};

/** What the dialog sends: the words and exactly one item. `answers`: a doctor's comment answers these of the patient, which are read thereby. */
export const NewComment = z
  .object({ patient_id: Id, comment: Comment, ...links, answers: z.array(Id).max(200).optional() })
  .superRefine((form, context) => {
    if (itemOf(form)) return;
    const named = linkNames.findLast((link) => form[link] !== undefined);
    const message = named === undefined ? messages.required : 'A comment is about one item';
    context.addIssue({ code: 'custom', message, path: [named ?? 'item'] });
  });
export type NewComment = z.infer<typeof NewComment>;

export const CommentCommand = z.discriminatedUnion('type', [
  command('WriteComment', {
    comment_id: Id,
    patient_id: Id,
    ...links,
    by_patient: z.boolean(),
    comment: Comment,
    answers: z.array(Id).optional(),
    item_version: Version.optional(),
  }),
  command('MarkAsRead', { comment_id: Id, by_patient: z.boolean() }),
]);
export type CommentCommand = z.infer<typeof CommentCommand>;

const sealing = {
  open: ['comment_id', 'patient_id', ...linkNames, 'by_patient'],
  by: 'patient',
  id: 'patient_id',
} as const;

export const commentEvents = [
  /** `by_patient`: written by the patient, for a doctor; otherwise by the staff, for the patient. */
  event(
    'CommentWritten',
    {
      comment_id: Id,
      patient_id: Id,
      ...links,
      by_patient: z.boolean(),
      comment: z.string(),
      /** Version of the item when this was written; missing in events of earlier releases. */
      item_version: Version.optional(),
    },
    sealing,
  ),
  /** Whom it was written for has read it: a doctor marked a patient's, or the patient saw the staff's. Who and when say its envelope. */
  event('CommentRead', { comment_id: Id, patient_id: Id }, { open: 'all' }),
] as const;
export type CommentEvent = EventOf<(typeof commentEvents)[number]>;

/** An item in the words of the History of Data Entry. */
export const ItemText = z.object({ name: z.string(), date_applies: z.string().nullable(), date_applies_precision: Precision.optional() });
export type ItemText = z.infer<typeof ItemText>;

/** An item as it was when a comment was written, and as it is now: null where it was removed. */
export const ChangedSince = z.object({ then: ItemText, now: ItemText.nullable() });
export type ChangedSince = z.infer<typeof ChangedSince>;

export const CommentView = z.object({
  id: Id,
  patient_id: Id,
  organization_id: Id,
  ...links,
  comment: z.string(),
  by_patient: z.boolean(),
  /** What the staff wrote is never unseen. */
  seen_by_doctor: z.boolean(),
  /** What the patient wrote is never unseen. */
  seen_by_patient: z.boolean(),
  created_by: Id.nullable(),
  created_by_name: z.string().optional(),
  /** UTC with milliseconds. */
  created_at: z.string(),
  /** Whoever it was written for and read it, and when (ruling 39). */
  read_by: Id.nullable(),
  read_by_name: z.string().optional(),
  read_at: z.string().nullable(),
  /** Missing where the item is as it was when this was written. */
  changed_since: ChangedSince.optional(),
  version: Version,
});
export type CommentView = z.infer<typeof CommentView>;

/**
 * The last comment on an item, and how many on it no doctor has seen: all of them count, not only the last (ruling 39). `answers` are those of
 * the staff that the patient has not seen.
 */
export const LastComment = CommentView.extend({
  unseen: z.int(),
  answers: z.int(),
  total: z.int(),
  /** The item, as the History of Data Entry names it; missing where the reader may not see it. */
  about: ItemText.optional(),
});
export type LastComment = z.infer<typeof LastComment>;
