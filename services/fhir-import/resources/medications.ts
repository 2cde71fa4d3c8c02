import { z } from 'zod';
import { CodeableConcept, common, lenient, list, number, Period, Quantity, Reference, text } from './resource.ts';

/* What orders and statements about medications say, as far as it is read here. */

const Ratio = z.object({ numerator: lenient(Quantity), denominator: lenient(Quantity) });
const Range = z.object({ low: lenient(Quantity), high: lenient(Quantity) });

const RepeatFields = z.object({
  boundsPeriod: lenient(Period),
  boundsDuration: lenient(Quantity),
  boundsRange: lenient(Range),
  count: number,
  countMax: number,
  duration: number,
  durationMax: number,
  durationUnit: text,
  frequency: number,
  frequencyMax: number,
  period: number,
  periodMax: number,
  periodUnit: text,
  dayOfWeek: list(z.string()),
  timeOfDay: list(z.string()),
  when: list(z.string()),
  offset: number,
});

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);
const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

/** With the fields that are there and cannot be read: who knows the others alone would know another order. */
const Repeat = z.record(z.string(), z.unknown()).transform((raw) => {
  const fields = RepeatFields.parse(raw);
  const unread = Object.entries(fields).flatMap(([field, value]) => {
    const said = raw[field];
    const isLost = !isEmpty(said) && said !== null && (isEmpty(value) || sizeOf(said) !== sizeOf(value));
    return isLost ? [field] : [];
  });
  return { ...fields, unread };
});
export type Repeat = z.output<typeof Repeat>;

/** One thing where the standard has a list of them. */
const asList = (said: unknown): unknown => (said === undefined || said === null || Array.isArray(said) ? said : [said]);
/** A yes or no, written as a word as well. */
const flag = lenient(z.preprocess((said) => (said === 'true' ? true : said === 'false' ? false : said), z.boolean()));

const Timing = z.object({ event: list(z.string()), repeat: lenient(Repeat), code: lenient(CodeableConcept) });
export type Timing = z.output<typeof Timing>;

const Dosage = z.object({
  sequence: number,
  text,
  additionalInstruction: list(CodeableConcept),
  patientInstruction: text,
  timing: lenient(Timing),
  asNeededBoolean: flag,
  asNeededCodeableConcept: lenient(CodeableConcept),
  site: lenient(CodeableConcept),
  route: lenient(CodeableConcept),
  method: lenient(CodeableConcept),
  doseAndRate: z.preprocess(
    asList,
    list(
      z.object({
        doseQuantity: lenient(Quantity),
        doseRange: lenient(Range),
        rateQuantity: lenient(Quantity),
        rateRatio: lenient(Ratio),
        rateRange: lenient(Range),
      }),
    ),
  ),
  maxDosePerPeriod: lenient(Ratio),
  maxDosePerAdministration: lenient(Quantity),
  maxDosePerLifetime: lenient(Quantity),
});
export type Dosage = z.output<typeof Dosage>;

/** Instructions; one in words alone is a text. */
const Dosages = z.preprocess(
  (said) => [asList(said) ?? []].flat().map((one) => (typeof one === 'string' ? { text: one } : one)),
  list(Dosage),
);

const medication = {
  medicationCodeableConcept: lenient(CodeableConcept),
  medicationReference: lenient(Reference),
};

export const MedicationRequest = z.object({
  ...common,
  intent: text,
  doNotPerform: flag,
  ...medication,
  authoredOn: text,
  dosageInstruction: Dosages,
  dispenseRequest: lenient(
    z.object({ validityPeriod: lenient(Period), expectedSupplyDuration: lenient(Quantity), numberOfRepeatsAllowed: number }),
  ),
});
export type MedicationRequest = z.output<typeof MedicationRequest>;

export const MedicationStatement = z.object({
  ...common,
  ...medication,
  effectiveDateTime: text,
  effectivePeriod: lenient(Period),
  dateAsserted: text,
  dosage: Dosages,
});
export type MedicationStatement = z.output<typeof MedicationStatement>;

/** The dosage of an administration has neither a timing nor several doses. Its fields stand where those of an order do. */
const asDosage = (said: unknown): unknown => {
  if (typeof said !== 'object' || said === null) return typeof said === 'string' ? { text: said } : said;
  const { text: words, site, route, method, dose, rateRatio, rateQuantity } = said as Record<string, unknown>;
  return { text: words, site, route, method, doseAndRate: [{ doseQuantity: dose, rateRatio, rateQuantity }] };
};

export const MedicationAdministration = z.object({
  ...common,
  ...medication,
  statusReason: list(CodeableConcept),
  /** Of STU3: it stands there beside 'completed'. */
  notGiven: flag,
  effectiveDateTime: text,
  effectivePeriod: lenient(Period),
  /** The order that it follows. */
  request: lenient(Reference),
  partOf: list(Reference),
  dosage: z.preprocess((said) => [asList(said) ?? []].flat().map(asDosage), list(Dosage)),
});
export type MedicationAdministration = z.output<typeof MedicationAdministration>;

export const Medication = z.object({
  code: lenient(CodeableConcept),
  form: lenient(CodeableConcept),
  ingredient: list(
    z.object({ itemCodeableConcept: lenient(CodeableConcept), itemReference: lenient(Reference), strength: lenient(Ratio) }),
  ),
});
export type Medication = z.output<typeof Medication>;
