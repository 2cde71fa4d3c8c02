import { showUnit } from '#contracts/examinations/measurement-units';
import { isLikeDigits } from '#contracts/rules/result-words';
import { readTypedValue } from './typed-value.ts';
import { unitKey } from '#contracts/rules/units';

/** A number with a unit behind it, typed in one field: '120 lb'. */
export interface TypedUnit {
  value: string;
  /** As it was typed. */
  typed: string;
  /** As the form writes it; undefined where the field does not know it. */
  unit: string | undefined;
}

/** Where a unit may begin: right behind a digit, or behind a space after one. */
const BEGINS = /(?<=\p{N})(?:\s+|(?=[^\p{N}\s.,]))/gu;
/** Whether something looks like a unit, and not like the rest of '120/80' or of a range. */
const LOOKS_LIKE_UNIT = /^\/?\s*[\p{L}%°"'[{(]/u;

/** The number and the unit of a text; undefined where it has none, and where what stands before it is no number. */
export const readTypedUnit = (text: string, known: (typed: string) => string | undefined): TypedUnit | undefined => {
  let unknown: TypedUnit | undefined;
  for (const { index } of text.matchAll(BEGINS)) {
    const [value, typed] = [text.slice(0, index).trim(), text.slice(index).trim()];
    const { kind } = readTypedValue(value);
    if (typed === '' || (kind !== 'quantity' && kind !== 'ambiguous')) continue;
    const unit = known(typed);
    if (unit !== undefined) return { value, typed, unit };
    if (LOOKS_LIKE_UNIT.test(typed) && !isLikeDigits(typed)) unknown ??= { value, typed, unit };
  }
  return unknown;
};

const keyOf = (unit: string): string => unitKey(showUnit(unit));

/** The one of some units that a typed one is, whatever its spelling; 'C' is '°C'. */
export const sameUnit = (typed: string, units: readonly string[]): string | undefined =>
  units.find((unit) => unit.trim() !== '' && keyOf(unit) === keyOf(typed));

/** What is said of a unit that a field does not know. */
export const unknownUnit = ({ typed }: TypedUnit, choose: string): string => `The unit '${typed}' is not known here: ${choose}`;
