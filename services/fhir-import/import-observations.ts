import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { saysTheSame } from '#contracts/rules/equal';
import { saidIn } from '#contracts/wire/open-questions';
import { instantWith } from '#contracts/rules/time-zones';
import type { Offset, SourceTime } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import { HandleExamination } from '../records/examinations/examinations.handlers.ts';
import { HandleLabResult } from '../records/lab-results/lab-results.handlers.ts';
import {
  commentOn,
  IMPORTER,
  importCommand,
  type ImportContext,
  importedFrom,
  type ImportedPatient,
  importedId,
  OF_ANOTHER_PATIENT,
  orSkipped,
  stateOf,
} from './context.ts';
import type { Placed } from './directories.ts';
import { type Entry, type EntriesOf, entriesAs, isResult, type Taken } from './observation-entries.ts';
import { type CurrentItem, currentItem, isTakenBack, UNORDERED, WITHDRAWN } from './current-item.ts';
import { Observation } from './resources/resource.ts';
import { askOrder } from './questions.ts';
import type { Reach } from './reach.ts';
import { draftOf, ENTERED_IN_ERROR, isTurnedDown, reasonToLeave, type Refusal, refusalOf, withdrawalOf } from './refusal.ts';
import { type Lists, specimenOf } from './specimens.ts';
import { sourceOfGroup, withdrawItem } from './withdraw.ts';
import type { SaidDate } from './resources/fhir-text.ts';
import type { ReadObservation } from './translators/observation.ts';
import { readObservation } from './translators/observation.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';

const ORDER = askOrder().code;

/** Observations of one visit and one time: one lab result, or one examination. */
interface Group {
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

/** Whether the item holds the resource's entries already, as they are or newer, and none that it does not say any more. */
const isHeld = ({ source }: Taken, entries: readonly Entry[], held: readonly Entry[]): boolean => {
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
const isUnordered = (one: Taken, entries: readonly Entry[], held: readonly Entry[]): boolean => {
  if (!one.isUnordered || isHeld(one, entries, held)) return false;
  const before = held.filter(({ source }) => source?.reference === one.source.reference);
  return before.length !== entries.length || entries.some((entry) => !before.some((each) => saysTheSame(saidIn(each), saidIn(entry))));
};

/** Entries of an item as it stands, as it will be, and in their last state in any item. */
interface Holding {
  held: readonly Entry[];
  /** Of the time of the item as it stands. */
  offset: Offset | undefined;
  /** Of an examination: the name under which it was taken. */
  reference: string | undefined;
  last: ReadonlyMap<string, Entry>;
  entriesOf: EntriesOf;
}

/** Entries with their questions: changed ones that may be older ask whether they are right, equal ones keep the state of their questions. */
const asking = (one: Taken, { held, last, entriesOf }: Holding): Entry[] => {
  const entries = entriesOf(one);
  const asksOrder = isUnordered(one, entries, held);
  return entries.map((entry) => {
    const before = held.find(({ entry_id }) => entry_id === entry.entry_id);
    const known = before ?? last.get(entry.entry_id);
    const isAsBefore = known !== undefined && saysTheSame(saidIn(known), saidIn(entry));
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

/** Whether the item as it stands has another offset: earlier releases kept none. */
const isOnOtherClock = (group: Group, { held, offset }: Holding): boolean => held.length > 0 && offset !== group.offset;

const tallied = ({ tally }: ImportContext, group: Group, holding: Holding) => {
  const { held, entriesOf } = holding;
  for (const one of group.members) {
    const { reference } = one.source;
    tally[isHeld(one, entriesOf(one), held) && !isOnOtherClock(group, holding) ? 'unchanged' : 'imported'](reference);
    if (isUnordered(one, entriesOf(one), held)) tally.part(reference, UNORDERED);
    const questions = asking(one, holding).flatMap(({ asks = [] }) => asks.flatMap(({ code, text }) => (code === ORDER ? [] : [text])));
    for (const reason of [...one.doubts, ...one.read.without, ...questions]) tally.part(reference, reason);
  }
};

/** How much of a date was said, if it is less than the day. */
const partOf = (precision: Precision): Precision | undefined => (precision === 'year' || precision === 'month' ? precision : undefined);

const sourceTimeOf = ({ precision, offset }: Group): SourceTime => ({
  ...(partOf(precision) === undefined ? {} : { collected_precision: precision }),
  ...(offset === undefined ? {} : { collected_offset: offset }),
});

const sourcesOf = ({ members }: Group): ExternalSource[] => members.map(({ source }) => source);

type Take = (context: ImportContext, patient: ImportedPatient, group: Group, holding: Holding, comment: string) => Promise<void>;

const takeLabResult: Take = async (context, patient, group, holding, comment) => {
  const { held, entriesOf } = holding;
  const data = {
    lab_result_id: group.item_id,
    patient_id: patient.patient_id,
    collected: group.collected,
    ...sourceTimeOf(group),
    draft: group.draft,
    parameters: group.members.flatMap((one) => asking(one, holding)).filter(isResult),
    comment,
  };
  if (isOnOtherClock(group, holding) || group.members.some((one) => !isHeld(one, entriesOf(one), held))) {
    const command = await importCommand(context, 'TakeFromExternal', `lab_result-${group.item_id}`, sourcesOf(group), data);
    await context.commands.execute(new HandleLabResult(command, IMPORTER));
  }
  tallied(context, group, holding);
};

const takeExamination: Take = async (context, patient, group, holding, comment) => {
  const { entriesOf } = holding;
  const held = holding.held.flatMap((entry) => (isResult(entry) ? [] : [entry]));
  const newer = group.members.filter((one) => !isHeld(one, entriesOf(one), held));
  const fresh = newer.flatMap((one) => asking(one, holding)).flatMap((entry) => (isResult(entry) ? [] : [entry]));
  if (fresh.length > 0 || isOnOtherClock(group, holding)) {
    const ids = new Set(fresh.map(({ entry_id }) => entry_id));
    const read = new Set(newer.map(({ source }) => source.reference));
    const stays = held.filter(({ entry_id, source }) => ids.has(entry_id) || !read.has(source?.reference ?? ''));
    const now = stays.map((entry) => fresh.find(({ entry_id }) => entry_id === entry.entry_id) ?? entry);
    const known = new Set(held.map(({ entry_id }) => entry_id));
    const measurements = [...now, ...fresh.filter(({ entry_id }) => !known.has(entry_id))];
    const data = {
      examination_id: group.item_id,
      patient_id: patient.patient_id,
      source: sourceOfGroup(context, holding.reference ?? group.name, measurements),
      collected: group.collected,
      ...sourceTimeOf(group),
      draft: group.draft,
      note_writer: '',
      measurements,
      comment,
    };
    const command = await importCommand(context, 'TakeFromExternal', `examination-${group.item_id}`, sourcesOf(group), data);
    await context.commands.execute(new HandleExamination(command, IMPORTER));
  }
  tallied(context, group, holding);
};

/** How often a result that was taken back whole may come again, and how many moments may have one local time. */
const MAX_RETURNS = 20;

const streamOf = ({ place }: Pick<Group, 'place'>, item_id: string): string =>
  `${place === 'laboratory' ? 'lab_result' : 'examination'}-${item_id}`;

/** Items as they stand, each read once. */
type LoadItem = (group: Pick<Group, 'place'>, item_id: string) => Promise<CurrentItem | undefined>;

const itemLoader = (context: ImportContext): LoadItem => {
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
const lastIn = (states: readonly CurrentItem[]): Map<string, Entry> => new Map(states.flatMap(({ last }) => [...last]));

/** Last state of the entries of a group, by entry: in its own item, and in the items where an earlier import put them. */
const lastOf = async (load: LoadItem, group: Group, placed: (one: Taken) => Placed | undefined): Promise<Map<string, Entry>> => {
  const elsewhere = group.members.flatMap((one) => placed(one) ?? []).filter(({ place }) => place === group.place);
  return lastIn(await loadAll(load, group, new Set([group.item_id, ...elsewhere.map((one) => one.item_id)])));
};

/** Whether a version may not bring back what was taken out of an item. */
const isBackIn = ({ entries: held, versions, last }: CurrentItem, one: Taken, entries: readonly Entry[]): boolean => {
  const ids = new Set(held.map(({ entry_id }) => entry_id));
  return entries.some((entry) => {
    if (ids.has(entry.entry_id)) return false;
    const before = last.get(entry.entry_id);
    const isSaidBefore = before !== undefined && saysTheSame(saidIn(before), saidIn(entry));
    return isTakenBack(one.source, { versions: versions.get(entry.entry_id) ?? [], isSaidBefore, confirmedBy: one.confirmedBy });
  });
};

/** Lab results in which an earlier release took what the code makes an examination by now, as they stand. */
const formerItems = async (
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

/** Entries that stood in a lab result as they stand now, with what is open there: of what was asked and says the same, nothing is asked again. */
const carriedOver = (now: readonly Entry[], then: readonly Entry[], former: readonly CurrentItem[]): Entry[] =>
  now.flatMap((entry, index) => {
    const known = former.flatMap(({ entries }) => entries.find(({ entry_id }) => entry_id === entry.entry_id) ?? [])[0];
    const before = then[index];
    if (!known || !before || !saysTheSame(saidIn(known), saidIn(before))) return [];
    const open = known.asks ?? [];
    const answered = (before.asks ?? []).filter((one) => !open.some((other) => saysTheSame(one, other)));
    const own = (entry.asks ?? []).filter((one) => !answered.some((other) => saysTheSame(one, other)));
    return [{ ...entry, source: known.source, asks: [...own, ...open.filter(({ code }) => code === ORDER)] }];
  });

/** Milliseconds of a time with its offset; undefined without one. */
const instantOf = ({ collected, offset }: { collected?: string | null; offset?: Offset | undefined }): number | undefined =>
  collected == null || offset === undefined ? undefined : instantWith(collected, offset);

/** The group on the clock of the item: the same moment may be said on another clock by now. */
const onClockOf = (group: Group, { collected, offset }: CurrentItem): Group =>
  collected == null || offset === undefined ? group : { ...group, collected, offset };

/** Moments of the resources of a file, by reference; undefined of a time without an offset. */
type Moments = ReadonlyMap<string, number | undefined>;

/**
 * Whether an item without an offset may be of another moment: in earlier releases two hours of one name were one item. It is, if it has a resource of
 * an earlier moment, or one whose moment is not known.
 * @param references of the resources in the item
 */
const mayBeOfOtherMoment = (references: readonly (string | undefined)[], group: Group, moments: Moments): boolean => {
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
const settleGroup = async (
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

/** Names of the reports that list an observation, by its reference. */
export type ReportNames = ReadonlyMap<string, readonly string[]>;

const commentOf = (context: ImportContext, { members }: Group, reports: ReportNames, unordered: boolean): string => {
  const names = new Set(members.flatMap(({ source }) => reports.get(source.reference) ?? []));
  const doubts = new Set(members.flatMap(({ doubts: said }) => said));
  const notes = members.flatMap(({ read }) => read.notes);
  const report = names.size === 0 ? [] : [[...names].join(', ')];
  return importedFrom(context.source, [...report, ...(unordered ? [UNORDERED] : []), ...doubts, ...notes]);
};

const groupsOf = (context: ImportContext, patient: ImportedPatient, taken: readonly (Taken & { visit: string })[]): Group[] => {
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
const byPlace = (
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

/** All items that a resource stands in. */
const itemsWith = (placed: Placed): Placed[] => [placed, ...(placed.also ?? [])];

/** Why a resource is taken out of an item that it was in before. */
const commentOnMove = (from: Placed, { place }: Group, { patient_id }: ImportedPatient): string => {
  if (from.patient_id !== patient_id) return OF_ANOTHER_PATIENT;
  if (from.place === place) return 'Its date or state has changed';
  return place === 'laboratory' ? 'It is a laboratory result' : 'It is no laboratory result: it was measured or told at a visit';
};

/** What a version does that is not taken: it takes back what the record holds, or is named. */
const refuse = async (context: ImportContext, found: Found, refusal: Refusal, before: Placed | undefined, reach: Reach): Promise<void> => {
  const { tally, refused } = context;
  const { reference } = found;
  const by = withdrawalOf(found, refusal, context.source);
  if (refusal.withdraws) refused.set(reference, by);
  const left = before && reasonToLeave(refusal, sourceOf(found, context.source), before.source, reach);
  if (!before || left !== undefined) return tally.skipped(reference, left ?? refusal.reason);
  await orSkipped(context, [reference], async () => {
    for (const each of itemsWith(before)) await withdrawItem(context, each, by, commentOn(refusal.reason));
    tally.withdrawn(reference);
    if (refusal.reason !== ENTERED_IN_ERROR) tally.part(reference, refusal.reason);
  });
};

/** Takes a patient's observations: those of one visit and time together, as one lab result or one examination. */
export const importObservations = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: readonly Found[],
  { references, reach }: Pick<Unit, 'references' | 'reach'>,
  reports: ReportNames,
  lists: ReadonlyMap<string, Lists>,
  here: ReadonlyMap<string, Placed>,
  elsewhere: ReadonlyMap<string, Placed>,
): Promise<void> => {
  const { tally, source: system, refused } = context;
  const placed = (reference: string): Placed | undefined => here.get(reference) ?? elsewhere.get(reference);
  const taken: (Taken & { visit: string })[] = [];
  for (const each of found) {
    context.signal.throwIfAborted();
    const { resource, reference, reached, container } = each;
    const observation = Observation.parse(resource);
    const [source, before, turnedDown] = [sourceOf(each, system), placed(reference), refused.get(reference)];
    const refusal = refusalOf(each);
    if (before && !refusal?.by && isOlderVersion(source, before.source)) {
      tally.unchanged(reference);
      continue;
    }
    const around = { specimen: specimenOf(each, references), lists: lists.get(reference) };
    const read = refusal ?? readObservation(observation, reference, around);
    if ('reason' in read) await refuse(context, each, read, before, reach);
    else if (turnedDown && !before && isTurnedDown(turnedDown, source, reached)) tally.skipped(reference, WITHDRAWN);
    else {
      const isSame = before !== undefined && isSameContent(source, before.source);
      const { doubts, draft } = draftOf(reached, read.draft, isSame, before, reach);
      const visit = references.nameOf(observation.encounter?.reference, container) ?? '';
      taken.push({
        read: { ...read, draft },
        ...around,
        source,
        doubts,
        confirmedBy: reached.confirmedBy,
        isUnordered: each.isUnordered === true || (before !== undefined && !isSame && !isOlderVersion(before.source, source)),
        visit,
      });
    }
  }
  const inItems = new Map<string, string[]>();
  for (const [reference, { item_id }] of here) inItems.set(item_id, [...(inItems.get(item_id) ?? []), reference]);
  const moments: Moments = new Map(
    taken.map(({ source, read: { date } }) => [source.reference, instantOf({ collected: date.local, offset: date.offset })]),
  );
  const placedOf = ({ source }: Taken) => placed(source.reference);
  const split = (group: Group): Group[] =>
    byPlace(
      group,
      patient,
      placedOf,
      ({ item_id, offset }) => offset === undefined && mayBeOfOtherMoment(inItems.get(item_id) ?? [], group, moments),
    );
  for (const whole of groupsOf(context, patient, taken).flatMap(split)) {
    context.signal.throwIfAborted();
    const load = itemLoader(context);
    const last = await lastOf(load, whole, placedOf);
    const former = await formerItems(context, load, whole, placedOf);
    const described = new Map<Taken, readonly Entry[]>();
    const carried: Entry[] = [];
    for (const one of whole.members) {
      const now = await entriesAs(context, whole.place, one, last);
      const states = one.read.placedByCode ? former : [];
      const then = states.length === 0 ? [] : await entriesAs(context, 'laboratory', one, lastIn(states));
      if (placedOf(one) === undefined && states.some((state) => isBackIn(state, one, then))) tally.skipped(one.source.reference, WITHDRAWN);
      else {
        described.set(one, now);
        carried.push(...carriedOver(now, then, states));
      }
    }
    for (const entry of carried) if (!last.has(entry.entry_id)) last.set(entry.entry_id, entry);
    const entriesOf: EntriesOf = (one) => described.get(one)!;
    const coming = { ...whole, members: [...described.keys()] };
    const { group, state } = await settleGroup(context, load, coming, (one) => placedOf(one) !== undefined, entriesOf, moments);
    const { entries: held = [], offset, reference } = state ?? {};
    if (group.members.length === 0) continue;
    const names = group.members.map(({ source }) => source.reference);
    await orSkipped(context, names, async () => {
      const unordered = group.members.some((one) => isUnordered(one, entriesOf(one), held));
      const comment = commentOf(context, group, reports, unordered);
      await (group.place === 'laboratory' ? takeLabResult : takeExamination)(
        context,
        patient,
        group,
        { held, offset, reference, last, entriesOf },
        comment,
      );
      // Only now, so that nothing is lost where this breaks off.
      for (const { source } of group.members) {
        const before = placed(source.reference);
        for (const other of before ? itemsWith(before) : []) {
          if (other.item_id !== group.item_id) await withdrawItem(context, other, source, commentOnMove(other, group, patient));
        }
      }
    });
  }
};
