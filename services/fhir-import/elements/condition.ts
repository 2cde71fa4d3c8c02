import type { Condition, ConditionEvidence, ConditionStage } from 'fhir/r4.js';
import {
  codeableConcept,
  extended,
  modifiers,
  note,
  period,
  quantity,
  range,
  reference,
  resourceEnd,
  resourceStart,
} from './data-types.ts';
import { visitWords } from './helpers.ts';
import { beside, isObject, type Table, taken, type Words } from './treatment.ts';
import * as words from './words.ts';
import { after, otherDay } from './words.ts';

const [orCode, orReference, orQuantity] = [{ of: codeableConcept }, { of: reference }, { of: quantity }];

const stage = {
  ...modifiers,
  type: beside('in words', words.concept, orCode),
  summary: beside('in words', words.concept, orCode),
  assessment: beside('in words', words.reference, orReference),
  ...extended,
} satisfies Table<ConditionStage>;

const evidence = {
  ...modifiers,
  code: beside('in words', words.concept, orCode),
  detail: beside('in words', words.reference, orReference),
  ...extended,
} satisfies Table<ConditionEvidence>;

/** The start of the period in which it ended. */
const earliestEnd: Words = (value, ...rest) =>
  isObject(value) && value['start'] !== undefined ? words.period({ start: value['start'] }, ...rest) : undefined;

const condition = {
  ...resourceStart,
  clinicalStatus: taken('the status of the diagnosis', orCode),
  verificationStatus: taken('how certain it is; refuted and entered in error take it back', orCode),
  code: taken('the diagnosis, and its codes', orCode),
  subject: taken('the patient', orReference),
  category: taken('whether it is a problem or the diagnosis of a visit', orCode),
  severity: beside('in words', words.concept, orCode),
  bodySite: beside('in words', words.concept, orCode),
  onsetDateTime: taken('from when; of a diagnosis of a visit in words beside, where it is another day'),
  onsetPeriod: taken('from when; its end where nothing else says when it ended', { of: period }),
  onsetAge: beside('the year in which the patient had that age; the age in words', after('at', words.length), orQuantity),
  onsetRange: beside('in words', after('at', words.range), { of: range }),
  onsetString: beside('in words', words.text),
  abatementDateTime: taken('until when'),
  abatementPeriod: beside('its end is when it ended; its start in words', earliestEnd, { of: period }),
  abatementAge: beside('the year in which the patient had that age; the age in words', after('at', words.length), orQuantity),
  abatementRange: beside('in words', after('at', words.range), { of: range }),
  abatementString: beside('in words', words.text),
  stage: taken('in words', { of: stage }),
  evidence: taken('in words', { of: evidence }),
  ...note,
  asserter: beside('who says so', words.reference, orReference),
  recorder: beside('who recorded it', words.reference, orReference),
  recordedDate: beside(
    'from when, where no onset is said; otherwise in words, where it is another day',
    otherDay(['onsetDateTime', 'onsetPeriod.start', 'onsetAge.value', 'onsetRange.low.value', 'onsetString'], 'not said'),
  ),
  encounter: beside('the visit in words; it dates the diagnosis of a visit', visitWords, orReference),
  ...resourceEnd,
} satisfies Table<Condition>;

export const conditionTables = { Condition: condition, 'Condition.stage': stage, 'Condition.evidence': evidence };
