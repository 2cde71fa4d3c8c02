import { isOver } from '#contracts/treatments/courses';
import type { IntakeCommand } from '#contracts/treatments/intakes';
import type { OpenQuestion } from '#contracts/wire/open-questions';
import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import type { Dosage, Medication, MedicationRequest, MedicationStatement } from '../resources/medications.ts';
import type { CodeableConcept } from '../resources/resource.ts';
import {
  codingOf,
  dateOf,
  decimalOf,
  nameOf,
  notesOf,
  plain,
  quantityWords,
  type SaidDate,
  shortened,
  unitOf,
} from '../resources/fhir-text.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';
import { type ExpectedSupply, type ReadCourse, readCourse } from './course.ts';
import { readDosages } from './dosage.ts';

type Taken = Omit<Extract<IntakeCommand, { type: 'TakeFromExternal' }>['data'], 'intake_id' | 'patient_id' | 'source' | 'comment'>;
export interface ReadMedication {
  kind: 'medication';
  intake: Taken;
  /** What it says and a treatment here has no field for. */
  without: string[];
  /** Contradictions that only a person can settle. */
  asks: OpenQuestion[];
}

/** What is given, from the concept itself or from the Medication that is referred to. */
export interface Given {
  concept: CodeableConcept | undefined;
  medication: Medication | undefined;
  /** The display of a reference that leads nowhere. */
  display: string | undefined;
  /** It refers to a Medication that is not in the file. */
  isMissing?: boolean;
}

const strengthOf = (medication: Medication | undefined): string | undefined => {
  const said = (medication?.ingredient ?? []).flatMap(({ strength }) => {
    const [part, whole] = [strength?.numerator, strength?.denominator];
    const amount = quantityWords(part);
    if (amount === undefined) return [];
    const per = decimalOf(whole?.value);
    const of = whole && per !== undefined ? `/${per === '1' ? '' : per}${unitOf(whole)}` : '';
    return `${amount}${of === '/' ? '' : of}`;
  });
  return said.length === 0 ? undefined : said.join('; ').slice(0, 2000);
};

const productOf = ({ concept, medication, display }: Given): Taken['medication'] | undefined => {
  const code = concept ?? medication?.code;
  const name = nameOf(code) ?? plain(display) ?? plain(code?.coding[0]?.code);
  const ingredients = (medication?.ingredient ?? []).flatMap(({ itemCodeableConcept }) => nameOf(itemCodeableConcept) ?? []);
  const generic = name ?? (ingredients.length > 0 ? ingredients.join('; ') : undefined);
  if (generic === undefined) return undefined;
  const [coding, form, strength] = [codingOf(code), nameOf(medication?.form), strengthOf(medication)];
  return {
    nonproprietary_name: shortened(generic, 2000),
    ...(form === undefined ? {} : { form: form.slice(0, 400) }),
    ...(strength === undefined ? {} : { strength }),
    ...(coding === undefined ? {} : { coding: coding.slice(0, 50) }),
  };
};

/** What is given, or why it cannot be taken. */
export const medicationOf = (given: Given): Taken['medication'] | Skipped => {
  const medication = productOf(given);
  if (medication !== undefined) return medication;
  return given.isMissing ? { ...skip('its medication is not in the file'), isIncomplete: true } : skip('it does not say which medication');
};

export const said = <K extends string, T>(field: K, value: T | undefined) =>
  value === undefined ? {} : ({ [field]: value } as Record<K, T>);

/** Fields of a treatment that does not repeat, from one time to another. */
export const once = (start: SaidDate | undefined, end: SaidDate | undefined) => ({
  schedule_kind: 'Regular' as const,
  time_from: start?.local ?? null,
  time_to: end?.local ?? null,
  duration: null,
  duration_unit: 'Day' as const,
  repeat_therapy: false,
  repeat: null,
  repeat_unit: null,
  repeat_time_to: null,
  repeat_until_discontinued: false,
  draft: false,
  ...said('time_from_precision', start?.precision),
  ...said('time_to_precision', end?.precision),
  ...said('time_from_offset', start?.offset),
  ...said('time_to_offset', end?.offset),
});

/** In the order in which they are to be followed. */
const inSequence = (dosages: readonly Dosage[]): Dosage[] =>
  dosages.toSorted((a, b) => Number(a.sequence ?? Number.MAX_SAFE_INTEGER) - Number(b.sequence ?? Number.MAX_SAFE_INTEGER));

const intake = (
  given: Given,
  dosages: readonly Dosage[],
  { start, end, isProbable, expected, isInWords }: ReadCourse,
  { status, note }: Pick<MedicationRequest, 'status' | 'note'>,
): ReadMedication | Skipped => {
  if (status !== undefined && !STATUSES.has(status)) return skip('a status that is not known');
  const medication = medicationOf(given);
  if ('reason' in medication) return medication;
  const { regimen, text, asks } = readDosages(medication.nonproprietary_name, dosages, given.medication, [start?.local, end?.local]);
  return {
    kind: 'medication',
    intake: {
      medication,
      is_generic_selected: true,
      ...once(start, end),
      until_discontinued: end === undefined,
      ...regimen,
      dosages: [...regimen.dosages],
      notes: shortened(notesOf(note).join('; '), LONGEST_COMMENT),
      ...said('dosage_text', text),
      ...(isProbable && !isOver({ clinical_status: status }) ? { time_to_probable: true as const } : {}),
      ...said('expected_until', isOver({ clinical_status: status }) ? undefined : expected),
      ...said('clinical_status', status),
    },
    without: isInWords && !isOver({ clinical_status: status }) ? ['it says how long, not until when: its end is in words only'] : [],
    asks,
  };
};

/** All that may stand there with a treatment; what else stands there may mean anything. */
const STATUSES = new Set(['active', 'on-hold', 'completed', 'stopped', 'unknown', 'ended']);

/** Intents that somebody decided on; a proposal or a plan is no treatment yet. */
const ORDERS = new Set(['order', 'original-order', 'reflex-order', 'filler-order', 'instance-order']);

/** What a MedicationRequest orders. Stopped or completed without a day stays so: `clinical_status` says that it is over. */
export const readMedicationRequest = (request: MedicationRequest, given: Given): ReadMedication | Skipped => {
  const { status, intent, dispenseRequest, doNotPerform } = request;
  const dosages = inSequence(request.dosageInstruction);
  if (doNotPerform === true) return withdraw('an order not to give it');
  if (status === 'cancelled') return withdraw('cancelled');
  if (status === 'draft') return skip('a draft of a prescription');
  if (intent !== undefined && !ORDERS.has(intent)) return skip(`not ordered: ${plain(intent)?.slice(0, 40) ?? ''}`);
  const { validityPeriod, expectedSupplyDuration, numberOfRepeatsAllowed } = dispenseRequest ?? {};
  const supply: ExpectedSupply = {
    duration: expectedSupplyDuration,
    repeats: numberOfRepeatsAllowed,
    validUntil: dateOf(validityPeriod?.end),
  };
  const start = (first: SaidDate | undefined) => first ?? dateOf(request.authoredOn) ?? dateOf(validityPeriod?.start);
  return intake(given, dosages, readCourse(dosages, { start }, status, supply), request);
};

/** What a MedicationStatement says that somebody takes, or took. */
export const readMedicationStatement = (statement: MedicationStatement, given: Given): ReadMedication | Skipped => {
  const { status, effectivePeriod, effectiveDateTime } = statement;
  const dosages = inSequence(statement.dosage);
  if (status === 'not-taken') return withdraw('not taken by the patient');
  if (status === 'intended') return skip('only intended');
  const start = (first: SaidDate | undefined) =>
    dateOf(effectivePeriod?.start ?? effectiveDateTime) ?? first ?? dateOf(statement.dateAsserted);
  return intake(given, dosages, readCourse(dosages, { start, end: dateOf(effectivePeriod?.end) }, status), statement);
};
