import type { DiagnosticReport, DiagnosticReportMedia } from 'fhir/r4.js';
import { attachment, codeableConcept, extended, modifiers, period, reference, resourceEnd, resourceStart } from './data-types.ts';
import { wholePeriod } from './observation.ts';
import { orderWords, specimenWords, visitWords } from './helpers.ts';
import { beside, type Table, taken } from './treatment.ts';
import * as words from './words.ts';
import { CLINICAL, otherDay } from './words.ts';

const [orCode, orReference] = [{ of: codeableConcept }, { of: reference }];

const media = {
  ...modifiers,
  comment: beside('in words', words.text),
  link: beside('in words', words.reference, orReference),
  ...extended,
} satisfies Table<DiagnosticReportMedia>;

const diagnosticReport = {
  ...resourceStart,
  status: taken('stands with the report; preliminary makes its results drafts; entered in error and cancelled take them back'),
  code: taken('the name of the report', orCode),
  subject: taken('the patient', orReference),
  conclusion: taken('the conclusion'),
  conclusionCode: beside('in words', words.concept, orCode),
  presentedForm: taken('the text or the file of the report', { of: attachment }),
  result: taken('its results, each by itself', orReference),
  effectiveDateTime: taken('the time of the report'),
  effectivePeriod: beside('the time of the report is its start; the whole period in words', wholePeriod, { of: period }),
  issued: beside('when it was reported, where that is another day than that of the report', otherDay(CLINICAL, 'said')),
  category: beside('in words; it also says whether its results are of a laboratory', words.concept, orCode),
  specimen: beside('in words', specimenWords, orReference),
  performer: beside('who did it', words.reference, orReference),
  resultsInterpreter: beside('who interpreted it', words.reference, orReference),
  basedOn: beside('what was ordered, by whom and why', orderWords, orReference),
  encounter: beside('the visit in words', visitWords, orReference),
  imagingStudy: beside('in words', words.reference, orReference),
  media: taken('in words', { of: media }),
  ...resourceEnd,
} satisfies Table<DiagnosticReport>;

export const reportTables = { DiagnosticReport: diagnosticReport, 'DiagnosticReport.media': media };
