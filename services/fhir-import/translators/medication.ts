import type { IntakeCommand } from '#contracts/intakes';
import type { CodeableConcept, Dosage, Medication, MedicationRequest, MedicationStatement, Quantity } from '../resource.ts';
import { codingOf, dateOf, decimalOf, nameOf, plain, type SaidDate } from '../said.ts';
import { skip, type Skipped } from '../skipped.ts';

type Taken = Omit<Extract<IntakeCommand, { type: 'TakeFromExternal' }>['data'], 'intake_id' | 'patient_id' | 'source' | 'comment'>;
export interface ReadMedication {
  kind: 'medication';
  intake: Taken;
}
type Regimen = Pick<Taken, 'form' | 'quantity' | 'frequency' | 'period' | 'period_unit' | 'as_needed' | 'dosages'>;

/** What is given, from the concept itself or from the Medication that is referred to. */
export interface Given {
  concept: CodeableConcept | undefined;
  medication: Medication | undefined;
  /** The display of a reference that leads nowhere. */
  display: string | undefined;
}

const units: Readonly<Record<string, Regimen['period_unit']>> = { h: 'Hour', d: 'Day', wk: 'Week', mo: 'Month', a: 'Year' };

/** Codes that say how often in one word. */
const spoken: Readonly<Record<string, [number, number, Regimen['period_unit']]>> = {
  QD: [1, 1, 'Day'],
  AM: [1, 1, 'Day'],
  PM: [1, 1, 'Day'],
  BED: [1, 1, 'Day'],
  BID: [2, 1, 'Day'],
  TID: [3, 1, 'Day'],
  QID: [4, 1, 'Day'],
  Q4H: [1, 4, 'Hour'],
  Q6H: [1, 6, 'Hour'],
  Q8H: [1, 8, 'Hour'],
  QOD: [1, 2, 'Day'],
  WK: [1, 1, 'Week'],
  MO: [1, 1, 'Month'],
};

const numeric = (written: string | undefined): number | null => {
  const decimal = decimalOf(written);
  return decimal === undefined || Number(decimal) <= 0 ? null : Number(decimal);
};

const timing = ({ timing: said }: Dosage): Pick<Regimen, 'frequency' | 'period' | 'period_unit'> => {
  const repeat = said?.repeat;
  const unit = units[repeat?.periodUnit ?? ''];
  if (repeat && unit !== undefined) {
    const times = numeric(repeat.frequency) ?? (repeat.when.length > 0 ? repeat.when.length : 1);
    return { frequency: times, period: numeric(repeat.period) ?? 1, period_unit: unit };
  }
  const word = said?.code?.coding.flatMap(({ code }) => spoken[code ?? ''] ?? []);
  if (word?.length === 3)
    return { frequency: word[0] as number, period: word[1] as number, period_unit: word[2] as Regimen['period_unit'] };
  if (repeat && repeat.when.length > 0) return { frequency: repeat.when.length, period: 1, period_unit: 'Day' };
  return { frequency: null, period: null, period_unit: 'Day' };
};

const tablets = /^(\{?(tbl|tab|tablet|cap|capsule|caplet|pill)s?\}?|tablet\(s\)|capsule\(s\))$/i;

const unitOf = ({ unit, code }: Quantity): string | null => plain(unit) ?? plain(code) ?? null;

/** The dose in its own unit. A number of tablets is a quantity, not a dose: how much is in one is the strength's to say. */
const dose = (given: string, said: Dosage): Pick<Regimen, 'form' | 'quantity' | 'dosages'> => {
  const quantity = said.doseAndRate.find(({ doseQuantity }) => doseQuantity?.value !== undefined)?.doseQuantity;
  const amount = decimalOf(quantity?.value);
  const unit = quantity ? unitOf(quantity) : null;
  if (quantity && amount !== undefined && unit !== null && tablets.test(unit)) {
    return { form: 'per tablet', quantity: Number(amount), dosages: [] };
  }
  if (amount === undefined) return { form: null, quantity: null, dosages: [] };
  return { form: 'total dose', quantity: null, dosages: [{ nonproprietary_name: given, step: 0, days: null, dose: amount, unit }] };
};

/** One instruction is computed with; of several, each has its words only: to add them up would be a guess. */
const regimenOf = (given: string, dosages: readonly Dosage[]): Regimen => {
  const as_needed =
    dosages.length > 0 && dosages.every((said) => said.asNeededBoolean === true || said.asNeededCodeableConcept !== undefined);
  const [only, ...others] = dosages;
  if (only === undefined || others.length > 0) {
    return { form: null, quantity: null, frequency: null, period: null, period_unit: 'Day', as_needed, dosages: [] };
  }
  return { ...dose(given, only), ...timing(only), as_needed };
};

const both = (low: Quantity | undefined, high: Quantity | undefined): string | undefined => {
  const [a, b] = [decimalOf(low?.value), decimalOf(high?.value)];
  const unit = (high && unitOf(high)) ?? (low && unitOf(low)) ?? '';
  return a === undefined && b === undefined ? undefined : `${a ?? ''} - ${b ?? ''} ${unit}`.trim();
};

/** The instructions in words: as they were written, otherwise what there is of numbers. */
const textOf = (dosages: readonly Dosage[]): string | undefined => {
  const said = dosages.flatMap((dosage) => {
    const [rate] = dosage.doseAndRate;
    const amount = rate?.doseQuantity ? `${rate.doseQuantity.value ?? ''} ${unitOf(rate.doseQuantity) ?? ''}`.trim() : undefined;
    const often = nameOf(dosage.timing?.code);
    const reason = nameOf(dosage.asNeededCodeableConcept);
    const words = [amount ?? both(rate?.doseRange?.low, rate?.doseRange?.high), often, reason && `as needed: ${reason}`];
    return plain(dosage.text) ?? plain(words.filter(Boolean).join(', ')) ?? [];
  });
  return said.length === 0 ? undefined : said.join('; ').slice(0, 4000);
};

const strengthOf = (medication: Medication | undefined): string | undefined => {
  const said = (medication?.ingredient ?? []).flatMap(({ strength }) => {
    const [part, whole] = [strength?.numerator, strength?.denominator];
    const amount = decimalOf(part?.value);
    if (!part || amount === undefined) return [];
    const per = decimalOf(whole?.value);
    const of = whole && per !== undefined ? `/${per === '1' ? '' : per}${unitOf(whole) ?? ''}` : '';
    return `${amount} ${unitOf(part) ?? ''}${of === '/' ? '' : of}`.trim();
  });
  return said.length === 0 ? undefined : said.join('; ').slice(0, 2000);
};

const productOf = ({ concept, medication, display }: Given): Taken['medication'] | undefined => {
  const code = concept ?? medication?.code;
  const name = nameOf(code) ?? plain(display) ?? code?.coding[0]?.code;
  const ingredients = (medication?.ingredient ?? []).flatMap(({ itemCodeableConcept }) => nameOf(itemCodeableConcept) ?? []);
  const generic = name ?? (ingredients.length > 0 ? ingredients.join('; ') : undefined);
  if (generic === undefined) return undefined;
  const [coding, form, strength] = [codingOf(code), nameOf(medication?.form), strengthOf(medication)];
  return {
    nonproprietary_name: generic.slice(0, 2000),
    ...(form === undefined ? {} : { form: form.slice(0, 400) }),
    ...(strength === undefined ? {} : { strength }),
    ...(coding === undefined ? {} : { coding: coding.slice(0, 50) }),
  };
};

const said = <K extends string, T>(field: K, value: T | undefined) => (value === undefined ? {} : ({ [field]: value } as Record<K, T>));

const intake = (
  given: Given,
  dosages: readonly Dosage[],
  [start, end]: readonly [SaidDate | undefined, SaidDate | undefined],
  status: string | undefined,
): ReadMedication | Skipped => {
  const medication = productOf(given);
  if (medication === undefined) return skip('it does not say which medication');
  return {
    kind: 'medication',
    intake: {
      medication,
      is_generic_selected: true,
      schedule_kind: 'Regular',
      time_from: start?.local ?? null,
      time_to: end?.local ?? null,
      until_discontinued: end === undefined,
      duration: null,
      duration_unit: 'Day',
      ...regimenOf(medication.nonproprietary_name, dosages),
      repeat_therapy: false,
      repeat: null,
      repeat_unit: null,
      repeat_time_to: null,
      repeat_until_discontinued: false,
      notes: '',
      draft: false,
      ...said('dosage_text', textOf(dosages)),
      ...said('time_from_precision', start?.precision),
      ...said('time_to_precision', end?.precision),
      ...said('clinical_status', status?.slice(0, 200)),
    },
  };
};

const boundsOf = (dosages: readonly Dosage[]) =>
  dosages.find(({ timing: said }) => said?.repeat?.boundsPeriod)?.timing?.repeat?.boundsPeriod;

/** Intents that somebody decided on; a proposal or a plan is no treatment yet. */
const ORDERS = new Set(['order', 'original-order', 'reflex-order', 'filler-order', 'instance-order', 'option']);

/** What a MedicationRequest orders. Stopped or completed without a day stays so: `clinical_status` says that it is over. */
export const readMedicationRequest = (request: MedicationRequest, given: Given): ReadMedication | Skipped => {
  const { status, intent, dosageInstruction: dosages, dispenseRequest } = request;
  if (status === 'cancelled') return skip('cancelled');
  if (status === 'draft') return skip('a draft of a prescription');
  if (intent !== undefined && !ORDERS.has(intent)) return skip(`not ordered: ${intent.slice(0, 40)}`);
  const bounds = boundsOf(dosages);
  const start = dateOf(bounds?.start) ?? dateOf(request.authoredOn) ?? dateOf(dispenseRequest?.validityPeriod?.start);
  return intake(given, dosages, [start, dateOf(bounds?.end)], status);
};

/** What a MedicationStatement says that somebody takes, or took. */
export const readMedicationStatement = (statement: MedicationStatement, given: Given): ReadMedication | Skipped => {
  const { status, dosage: dosages, effectivePeriod, effectiveDateTime } = statement;
  if (status === 'not-taken') return skip('not taken by the patient');
  if (status === 'intended') return skip('only intended');
  const bounds = boundsOf(dosages);
  const start = dateOf(effectivePeriod?.start ?? effectiveDateTime) ?? dateOf(bounds?.start) ?? dateOf(statement.dateAsserted);
  return intake(given, dosages, [start, dateOf(effectivePeriod?.end) ?? dateOf(bounds?.end)], status);
};
