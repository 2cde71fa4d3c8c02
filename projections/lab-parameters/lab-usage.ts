import { unitKey } from '#contracts/rules/units';
import { eachOf } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type LabUse, labUsage } from './lab-usage.projection.ts';

/** How long a count is good enough for whoever manages the catalogue, in milliseconds. */
const FRESH = 10_000;
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

interface Counted extends UnitUse {
  patients: Set<string>;
  examples: string[];
  limits: number[];
}

/** By parameter, then by unit without its spelling. */
type Uses = ReadonlyMap<string, ReadonlyMap<string, UnitUse>>;

const note = (uses: Map<string, Map<string, Counted>>, { patient_id, values }: LabUse): void => {
  for (const [parameter_id, unit, value, max] of values) {
    const units = uses.get(parameter_id) ?? new Map<string, Counted>();
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

/** What results use of the catalogue: counted over all records at most every ten seconds. */
export class LabUsage {
  private counted: { at: number; uses: Promise<Uses> } | undefined;

  constructor(private readonly reader: Reader) {}

  /** By unit, the values that were recorded of this parameter itself, whatever it was merged with. */
  async of(parameter_id: string): Promise<ReadonlyMap<string, UnitUse>> {
    return (await this.all()).get(parameter_id) ?? new Map();
  }

  private all(): Promise<Uses> {
    const now = performance.now();
    if (this.counted === undefined || now - this.counted.at > FRESH) {
      const uses = this.count();
      this.counted = { at: now, uses };
      uses.catch(() => (this.counted = undefined));
    }
    return this.counted.uses;
  }

  private async count(): Promise<Uses> {
    const uses = new Map<string, Map<string, Counted>>();
    for await (const use of eachOf<LabUse>(this.reader, labUsage, {})) note(uses, use);
    return uses;
  }
}
