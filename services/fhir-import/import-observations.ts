import { besideLetters } from '#contracts/wire/beside';
import { isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { commentOn, type ImportContext, type ImportedPatient, OF_ANOTHER_PATIENT, orSkipped } from './context.ts';
import type { Placed } from './directories.ts';
import { besideIn } from './beside.ts';
import { type Entry, type EntriesOf, entriesAs, type Taken } from './observation-entries.ts';
import { WITHDRAWN } from './current-item.ts';
import { Observation } from './resources/resource.ts';
import type { Reach } from './reach.ts';
import { draftOf, ENTERED_IN_ERROR, isTurnedDown, reasonToLeave, type Refusal, refusalOf, withdrawalOf } from './refusal.ts';
import { type Lists, specimenOf } from './specimens.ts';
import { withdrawItem } from './withdraw.ts';
import { readObservation } from './translators/observation.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';
import { isUnordered, carriedOver } from './observation-changes.ts';
import {
  type Group,
  itemLoader,
  lastIn,
  lastOf,
  isBackIn,
  formerItems,
  instantOf,
  type Moments,
  mayBeOfOtherMoment,
  settleGroup,
  groupsOf,
  byPlace,
} from './observation-groups.ts';
import { takeLabResult, takeExamination, type ReportNames, commentOf } from './take-observations.ts';

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
        beside: besideIn(context, each, references),
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
    const letters = besideLetters(whole.members.reduce((sum, { read }) => sum + read.values.length, 0));
    const last = await lastOf(load, whole, placedOf);
    const former = await formerItems(context, load, whole, placedOf);
    const described = new Map<Taken, readonly Entry[]>();
    const carried: Entry[] = [];
    for (const one of whole.members) {
      const now = await entriesAs(context, whole.place, one, last, letters);
      const states = one.read.placedByCode ? former : [];
      const then = states.length === 0 ? [] : await entriesAs(context, 'laboratory', one, lastIn(states), letters);
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
