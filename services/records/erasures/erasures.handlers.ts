import { v5 as uuidv5 } from 'uuid';
import type { Accepted } from '#contracts/wire/command';
import type { ErasureCommand } from '#contracts/people/erasures';
import type { PatientEvent } from '#contracts/people/patients';
import type { Person } from '#contracts/rules/persons';
import type { Access } from '#infra/access/access';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import { outlineOf } from '#infra/access/stream-scope';
import { belongingsOf } from './belongings.ts';
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
  const { patient_id, reason } = order;
  const stream = `patient-${patient_id}`;
  const { organization_id = '' } = await access.streamScope(as, stream);
  const { state } = await streams.load(erasure, stream, as);
  const found =
    state.status === 'kept'
      ? await belongingsOf(log, { patient_id, organization_id, person: await personOn(log, stream) })
      : { keys: [], files: [], kept_pages: [] };
  const data = { erasure_id: uuidv5('erasure', patient_id), patient_id, reason, ...found };
  const command: ErasureCommand = { type: 'OrderErasure', command_id, data };
  return streams.transact(erasure, stream, command, as);
};

/**
 * Orders the erasure of what belongs to a record and is in no order of it yet: it was recorded while the record was looked through, or by
 * somebody who was let in before the order.
 * @returns true if there was anything
 * @throws Refusal 409 while a report of the patient is being read
 */
export const orderRest = async (
  { log, streams }: Omit<ErasuresKernel, 'access'>,
  patient_id: string,
  actor: Actor,
  command_id: string,
): Promise<boolean> => {
  const stream = `patient-${patient_id}`;
  const outline = await outlineOf(log, stream);
  if (!outline?.types.has('ErasureOrdered')) return false;
  const { organization_id = '' } = outline.scope;
  const found = await belongingsOf(log, { patient_id, organization_id, person: await personOn(log, stream) });
  const before = await streams.load(erasure, stream, actor);
  await streams.transact(erasure, stream, { type: 'ExtendErasure', command_id, data: { patient_id, ...found } }, actor);
  const { state } = await streams.load(erasure, stream, actor);
  return 'order' in state && 'order' in before.state && isLarger(state.order, before.state.order);
};
