import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf, type SealingSubject } from '../wire/event.ts';
import { Comment, Id, Version } from '../wire/primitives.ts';

/** Whom a key belongs to, as the key store names it: 'patient:<id>', 'page:<id>'. */
export const Subject = z.string().regex(/^[a-z]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export type Subject = `${SealingSubject}:${string}`;

/** Reason recorded when people erase their own account: the same for everybody, so that it identifies nobody. */
export const OWN_WISH = 'Asked for by the owner of the account';

/** A number of events and the chain over their content hashes in the order of the log: see `chained` of the event store. */
const Chain = { events: z.int().nonnegative(), chain_hash: z.string() };

/** What of an erasure was found by looking through the log before it was ordered. */
const belongings = {
  /** Subjects whose keys are destroyed: a record, its pages and uploads, and the clinics' invitations about it; an account and its owner's invitations. */
  keys: z.array(Subject),
  /** Names of stored files that go. */
  files: z.array(z.string()),
  /** Pages of others in uploads that go: they and their images stay. */
  kept_pages: z.array(Id),
};

const destruction = {
  keys: z.array(z.object({ subject: Subject, key_ids: z.array(z.string()) })),
  /** How many documents were purged, by projection. */
  documents: z.array(z.object({ projection: z.string(), count: z.int().nonnegative() })),
  /** The whole log up to the order, the order included. */
  log: z.object(Chain),
  /** Those of them that can no longer be opened because of this erasure. */
  erased: z.object({ ...Chain, streams: z.int().nonnegative() }),
};

export const ErasureCommand = z.discriminatedUnion('type', [
  /** `closes`: the name of the account's owner remains. */
  command('OrderErasure', {
    erasure_id: Id,
    subject: Subject,
    reason: Comment,
    version: Version.optional(),
    closes: z.literal(true).optional(),
    ...belongings,
  }),
  /** Adds what belongs to the subject and is in no order yet. */
  command('ExtendErasure', { subject: Subject, ...belongings }),
  command('ConfirmErasure', { subject: Subject, ...destruction }),
]);
export type ErasureCommand = z.infer<typeof ErasureCommand>;

/**
 * The erasure of a patient record or of an account, in its own stream: from the order on nobody reaches it. The order names all that goes, by ids
 * that we made, so that whatever follows it does the same however often it is repeated. A further order repeats the one before it and adds
 * events recorded since then: the last one counts. The reason is sealed under a key of its own: it
 * outlives the record and can still be destroyed.
 */
export const erasureEvents = [
  event(
    'ErasureOrdered',
    { erasure_id: Id, subject: Subject, ...belongings, reason: z.string() },
    { open: ['erasure_id', 'subject', 'keys', 'files', 'kept_pages'], by: 'erasure', id: 'erasure_id' },
  ),
  /** Documents, files and keys are gone. */
  event('KeyDestroyed', { erasure_id: Id, subject: Subject, ...destruction }, { open: 'all' }),
] as const;
export type ErasureEvent = EventOf<(typeof erasureEvents)[number]>;

/** Types of the events that an erasure leaves in the log. */
export const erasureTypes: readonly string[] = erasureEvents.map(({ type }) => type);

/** The subjects that an event of an erasure takes away; none for any other event. */
export const subjectsErasedBy = (happened: { type: string; data: object }): readonly string[] => {
  if (!erasureTypes.includes(happened.type)) return [];
  const event = happened as ErasureEvent;
  return event.type === 'ErasureOrdered' ? event.data.keys : event.data.keys.map(({ subject }) => subject);
};
