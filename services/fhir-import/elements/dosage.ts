import type { Dosage, DosageDoseAndRate, Timing, TimingRepeat } from 'fhir/r4.js';
import { codeableConcept, extended, modifiers, period, quantity, range, ratio } from './data-types.ts';
import { conceptWords } from './names.ts';
import { beside, type Table, taken, type Words } from './treatment.ts';
import * as words from './words.ts';

const OFTEN = 'how often';
const TERM = 'how long, and until when';
const MOST = 'the most that may be given, in words';

const timingRepeat = {
  ...modifiers,
  boundsPeriod: taken(TERM, { of: period }),
  boundsDuration: taken(TERM, { of: quantity }),
  boundsRange: taken(TERM, { of: range }),
  count: taken(TERM),
  countMax: taken(TERM),
  duration: taken('of one administration, or of the whole course'),
  durationMax: taken('of one administration, or of the whole course'),
  durationUnit: taken('of one administration, or of the whole course'),
  frequency: taken(OFTEN),
  frequencyMax: taken('how often, in words'),
  period: taken(OFTEN),
  periodMax: taken('how often, in words'),
  periodUnit: taken(OFTEN),
  dayOfWeek: taken(OFTEN, { isList: true }),
  timeOfDay: taken(OFTEN, { isList: true }),
  when: taken(OFTEN, { isList: true }),
  offset: taken('how long before or after a meal or sleep, in words'),
  ...extended,
} satisfies Table<TimingRepeat>;

const timing = {
  ...modifiers,
  event: taken('its dates, in words', { isList: true }),
  repeat: taken(OFTEN, { of: timingRepeat }),
  code: taken(OFTEN, { of: codeableConcept }),
  ...extended,
} satisfies Table<Timing>;

/** Which of several doses is the one that was ordered: 'calculated: 4.8 mg'. */
const kindOfDose: Words = (value, around, dose) => {
  const amount = ['doseQuantity', 'rateQuantity'].flatMap((name) => words.quantity(dose[name] ?? null, around, dose) ?? [])[0];
  const other = ['doseRange', 'rateRange'].flatMap((name) => words.range(dose[name] ?? null, around, dose) ?? [])[0];
  const [kind, much] = [conceptWords(value), amount ?? other ?? words.ratio(dose['rateRatio'] ?? null, around, dose)];
  return kind && (much === undefined ? kind : `${kind}: ${much}`);
};

const doseAndRate = {
  ...modifiers,
  type: beside('whether it was ordered or calculated', kindOfDose, { of: codeableConcept }),
  doseQuantity: taken('the dose: a number where it is certain, always words', { of: quantity }),
  doseRange: taken('the dose, in words', { of: range }),
  rateQuantity: taken('the rate, in words', { of: quantity }),
  rateRatio: taken('the rate, in words', { of: ratio }),
  rateRange: taken('the rate, in words', { of: range }),
  ...extended,
} satisfies Table<DosageDoseAndRate>;

const dosage = {
  ...modifiers,
  sequence: taken('the order in which instructions are followed'),
  asNeededBoolean: taken("'as needed'"),
  asNeededCodeableConcept: taken("'as needed', with the reason", { of: codeableConcept }),
  text: taken('the words of the instruction'),
  timing: taken('how often and how long', { of: timing }),
  doseAndRate: taken('how much', { of: doseAndRate }),
  maxDosePerPeriod: taken(MOST, { of: ratio }),
  maxDosePerAdministration: taken(MOST, { of: quantity }),
  maxDosePerLifetime: taken(MOST, { of: quantity }),
  route: taken('in words', { of: codeableConcept }),
  method: taken('in words', { of: codeableConcept }),
  site: taken('in words', { of: codeableConcept }),
  additionalInstruction: taken('in words', { of: codeableConcept }),
  patientInstruction: taken('in words'),
  ...extended,
} satisfies Table<Dosage>;

/** Instructions of an order or a statement. */
export const instructions = taken('dose, frequency and words of the treatment', { of: dosage, mayBeText: true });

export const dosageTables = { Dosage: dosage, 'Dosage.doseAndRate': doseAndRate, Timing: timing, 'Timing.repeat': timingRepeat };
