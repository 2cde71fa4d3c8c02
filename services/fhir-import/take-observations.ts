import { createHash } from 'node:crypto';
import { type ExternalSource, isOlderVersion } from '#contracts/coding';
import { saysTheSame } from '#contracts/equal';
import type { Measurement } from '#contracts/examinations';
import type { LabValue } from '#contracts/lab-values';
import type { Precision } from '#contracts/precision';
import { examination } from '../records/examinations/examinations.decider.ts';
import { labResult } from '../records/lab-results/lab-results.decider.ts';
import {
  IMPORTER,
  importCommand,
  type ImportContext,
  importedFrom,
  type ImportedPatient,
  importedId,
  orSkipped,
  stateOf,
} from './context.ts';
import type { Placed } from './directories.ts';
import type { References } from './references.ts';
import { Observation } from './resource.ts';
import type { Measured, ReadObservation } from './translators/observation.ts';
import { readObservation } from './translators/observation.ts';
import type { Found } from './unit.ts';

interface Taken {
  source: ExternalSource;
  read: ReadObservation;
}

/** Observations of one visit and one time: one lab result, or one examination. */
interface Group {
  item_id: string;
  place: ReadObservation['place'];
  name: string;
  collected: string;
  precision: Precision;
  draft: boolean;
  members: Taken[];
}

const said = <K extends string, T>(field: K, value: T | undefined) => (value === undefined ? {} : ({ [field]: value } as Record<K, T>));

const labValue = (context: ImportContext, value: Measured, source: ExternalSource): LabValue => ({
  entry_id: value.entry_id,
  parameter_id: context.labParameter(value.loinc, value.name)?.id ?? null,
  name: value.name,
  ...said('comparator', value.comparator),
  value: value.value,
  ...said('text', value.text),
  unit: value.unit,
  min: value.min,
  max: value.max,
  ...said('flag', value.flag),
  ...said('coding', value.coding),
  ...said('range_text', value.range_text),
  ...said('reported_status', value.reported_status),
  source,
});

const measurement = (context: ImportContext, value: Measured, source: ExternalSource): Measurement => {
  const parameter = context.measurementParameter(value.loinc, value.name);
  return {
    entry_id: value.entry_id,
    parameter_id: parameter?.id ?? null,
    parameter_name: value.name,
    ...said('parameter_description', parameter?.description),
    ...said('normalization_type', parameter?.normalization_type),
    ...said('comparator', value.comparator),
    parameter_value: value.value,
    ...said('text', value.text),
    unit: value.unit,
    ...said('coding', value.coding),
    source,
  };
};

interface Entry {
  entry_id: string;
  source?: ExternalSource | undefined;
}

/** Whether the resource's entries are in the item already, as they are or newer. */
const isHeld = (entries: readonly Entry[], held: ReadonlyMap<string, Entry>): boolean =>
  entries.every((entry) => {
    const before = held.get(entry.entry_id);
    if (before === undefined) return false;
    return saysTheSame(before, entry) || (before.source && entry.source ? isOlderVersion(entry.source, before.source) : false);
  });

const byId = <E extends Entry>(entries: readonly E[]): Map<string, E> => new Map(entries.map((entry) => [entry.entry_id, entry]));

const tallied = ({ tally }: ImportContext, group: Group, entriesOf: (one: Taken) => readonly Entry[], held: ReadonlyMap<string, Entry>) => {
  for (const one of group.members) {
    tally[isHeld(entriesOf(one), held) ? 'unchanged' : 'imported'](one.source.reference);
    for (const reason of one.read.without) tally.part(one.source.reference, reason);
  }
};

const takeLabResult = async (context: ImportContext, patient: ImportedPatient, group: Group, comment: string): Promise<void> => {
  const stream = `lab_result-${group.item_id}`;
  const before = await stateOf(context, labResult, stream);
  const held = byId(before && before.status !== 'none' ? before.content.parameters : []);
  const entriesOf = (one: Taken) => one.read.values.map((value) => labValue(context, value, one.source));
  const data = {
    lab_result_id: group.item_id,
    patient_id: patient.patient_id,
    collected: group.collected,
    ...(group.precision === 'day' || group.precision === 'time' ? {} : { collected_precision: group.precision }),
    draft: group.draft,
    parameters: group.members.flatMap(entriesOf),
    comment,
  };
  const scope = { organization_id: context.organization_id, patient_id: patient.patient_id };
  await context.streams.transact(labResult, stream, importCommand('TakeFromExternal', data), IMPORTER, scope);
  tallied(context, group, entriesOf, held);
};

/** The name of a group that several resources make; its version is what they say together. */
const sourceOf = (context: ImportContext, name: string, entries: readonly Measurement[]): ExternalSource => ({
  system: context.source,
  reference: name,
  version: createHash('sha256').update(JSON.stringify(entries)).digest('hex'),
});

const takeExamination = async (context: ImportContext, patient: ImportedPatient, group: Group, comment: string): Promise<void> => {
  const stream = `examination-${group.item_id}`;
  const before = await stateOf(context, examination, stream);
  const held = byId(before && before.status !== 'none' ? before.content.measurements : []);
  const entriesOf = (one: Taken) => one.read.values.map((value) => measurement(context, value, one.source));
  const fresh = group.members.filter((one) => !isHeld(entriesOf(one), held)).flatMap(entriesOf);
  if (fresh.length > 0) {
    const now = [...held.values()].map((entry) => fresh.find(({ entry_id }) => entry_id === entry.entry_id) ?? entry);
    const measurements = [...now, ...fresh.filter(({ entry_id }) => !held.has(entry_id))];
    const data = {
      examination_id: group.item_id,
      patient_id: patient.patient_id,
      source: sourceOf(context, group.name, measurements),
      collected: group.collected,
      ...(group.precision === 'day' || group.precision === 'time' ? {} : { collected_precision: group.precision }),
      draft: group.draft,
      note_writer: '',
      measurements,
      comment,
    };
    const scope = { organization_id: context.organization_id, patient_id: patient.patient_id };
    await context.streams.transact(examination, stream, importCommand('TakeFromExternal', data), IMPORTER, scope);
  }
  tallied(context, group, entriesOf, held);
};

/** Takes entries out of where they stand: they were entered in error, or their date has changed. */
const takeAway = async (context: ImportContext, placed: Placed, comment: string): Promise<void> => {
  const { item_id, entry_ids } = placed;
  if (placed.place === 'laboratory') {
    const data = { lab_result_id: item_id, entry_ids, comment };
    await context.streams.transact(labResult, `lab_result-${item_id}`, importCommand('RemoveFromExternal', data), IMPORTER);
    return;
  }
  const stream = `examination-${item_id}`;
  const state = await stateOf(context, examination, stream);
  if (!state || state.status !== 'recorded' || !state.source) return;
  const measurements = state.content.measurements.filter(({ entry_id }) => !entry_ids.includes(entry_id));
  const source = sourceOf(context, state.source.reference, measurements);
  const command =
    measurements.length === 0
      ? importCommand('RemoveFromExternal', { examination_id: item_id, source, comment })
      : importCommand('TakeFromExternal', {
          examination_id: item_id,
          patient_id: state.patient_id,
          source,
          ...state.content,
          measurements,
          comment,
        });
  await context.streams.transact(examination, stream, command, IMPORTER);
};

/** Names of the reports that list an observation, by its reference. */
export type ReportNames = ReadonlyMap<string, readonly string[]>;

const commentOf = (context: ImportContext, group: Group, reports: ReportNames): string => {
  const names = new Set(group.members.flatMap(({ source }) => reports.get(source.reference) ?? []));
  return `${importedFrom(context.source)}${names.size === 0 ? '' : `: ${[...names].join(', ')}`}`.slice(0, 2000);
};

const groupsOf = (context: ImportContext, patient: ImportedPatient, taken: readonly (Taken & { visit: string })[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const { visit, ...one } of taken) {
    const { place, draft, date } = one.read;
    const name = `${place === 'laboratory' ? 'Laboratory' : 'Visit'} ${[patient.patient_id, visit, date.local, date.precision, draft].join('|')}`;
    const group = groups.get(name) ?? {
      item_id: importedId(context, name),
      place,
      name: visit === '' ? date.local : `${visit} ${date.local}`,
      collected: date.local,
      precision: date.precision,
      draft,
      members: [],
    };
    group.members.push(one);
    groups.set(name, group);
  }
  return [...groups.values()];
};

/** Where an earlier import put it is where it stays, unless its date or its state is another one now. */
const isInPlace = (placed: Placed, group: Group): boolean =>
  placed.place === group.place && placed.collected === group.collected && placed.draft === group.draft;

/** Splits a group by where its members stand already. */
const byPlace = (group: Group, placed: ReadonlyMap<string, Placed>): Group[] => {
  const parts = new Map<string, Group>();
  for (const one of group.members) {
    const before = placed.get(one.source.reference);
    const item_id = before && isInPlace(before, group) ? before.item_id : group.item_id;
    const part = parts.get(item_id) ?? { ...group, item_id, members: [] };
    part.members.push(one);
    parts.set(item_id, part);
  }
  return [...parts.values()];
};

/** Takes a patient's observations: those of one visit and time together, as one lab result or one examination. */
export const takeObservations = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: readonly Found[],
  references: References,
  reports: ReportNames,
): Promise<void> => {
  const { tally, source: system } = context;
  const placed = await context.directories.placed(patient.patient_id, system);
  const taken: (Taken & { visit: string })[] = [];
  for (const { resource, reference, version } of found) {
    const observation = Observation.parse(resource);
    const before = placed.get(reference);
    if (observation.status === 'entered-in-error') {
      if (!before) tally.skipped(reference, 'entered in error');
      else {
        await orSkipped(context, [reference], async () => {
          await takeAway(context, before, 'Entered in error');
          tally.imported(reference);
        });
      }
      continue;
    }
    const read = readObservation(observation, reference);
    if (read.kind === 'skipped') tally.skipped(reference, read.reason);
    else taken.push({ read, source: { system, reference, version }, visit: references.nameOf(observation.encounter?.reference) ?? '' });
  }
  for (const group of groupsOf(context, patient, taken).flatMap((one) => byPlace(one, placed))) {
    const names = group.members.map(({ source }) => source.reference);
    await orSkipped(context, names, async () => {
      const comment = commentOf(context, group, reports);
      await (group.place === 'laboratory' ? takeLabResult : takeExamination)(context, patient, group, comment);
      // Only now, so that nothing is lost where this breaks off.
      for (const { source } of group.members) {
        const before = placed.get(source.reference);
        if (before && before.item_id !== group.item_id) await takeAway(context, before, 'Its date or state has changed');
      }
    });
  }
};
