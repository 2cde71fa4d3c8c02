import { type Collected, collectedOf } from '#contracts/wire/clock';
import { compare } from '#contracts/rules/compare';
import { bmi, isUnitOf, type Measured, siValue } from '#contracts/examinations/body-measures';
import type { BmiView, Measurement } from '#contracts/examinations/examinations';
import type { MeasurementNormalization } from '#contracts/examinations/measurement-parameters';
import type { ExaminationDocument } from './examinations.projection.ts';

/** A parameter's type as the catalogue has it now, otherwise as it was when it was entered. */
export type TypeOf = (entry: Pick<Measurement, 'parameter_id' | 'normalization_type'>) => MeasurementNormalization | undefined;

/** A height that a Bmi can be computed with. */
export interface KnownHeight extends Measured, Collected {
  examination_id: string;
  /** `collected` on the clinic's clock. */
  at: string;
  /** Metres. */
  metres: number;
}

type Examined = Pick<ExaminationDocument, 'id' | 'draft' | 'measurements'> & Omit<Collected, 'collected'> & { collected: string | null };

/** An exact quantity of weight or height in a known unit. */
export const measuredOf = (measure: 'Weight' | 'Height', entry: Measurement): Measured | null =>
  entry.parameter_value === null || entry.comparator || !isUnitOf(measure, entry.unit)
    ? null
    : { value: entry.parameter_value, unit: entry.unit };

/** The heights that examinations measured, the latest first; drafts know nothing (ruling 24). */
export const heightsOf = (documents: readonly Examined[], typeOf: TypeOf): KnownHeight[] =>
  documents
    .flatMap(({ id, collected, draft, measurements, ...said }): KnownHeight[] => {
      if (draft || collected === null) return [];
      const time = collectedOf({ ...said, collected });
      return measurements.flatMap((entry) => {
        const measured = typeOf(entry) === 'Height' ? measuredOf('Height', entry) : null;
        const metres = measured && siValue('Height', measured);
        return measured && metres ? [{ ...measured, examination_id: id, ...time, at: time.clinic_time ?? collected, metres }] : [];
      });
    })
    .sort((a, b) => compare(b.at, a.at));

/** The height last known on that day (ruling 18): of the examination itself where it has one. @param heights latest first */
export const heightAt = (
  heights: readonly KnownHeight[],
  { id, collected, clinic_time }: Pick<Examined, 'id' | 'collected' | 'clinic_time'>,
): KnownHeight | undefined => {
  if (collected === null) return undefined;
  // its own is among those of the same time
  const time = clinic_time ?? collected;
  for (let place = placeAt(heights, time); heights[place]?.at === time; place += 1) {
    if (heights[place]!.examination_id === id) return heights[place];
  }
  return heights[placeAt(heights, `${time.slice(0, 10)}T24`)];
};

/** Place of the first height that is no later, by halving: a record may hold thousands. */
const placeAt = (heights: readonly KnownHeight[], time: string): number => {
  let [from, to] = [0, heights.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (heights[middle]!.at <= time) to = middle;
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
  return value ? { value, height: { value: height.value, unit: height.unit, ...collectedOf(height) } } : null;
};
