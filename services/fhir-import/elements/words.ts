import { instantWith } from '#contracts/rules/time-zones';
import { shownAt } from '#contracts/wire/precision';
import type { Json } from '../resources/fhir-file.ts';
import { dateOf, plain, quantityWords, rangeWords, ratioWords, type SaidDate } from '../resources/fhir-text.ts';
import { Quantity } from '../resources/resource.ts';
import { lengthWords } from '../translators/timing.ts';
import { conceptWords, nameOfReferred, shortText } from './names.ts';
import { isObject, listOf, type Words } from './treatment.ts';

/* What puts an element into words. */

export const concept: Words = (value) => conceptWords(value);
export const reference: Words = (value, around) => nameOfReferred(value, around);
export const text: Words = (value) => shortText(value);
export const coding: Words = (value) => conceptWords({ coding: [value] });

const quantityOf = (value: Json | undefined): Quantity | undefined => (isObject(value) ? Quantity.parse(value) : undefined);

export const quantity: Words = (value) => shortText(quantityWords(quantityOf(value)));
export const length: Words = (value) => shortText(lengthWords(quantityOf(value)));
export const range: Words = (value) =>
  isObject(value) ? shortText(rangeWords(quantityOf(value['low']), quantityOf(value['high']))) : undefined;
export const ratio: Words = (value) =>
  isObject(value) ? shortText(ratioWords(quantityOf(value['numerator']), quantityOf(value['denominator']))) : undefined;

/** A date as exactly as it was said. */
const dateText = (value: Json | undefined): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const read = dateOf(value);
  return read ? shownAt(read.local, read.precision) : shortText(value);
};

export const date: Words = (value) => dateText(value);

export const period: Words = (value) => {
  if (!isObject(value)) return undefined;
  const [from, until] = [dateText(value['start']), dateText(value['end'])];
  return [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ') || undefined;
};

/** 'collected 03/14/2024' of '03/14/2024' */
export const after =
  (before: string, words: Words): Words =>
  (...given) => {
    const own = words(...given);
    return own === undefined ? undefined : `${before} ${own}`;
  };

/** A code as it stands, except those that say nothing out of the ordinary. */
export const codeExcept =
  (...usual: string[]): Words =>
  (value) =>
    typeof value === 'string' && usual.includes(value) ? undefined : shortText(value);

/** Words for yes and for no, undefined where one of them says nothing. */
export const either =
  (yes: string | undefined, no: string | undefined): Words =>
  (value) =>
    value === true || value === 'true' ? yes : value === false || value === 'false' ? no : undefined;

/** All values at a path, lists one by one. */
const valuesAt = (value: Json | undefined, [name, ...rest]: readonly string[]): Json[] =>
  listOf(value ?? null).flatMap((item) => (name === undefined ? [item] : isObject(item) ? valuesAt(item[name], rest) : []));

/** The day of a date on the clock of another one. */
const dayOn = (own: SaidDate, clock: SaidDate): string => {
  if (own.offset === undefined || clock.offset === undefined) return own.local.slice(0, 10);
  const shift = instantWith(own.local, '+00:00') - instantWith(own.local, clock.offset);
  return new Date(instantWith(own.local, own.offset) + shift).toISOString().slice(0, 10);
};

/** Whether two dates are of one day, as far as both are known. */
const isSameDay = (one: string, other: string): boolean => {
  const [a, b] = [dateOf(one), dateOf(other)];
  if (a === undefined || b === undefined) return one.slice(0, 10) === other.slice(0, 10);
  const known = { year: 4, month: 7, day: 10, time: 10 };
  const digits = Math.min(known[a.precision], known[b.precision]);
  return dayOn(a, b).slice(0, digits) === b.local.slice(0, digits);
};

/** Elements of the resource with its clinical time. */
export const CLINICAL = ['effectiveDateTime', 'effectiveInstant', 'effectivePeriod.start', 'effectivePeriod.end'] as const;

/**
 * A date that is on another day than those of the item.
 * @param paths of its dates
 * @param alone whether it is said where the item has none of them
 */
export const otherDay =
  (paths: readonly string[], alone: 'said' | 'not said'): Words =>
  (value, around) => {
    if (typeof value !== 'string') return undefined;
    const others = paths.flatMap((path) => valuesAt(around.root, path.split('.'))).filter((one) => typeof one === 'string');
    if (others.length === 0 ? alone === 'not said' : others.some((one) => isSameDay(value, one))) return undefined;
    return dateText(value);
  };

/** Words of several elements of one value, as one text. */
export const fields =
  (words: Readonly<Record<string, Words>>): Words =>
  (value, around) => {
    if (!isObject(value)) return undefined;
    const said = Object.entries(words).flatMap(([name, own]) =>
      listOf(value[name] ?? null)
        .slice(0, 10)
        .flatMap((item) => own(item, around, value) ?? []),
    );
    return said.length === 0 ? undefined : [...new Set(said)].join(', ');
  };

/** A text of any length: what stands beside is cut as a whole. */
const remark: Words = (value) => (typeof value === 'string' ? plain(value) : undefined);

/** A remark with its writer and its time. */
export const note: Words = fields({ text: remark, authorString: text, authorReference: reference, time: date });
