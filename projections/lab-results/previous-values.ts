import { compare } from '#contracts/compare';
import { fold } from '#contracts/folding';
import type { PreviousLabValue } from '#contracts/lab-results';
import { hasLimits } from '#contracts/lab-values';
import { unitKey } from '#contracts/units';
import type { LabResultDocument } from './lab-results.projection.ts';

/**
 * The last checked value of each parameter, and the units it ever came in; drafts do not count (ruling 24). Sorted by name.
 * @param nameOf the catalogue's name of a parameter
 * @param organization_id the clinic whose ranges are suggested (ruling 49)
 */
export const previousValues = (
  results: readonly LabResultDocument[],
  nameOf: (parameter_id: string) => string | undefined,
  organization_id: string,
): PreviousLabValue[] => {
  const values = new Map<string, PreviousLabValue>();
  const latestFirst = results
    .filter(({ draft }) => !draft)
    .sort((a, b) => compare(b.date_applies, a.date_applies) || compare(b.recorded_at, a.recorded_at));
  for (const { collected, parameters, organization_id: clinic } of latestFirst) {
    for (const entry of parameters) {
      if (entry.value === null && !entry.text) continue;
      const key = entry.parameter_id ?? `name:${fold(entry.name)}`;
      const later = values.get(key);
      const { unit, min, max, range_text } = entry;
      const said = range_text === undefined ? {} : { range_text };
      const range = clinic === organization_id && entry.value !== null && hasLimits(entry) ? [{ unit, min, max, ...said, collected }] : [];
      if (later) {
        later.ranges.push(...range.filter(() => !later.ranges.some((known) => unitKey(known.unit) === unitKey(unit))));
        if (!later.units.some((unit) => unitKey(unit) === unitKey(entry.unit))) later.units.push(entry.unit);
        continue;
      }
      values.set(key, {
        parameter_id: entry.parameter_id,
        name: (entry.parameter_id === null ? undefined : nameOf(entry.parameter_id)) ?? entry.name,
        value: entry.value,
        ...(entry.comparator ? { comparator: entry.comparator } : {}),
        ...(entry.text === undefined ? {} : { text: entry.text }),
        unit: entry.unit,
        units: [entry.unit],
        min: entry.min,
        max: entry.max,
        ...(entry.no_upper_limit ? { no_upper_limit: true } : {}),
        collected,
        ranges: range,
      });
    }
  }
  return [...values.values()].sort((a, b) => compare(fold(a.name), fold(b.name)) || compare(a.parameter_id ?? '', b.parameter_id ?? ''));
};
