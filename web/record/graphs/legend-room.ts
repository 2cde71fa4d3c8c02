import { judgementOf, flagToShow } from '#contracts/observations/lab-values';
import { type ObservationLine, reading } from '#contracts/observations/observation-columns';
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

const same = <T>(value: T): T => value;
const rooms = new WeakMap<ObservationLine, string>();

/**
 * The longest that the legend may say of a series on any day, in letters that are as wide: a row has room for it, so that nothing moves
 * while the focus line does.
 */
export const roomOf = (line: ObservationLine): string => {
  const known = rooms.get(line);
  if (known !== undefined) return known;
  const { columns, from, to } = line;
  // of many thousands no point is made for this
  const value = reading(columns.value, same, null);
  const comparator = reading(columns.comparator, (sign) => `${sign}\u00a0`, '');
  const words = reading(columns.text, same, '');
  const unit = reading(columns.unit, (one) => one || 'no unit', '');
  const standing = reading(columns.standing, same, null);
  const flag = reading(columns.flag, same, undefined);
  const arrow = (place: number): string => {
    const point = { standing: standing(place), flag: flag(place) };
    const [way, letters] = [judgementOf(point), flagToShow(point)];
    return `${way === 'low' || way === 'high' ? ARROW : ''}${letters === undefined ? '' : `\u00a0${letters}\u2002`}`;
  };
  const said = new Set([NONE_YET]);
  for (let place = from; place < to; place += 1) {
    const number = value(place);
    const shown = number !== null && number.length > MANY ? showNumber(number) : number;
    said.add(shown === null ? `${words(place)}${arrow(place)}` : `${comparator(place)}${shown}${arrow(place)} ${unit(place)}`);
  }
  const room = widest(said);
  rooms.set(line, room);
  return room;
};
