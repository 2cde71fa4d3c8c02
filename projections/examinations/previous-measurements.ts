import { compare } from '#contracts/rules/compare';
import type { Measurement, PreviousMeasurement } from '#contracts/examinations/examinations';
import { searchText } from '#contracts/rules/search-text';
import { observed, quantityOf } from '#contracts/observations/observations';
import { byParameter, lastInUnits, lastTimeOf, parameterKey } from '../items/observations.ts';
import type { ExaminationDocument } from './examinations.projection.ts';
import { type SeriesCatalogue, typesOf } from './measurement-series.ts';

// without an object for each of many thousands
const keyOf = ({ parameter_id, parameter_name: name, parameter_value: value, text }: Measurement): string | undefined =>
  parameterKey({ parameter_id, name, value, text });

/** The last value of each parameter that is no draft (ruling 24), as it was measured, and the units it ever came in. Sorted by name. */
export const previousMeasurements = (documents: readonly ExaminationDocument[], catalogue: SeriesCatalogue): PreviousMeasurement[] => {
  const typeOf = typesOf(catalogue);
  const dated = documents.flatMap((one) => (one.collected === null ? [] : [{ ...one, collected: one.collected }]));
  const values = byParameter(dated, ({ measurements }) => measurements, keyOf).map((all): PreviousMeasurement => {
    const entry = observed(all[0]!.entry);
    return {
      parameter_id: entry.parameter_id,
      parameter_name: (entry.parameter_id === null ? undefined : catalogue.get(entry.parameter_id)?.name) ?? entry.name,
      normalization_type: typeOf(entry) ?? 'NoNormalization',
      ...quantityOf(entry),
      units: lastInUnits(all).map((one) => one.entry.unit),
      ...lastTimeOf(all, (one) => quantityOf(observed(one))),
    };
  });
  return values.sort((a, b) => compare(searchText(a.parameter_name), searchText(b.parameter_name)));
};
