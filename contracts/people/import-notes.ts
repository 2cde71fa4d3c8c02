import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Id, Instant, Version } from '../wire/primitives.ts';

/** How many names of allergies are stored, and of each other type; all resources are counted. */
export const MAX_NAMES = 100;
export const MAX_OTHER_NAMES = 20;
/** How many types and remarks are stored. */
export const MAX_TYPES = 25;
export const MAX_REMARKS = 20;
/** Letters of a name or a remark. */
export const MAX_NAME_LENGTH = 200;

/** Resources of one type that were not taken. */
export const LeftOut = z.object({
  /** Type of FHIR: 'AllergyIntolerance'. */
  type: z.string().min(1).max(64),
  count: z.int().min(1),
  /** Names as sent, each once. */
  names: z.array(z.string().max(MAX_NAME_LENGTH)).max(MAX_NAMES),
  /** Different names besides those. */
  more_names: z.int().optional(),
  /** Resources without a name. */
  unnamed: z.int().optional(),
});
export type LeftOut = z.infer<typeof LeftOut>;

const content = {
  patient_id: Id,
  /** Name of the sender. */
  source: z.string().max(200),
  /** Resources about this patient that were taken, or stood in the record already. */
  taken: z.int().min(0),
  /** All resources about this patient that could have a place in a record, withdrawn ones excepted. */
  total: z.int().min(0),
  left_out: z.array(LeftOut),
  /** Remarks about the files, such as that one is only a part, and messages of their server. */
  remarks: z.array(z.string()),
};
/** A note of data that an import did not bring into one record. */
export const ImportNoteContent = z.object(content);
export type ImportNoteContent = z.infer<typeof ImportNoteContent>;

export const ImportNoteCommand = z.discriminatedUnion('type', [
  command('NoteImport', { note_id: Id, ...content }),
  command('MarkImportNoteRead', { note_id: Id }),
]);
export type ImportNoteCommand = z.infer<typeof ImportNoteCommand>;

export const importNoteEvents = [
  event('ImportNoted', { note_id: Id, ...content }, { open: ['note_id', 'patient_id'], by: 'patient', id: 'patient_id' }),
  /** Somebody of the staff has read it: who and when says its envelope. */
  event('ImportNoteRead', { note_id: Id, patient_id: Id }, { open: 'all' }),
] as const;
export type ImportNoteEvent = EventOf<(typeof importNoteEvents)[number]>;

export const ImportNoteView = z.object({
  id: Id,
  organization_id: Id,
  ...content,
  imported_at: Instant,
  /** The person who marked it as read; null while nobody did. */
  read_by: Id.nullable(),
  read_by_name: z.string().optional(),
  read_at: Instant.nullable(),
  version: Version,
});
export type ImportNoteView = z.infer<typeof ImportNoteView>;

/** The type of what has none, or of further types. */
export const OTHER = 'Other';

/** Words for types of FHIR that have a place in a record of a patient; in the order in which they are named. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  AllergyIntolerance: ['allergy', 'allergies'],
  Condition: ['diagnosis', 'diagnoses'],
  MedicationRequest: ['medication order', 'medication orders'],
  MedicationStatement: ['medication', 'medications'],
  MedicationAdministration: ['given dose', 'given doses'],
  MedicationDispense: ['dispensed medication', 'dispensed medications'],
  Immunization: ['immunization', 'immunizations'],
  Observation: ['result or finding', 'results or findings'],
  DiagnosticReport: ['report', 'reports'],
  Procedure: ['procedure', 'procedures'],
  DocumentReference: ['document', 'documents'],
  FamilyMemberHistory: ['entry of the family history', 'entries of the family history'],
  Media: ['picture or recording', 'pictures or recordings'],
  [OTHER]: ['other entry', 'other entries'],
};

const isAllergy = ({ type }: LeftOut): boolean => type === 'AllergyIntolerance';

/** 'CarePlan' as 'care plan'. */
const spelled = (type: string): string => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
const many = (one: string): string =>
  /[^aeiou]y$/.test(one) ? one.replace(/y$/, 'ies') : /(?:s|x|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;

/** '7 allergies', '1 care plan'. */
export const leftOutCount = ({ type, count }: Pick<LeftOut, 'type' | 'count'>): string => {
  const [one, several] = WORDS[type] ?? [spelled(type), many(spelled(type))];
  return `${count} ${count === 1 ? one : several}`;
};

const order = ({ type }: LeftOut): number => {
  const index = Object.keys(WORDS).indexOf(type);
  return index < 0 ? Infinity : index;
};
/** In the order in which they are named: allergies first. */
export const byUrgency = (a: LeftOut, b: LeftOut): number => order(a) - order(b) || b.count - a.count;

/** ' (penicillin, latex, ..., 2 without a name)'. */
const namesText = ({ names, more_names = 0, unnamed = 0 }: LeftOut, most: number): string => {
  const first = names.slice(0, most);
  const isCut = names.length > first.length || more_names > 0;
  const all = [...first, ...(isCut ? ['...'] : []), ...(unnamed > 0 && first.length > 0 ? [`${unnamed} without a name`] : [])];
  return all.length === 0 ? '' : ` (${all.join(', ')})`;
};

/** '7 allergies (penicillin, latex, ...)'. */
export const leftOutText = (one: LeftOut, most: number): string => `${leftOutCount(one)}${namesText(one, most)}`;

/**
 * '50 of 60 taken; not taken: 7 allergies (penicillin, latex), 3 immunizations (influenza, ...)', and the remarks. Allergies are named all.
 * @param most names of each other type
 */
export const importNoteText = ({ taken, total, left_out, remarks }: ImportNoteContent, most = 3): string => {
  const named = left_out.map((one) => leftOutText(one, isAllergy(one) ? MAX_NAMES : most));
  return [`${taken} of ${total} taken`, ...(named.length > 0 ? [`not taken: ${named.join(', ')}`] : []), ...remarks].join('; ');
};

/** True for a note with names that `importNoteText` does not give. */
export const isShortened = ({ left_out }: ImportNoteContent, most = 3): boolean =>
  left_out.some((one) => !isAllergy(one) && one.names.length > most);

/** Allergies of several notes together: a later note does not repeat all of them. Undefined without any. */
export const allergiesOf = (notes: readonly ImportNoteContent[]): LeftOut | undefined => {
  const allergies = notes.flatMap(({ left_out }) => left_out.filter(isAllergy));
  if (allergies.length === 0) return undefined;
  const names = [...new Set(allergies.flatMap((one) => one.names))].sort();
  const [more_names, unnamed] = [allergies.map((one) => one.more_names ?? 0), allergies.map((one) => one.unnamed ?? 0)].map((counts) =>
    Math.max(...counts),
  ) as [number, number];
  const count = Math.max(names.length + more_names + unnamed, ...allergies.map((one) => one.count));
  return { type: 'AllergyIntolerance', count, names, more_names, unnamed };
};
