import { setTimeout as pause } from 'node:timers/promises';
import { unitKey } from '#contracts/rules/units';
import { eachOf } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type LabUse, labUsage } from './lab-usage.projection.ts';

/** For so long a count is good enough for whoever manages the catalogue, in milliseconds; for so long it is answered while it is counted anew. */
const FRESH = 10_000;
const GOOD = 120_000;
/** Documents read at a time: they are small, and each pause lets everybody else go first. */
const CHUNK = 4000;
/** So long a new count is waited for where there is one that is good enough. */
const PATIENCE = 1000;
/** Values that are remembered of each unit, to show as examples and to say where its limits usually are. */
const MOST_EXAMPLES = 500;

/** The values of a parameter in one unit, over all records. */
export interface UnitUse {
  unit: string;
  values: number;
  patients: ReadonlySet<string>;
  /** Some of the values and of the upper limits, as reported. */
  examples: readonly string[];
  limits: readonly number[];
}

interface Noted extends UnitUse {
  patients: Set<string>;
  examples: string[];
  limits: number[];
}

/** By parameter, then by unit without its spelling. */
export type Uses = ReadonlyMap<string, ReadonlyMap<string, UnitUse>>;

const note = (uses: Map<string, Map<string, Noted>>, { patient_id, values }: LabUse): void => {
  for (const [parameter_id, unit, value, max] of values) {
    const units = uses.get(parameter_id) ?? new Map<string, Noted>();
    uses.set(parameter_id, units);
    const key = unitKey(unit);
    const one = units.get(key) ?? { unit, values: 0, patients: new Set(), examples: [], limits: [] };
    units.set(key, one);
    one.values++;
    one.patients.add(patient_id);
    if (value !== null && one.examples.length < MOST_EXAMPLES) one.examples.push(value);
    if (max !== null && one.limits.length < MOST_EXAMPLES) one.limits.push(Number(max));
  }
};

interface Counted {
  /** Up to which position it counts at least, '' where nobody asked for one. */
  after: string;
  /** When it began: milliseconds of `performance.now`. */
  at: number;
  uses: Uses;
}

/** What results use of the catalogue: counted over all records at most every ten seconds, and nobody waits long for it who asked lately. */
export class LabUsage {
  private counted: Counted | undefined;
  private counting: Promise<Counted> | undefined;

  constructor(private readonly reader: Reader) {}

  /** Begins to count, so that it is done when it is asked for. */
  prepare(): void {
    this.all().catch(() => undefined);
  }

  /**
   * The values that were recorded of each parameter itself, whatever it was merged with.
   * @param after what was recorded up to this position counts; as in `Reader.caughtUp`
   */
  async all(after = ''): Promise<Uses> {
    const { counted } = this;
    const age = counted === undefined ? Infinity : performance.now() - counted.at;
    const isMissing = counted === undefined || counted.after < after;
    if (!isMissing && age <= FRESH) return counted.uses;
    const counting = this.anew(after);
    if (isMissing || age > GOOD) return (await counting).uses;
    const former = pause(PATIENCE, counted, { ref: false });
    return (await Promise.race([counting, former])).uses;
  }

  /** One count at a time; what began before the position does not know it. */
  private async anew(after: string): Promise<Counted> {
    const before = await this.counting?.catch(() => undefined);
    if (before !== undefined && before.after >= after) return before;
    const at = performance.now();
    const counting = this.count().then((uses) => (this.counted = { after, at, uses }));
    this.counting = counting;
    try {
      return await counting;
    } finally {
      if (this.counting === counting) this.counting = undefined;
    }
  }

  private async count(): Promise<Uses> {
    const uses = new Map<string, Map<string, Noted>>();
    for await (const use of eachOf<LabUse>(this.reader, labUsage, {}, CHUNK)) note(uses, use);
    return uses;
  }
}
