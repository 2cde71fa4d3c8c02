import type { PatientView } from '#contracts/people/patients';
import { Rebuilding } from '#infra/read-store/rebuilding';
import type { UserActor } from '#infra/event-store/actor';
import { examinations } from '../examinations/examinations.projection.ts';
import { labResults } from '../lab-results/lab-results.projection.ts';
import { anyOf, visibleOf } from '../items/asked.ts';
import type { Reader } from '../runner/reader.ts';

const valued = [labResults, examinations] as const;

/** Where an index is entered from either end: a date, never the null of a draft without one. */
const dated = { gte: '0' };

/**
 * When the first and the last result or examination of what is read was, from indexes: a record of thousands is read no slower than one of few.
 * Null where there is none, undefined while it cannot be said: when the read models are built anew or do not come up to `after`.
 */
export const valuesBetween = async (
  reader: Reader,
  actor: UserActor,
  patient_id: string,
  after: string | undefined,
): Promise<PatientView['values_between']> => {
  const selection = anyOf(visibleOf(actor, patient_id).map((filter) => ({ ...filter, collected: dated })));
  const outermost = async (direction: 'asc' | 'desc'): Promise<string[]> => {
    const found = await Promise.all(
      valued.map((projection) =>
        reader.find<{ collected: string }>(projection, { ...selection, sort: [['collected', direction]], take: 1 }),
      ),
    );
    return found.flatMap(({ items }) => items.map(({ data }) => data.collected)).sort();
  };
  try {
    const names = valued.map(({ name }) => name);
    if (!(await reader.caughtUp(names, after))) return undefined;
    const [first, last] = [(await outermost('asc')).at(0), (await outermost('desc')).at(-1)];
    return first === undefined || last === undefined ? null : { first, last };
  } catch (error) {
    if (error instanceof Rebuilding) return undefined;
    throw error;
  }
};
