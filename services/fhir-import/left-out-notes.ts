import {
  byUrgency,
  type ImportNoteContent,
  type LeftOut,
  MAX_NAME_LENGTH,
  MAX_NAMES,
  MAX_OTHER_NAMES,
  MAX_REMARKS,
  MAX_TYPES,
  OTHER,
} from '#contracts/people/import-notes';
import { Refusal } from '#infra/event-store/decider';
import { HandleImportNote } from '../records/import-notes/import-notes.handlers.ts';
import type { Became } from './became.ts';
import { IMPORTER, importCommand, type ImportContext, importedId, type ImportedPatient } from './context.ts';
import { refusalOf } from './refusal.ts';
import { shortened } from './resources/fhir-text.ts';
import { nameOfResource } from './resources/left-out.ts';
import { Observation } from './resources/resource.ts';
import type { Tally } from './tally.ts';
import { readObservation } from './translators/observation.ts';
import { type Found, isWithdrawn, type Unit } from './unit.ts';

/** What was left out of one type. */
interface LeftOutType {
  count: number;
  names: Set<string>;
  unnamed: number;
}

interface Gathered {
  taken: number;
  total: number;
  types: Map<string, LeftOutType>;
  remarks: Set<string>;
  /** What was counted as left out: a resource may be in several files. */
  references: Set<string>;
}

/** Different names of a type that are looked at. */
const MAX_DIFFERENT_NAMES = 1000;

const leftOutOfType = ([type, { count, names: all, unnamed }]: readonly [string, LeftOutType]): LeftOut => {
  const names = [...all].sort().slice(0, type === 'AllergyIntolerance' ? MAX_NAMES : MAX_OTHER_NAMES);
  const more_names = all.size - names.length;
  return { type, count, names, ...(more_names > 0 ? { more_names } : {}), ...(unnamed > 0 ? { unnamed } : {}) };
};

/** No more types than are stored: the rest are counted together. */
const withinLimit = (types: LeftOut[]): LeftOut[] => {
  const [kept, rest] = [types.slice(0, MAX_TYPES), types.slice(MAX_TYPES)];
  return rest.length === 0 ? kept : [...kept, { type: OTHER, count: rest.reduce((sum, { count }) => sum + count, 0), names: [] }];
};

/** What an import did not bring into the records that it reached, record by record. */
export class LeftOutNotes {
  private readonly records = new Map<string, Gathered>();

  taken(patient_id: string): void {
    const record = this.of(patient_id);
    record.taken++;
    record.total++;
  }

  leftOut(patient_id: string, { type, reference, name }: { type: string; reference: string; name: string | undefined }): void {
    const record = this.of(patient_id);
    if (record.references.has(reference)) return;
    record.references.add(reference);
    record.total++;
    const of = record.types.get(type) ?? { count: 0, names: new Set(), unnamed: 0 };
    record.types.set(type, of);
    of.count++;
    if (name === undefined) of.unnamed++;
    else if (of.names.size < MAX_DIFFERENT_NAMES) of.names.add(name);
  }

  /** Of the files of a unit. */
  remark(patient_id: string, remarks: readonly string[]): void {
    for (const remark of remarks) this.of(patient_id).remarks.add(remark);
  }

  /** Writes a note into each record that lacks something. Where the same is left out again nothing is written, however much more was taken. */
  async write(context: ImportContext): Promise<void> {
    for (const [patient_id, { taken, total, types, remarks: all }] of this.records) {
      if (types.size === 0 && all.size === 0) continue;
      context.signal.throwIfAborted();
      const left_out = withinLimit([...types].map(leftOutOfType).sort(byUrgency));
      const remarks = [...all].slice(0, MAX_REMARKS);
      if (all.size > remarks.length) remarks.push(`and ${all.size - remarks.length} more`);
      const content: ImportNoteContent = { patient_id, source: context.source, taken, total, left_out, remarks };
      const note_id = importedId(context, `note ${JSON.stringify([patient_id, left_out, remarks])}`);
      try {
        const command = await importCommand(context, 'NoteImport', `import_note-${note_id}`, [], { note_id, ...content });
        await context.commands.execute(new HandleImportNote(command, IMPORTER));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        context.tally.part('What was left out', `it is not noted in a record: ${error.message}`);
      }
    }
  }

  private of(patient_id: string): Gathered {
    const record = this.records.get(patient_id) ?? { taken: 0, total: 0, types: new Map(), remarks: new Set(), references: new Set() };
    this.records.set(patient_id, record);
    return record;
  }
}

interface Read {
  /** What was counted while the unit was read. */
  counted: Tally;
  known: ReadonlyMap<string, ImportedPatient>;
  /** Whom a resource is about, by the name of a Patient; undefined where nobody can tell. */
  subjectOf: (found: Found) => string | undefined;
  became: Became;
}

/** What is missed in a record: of a result also what it says, as 'Potassium: no value, flag L'. */
const nameOfLeftOut = (found: Found): string | undefined => {
  const name = nameOfResource(found.resource);
  if (found.type !== 'Observation' || name === undefined) return name;
  const read = refusalOf(found) ?? readObservation(Observation.parse(found.resource), found.reference);
  return 'says' in read && read.says !== undefined ? shortened(`${name}: ${read.says}`, MAX_NAME_LENGTH) : name;
};

/** Gathers what the unit had for the records that it reached, and what of it was not taken. What its source withdrew is missed by nobody. */
export const noteLeftOut = (notes: LeftOutNotes, { byType, leftOut }: Unit, { counted, known, subjectOf, became }: Read): void => {
  const people = new Set<string | undefined>(byType.Patient.map(({ reference }) => reference));
  for (const found of Object.values(byType).flat()) {
    if (found.type === 'Patient') continue;
    const name = subjectOf(found);
    people.add(name);
    const patient = known.get(name ?? '');
    if (!patient) continue;
    const what = became.get(found.reference);
    if (what === 'imported' || what === 'unchanged') notes.taken(patient.patient_id);
    else if (what !== 'superseded' && !isWithdrawn(found) && found.reached.withheld?.withdraws !== true)
      notes.leftOut(patient.patient_id, { type: found.type, reference: found.reference, name: nameOfLeftOut(found) });
  }
  for (const one of leftOut) {
    people.add(one.subject);
    const patient = known.get(one.subject ?? '');
    if (patient) notes.leftOut(patient.patient_id, one);
  }
  // the words of a server may be about anybody of whom the files speak
  const remarks = people.size === 1 ? counted.remarks('part', 'warning', 'message') : counted.remarks('part');
  for (const [name, { patient_id, remarks: own = [] }] of known) {
    if (people.has(name)) notes.remark(patient_id, [...remarks, ...own]);
  }
};
