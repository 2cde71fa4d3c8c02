import { saysTheSame } from '#contracts/rules/equal';
import { factsIn } from '#contracts/wire/open-questions';
import { instantWith } from '#contracts/rules/time-zones';
import type { Offset } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import { type ImportContext, type ImportedPatient, importedId, stateOf } from './context.ts';
import type { Placed } from './directories.ts';
import { type Entry, type EntriesOf, type Taken } from './observation-entries.ts';
import { isTakenBack } from '#contracts/wire/coding';
import { type CurrentItem, currentItem, WITHDRAWN } from './current-item.ts';
import type { SaidDate } from './resources/fhir-text.ts';
import type { ReadObservation } from './translators/observation.ts';

/** Observations of one visit and one time: one lab result, or one examination. */
export interface Group {
  item_id: string;
  /** Of an examination: the lab result in which an earlier release would have taken its values. */
  former_id: string | undefined;
  place: ReadObservation['place'];
  name: string;
  collected: string;
  precision: Precision;
  /** Of the clock of `collected`. */
  offset: Offset | undefined;
  draft: boolean;
  members: Taken[];
}

/** How much of a date was said, if it is less than the day. */
export const partOf = (precision: Precision): Precision | undefined =>
  precision === 'year' || precision === 'month' ? precision : undefined;

/** How often a result that was taken back whole may come again, and how many moments may have one local time. */
const MAX_RETURNS = 20;

const streamOf = ({ place }: Pick<Group, 'place'>, item_id: string): string =>
  `${place === 'laboratory' ? 'lab_result' : 'examination'}-${item_id}`;

/** Items as they stand, each read once. */
type LoadItem = (group: Pick<Group, 'place'>, item_id: string) => Promise<CurrentItem | undefined>;

export const itemLoader = (context: ImportContext): LoadItem => {
  const loaded = new Map<string, CurrentItem | undefined>();
  return async (group, item_id) => {
    const stream = streamOf(group, item_id);
    if (!loaded.has(stream)) loaded.set(stream, await stateOf(context, currentItem, stream));
    return loaded.get(stream);
  };
};

const loadAll = async (load: LoadItem, at: Pick<Group, 'place'>, ids: ReadonlySet<string>): Promise<CurrentItem[]> => {
  const states: CurrentItem[] = [];
  for (const id of ids) {
    const state = await load(at, id);
    if (state) states.push(state);
  }
  return states;
};

/** Last state of each entry in several items, by its id. */
export const lastIn = (states: readonly CurrentItem[]): Map<string, Entry> => new Map(states.flatMap(({ last }) => [...last]));

/** Last state of the entries of a group, by entry: in its own item, and in the items where an earlier import put them. */
export const lastOf = async (load: LoadItem, group: Group, placed: (one: Taken) => Placed | undefined): Promise<Map<string, Entry>> => {
  const elsewhere = group.members.flatMap((one) => placed(one) ?? []).filter(({ place }) => place === group.place);
  return lastIn(await loadAll(load, group, new Set([group.item_id, ...elsewhere.map((one) => one.item_id)])));
};

/** Whether a version may not bring back what was taken out of an item. */
export const isBackIn = ({ entries: held, versions, last }: CurrentItem, one: Taken, entries: readonly Entry[]): boolean => {
  const ids = new Set(held.map(({ entry_id }) => entry_id));
  return entries.some((entry) => {
    if (ids.has(entry.entry_id)) return false;
    const before = last.get(entry.entry_id);
    const isSaidBefore = before !== undefined && saysTheSame(factsIn(before), factsIn(entry));
    return isTakenBack(one.source, { versions: versions.get(entry.entry_id) ?? [], isSaidBefore, confirmedBy: one.confirmedBy });
  });
};

/** Lab results in which an earlier release took what the code makes an examination by now, as they stand. */
export const formerItems = async (
  context: ImportContext,
  load: LoadItem,
  { former_id, members }: Group,
  placed: (one: Taken) => Placed | undefined,
): Promise<CurrentItem[]> => {
  if (former_id === undefined || !members.some(({ read }) => read.placedByCode)) return [];
  const from = { place: 'laboratory' } as const;
  const ids = new Set(members.flatMap((one) => placed(one) ?? []).flatMap(({ place, item_id }) => (place === from.place ? [item_id] : [])));
  for (let again = 1, id = former_id; again <= MAX_RETURNS && (await load(from, id)); again++) {
    ids.add(id);
    id = importedId(context, `${former_id} ${again}`);
  }
  return loadAll(load, from, ids);
};

/** Milliseconds of a time with its offset; undefined without one. */
export const instantOf = ({ collected, offset }: { collected?: string | null; offset?: Offset | undefined }): number | undefined =>
  collected == null || offset === undefined ? undefined : instantWith(collected, offset);

/** The group on the clock of the item: the same moment may be said on another clock by now. */
const onClockOf = (group: Group, { collected, offset }: CurrentItem): Group =>
  collected == null || offset === undefined ? group : { ...group, collected, offset };

/** Moments of the resources of a file, by reference; undefined of a time without an offset. */
export type Moments = ReadonlyMap<string, number | undefined>;

/**
 * Whether an item without an offset may be of another moment: in earlier releases two hours of one name were one item. It is, if it has a resource of
 * an earlier moment, or one whose moment is not known.
 * @param references of the resources in the item
 */
export const mayBeOfOtherMoment = (references: readonly (string | undefined)[], group: Group, moments: Moments): boolean => {
  const now = instantOf(group);
  const own = new Set<string | undefined>(group.members.map(({ source }) => source.reference));
  return now !== undefined && references.some((one) => !own.has(one) && (moments.get(one ?? '') ?? -Infinity) < now);
};

/** Whether the item is of another moment than the group. A time without an offset is no moment. */
const isOfOtherMoment = (state: CurrentItem, group: Group, moments: Moments): boolean => {
  const references = state.entries.map(({ source }) => source?.reference);
  const then = instantOf(state);
  return then === undefined ? mayBeOfOtherMoment(references, group, moments) : then !== instantOf(group);
};

/** The item that the group goes into: where one was removed whole, or is of another moment, the next one of its name. What was taken back stays out. */
export const settleGroup = async (
  context: ImportContext,
  load: LoadItem,
  group: Group,
  isPlaced: (one: Taken) => boolean,
  entriesOf: EntriesOf,
  moments: Moments,
): Promise<{ group: Group; state: CurrentItem | undefined }> => {
  let { item_id, members } = group;
  for (let again = 1; again <= MAX_RETURNS; again++) {
    const state = await load(group, item_id);
    if (state === undefined) return { group: { ...group, item_id, members }, state };
    members = members.filter((one) => {
      if (isPlaced(one) || !isBackIn(state, one, entriesOf(one))) return true;
      context.tally.skipped(one.source.reference, WITHDRAWN);
      return false;
    });
    if (state.status !== 'removed' && !isOfOtherMoment(state, group, moments))
      return { group: { ...onClockOf(group, state), item_id, members }, state };
    item_id = importedId(context, `${group.item_id} ${again}`);
  }
  return { group: { ...group, item_id, members }, state: undefined };
};

export const groupsOf = (context: ImportContext, patient: ImportedPatient, taken: readonly (Taken & { visit: string })[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const { visit, ...one } of taken) {
    const { place, draft, date } = one.read;
    const named = (time: string | number, as = place) =>
      `${as === 'laboratory' ? 'Laboratory' : 'Visit'} ${[patient.patient_id, visit, time, date.precision, draft].join('|')}`;
    const key = named(instantOf({ collected: date.local, offset: date.offset }) ?? date.local);
    const group = groups.get(key) ?? {
      // earlier releases kept no offset: the name of the item has none
      item_id: importedId(context, named(date.local)),
      former_id: place === 'examination' ? importedId(context, named(date.local, 'laboratory')) : undefined,
      place,
      name: visit === '' ? date.local : `${visit} ${date.local}`,
      collected: date.local,
      precision: date.precision,
      offset: date.offset,
      draft,
      members: [],
    };
    group.members.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => (instantOf(a) ?? 0) - (instantOf(b) ?? 0));
};

/** Where an earlier import put it is where it stays, unless its patient, its date or its state is another one now. */
const isInPlace = (placed: Placed, group: Group, one: Taken, { patient_id }: ImportedPatient): boolean =>
  placed.place === group.place && isSameTime(placed, one.read.date) && placed.draft === group.draft && placed.patient_id === patient_id;

const isSameTime = (placed: Placed, { local: collected, offset, precision }: SaidDate): boolean => {
  const [before, now] = [instantOf(placed), instantOf({ collected, offset })];
  if (before !== undefined) return before === now;
  return placed.collected === collected && placed.precision === partOf(precision);
};

/** Splits a group by where its members stand already; what is new goes where others of its moment stand. */
export const byPlace = (
  group: Group,
  patient: ImportedPatient,
  placed: (one: Taken) => Placed | undefined,
  isOfOther: (before: Placed) => boolean,
): Group[] => {
  const parts = new Map<string, Group>();
  const others: Taken[] = [];
  for (const one of group.members) {
    const before = placed(one);
    const stays = before && isInPlace(before, group, one, patient);
    if (!stays || isOfOther(before)) others.push(one);
    else {
      const { local: collected, offset } = one.read.date;
      const part = parts.get(before.item_id) ?? { ...group, item_id: before.item_id, collected, offset, members: [] };
      part.members.push(one);
      parts.set(before.item_id, part);
    }
  }
  const [first] = parts.values();
  if (first) first.members.push(...others);
  return first || others.length === 0 ? [...parts.values()] : [group];
};
