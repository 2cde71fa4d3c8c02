import type {
  MedicationAdministration,
  MedicationAdministrationDosage,
  MedicationAdministrationPerformer,
  MedicationRequest,
  MedicationRequestDispenseRequest,
  MedicationRequestDispenseRequestInitialFill,
  MedicationRequestSubstitution,
  MedicationStatement,
} from 'fhir/r4.js';
import {
  codeableConcept,
  extended,
  modifiers,
  noteOfTreatment,
  period,
  quantity,
  ratio,
  reference,
  resourceEnd,
  resourceStart,
} from './data-types.ts';
import { instructions } from './dosage.ts';
import { orderWords, productWords, visitWords } from './helpers.ts';
import { beside, left, stops, type Table, taken } from './treatment.ts';
import * as words from './words.ts';
import { after, CLINICAL, codeExcept, either, fields, otherDay } from './words.ts';

/* Orders, statements and administrations of medications. */

const [orCode, orReference, orQuantity] = [{ of: codeableConcept }, { of: reference }, { of: quantity }];

const product = {
  medicationCodeableConcept: taken('the product, and its codes', orCode),
  medicationReference: beside('the product; what of it has no place in a treatment in words', productWords, orReference),
  subject: taken('the patient', orReference),
};
const reasons = {
  reasonCode: beside('in words', words.concept, orCode),
  reasonReference: beside('in words', words.reference, orReference),
};
const statusReason = { statusReason: beside('in words', words.concept, orCode) };
const category = { category: beside('in words', words.concept, orCode) };
const PROTOCOL = 'the address of a protocol';
const WORK = 'it serves the work of its sender';

const initialFill = {
  ...modifiers,
  quantity: beside('in words', after('first fill', words.quantity), orQuantity),
  duration: beside('in words', after('first fill for', words.length), orQuantity),
  ...extended,
} satisfies Table<MedicationRequestDispenseRequestInitialFill>;

const dispenseRequest = {
  ...modifiers,
  quantity: beside('in words', after('quantity', words.quantity), orQuantity),
  numberOfRepeatsAllowed: beside('in words; how long the supply lasts', after('refills:', words.text)),
  expectedSupplyDuration: beside('in words; how long the supply lasts', after('supply for', words.length), orQuantity),
  validityPeriod: taken('how long the prescription is valid; from when, where nothing else says it', { of: period }),
  initialFill: taken('in words', { of: initialFill }),
  dispenseInterval: beside('in words', after('every', words.length), orQuantity),
  performer: beside('in words', after('by', words.reference), orReference),
  ...extended,
} satisfies Table<MedicationRequestDispenseRequest>;

const substitution = {
  ...modifiers,
  allowedBoolean: beside('in words', either('allowed', 'not allowed')),
  allowedCodeableConcept: beside('in words', words.concept, orCode),
  reason: beside('in words', after('because of', words.concept), orCode),
  ...extended,
} satisfies Table<MedicationRequestSubstitution>;

/** When instructions begin. */
const STARTS = ['dosageInstruction.timing.repeat.boundsPeriod.start', 'dosageInstruction.timing.event'];

const medicationRequest = {
  ...resourceStart,
  doNotPerform: stops('an order not to give it'),
  status: taken('the status of the treatment; drafts are not taken; entered in error and cancelled take it back'),
  ...statusReason,
  intent: taken('only orders are taken, no proposals and plans'),
  ...product,
  dosageInstruction: instructions,
  ...reasons,
  courseOfTherapyType: beside('in words', words.concept, orCode),
  priority: beside('where it is not routine', codeExcept('routine')),
  ...noteOfTreatment,
  authoredOn: beside('from when, where nothing else says it; otherwise in words, where it is another day', otherDay(STARTS, 'not said')),
  requester: beside('who ordered it', words.reference, orReference),
  recorder: beside('who entered the order', words.reference, orReference),
  reportedBoolean: beside('in words', either('not the original order, but what somebody told of it', undefined)),
  reportedReference: beside('who told of it', words.reference, orReference),
  performer: beside('who is to give it', words.reference, { ...orReference, element: 'performerType' }),
  performerType: beside('who is to give it', words.concept, orCode),
  dispenseRequest: taken('in words, and how long the supply lasts', { of: dispenseRequest }),
  ...category,
  substitution: taken('in words', { of: substitution }),
  encounter: beside('the visit in words', visitWords, orReference),
  basedOn: beside('in words', orderWords, orReference),
  priorPrescription: beside('in words', words.reference, orReference),
  detectedIssue: beside('in words', words.reference, orReference),
  supportingInformation: beside('in words', words.reference, orReference),
  groupIdentifier: left('a number for the work of its sender'),
  insurance: left('insurance is not part of a record here'),
  eventHistory: left(WORK),
  instantiatesCanonical: left(PROTOCOL),
  instantiatesUri: left(PROTOCOL),
  ...resourceEnd,
} satisfies Table<MedicationRequest>;

const medicationStatement = {
  ...resourceStart,
  status: taken('the status of the treatment; what is only intended is not taken; entered in error and not taken take it back'),
  ...statusReason,
  ...product,
  effectiveDateTime: taken('from when'),
  effectivePeriod: taken('from when until when', { of: period }),
  dosage: instructions,
  ...reasons,
  ...noteOfTreatment,
  dateAsserted: beside(
    'from when, where nothing else says it; otherwise in words, where it is another day',
    otherDay([...CLINICAL, ...STARTS.map((path) => path.replace('dosageInstruction', 'dosage'))], 'not said'),
  ),
  informationSource: beside('who said so', words.reference, orReference),
  ...category,
  context: beside('the visit in words', visitWords, orReference),
  basedOn: beside('in words', orderWords, orReference),
  partOf: beside('in words', words.reference, orReference),
  derivedFrom: beside('in words', words.reference, orReference),
  ...resourceEnd,
} satisfies Table<MedicationStatement>;

const givenDosage = {
  ...modifiers,
  dose: taken('the dose', orQuantity),
  text: taken('the words of the dose'),
  route: taken('in words', orCode),
  site: taken('in words', orCode),
  method: taken('in words', orCode),
  rateQuantity: beside('in words', after('at a rate of', words.quantity), orQuantity),
  rateRatio: beside('in words', after('at a rate of', words.ratio), { of: ratio }),
  ...extended,
} satisfies Table<MedicationAdministrationDosage>;

const givenBy = {
  ...modifiers,
  function: taken('with the name', orCode),
  actor: taken('with the function', orReference),
  ...extended,
} satisfies Table<MedicationAdministrationPerformer>;

const medicationAdministration = {
  ...resourceStart,
  status: taken('whether it was given; entered in error takes it back'),
  ...statusReason,
  ...product,
  effectiveDateTime: taken('when it was given'),
  effectivePeriod: taken('from when until when it was given', { of: period }),
  dosage: taken('the dose that was given', { of: givenDosage }),
  request: beside('in words', words.reference, orReference),
  partOf: beside('in words', words.reference, orReference),
  ...reasons,
  ...noteOfTreatment,
  performer: beside('who gave it', fields({ function: words.concept, actor: words.reference }), { of: givenBy }),
  device: beside('in words', words.reference, orReference),
  ...category,
  context: beside('the visit in words', visitWords, orReference),
  supportingInformation: beside('in words', words.reference, orReference),
  eventHistory: left(WORK),
  instantiates: left(PROTOCOL),
  ...resourceEnd,
} satisfies Table<MedicationAdministration>;

export const medicationTables = {
  MedicationRequest: medicationRequest,
  'MedicationRequest.dispenseRequest': dispenseRequest,
  'MedicationRequest.dispenseRequest.initialFill': initialFill,
  'MedicationRequest.substitution': substitution,
  MedicationStatement: medicationStatement,
  MedicationAdministration: medicationAdministration,
  'MedicationAdministration.dosage': givenDosage,
  'MedicationAdministration.performer': givenBy,
};
