import { compare } from '#contracts/compare';
import type { PreviousMeasurement } from '#contracts/examinations';
import { fold } from '#contracts/folding';
import { unitKey } from '#contracts/units';
import type { ExaminationDocument } from './examinations.projection.ts';
import { type SeriesCatalogue, typesOf } from './measurement-series.ts';

/** The last value of each parameter that is no draft (ruling 24), as it was measured, and the units it ever came in. Sorted by name. */
export const previousMeasurements = (documents: readonly ExaminationDocument[], catalogue: SeriesCatalogue): PreviousMeasurement[] => {
  const typeOf = typesOf(catalogue);
  const values = new Map<string, PreviousMeasurement>();
  const latestFirst = documents
    .flatMap((one) => (one.draft || one.collected === null ? [] : [{ ...one, collected: one.collected }]))
    .sort((a, b) => compare(b.collected, a.collected) || compare(b.recorded_at, a.recorded_at));
  for (const { collected, measurements } of latestFirst) {
    for (const entry of measurements) {
      if (entry.parameter_value === null && !entry.text) continue;
      const key = entry.parameter_id ?? `name:${fold(entry.parameter_name)}`;
      const later = values.get(key);
      if (later) {
        if (!later.units.some((unit) => unitKey(unit) === unitKey(entry.unit))) later.units.push(entry.unit);
        continue;
      }
      values.set(key, {
        parameter_id: entry.parameter_id,
        parameter_name: (entry.parameter_id === null ? undefined : catalogue.get(entry.parameter_id)?.name) ?? entry.parameter_name,
        normalization_type: typeOf(entry) ?? 'NoNormalization',
        value: entry.parameter_value,
        ...(entry.comparator ? { comparator: entry.comparator } : {}),
        ...(entry.text === undefined ? {} : { text: entry.text }),
        ...(entry.option_label === undefined ? {} : { option_label: entry.option_label }),
        unit: entry.unit,
        units: [entry.unit],
        collected,
      });
    }
  }
  return [...values.values()].sort((a, b) => compare(fold(a.parameter_name), fold(b.parameter_name)));
};
