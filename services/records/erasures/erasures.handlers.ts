import { v5 as uuidv5 } from 'uuid';
import type { Accepted } from '#contracts/wire/command';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { Role } from '#contracts/people/accounts';
import type { PatientEvent } from '#contracts/people/patients';
import type { Person } from '#contracts/rules/persons';
import { editorOf } from '#contracts/wire/envelope';
import type { Access } from '#infra/access/access';
import { outlineOf } from '#infra/access/stream-scope';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import { type Belongings, belongingsOf, belongingsOfAccount } from './belongings.ts';
import { erasure, isLarger } from './erasures.decider.ts';

export interface ErasuresKernel {
  log: EventLog;
  streams: Streams;
  access: Access;
}

/** Erasing is the clinic's decision, or the installation's: nobody else's, whatever they reach. */
const mayErase = (actor: Actor): boolean =>
  actor.kind === 'system' || actor.roles.includes('OrganizationAdmin') || actor.roles.includes('SuperUser');

/** The super user reaches no record: the order is carried out by the system in that person's name. */
const acting = (actor: Actor): Actor =>
  actor.kind === 'user' && actor.roles.includes('SuperUser') ? { kind: 'system', part: 'erasures', on_behalf_of: actor.user_id } : actor;

/** The person as the record said last, removed or not. */
const personOn = async (log: EventLog, stream: string): Promise<Person> => {
  let person: Person = { first_name: null, last_name: null, date_of_birth: null };
  for await (const opened of log.read(stream)) {
    if (opened.kind !== 'opened') continue;
    const event = opened.event as PatientEvent;
    if (event.type === 'PatientRegistered' || event.type === 'PatientCorrected') person = event.data;
  }
  return person;
};

/** The stream of a subject that can be erased: 'patient:ID' or 'user:ID'. */
export const streamOfSubject = (subject: string): string => subject.replace(':', '-');

const idOf = (subject: string): string => subject.slice(subject.indexOf(':') + 1);
const erasureId = (subject: string): string => uuidv5('erasure', idOf(subject));

/** Everything that goes with a record or an account. @throws Refusal 409 while a report of the patient is being read */
export const belongingsOfSubject = async (log: EventLog, subject: string, organization_id: string): Promise<Belongings> => {
  const id = idOf(subject);
  if (subject.startsWith('user:')) return belongingsOfAccount(log, id);
  return belongingsOf(log, { patient_id: id, organization_id, person: await personOn(log, streamOfSubject(subject)) });
};

/**
 * Orders the erasure of a patient record: from here on nobody reaches it. A reaction carries the order out. An erasure that was ordered
 * already, by whoever, is answered and not ordered again.
 * @param reason is kept, sealed apart from the record; it must not tell who the person was
 * @throws Refusal 403 for whoever may not, 404 missing or out of reach, 409 while a report of the patient is being read, 422 the reason
 */
export const orderErasure = async (
  { log, streams, access }: ErasuresKernel,
  order: { patient_id: string; reason: string },
  actor: Actor,
  command_id: string,
): Promise<Accepted> => {
  if (!mayErase(actor)) throw new Refusal('not-allowed', 'Your role does not allow this', {}, 403);
  const as = acting(actor);
  const subject = `patient:${order.patient_id}`;
  const stream = streamOfSubject(subject);
  const { organization_id = '' } = await access.streamScope(as, stream);
  const { state } = await streams.load(erasure, stream, as);
  const belongings =
    state.status === 'kept' ? await belongingsOfSubject(log, subject, organization_id) : { keys: [], files: [], kept_pages: [] };
  const data = { erasure_id: erasureId(subject), subject, reason: order.reason, ...belongings };
  return streams.transact(erasure, stream, { type: 'OrderErasure', command_id, data }, as);
};

/** What somebody does as a person with an account, not with records. */
const OWN_STREAM = /^(user|session|password_reset|connections|notifications)-/;

/** Whether the account ever had another role than that of a patient. */
const wasStaff = async (log: EventLog, user_id: string): Promise<boolean> => {
  for await (const stored of log.store.readStream(`user-${user_id}`)) {
    if (stored.type !== 'UserRegistered' && stored.type !== 'RolesChanged') continue;
    const roles = (log.unsealed(stored)?.['roles'] ?? []) as Role[];
    if (roles.some((role) => role !== 'Patient')) return true;
  }
  return false;
};

/**
 * Whether somebody of a clinic's or the installation's staff ever signed in, recorded or decided anything: history and access log have to keep the
 * name then. The own record and consent of a patient are no such work.
 */
const hasWorked = async (log: EventLog, user_id: string): Promise<boolean> => {
  if (!(await wasStaff(log, user_id))) return false;
  for await (const { stream, metadata } of log.store.readAll()) {
    if (editorOf(metadata) === user_id && (stream.startsWith('session-') || !OWN_STREAM.test(stream))) return true;
  }
  return false;
};

/**
 * Orders the erasure of an account, which nobody signs in with from here on; a reaction carries it out. Of somebody who worked with records the
 * name stays, sealed apart. Harmless twice.
 * @param order.version that was looked at
 * @throws Refusal 404 missing or out of reach, 422 the reason; Stale
 */
export const eraseAccount = async (
  { log, streams }: Omit<ErasuresKernel, 'access'>,
  { user_id, reason, version }: { user_id: string; reason: string; version?: number | undefined },
  actor: Actor,
  command_id: string,
): Promise<ErasedAccount> => {
  const subject = `user:${user_id}`;
  const stream = streamOfSubject(subject);
  const { state } = await streams.load(erasure, stream, actor);
  const isKept = state.status === 'kept';
  const belongings = isKept ? await belongingsOfSubject(log, subject, '') : { keys: [], files: [], kept_pages: [] };
  const closes = isKept && (await hasWorked(log, user_id));
  const data = { erasure_id: erasureId(subject), subject, reason, ...(closes && { closes }), ...belongings };
  const seen = version === undefined ? {} : { version };
  const accepted = await streams.transact(erasure, stream, { type: 'OrderErasure', command_id, data: { ...data, ...seen } }, actor);
  const types = (await outlineOf(log, stream))?.types;
  return { ...accepted, outcome: types?.has('AccountClosed') ? 'closed' : 'erased' };
};

/**
 * Orders the erasure of what belongs to a record or an account and is in no order of it yet: it was recorded while the log was looked through, or by
 * somebody who was let in before the order.
 * @returns true if there was anything
 * @throws Refusal 409 while a report of the patient is being read
 */
export const orderRest = async (
  { log, streams }: Omit<ErasuresKernel, 'access'>,
  subject: string,
  actor: Actor,
  command_id: string,
): Promise<boolean> => {
  const stream = streamOfSubject(subject);
  const outline = await outlineOf(log, stream);
  if (!outline?.types.has('ErasureOrdered')) return false;
  const { organization_id = '' } = outline.scope;
  const belongings = await belongingsOfSubject(log, subject, organization_id);
  const { state: before } = await streams.load(erasure, stream, actor);
  await streams.transact(erasure, stream, { type: 'ExtendErasure', command_id, data: { subject, ...belongings } }, actor);
  const { state } = await streams.load(erasure, stream, actor);
  return 'order' in state && 'order' in before && isLarger(state.order, before.order);
};
