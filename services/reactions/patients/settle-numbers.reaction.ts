import type { ErasureEvent } from '#contracts/people/erasures';
import type { PatientEvent } from '#contracts/people/patients';
import type { Actor } from '#infra/event-store/actor';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import { numberWithin, SOCIAL_SECURITY_NUMBER } from '#contracts/people/patient-number';
import type { Reaction } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** The numbers a record ever had, and the one it has now (none once it was removed or is to be erased), each within its clinic. */
const numbersOf = async (log: EventLog, stream: string): Promise<{ held: string | undefined; ever: Set<string> }> => {
  const ever = new Set<string>();
  let held: string | undefined;
  for await (const opened of log.read(stream)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    const event = opened.event as PatientEvent | ErasureEvent;
    const holds = event.type === 'PatientRegistered' || event.type === 'PatientCorrected';
    const number = holds ? event.data.social_security_number : '';
    held = holds && number !== '' ? numberWithin(event.data.organization_id, number) : undefined;
    if (held !== undefined) ever.add(held);
  }
  return { held, ever };
};

/**
 * Settles who holds the numbers of a record: the present one is confirmed, former ones become free. What counts is how the record stands
 * now, so that doing it late or again does no harm.
 */
export const settleNumbersOf = async (log: EventLog, reservations: Reservations, stream: string): Promise<void> => {
  const patient_id = stream.slice('patient-'.length);
  const { held, ever } = await numbersOf(log, stream);
  for (const number of ever) {
    if (number !== held) await reservations.release(SOCIAL_SECURITY_NUMBER, number, patient_id, REACTIONS);
  }
  if (held === undefined) return;
  await reservations.reserve(SOCIAL_SECURITY_NUMBER, held, stream, patient_id, REACTIONS);
  await reservations.confirm(SOCIAL_SECURITY_NUMBER, held, patient_id, REACTIONS);
};

/** Settles who holds a social security number after its record was added, corrected or removed. */
export const settleNumbers = (log: EventLog, reservations: Reservations): Reaction => ({
  name: 'settle-numbers',
  types: ['PatientRegistered', 'PatientCorrected', 'PatientRemoved'],
  react: (_event, { stream }) => settleNumbersOf(log, reservations, stream),
});
