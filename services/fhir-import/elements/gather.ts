import { MAX_BESIDE_LENGTH } from '#contracts/wire/beside';
import type { Json, RawResource } from '../resources/fhir-file.ts';
import { plain, shortened } from '../resources/fhir-text.ts';
import { foundBy, nameOfReferred } from './names.ts';
import { type Around, type Elements, isObject, listOf, type Parts, textsOf, type Treatment, type Words } from './treatment.ts';

/** Of a longer list the first ones, and how many there are. */
const MAX_ITEMS = 20;
/** References that are followed from one resource to the next for words. */
const MAX_DEPTH = 2;

const known = new WeakMap<Elements, boolean>();

/** Whether a table has words for any element, its own or one within. */
const hasWords = (table: Elements): boolean => {
  const before = known.get(table);
  if (before !== undefined) return before;
  const now = Object.values(table).some((one) => one.how === 'beside' || (one.how === 'taken' && one.of !== undefined && hasWords(one.of)));
  known.set(table, now);
  return now;
};

/** A reference to what is not in the file. */
const isUnknown = (item: Json, { references, within }: Around): boolean =>
  isObject(item) && typeof item['reference'] === 'string' && references.findNamed(item['reference'], within) === undefined;

/** @param top the element of the resource that the table is of; undefined for the resource itself */
const gatherOne = (parts: Parts, name: string, treatment: Treatment, value: RawResource, around: Around, top: string | undefined): void => {
  const said = value[name];
  if (said === undefined || said === null) return;
  const items = listOf(said);
  if (treatment.how === 'beside') {
    const element = treatment.element ?? top ?? name;
    const near = around.depth === 0 ? { ...around, element } : around;
    const texts = items.slice(0, MAX_ITEMS).flatMap((item) => {
      const words = treatment.words(item, near, value);
      if (around.depth === 0 && isUnknown(item, around)) {
        if (words === undefined) around.gaps.counted.add(`${element} (neither named nor in the file)`);
        else textsOf(around.gaps.missing, element).add(words);
      }
      return words ?? [];
    });
    for (const text of texts) textsOf(parts, element).add(text);
    if (texts.length > 0 && items.length > MAX_ITEMS) textsOf(parts, element).add(`and ${items.length - MAX_ITEMS} more`);
  } else if (treatment.how === 'taken' && treatment.of && hasWords(treatment.of)) {
    // of a resource that many refer to no more than is read in no time; the resource itself is read once
    const most = around.depth === 0 ? items.length : MAX_ITEMS;
    for (const item of items.slice(0, most)) if (isObject(item)) gather(parts, treatment.of, item, around, top ?? name);
    if (items.length > most) textsOf(parts, top ?? name).add(`and ${items.length - most} more (${name})`);
  }
};

/** Everything that a table puts into words, of one value. */
export const gather = (parts: Parts, table: Elements, value: RawResource, around: Around, top?: string): Parts => {
  for (const [name, treatment] of Object.entries(table)) gatherOne(parts, name, treatment, value, around, top);
  return parts;
};

/** Texts as one, within the limit. */
export const textOfParts = (texts: Iterable<string>, separator: string): string | undefined =>
  plain(shortened([...new Set(texts)].join(separator), MAX_BESIDE_LENGTH));

/** A resource that is referred to: its name, and what its table puts into words. */
export const described =
  (table: Elements, { isNamed = true }: { isNamed?: boolean } = {}): Words =>
  (said: Json, around) => {
    const found = foundBy(said, around);
    const name = isNamed ? nameOfReferred(said, around) : undefined;
    if (!found || around.depth >= MAX_DEPTH) return name;
    const parts = gather(new Map(), table, found, { ...around, within: found, depth: around.depth + 1 });
    const own = [...parts.values()].flatMap((texts) => [...texts]);
    return textOfParts([...(name === undefined ? [] : [name]), ...own], ', ');
  };
