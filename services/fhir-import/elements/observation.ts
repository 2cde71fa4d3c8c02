import type { Observation, ObservationComponent, ObservationReferenceRange } from 'fhir/r4.js';
import { readFlag } from '#contracts/observations/flags';
import type { RawResource } from '../resources/fhir-file.ts';
import {
  codeableConcept,
  extended,
  modifiers,
  note,
  period,
  quantity,
  range,
  ratio,
  reference,
  resourceEnd,
  resourceStart,
} from './data-types.ts';
import { orderWords, specimenWords, visitWords } from './helpers.ts';
import { conceptWords, shortText } from './names.ts';
import { beside, isObject, left, listOf, stops, type Table, taken, type Words } from './treatment.ts';
import * as words from './words.ts';
import { CLINICAL, otherDay } from './words.ts';

const [orCode, orReference, orQuantity] = [{ of: codeableConcept }, { of: reference }, { of: quantity }];

const CURVE = 'a curve; a value without another one is not taken, and named';
const values = {
  valueQuantity: taken('the value with its comparator and unit', orQuantity),
  valueCodeableConcept: taken('the value in words', orCode),
  valueString: taken('the value in words'),
  valueBoolean: taken("'Yes' or 'No'"),
  valueInteger: taken('the value'),
  valueRange: taken('the value in words', { of: range }),
  valueRatio: taken('the value in words', { of: ratio }),
  valueTime: taken('the value in words'),
  valueDateTime: taken('the value in words'),
  valuePeriod: taken('the value in words', { of: period }),
  valueSampledData: left(CURVE),
};

const referenceRange = {
  ...modifiers,
  low: taken('the lower limit', orQuantity),
  high: taken('the upper limit', orQuantity),
  text: taken('the range in words'),
  type: taken('what kind of range it is', orCode),
  appliesTo: taken('for whom it is, in words', orCode),
  age: taken('for whom it is, in words', { of: range }),
  ...extended,
} satisfies Table<ObservationReferenceRange>;

const FLAG = /^.{1,8}$/;
/** What codes are called that are no letters of a flag, and letters in the words of HL7. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  ...{ N: ['normal'], POS: ['positive'], NEG: ['negative'], DET: ['detected'], ND: ['not detected'], IND: ['indeterminate'] },
  ...{ S: ['susceptible', 'sensitive'], R: ['resistant'], I: ['intermediate'], E: ['equivocal'] },
  ...{ RR: ['reactive'], NR: ['non-reactive', 'nonreactive', 'not reactive'], WR: ['weakly reactive'] },
  ...{ H: ['above high normal'], L: ['below low normal'], HH: ['above upper panic limits'], LL: ['below lower panic limits'] },
};
/** Whether words say no more than a code. */
const saysAs = (words: string, code: string): boolean =>
  words.toUpperCase() === code || readFlag(words) === code || (Object.hasOwn(USUAL, code) && USUAL[code]!.includes(words.toLowerCase()));

/** All interpretations in words. Of one alone that is a code, which is the flag of the value, only words that say more. */
const interpretationWords: Words = (value, _around, parent) => {
  const all = listOf(parent['interpretation']);
  const coding = isObject(value) ? listOf(value['coding']).filter(isObject) : [];
  const codes = coding.flatMap(({ code }) => (typeof code === 'string' ? code.trim().toUpperCase() : []));
  if (all.length > 1 || !isObject(value) || !codes.some((code) => FLAG.test(code))) return conceptWords(value);
  const said = [value['text'], ...coding.map(({ display }) => display)].flatMap((one) => shortText(one) ?? []);
  return [...new Set(said)].filter((one) => !codes.some((code) => saysAs(one, code))).join(', ') || undefined;
};

const FLAGGED =
  'the flag of a laboratory value, of a measurement it is named, not taken; in words where there are several, or no code, or words that say more';
/** The same of a component, with the name of its value. */
const interpretationOfComponent: Words = (value, around, component) => {
  const [name, said] = [conceptWords(component['code']), interpretationWords(value, around, component)];
  return said === undefined || name === undefined ? said : `${name}: ${said}`;
};

const LIMITS = 'the range of a laboratory value: limits, or words; of a measurement it is named, not taken';
const NO_VALUE = 'why there is no value: named, as it is not taken then';
const component = {
  ...modifiers,
  dataAbsentReason: taken(NO_VALUE, orCode),
  code: taken('the name of the value, and its codes', orCode),
  ...values,
  interpretation: beside(FLAGGED, interpretationOfComponent, {
    of: codeableConcept,
    element: 'interpretation',
  }),
  referenceRange: taken(LIMITS, { of: referenceRange }),
  ...extended,
} satisfies Table<ObservationComponent>;

/** A period that is more than one time. */
export const wholePeriod: Words = (value, ...rest) => {
  const { start, end }: Partial<RawResource> = isObject(value) ? value : {};
  return typeof start === 'string' && typeof end === 'string' && start !== end ? words.period(value, ...rest) : undefined;
};

const observation = {
  ...resourceStart,
  status: taken('preliminary is a draft; corrected and amended are marks; entered in error and cancelled take it back'),
  dataAbsentReason: taken(NO_VALUE, orCode),
  focus: stops('it is about somebody or something else than the patient'),
  code: taken('the name of the value, and its codes', orCode),
  subject: taken('the patient', orReference),
  category: taken('whether it is a result of a laboratory or a measurement', orCode),
  ...values,
  interpretation: beside(FLAGGED, interpretationWords, orCode),
  referenceRange: taken(LIMITS, { of: referenceRange }),
  component: taken('a value of its own', { of: component }),
  effectiveDateTime: taken('the time of the value'),
  effectiveInstant: taken('the time of the value'),
  effectivePeriod: beside('the time of the value is its start; the whole period in words', wholePeriod, { of: period }),
  effectiveTiming: left('a schedule is no date: without another one the value is not taken, and named'),
  ...note,
  specimen: beside('in words', specimenWords, orReference),
  bodySite: beside('in words', words.concept, orCode),
  method: beside('in words; it also tells which parameter the value is of', words.concept, orCode),
  device: beside('in words', words.reference, orReference),
  performer: beside('who did it', words.reference, orReference),
  basedOn: beside('what was ordered, by whom and why', orderWords, orReference),
  encounter: beside('the visit in words; values of one visit and time are one item', visitWords, orReference),
  partOf: beside('in words', words.reference, orReference),
  derivedFrom: beside('in words; where that is taken back, so is this', words.reference, orReference),
  hasMember: taken('the values of a panel', orReference),
  issued: beside(
    'when it was reported, where that is another day than that of the value; alone it is no date: the value is not taken, and named with it',
    otherDay(CLINICAL, 'said'),
  ),
  ...resourceEnd,
} satisfies Table<Observation>;

export const observationTables = {
  Observation: observation,
  'Observation.component': component,
  'Observation.referenceRange': referenceRange,
};
