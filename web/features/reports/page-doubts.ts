import { type AcceptedDoubt, doubtOf } from '#contracts/items/accepted-doubts';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import { labWarnings, onLineOf, recordedThatDay } from '#contracts/lab/lab-warnings';
import type { PatientView } from '#contracts/people/patients';
import { type PageView, rowsToSave } from '#contracts/reports/reports';
import { birthOf } from '#contracts/wire/birth';
import { todayIn } from '#web/lib/dates.ts';
import type { PageContent } from './page-content.ts';
import { entryOf, isTouched, isUnderstood, type RowDraft, typedOver } from './row-draft.ts';

/** Rows that are understood: of the others nothing can be asked. */
const usedRows = ({ rows }: PageContent): RowDraft[] => rows.filter((row) => !row.ignored && row.name.trim() !== '' && isUnderstood(row));

/** A question about a page. Its key tells whether a person has answered it. */
export type PageQuestion = AcceptedDoubt & { key: string };

/** Facts that the questions about a page need besides its content. Everything may be unknown yet. */
export interface PageFacts {
  patient: PatientView | undefined;
  previous: readonly PreviousLabValue[];
  /** Parameters of the catalogue by id. */
  parameters: ReadonlyMap<string, LabParameterView>;
}

/** Questions about values that were read and not changed; all other doubts of them come from the reader. */
const OF_READING: readonly AcceptedDoubt['code'][] = ['ten-times-off', 'unit-missing'];

/** An answer holds for the words of the question, the values that it was asked about, and the patient. */
const keyOf = ({ code, entry_id, text }: AcceptedDoubt, { rows, patient_id, collected }: PageContent): string => {
  const row = rows.find(({ id }) => id === entry_id);
  return JSON.stringify([code, entry_id ?? collected, text, patient_id, row && [row.parameter_id, row.value, row.unit, row.min, row.max]]);
};

const typedOverQuestion = (row: RowDraft): AcceptedDoubt[] => {
  const over = typedOver(row);
  if (!over) return [];
  const before = over.isOfPage ? `The page was read as ${over.before}` : `${over.before} stood here`;
  return [{ code: 'typed-over', field: 'value', entry_id: row.id, text: `${before}, and ${over.now} was typed. Is that right?` }];
};

const allQuestions = (content: PageContent, { patient, previous, parameters }: PageFacts): PageQuestion[] => {
  const used = usedRows(content);
  const person = patient && {
    ...{ today: todayIn(patient.time_zone), ...birthOf(patient), sex: patient.sex },
  };
  const entries = used.map(entryOf);
  const typed = new Set(used.filter(isTouched).map(({ id }) => id));
  const ofValues = labWarnings({ collected: content.collected, parameters: entries }, { previous, merged: previous, parameters, ...person })
    .map((warning) => doubtOf(warning, entries))
    .filter(({ code, field, entry_id }) => field === 'collected' || OF_READING.includes(code) || typed.has(entry_id ?? ''));
  const lineOf = ({ parameter_id }: RowDraft) => parameter_id && onLineOf(parameter_id, previous);
  const twice = used
    .filter((row) => row.parameter_id !== null && used.some((other) => other.id !== row.id && lineOf(other) === lineOf(row)))
    .map(({ id, name }): AcceptedDoubt => ({ code: 'twice-on-page', field: 'name', entry_id: id, text: `${name} is on this page twice.` }));
  return [...ofValues, ...used.flatMap(typedOverQuestion), ...twice].map((question) => ({ ...question, key: keyOf(question, content) }));
};

/**
 * Questions about a page as it stands, besides the doubts of reading. Those of the last validation were answered then, but for rows that nobody looked at.
 * @param stored the page as it was validated; undefined where nobody validated it
 */
export const pageQuestions = (content: PageContent, stored: PageContent | undefined, facts: PageFacts): PageQuestion[] => {
  const unchecked = new Set(stored?.rows.flatMap((row) => (row.unchecked ? [row.id] : [])));
  const answered = stored ? allQuestions(stored, facts).filter(({ entry_id }) => !unchecked.has(entry_id ?? '')) : [];
  const known = new Set(answered.map(({ key }) => key));
  return allQuestions(content, facts).filter(({ key }) => !known.has(key));
};

/** Questions about a row that nobody has answered yet. */
export const unanswered = ({ id, answered = [] }: RowDraft, questions: readonly PageQuestion[]): PageQuestion[] =>
  questions.filter(({ entry_id, key }) => entry_id === id && !answered.includes(key));

/** Questions as they go with the saved page: answered ones as they are, the others as 'not looked at'. */
export const acceptedQuestions = (rows: readonly RowDraft[], questions: readonly PageQuestion[]): AcceptedDoubt[] => {
  const answered = new Map(rows.map((row) => [row.id, row.answered ?? []]));
  return questions.map(({ key, ...question }) =>
    question.entry_id === undefined || answered.get(question.entry_id)?.includes(key)
      ? question
      : { ...question, code: 'not-looked-at', text: `${question.text} (not looked at)` },
  );
};

/** What the record has of the page's day, but from the page itself. */
const fromElsewhere = (page: Pick<PageView, 'id'>, ofDay: readonly LabResultView[]): LabResultView[] =>
  ofDay.filter(({ page_id }) => page_id !== page.id);

/**
 * Values of the page that the record has of the same day already, such as of a report that was uploaded twice. What was validated so before
 * was answered for then.
 */
export const alreadyRecorded = (
  page: Pick<PageView, 'id' | 'validation'>,
  content: PageContent,
  ofDay: readonly LabResultView[],
  merged: readonly PreviousLabValue[] = [],
): AcceptedDoubt[] => {
  const recorded = fromElsewhere(page, ofDay);
  const asked = (collected: string, parameters: Parameters<typeof labWarnings>[0]['parameters']) =>
    labWarnings({ collected, parameters }, { recorded, merged }).filter(({ code }) => code === 'already-recorded');
  const { validation } = page;
  const before = validation?.patient_id === content.patient_id ? rowsToSave(validation.row_data).saved.map(({ entry }) => entry) : [];
  const answered = new Set(validation ? asked(validation.collected, before).map(({ key }) => key) : []);
  const entries = usedRows(content)
    .map(entryOf)
    .filter(({ parameter_id }) => parameter_id !== null);
  return asked(content.collected, entries)
    .filter(({ key }) => !answered.has(key))
    .map((warning) => doubtOf(warning, entries));
};

/** Other values of the same parameter and day in the record, by row: told, not asked. */
export const otherValues = (
  page: Pick<PageView, 'id'>,
  content: PageContent,
  ofDay: readonly LabResultView[],
  merged: readonly PreviousLabValue[] = [],
): ReadonlyMap<string, string> => {
  const recorded = fromElsewhere(page, ofDay);
  const known = usedRows(content).filter(({ parameter_id }) => parameter_id !== null);
  return new Map(
    known.flatMap((row) => {
      const { others } = recordedThatDay(entryOf(row), content.collected, { recorded, merged });
      return others.length === 0 ? [] : [[row.id, `Another value of that day is recorded: ${others.join('; ')}.`] as const];
    }),
  );
};
