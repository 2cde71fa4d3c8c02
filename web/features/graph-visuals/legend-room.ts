import type { Observation, ObservationSeries } from '#contracts/observations';
import { fieldReader, partOf } from '#contracts/packed';
import { showNumber } from '#web/lib/numbers.ts';

/** Said of a series before it begins. */
export const NONE_YET = 'none yet';

/** Signs of the arrow that stands behind a value out of range, and of a space before it that does not break. */
const ARROW = '\u00a0\u2002';
/** More digits than a number is ever shown with. */
const MANY = 9;

const NARROW: ReadonlySet<string> = new Set("fijlrtI.,:;'()[]/-| ");
const WIDE: ReadonlySet<string> = new Set('mwABCDEGHKMNOQRSUVWXYZ%@');

/** How wide a text is, about, in digits. */
const widthOf = (said: string): number => {
  let width = 0;
  for (const letter of said) width += NARROW.has(letter) ? 0.5 : WIDE.has(letter) ? 1.3 : 1;
  return width;
};

/** The one of several texts that takes the most room. */
export const widest = (texts: Iterable<string>): string => {
  let [found, most] = ['', -1];
  for (const each of texts) {
    const width = widthOf(each);
    if (width > most) [found, most] = [each, width];
  }
  return found;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const rooms = new WeakMap<ObservationSeries, string>();

/**
 * The longest that the legend may say of a series on any day, in letters that are as wide: a row has room for it, so that nothing moves
 * while the focus line does.
 */
export const roomOf = (series: ObservationSeries): string => {
  const known = rooms.get(series);
  if (known !== undefined) return known;
  const own = partOf(series);
  const points: readonly Observation[] = own ? [] : series.points;
  // of many thousands no point is made for this
  const reads = (field: 'value' | 'comparator' | 'text' | 'unit' | 'standing'): ((place: number) => string) =>
    own ? fieldReader(own.table, field, text, '') : (place) => points[place]?.[field] ?? '';
  const [value, comparator, words, unit, standing] = [reads('value'), reads('comparator'), reads('text'), reads('unit'), reads('standing')];
  const said = new Set([NONE_YET]);
  for (let place = own?.from ?? 0, end = own?.to ?? points.length; place < end; place += 1) {
    const number = value(place);
    const shown = number.length > MANY ? showNumber(number) : number;
    const sign = comparator(place) === '' ? '' : `${comparator(place)}\u00a0`;
    const arrow = standing(place) === 'low' || standing(place) === 'high' ? ARROW : '';
    said.add(number === '' ? `${words(place)}${arrow}` : `${sign}${shown}${arrow} ${unit(place) || 'no unit'}`);
  }
  const room = widest(said);
  rooms.set(series, room);
  return room;
};
