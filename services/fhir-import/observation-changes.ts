import { isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { saysTheSame } from '#contracts/rules/equal';
import { factsIn, saidIn } from '#contracts/wire/open-questions';
import type { Offset } from '#contracts/wire/clock';
import { type Entry, type EntriesOf, isResult, type Taken } from './observation-entries.ts';
import { type CurrentItem } from './current-item.ts';
import { askOrder } from './questions.ts';

export const ORDER = askOrder().code;

/** Whether the item holds the resource's entries already, as they are or newer, and none that it does not say any more. */
export const isHeld = ({ source }: Taken, entries: readonly Entry[], held: readonly Entry[]): boolean => {
  const byId = new Map(held.map((entry) => [entry.entry_id, entry]));
  const ids = new Set(entries.map(({ entry_id }) => entry_id));
  const saysMore = held.some((entry) => entry.source?.reference === source.reference && !ids.has(entry.entry_id));
  return (
    !saysMore &&
    entries.every((entry) => {
      const before = byId.get(entry.entry_id);
      if (before?.source === undefined || entry.source === undefined) return false;
      if (isOlderVersion(entry.source, before.source)) return true;
      // the version of an earlier release has no digest: then what was read decides
      const isSameVersion = before.source.digest === undefined || isSameContent(entry.source, before.source);
      return isSameVersion && saysTheSame(saidIn(before), saidIn(entry));
    })
  );
};

/** Whether it says something else than what is held, and nobody can say which of the two is newer. */
export const isUnordered = (one: Taken, entries: readonly Entry[], held: readonly Entry[]): boolean => {
  if (!one.isUnordered || isHeld(one, entries, held)) return false;
  const before = held.filter(({ source }) => source?.reference === one.source.reference);
  return before.length !== entries.length || entries.some((entry) => !before.some((each) => saysTheSame(factsIn(each), factsIn(entry))));
};

/** Entries of an item as it stands, as it will be, and in their last state in any item. */
export interface Holding {
  held: readonly Entry[];
  /** Of the time of the item as it stands. */
  offset: Offset | undefined;
  /** Of an examination: the name under which it was taken. */
  reference: string | undefined;
  last: ReadonlyMap<string, Entry>;
  entriesOf: EntriesOf;
}

/** Entries with their questions: changed ones that may be older ask whether they are right, equal ones keep the state of their questions. */
export const asking = (one: Taken, { held, last, entriesOf }: Holding): Entry[] => {
  const entries = entriesOf(one);
  const asksOrder = isUnordered(one, entries, held);
  return entries.map((entry) => {
    const before = held.find(({ entry_id }) => entry_id === entry.entry_id);
    const known = before ?? last.get(entry.entry_id);
    const isAsBefore = known !== undefined && saysTheSame(factsIn(known), factsIn(entry));
    // the same version may be read otherwise than by an earlier release
    const isSame = known?.source !== undefined && isSameContent(one.source, known.source);
    const open = known?.asks ?? [];
    const own = isAsBefore ? open.filter(({ code }) => code !== ORDER) : (entry.asks ?? []);
    const asksNow = asksOrder && !(before && isAsBefore);
    const order = asksNow
      ? [askOrder(before && saidOf(before))]
      : isSame || (before && isAsBefore)
        ? open.filter(({ code }) => code === ORDER)
        : [];
    const asks = [...own, ...order];
    return { ...entry, asks: asks.length > 0 ? asks : undefined };
  });
};

/** A value in words: '4.1 mmol/L'. */
const saidOf = (entry: Entry): string => {
  const value = isResult(entry) ? entry.value : entry.parameter_value;
  return [`${entry.comparator ?? ''}${value ?? entry.text ?? ''}`, entry.unit].filter(Boolean).join(' ');
};

/** Entries that stood in a lab result as they stand now, with what is open there: of what was asked and says the same, nothing is asked again. */
export const carriedOver = (now: readonly Entry[], then: readonly Entry[], former: readonly CurrentItem[]): Entry[] =>
  now.flatMap((entry, index) => {
    const known = former.flatMap(({ entries }) => entries.find(({ entry_id }) => entry_id === entry.entry_id) ?? [])[0];
    const before = then[index];
    if (!known || !before || !saysTheSame(factsIn(known), factsIn(before))) return [];
    const open = known.asks ?? [];
    const answered = (before.asks ?? []).filter((one) => !open.some((other) => saysTheSame(one, other)));
    const own = (entry.asks ?? []).filter((one) => !answered.some((other) => saysTheSame(one, other)));
    return [{ ...entry, source: known.source, asks: [...own, ...open.filter(({ code }) => code === ORDER)] }];
  });
