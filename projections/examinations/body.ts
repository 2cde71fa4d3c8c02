import { compare } from '#contracts/rules/compare';
import { bmi, isUnitOf, type Measured, siValue } from '#contracts/examinations/body-measures';
import type { BmiView, Measurement } from '#contracts/examinations/examinations';
import type { MeasurementNormalization } from '#contracts/examinations/measurement-parameters';
import type { ExaminationDocument } from './examinations.projection.ts';

/** A parameter's type as the catalogue has it now, otherwise as it was when it was entered. */
export type TypeOf = (entry: Pick<Measurement, 'parameter_id' | 'normalization_type'>) => MeasurementNormalization | undefined;

/** A height that a Bmi can be computed with. */
export interface KnownHeight extends Measured {
  examination_id: string;
  collected: string;
  /** Metres. */
  metres: number;
}

type Examined = Pick<ExaminationDocument, 'id' | 'collected' | 'draft' | 'measurements'>;

/** An exact quantity of weight or height in a known unit. */
export const measuredOf = (measure: 'Weight' | 'Height', entry: Measurement): Measured | null =>
  entry.parameter_value === null || entry.comparator || !isUnitOf(measure, entry.unit)
    ? null
    : { value: entry.parameter_value, unit: entry.unit };

/** The heights that examinations measured, the latest first; drafts know nothing (ruling 24). */
export const heightsOf = (documents: readonly Examined[], typeOf: TypeOf): KnownHeight[] =>
  documents
    .flatMap(({ id, collected, draft, measurements }): KnownHeight[] => {
      if (draft || collected === null) return [];
      return measurements.flatMap((entry) => {
        const measured = typeOf(entry) === 'Height' ? measuredOf('Height', entry) : null;
        const metres = measured && siValue('Height', measured);
        return measured && metres ? [{ ...measured, examination_id: id, collected, metres }] : [];
      });
    })
    .sort((a, b) => compare(b.collected, a.collected));

/** The height last known on that day (ruling 18): of the examination itself where it has one. @param heights latest first */
export const heightAt = (
  heights: readonly KnownHeight[],
  { id, collected }: Pick<Examined, 'id' | 'collected'>,
): KnownHeight | undefined => {
  if (collected === null) return undefined;
  // its own is among those of the same time
  for (let at = placeAt(heights, collected); heights[at]?.collected === collected; at += 1) {
    if (heights[at]!.examination_id === id) return heights[at];
  }
  return heights[placeAt(heights, `${collected.slice(0, 10)}T24`)];
};

/** Place of the first height that is no later, by halving: a record may hold thousands. */
const placeAt = (heights: readonly KnownHeight[], time: string): number => {
  let [from, to] = [0, heights.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (heights[middle]!.collected <= time) to = middle;
    else from = middle + 1;
  }
  return from;
};

/** The exact weight of an examination, with its entry. */
export const weightOf = (measurements: readonly Measurement[], typeOf: TypeOf): { entry: Measurement; weight: Measured } | undefined => {
  for (const entry of measurements) {
    const weight = typeOf(entry) === 'Weight' ? measuredOf('Weight', entry) : null;
    if (weight) return { entry, weight };
  }
  return undefined;
};

export const bmiOf = (weight: Measured, height: KnownHeight | undefined): BmiView | null => {
  const value = height && bmi(weight, height);
  return value ? { value, height: { value: height.value, unit: height.unit, collected: height.collected } } : null;
};
