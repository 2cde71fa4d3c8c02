import { hasLimits } from '#contracts/observations/limits';
import type { Observation } from '#contracts/observations/observations';

type Limits = Pick<Observation, 'min' | 'max' | 'unit' | 'converted_from'>;

/** A range that was rounded in one unit and then converted is another number in the next unit, and no other range. */
const ROUNDED = 0.02;

const recordedUnit = ({ converted_from, unit }: Limits): string => converted_from?.unit ?? unit;

const sameRange = (a: Limits, b: Limits): boolean => {
  const apart = recordedUnit(a) === recordedUnit(b) ? 0 : ROUNDED;
  const same = (one: number, other: number) => Math.abs(one - other) <= apart * Math.max(Math.abs(one), Math.abs(other));
  // nothing measured lies below 0: '0 to 5' is 'up to 5'
  if (!same(Number(a.min ?? 0), Number(b.min ?? 0))) return false;
  return a.max === null || b.max === null ? a.max === b.max : same(Number(a.max), Number(b.max));
};

/**
 * Says at each checked point whose range differs from that of the checked point before it what the range was: on the common axis the same
 * value then stands elsewhere. Points come and go oldest first; a point without a range changes nothing.
 */
export const withRangeChanges = (points: readonly Observation[]): Observation[] => {
  let before: Observation | undefined;
  return points.map((point) => {
    if (point.draft || point.value === null || !hasLimits(point)) return point;
    const last = before;
    before = point;
    if (!last || sameRange(last, point)) return point;
    return {
      ...point,
      range_before: {
        min: last.min,
        max: last.max,
        ...(last.range_text === undefined ? {} : { range_text: last.range_text }),
        date_applies: last.date_applies,
        ...(last.precision === undefined ? {} : { precision: last.precision }),
        ...(last.shown_offset === undefined ? {} : { shown_offset: last.shown_offset }),
      },
    };
  });
};
