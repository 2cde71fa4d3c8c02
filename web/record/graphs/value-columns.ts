import { isCritical } from '#contracts/observations/flags';
import { isDisputed, judgementOf, type Standing } from '#contracts/observations/lab-values';
import { type ObservationColumns, type ObservationLine, reading } from '#contracts/observations/observation-columns';
import { emptyNumbers, enter, part } from '#web/charts/columns.ts';
import { timeOf } from '#web/charts/local-time.ts';
import type { Columns } from '#web/charts/series.ts';

const read = new WeakMap<ObservationColumns, ReturnType<typeof emptyNumbers>>();

/** Judgement of a point; most have no flag, and nothing is computed for those. */
const factsOf = (point: { standing: Standing; flag: string | undefined }) =>
  point.flag === undefined
    ? { judgement: point.standing, isCritical: false, isDisputed: false }
    : { judgement: judgementOf(point), isCritical: isCritical(point), isDisputed: isDisputed(point) };

const isThere = (): boolean => true;
const same = <T>(value: T): T => value;

/** All points of an answer as numbers, read column by column: no point becomes an object for it. */
const numbersOf = (columns: ObservationColumns): ReturnType<typeof emptyNumbers> => {
  const known = read.get(columns);
  if (known) return known;
  const said = reading(columns.date_applies, timeOf, NaN);
  const onClock = reading(columns.clinic_time, timeOf, NaN);
  const time = columns.clinic_time ? (place: number) => (Number.isNaN(onClock(place)) ? said(place) : onClock(place)) : said;
  const raw = reading(columns.value, (value) => (value === null ? null : Number(value)), null);
  const hasText = reading(columns.text, Boolean, false);
  const comparator = reading(columns.comparator, same, null);
  const standing = reading(columns.standing, same, null);
  const flag = reading(columns.flag, same, undefined);
  const draft = reading(columns.draft, same, false);
  const corrected = reading(columns.corrected, same, false);
  const isRangeChanged = reading(columns.range_before, isThere, false);
  const numbers = emptyNumbers(columns.count);
  for (let place = 0; place < columns.count; place += 1) {
    enter(numbers, place, {
      time: time(place),
      height: columns.graph_value[place]!,
      raw: raw(place),
      hasText: hasText(place),
      comparator: comparator(place),
      ...factsOf({ standing: standing(place), flag: flag(place) }),
      draft: draft(place),
      corrected: corrected(place),
      isRangeChanged: isRangeChanged(place),
    });
  }
  read.set(columns, numbers);
  return numbers;
};

const drawn = new WeakMap<ObservationLine, Columns>();

/** The points of a series as the chart draws them. */
export const drawnColumns = (line: ObservationLine): Columns => {
  const known = drawn.get(line);
  if (known) return known;
  const { columns, from, to, axis } = line;
  const own = part(numbersOf(columns), from, to);
  // a formula without a limit has heights as well, but they compare with nothing
  const made = axis === 'raw' ? part({ ...own, heights: new Float64Array(to - from).fill(NaN), raws: own.reported }, 0, to - from) : own;
  drawn.set(line, made);
  return made;
};
