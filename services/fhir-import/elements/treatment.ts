import type { References } from '../references.ts';
import type { Json, RawResource } from '../resources/fhir-file.ts';

/** Where the words of an element are looked for. */
export interface Around {
  /** The resource that becomes an item, a value or a report. */
  root: RawResource;
  /** The resource that the element stands in: the same, or one that it refers to. */
  within: RawResource;
  references: References;
  /** References that led to `within`. */
  depth: number;
  /** The element of the root whose words are looked for. */
  element?: string;
  gaps: Gaps;
}

/** Texts by the element under which they stand, in the order of a table. */
export type Parts = Map<string, Set<string>>;

/** The texts of an element, to add to. */
export const textsOf = (parts: Parts, element: string): Set<string> => {
  const texts = parts.get(element) ?? new Set();
  parts.set(element, texts);
  return texts;
};

/** What the words of a resource lack. */
export interface Gaps {
  /** Elements that refer to what the file does not have, with the words that stand there in its place. */
  missing: Parts;
  /** Elements of which something is not taken, with the reason: 'specimen (of another patient)'. */
  counted: Set<string>;
}

export const noGaps = (): Gaps => ({ missing: new Map(), counted: new Set() });

/**
 * One value of an element in words, a list being read one by one; undefined where there is nothing to say.
 * @param parent what the element stands in
 */
export type Words = (value: Json, around: Around, parent: RawResource) => string | undefined;

export type Elements = Readonly<Record<string, Treatment>>;

interface More {
  /** Table of its own elements. */
  of?: Elements;
  /** R4 has a list of it; only said where it has no table. */
  isList?: true;
}

/** It becomes part of an item or decides about it. */
interface Taken extends More {
  how: 'taken';
  as: string;
  /** Extensions of it that are read; of the element `extension`, those that are taken. */
  urls?: readonly string[];
  /** It may be a text in place of what R4 has. */
  mayBeText?: true;
}

/** It stands in words beside an item or a value. */
interface BesideWords extends More {
  how: 'beside';
  as: string;
  words: Words;
  /** The name under which it stands there, if that is not the one of the element of the resource that it is in. */
  element?: string;
}

/** It is not taken, and counted. */
interface Left {
  how: 'left';
  why: string;
}

/** Its resource is not taken because of it. */
interface Stops {
  how: 'stops';
  why: string;
}

export type Treatment = Taken | BesideWords | Left | Stops;

export const taken = (as: string, more: Omit<Taken, 'how' | 'as'> = {}): Treatment => ({ how: 'taken', as, ...more });
export const beside = (as: string, words: Words, more: Omit<BesideWords, 'how' | 'as' | 'words'> = {}): Treatment => ({
  how: 'beside',
  as,
  words,
  ...more,
});
export const left = (why: string): Treatment => ({ how: 'left', why });
export const stops = (why: string): Treatment => ({ how: 'stops', why });

/** Names of the elements of a type of R4. An id is no content, and what JSON has beside a value ('_status') follows its element. */
type ElementOf<T> = Exclude<keyof T & string, 'resourceType' | 'id' | `_${string}`>;

/** A decision about each element of a type of R4; the compiler misses none. */
export type Table<T> = Readonly<Record<ElementOf<T>, Treatment>>;

type OfAnyValue<K extends string> = K extends `value${string}` ? 'value[x]' : K;
/** The same for a type that has an element for each type of value, which are decided alike. */
export type TableOfAnyValue<T> = Readonly<Record<OfAnyValue<ElementOf<T>>, Treatment>>;

export const isObject = (value: Json | undefined): value is RawResource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a list. */
export const listOf = (value: Json | undefined): Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
