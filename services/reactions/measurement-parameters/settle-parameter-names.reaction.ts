import type { MeasurementParameterEvent } from '#contracts/examinations/measurement-parameters';
import type { Actor } from '#infra/event-store/actor';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import { NAME, reservedName } from '#catalogues/office-parameter-name';
import type { Reaction } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** The names a parameter ever had, and the one it has now: none once it was rejected, cancelled or removed. */
const namesOf = async (log: EventLog, stream: string): Promise<{ held: string | undefined; ever: Set<string> }> => {
  const ever = new Set<string>();
  let held: string | undefined;
  for await (const opened of log.read(stream)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    const event = opened.event as MeasurementParameterEvent;
    if (event.type === 'DefinitionUsed') continue;
    held = 'name' in event.data ? reservedName(event.data.name) : undefined;
    if (held !== undefined) ever.add(held);
  }
  return { held, ever };
};

/** Settles who holds the names of an office parameter: the present one is confirmed, former ones become free. Late or again does no harm. */
export const settleParameterNames = (log: EventLog, reservations: Reservations): Reaction => ({
  name: 'settle-parameter-names',
  types: [
    'MeasurementParameterAdded',
    'MeasurementParameterUpdated',
    'MeasurementParameterApproved',
    'MeasurementParameterRejected',
    'MeasurementParameterCancelled',
    'MeasurementParameterRemoved',
  ],
  react: async (_event, { stream }) => {
    const parameter_id = stream.slice('measurement_parameter-'.length);
    const { held, ever } = await namesOf(log, stream);
    for (const name of ever) {
      if (name !== held) await reservations.release(NAME, name, parameter_id, REACTIONS);
    }
    if (held === undefined) return;
    await reservations.reserve(NAME, held, stream, parameter_id, REACTIONS);
    await reservations.confirm(NAME, held, parameter_id, REACTIONS);
  },
});
