import type { MeasurementUsage } from '#contracts/examinations/measurement-parameters';
import { type ExaminationTemplateDocument, examinationTemplates } from './examination-templates.projection.ts';
import { eachOf } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type MeasurementUse, measurementUsage } from './measurement-usage.projection.ts';

/** How long a count is good enough for the management screen, in milliseconds. */
const FRESH = 10_000;

type Counts = ReadonlyMap<string, MeasurementUsage>;

const usageOf = (counts: Map<string, MeasurementUsage>, parameter_id: string): MeasurementUsage => {
  const known = counts.get(parameter_id) ?? { templates: 0, examinations: 0, options: {} };
  counts.set(parameter_id, known);
  return known;
};

const note = (counts: Map<string, MeasurementUsage>, { parameter_ids, options }: MeasurementUse): void => {
  for (const parameter_id of parameter_ids) usageOf(counts, parameter_id).examinations++;
  for (const option of options) {
    const at = option.indexOf(' ');
    const counted = usageOf(counts, option.slice(0, at)).options;
    const option_id = option.slice(at + 1);
    counted[option_id] = (counted[option_id] ?? 0) + 1;
  }
};

const count = async (reader: Reader): Promise<Counts> => {
  const counts = new Map<string, MeasurementUsage>();
  for await (const use of eachOf<MeasurementUse>(reader, measurementUsage, {})) note(counts, use);
  const templates = await reader.find<ExaminationTemplateDocument>(examinationTemplates, { filter: { is_public: { eq: true } } });
  for (const { data } of templates.items) {
    for (const parameter_id of data.parameter_ids) usageOf(counts, parameter_id).templates++;
  }
  return counts;
};

/** How often each office parameter is used: counted over all records at most every ten seconds, for those who manage the catalogue. */
export class UsageCounts {
  private counted: { at: number; counts: Promise<Counts> } | undefined;

  constructor(private readonly reader: Reader) {}

  /** @param anew counts now, whatever was counted before */
  async of(parameter_id: string, anew = false): Promise<MeasurementUsage> {
    return (await this.all(anew)).get(parameter_id) ?? { templates: 0, examinations: 0, options: {} };
  }

  private all(anew: boolean): Promise<Counts> {
    const now = performance.now();
    if (anew || this.counted === undefined || now - this.counted.at > FRESH) {
      const counts = count(this.reader);
      this.counted = { at: now, counts };
      counts.catch(() => (this.counted = undefined));
    }
    return this.counted.counts;
  }
}
