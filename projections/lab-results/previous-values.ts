import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import { collectedOf } from '#contracts/wire/clock';
import { hasLimits } from '#contracts/observations/limits';
import { quantityOf, rangeOf } from '#contracts/observations/observations';
import { byParameter, lastInUnits, lastTimeOf, parameterKey } from '../items/observations.ts';
import type { LabResultDocument } from './lab-results.projection.ts';

/**
 * The last checked value of each parameter, and the units it ever came in; drafts do not count (ruling 24). Sorted by name.
 * @param nameOf the catalogue's name of a parameter
 * @param organization_id the clinic whose ranges are suggested (ruling 49)
 * @param before time of a specimen: earlier values go before the others, which are later than it
 */
export const previousValues = (
  results: readonly LabResultDocument[],
  nameOf: (parameter_id: string) => string | undefined,
  organization_id: string,
  before?: string,
): PreviousLabValue[] => {
  const isEarlier = ({ document: { clinic_time, collected } }: { document: LabResultDocument }): boolean =>
    before === undefined || (clinic_time ?? collected) < before;
  const values = byParameter(results, ({ parameters }) => parameters, parameterKey).map((recorded): PreviousLabValue => {
    const all = [...recorded.filter(isEarlier), ...recorded.filter((one) => !isEarlier(one))];
    const { entry } = all[0]!;
    const own = all.filter((one) => one.document.organization_id === organization_id && one.entry.value !== null && hasLimits(one.entry));
    return {
      parameter_id: entry.parameter_id,
      name: (entry.parameter_id === null ? undefined : nameOf(entry.parameter_id)) ?? entry.name,
      ...quantityOf(entry),
      units: lastInUnits(all).map((one) => one.entry.unit),
      min: entry.min,
      max: entry.max,
      ...(entry.no_upper_limit ? { no_upper_limit: true } : {}),
      ...lastTimeOf(recorded.some(isEarlier) ? recorded.filter(isEarlier) : recorded, quantityOf),
      ranges: lastInUnits(own).map((one) => ({ ...rangeOf(one.entry), ...collectedOf(one.document) })),
    };
  });
  return values.sort((a, b) => compare(searchText(a.name), searchText(b.name)) || compare(a.parameter_id ?? '', b.parameter_id ?? ''));
};
