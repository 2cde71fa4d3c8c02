import type {
  Encounter,
  Medication,
  MedicationBatch,
  MedicationIngredient,
  ServiceRequest,
  Specimen,
  SpecimenCollection,
  SpecimenContainer,
  SpecimenProcessing,
} from 'fhir/r4.js';
import {
  annotation,
  codeableConcept,
  coding,
  extended,
  modifiers,
  period,
  quantity,
  ratio,
  reference,
  resourceEnd,
  resourceStart,
} from './data-types.ts';
import { described } from './gather.ts';
import { beside, isObject, left, type Table, taken, type Words } from './treatment.ts';
import * as words from './words.ts';
import { after, CLINICAL, codeExcept, either, otherDay } from './words.ts';

/* Resources that are read for the sake of others: what they say stands beside the item that refers to them. */

const [orCode, orReference, orQuantity] = [{ of: codeableConcept }, { of: reference }, { of: quantity }];
const subject = { subject: taken('whether it is of the same patient', orReference) };

const collection = {
  ...modifiers,
  collectedDateTime: beside('where it is another day than that of the result', after('collected', otherDay(CLINICAL, 'said'))),
  collectedPeriod: beside('in words', after('collected', words.period), { of: period }),
  duration: beside('in words', after('over', words.length), orQuantity),
  fastingStatusCodeableConcept: beside('in words', words.concept, orCode),
  fastingStatusDuration: beside('in words', after('fasting for', words.length), orQuantity),
  bodySite: beside('in words', after('from', words.concept), orCode),
  method: beside('in words', words.concept, orCode),
  collector: beside('who took it', after('taken by', words.reference), orReference),
  quantity: beside('how much was taken', words.quantity, orQuantity),
  ...extended,
} satisfies Table<SpecimenCollection>;

const processing = {
  ...modifiers,
  description: beside('in words', words.text),
  procedure: beside('in words', words.concept, orCode),
  additive: beside('in words', after('with', words.reference), orReference),
  timeDateTime: left('the time of the specimen counts, not that of its preparation'),
  timePeriod: left('the time of the specimen counts, not that of its preparation'),
  ...extended,
} satisfies Table<SpecimenProcessing>;

const TUBE = 'which tube it was is not said beside a result';
const container = {
  ...modifiers,
  type: beside('in words', words.concept, orCode),
  additiveCodeableConcept: beside('in words', after('with', words.concept), orCode),
  additiveReference: beside('in words', after('with', words.reference), orReference),
  description: beside('in words', words.text),
  identifier: left(TUBE),
  capacity: left(TUBE),
  specimenQuantity: left(TUBE),
  ...extended,
} satisfies Table<SpecimenContainer>;

const specimen = {
  ...resourceStart,
  status: beside(
    'entered in error makes its results drafts; unsatisfactory and unavailable stand in words',
    codeExcept('available', 'entered-in-error'),
  ),
  condition: beside('such as hemolyzed', words.concept, orCode),
  type: taken('the name of the specimen', orCode),
  ...subject,
  collection: taken('in words', { of: collection }),
  processing: taken('in words', { of: processing }),
  container: taken('in words', { of: container }),
  note: beside('in words', words.note, { of: annotation }),
  parent: left('only the specimen that was examined is named'),
  request: left('the order stands beside the result where the result names it'),
  receivedTime: left('when the laboratory received it: the time of collection counts'),
  accessionIdentifier: left('a number of the laboratory for its own work'),
  ...resourceEnd,
} satisfies Table<Specimen>;

/** Codes of ActEncounterCode. */
const classes: Readonly<Record<string, string>> = {
  ...{ AMB: 'ambulatory', EMER: 'emergency', FLD: 'in the field', HH: 'at home', IMP: 'inpatient', ACUTE: 'inpatient, acute' },
  ...{ NONAC: 'inpatient, not acute', OBSENC: 'observation', PRENC: 'before admission', SS: 'short stay', VR: 'virtual' },
};
const classWords: Words = (value, ...rest) => {
  const code = isObject(value) && typeof value['code'] === 'string' ? value['code'] : '';
  return Object.hasOwn(classes, code) ? classes[code] : words.coding(value, ...rest);
};

const VISIT = 'of a visit only what it was, why it was and where it was stands beside an item';
const encounter = {
  ...resourceStart,
  status: taken('entered in error or cancelled makes its items drafts'),
  ...subject,
  class: beside('in words', classWords, { of: coding }),
  type: taken('the name of the visit', orCode),
  serviceType: beside('in words', words.concept, orCode),
  reasonCode: beside('in words', after('because of', words.concept), orCode),
  reasonReference: beside('in words', after('because of', words.reference), orReference),
  serviceProvider: beside('in words', after('at', words.reference), orReference),
  period: taken('the day of a diagnosis of a visit', { of: period }),
  priority: left(VISIT),
  diagnosis: left('diagnoses are taken from the conditions themselves'),
  participant: left('who did something stands beside what was done'),
  hospitalization: left(VISIT),
  location: left(VISIT),
  length: left(VISIT),
  statusHistory: left(VISIT),
  classHistory: left(VISIT),
  episodeOfCare: left(VISIT),
  basedOn: left(VISIT),
  partOf: left(VISIT),
  appointment: left('planning and accounts are not part of a record here'),
  account: left('planning and accounts are not part of a record here'),
  ...resourceEnd,
} satisfies Table<Encounter>;

const ORDER = 'an order says here what was ordered, by whom and why; what was done counts';
const serviceRequest = {
  ...resourceStart,
  status: taken('entered in error takes back what it ordered; revoked makes it a draft'),
  doNotPerform: taken("with its name: 'not to be given'"),
  intent: left(ORDER),
  priority: beside('where it is not routine', codeExcept('routine')),
  code: taken('the name of the order', orCode),
  orderDetail: beside('in words', words.concept, orCode),
  ...subject,
  requester: beside('who ordered it', after('ordered by', words.reference), orReference),
  reasonCode: beside('in words', after('because of', words.concept), orCode),
  reasonReference: beside('in words', after('because of', words.reference), orReference),
  authoredOn: left(ORDER),
  encounter: left('the visit stands beside the result where the result names it'),
  asNeededBoolean: left(ORDER),
  asNeededCodeableConcept: left(ORDER),
  bodySite: left(ORDER),
  specimen: left(ORDER),
  note: left(ORDER),
  patientInstruction: left(ORDER),
  category: left(ORDER),
  quantityQuantity: left(ORDER),
  quantityRatio: left(ORDER),
  quantityRange: left(ORDER),
  occurrenceDateTime: left(ORDER),
  occurrencePeriod: left(ORDER),
  occurrenceTiming: left(ORDER),
  performer: left(ORDER),
  performerType: left(ORDER),
  locationCode: left(ORDER),
  locationReference: left(ORDER),
  supportingInfo: left(ORDER),
  relevantHistory: left(ORDER),
  basedOn: left(ORDER),
  replaces: left(ORDER),
  requisition: left('a number for the work of its sender'),
  instantiatesCanonical: left('the address of a protocol'),
  instantiatesUri: left('the address of a protocol'),
  insurance: left('insurance is not part of a record here'),
  ...resourceEnd,
} satisfies Table<ServiceRequest>;

/** An ingredient that is a resource of its own, with its strength. */
const ingredientWords: Words = (value, around, ingredient) => {
  const [name, strength] = [words.reference(value, around, ingredient), words.ratio(ingredient['strength'] ?? null, around, ingredient)];
  return name && `contains ${[name, strength].filter(Boolean).join(' ')}`;
};

const ingredient = {
  ...modifiers,
  isActive: beside('where it is not an active one', either(undefined, 'with inactive ingredients')),
  itemCodeableConcept: taken('the name of the product, where it has none', orCode),
  itemReference: beside('in words', ingredientWords, orReference),
  strength: taken('the strength of the product', { of: ratio }),
  ...extended,
} satisfies Table<MedicationIngredient>;

const batch = {
  ...modifiers,
  lotNumber: beside('in words', after('lot', words.text)),
  expirationDate: beside('in words', after('expires', words.date)),
  ...extended,
} satisfies Table<MedicationBatch>;

const medication = {
  ...resourceStart,
  status: beside('entered in error takes back what names it; inactive stands in words', codeExcept('active', 'entered-in-error')),
  code: taken('the name of the product, and its codes', orCode),
  form: taken('the form of the product', orCode),
  ingredient: taken('strength, and the name where the product has none', { of: ingredient }),
  amount: beside('how much is in a package', words.ratio, { of: ratio }),
  batch: taken('in words', { of: batch }),
  manufacturer: beside('in words', after('made by', words.reference), orReference),
  ...resourceEnd,
} satisfies Table<Medication>;

/** A specimen, a visit or an order that an element refers to, in words. */
export const specimenWords = described(specimen);
export const visitWords = described(encounter);
export const orderWords = described(serviceRequest);
/** What a product says that has no place of its own in a treatment. */
export const productWords = described(medication, { isNamed: false });

export const helperTables = {
  Medication: medication,
  'Medication.ingredient': ingredient,
  'Medication.batch': batch,
  Specimen: specimen,
  'Specimen.collection': collection,
  'Specimen.processing': processing,
  'Specimen.container': container,
  Encounter: encounter,
  ServiceRequest: serviceRequest,
};
