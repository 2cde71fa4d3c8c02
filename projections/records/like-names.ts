import { isLookAlike, isSameName } from './look-alikes.ts';
import type { PatientDocument } from './patients.projection.ts';

/**
 * How patients of a clinic are looked up by their folded names: those with one of these last names, with one that begins so, or with one of
 * these given names, alone or before others. `most`: no more of them than these are needed.
 */
export type NamesIn = (names: {
  last?: readonly string[];
  last_begins?: string;
  first_begins?: string;
  given?: readonly string[];
  most?: number;
}) => Promise<PatientDocument[]>;

const givenOf = (first: string): string => first.split(' ')[0]!;

const letters = (text: string): string[] => Array.from(text);

const ALPHABETS = [
  { of: /\p{Script=Latin}/u, letters: letters("abcdefghijklmnopqrstuvwxyzßæœøłđðþı '-") },
  { of: /\p{Script=Greek}/u, letters: letters('αβγδεζηθικλμνξοπρστυφχψω') },
  { of: /\p{Script=Cyrillic}/u, letters: letters('абвгдежзиклмнопрстуфхцчшщъыьэюяіјљњћџ') },
];

/** A slip in the first two letters of a last name is not looked for, nor one in a name shorter than this. */
const [KEPT, SHORTEST] = [2, 5];

/** Whether all letters of a slip in this name are known; of other scripts there are too few names to write slips out for. */
const hasKnownLetters = (last: string): boolean =>
  letters(last).every((letter) => !/\p{L}/u.test(letter) || ALPHABETS.some((alphabet) => alphabet.letters.includes(letter)));

/**
 * Every last name that a slip makes of this one: a letter of its alphabet changed, added or left out, or two swapped. Some hundred texts,
 * that an index knows which of them is a name; reading all names that begin alike takes the longer the larger the clinic is.
 */
export const slipsOf = (last: string): string[] => {
  const own = letters(last);
  if (own.length < SHORTEST) return [];
  const offered = new Set([...ALPHABETS.flatMap((alphabet) => (alphabet.of.test(last) ? alphabet.letters : [])), ...own]);
  const made = new Set<string>();
  for (let at = KEPT; at <= own.length; at++) {
    const [before, after] = [own.slice(0, at).join(''), own.slice(at).join('')];
    const rest = own.slice(at + 1).join('');
    for (const letter of offered) {
      made.add(before + letter + after);
      if (at < own.length) made.add(before + letter + rest);
    }
    if (at < own.length && own.length > SHORTEST) made.add(before + rest);
    if (at + 1 < own.length) made.add(`${before}${own[at + 1]}${own[at]}${own.slice(at + 2).join('')}`);
  }
  made.delete(last);
  return [...made];
};

/**
 * Ids of those of a clinic for whom another of its patients could be taken (ruling 27). Most have a namesake with the same initial or none
 * with a like last name at all: an index says either, so that few documents are read however many patients there are.
 */
export const withLikeNames = async (shown: readonly PatientDocument[], namesIn: NamesIn): Promise<Set<string>> => {
  const similar = new Set<string>();
  const open: PatientDocument[] = [];
  for (const patient of shown) {
    const { last, first } = patient.search;
    const [initial] = letters(first);
    const namesakes =
      initial === undefined
        ? []
        : await namesIn(last === '' ? { given: [givenOf(first)], most: 2 } : { last: [last], first_begins: initial, most: 2 });
    if (namesakes.some(({ id }) => id !== patient.id)) similar.add(patient.id);
    else open.push(patient);
  }
  // a record without a last name may be of anybody who has its given name, and was looked up by that above
  const whole = open.filter(({ search }) => search.last !== '');
  const last = new Set(whole.flatMap(({ search }) => [search.last, ...slipsOf(search.last)]));
  const others = last.size === 0 ? [] : await namesIn({ last: [...last] });
  const given = new Set(whole.flatMap(({ search }) => (search.first === '' ? [] : [givenOf(search.first)])));
  if (given.size > 0) others.push(...(await namesIn({ last: [''], given: [...given] })));
  const foreign = open.map(({ search }) => search.last).filter((name) => letters(name).length >= SHORTEST && !hasKnownLetters(name));
  for (const last_begins of new Set(foreign.map((name) => letters(name).slice(0, KEPT).join(''))))
    others.push(...(await namesIn({ last_begins })));
  for (const { id, search } of open) {
    if (others.some((other) => other.id !== id && isLookAlike(search, other.search))) similar.add(id);
  }
  return similar;
};

/** Whether the day of birth is known: a year, a month or nothing is shared by many. */
const isBornOn = (one: PatientDocument, day: string): boolean =>
  one.date_of_birth_precision === undefined && /^\d{4}-/.test(day) && one.date_of_birth.slice(0, 10) === day;

/**
 * Ids of those of a clinic who have the name and the day of birth of another of its patients: two records of one person, perhaps.
 * @param bornOn patients of the clinic born on one of these days (YYYY-MM-DD) with one of these folded last names
 */
export const withSameBirth = async (
  shown: readonly PatientDocument[],
  bornOn: (days: readonly string[], last: readonly string[]) => Promise<PatientDocument[]>,
): Promise<Set<string>> => {
  const known = shown.filter((one) => isBornOn(one, one.date_of_birth.slice(0, 10)));
  if (known.length === 0) return new Set();
  const distinct = (texts: readonly string[]) => [...new Set(texts)];
  const dayOf = ({ date_of_birth }: PatientDocument) => date_of_birth.slice(0, 10);
  const others = await bornOn(distinct(known.map(dayOf)), distinct(known.map(({ search }) => search.last)));
  const isSame = (one: PatientDocument, other: PatientDocument): boolean =>
    other.id !== one.id && isBornOn(other, dayOf(one)) && isSameName(one.search, other.search);
  return new Set(known.filter((one) => others.some((other) => isSame(one, other))).map(({ id }) => id));
};
