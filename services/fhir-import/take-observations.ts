import { type ExternalSource } from '#contracts/wire/coding';
import type { SourceTime } from '#contracts/wire/clock';
import { HandleExamination } from '../records/examinations/examinations.handlers.ts';
import { HandleLabResult } from '../records/lab-results/lab-results.handlers.ts';
import { IMPORTER, importCommand, type ImportContext, importedFrom, type ImportedPatient } from './context.ts';
import { isResult } from './observation-entries.ts';
import { UNORDERED } from './current-item.ts';
import { sourceOfGroup } from './withdraw.ts';
import { ORDER, isHeld, isUnordered, type Holding, asking } from './observation-changes.ts';
import { type Group, partOf } from './observation-groups.ts';

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

const sourceTimeOf = ({ precision, offset }: Group): SourceTime => ({
  ...(partOf(precision) === undefined ? {} : { collected_precision: precision }),
  ...(offset === undefined ? {} : { collected_offset: offset }),
});

const sourcesOf = ({ members }: Group): ExternalSource[] => members.map(({ source }) => source);

type Take = (context: ImportContext, patient: ImportedPatient, group: Group, holding: Holding, comment: string) => Promise<void>;

export const takeLabResult: Take = async (context, patient, group, holding, comment) => {
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

export const takeExamination: Take = async (context, patient, group, holding, comment) => {
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

/** Names of the reports that list an observation, by its reference. */
export type ReportNames = ReadonlyMap<string, readonly string[]>;

export const commentOf = (context: ImportContext, { members }: Group, reports: ReportNames, unordered: boolean): string => {
  const names = new Set(members.flatMap(({ source }) => reports.get(source.reference) ?? []));
  const doubts = new Set(members.flatMap(({ doubts: said }) => said));
  const report = names.size === 0 ? [] : [[...names].join(', ')];
  return importedFrom(context.source, [...report, ...(unordered ? [UNORDERED] : []), ...doubts]);
};
