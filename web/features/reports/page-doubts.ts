import { type AcceptedDoubt, doubtOf } from '#contracts/items/accepted-doubts';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import { labWarnings, onLineOf, recordedThatDay } from '#contracts/lab/lab-warnings';
import type { PatientView } from '#contracts/people/patients';
import { type PageView, rowsToSave } from '#contracts/reports/reports';
import { todayIn } from '#web/lib/dates.ts';
import type { PageContent } from './page-content.ts';
import { entryOf, isUnderstood, type RowDraft } from './page-draft.ts';

/** Rows that are understood: of the others nothing can be asked. */
const usedRows = ({ rows }: PageContent): RowDraft[] => rows.filter((row) => !row.ignored && row.name.trim() !== '' && isUnderstood(row));

/** What is asked about a page as it stands: what the doubts of reading do not say. */
export const pageDoubts = (
  content: PageContent,
  patient: PatientView | undefined,
  previous: readonly PreviousLabValue[],
): AcceptedDoubt[] => {
  const used = usedRows(content);
  const facts = patient
    ? { previous, merged: previous, today: todayIn(patient.time_zone), date_of_birth: patient.date_of_birth, sex: patient.sex }
    : { previous, merged: previous };
  const entries = used.map(entryOf);
  const asked = labWarnings({ collected: content.collected, parameters: entries }, facts)
    .map((warning) => doubtOf(warning, entries))
    .filter(
      ({ code, field, entry_id }) =>
        field === 'collected' ||
        code === 'ten-times-off' ||
        code === 'unit-missing' ||
        // what was read is doubted by the reader itself
        (code === 'flag-disagrees' && used.some((row) => row.id === entry_id && row.value !== row.read)),
    );
  const lineOf = ({ parameter_id }: RowDraft) => parameter_id && onLineOf(parameter_id, previous);
  for (const row of used) {
    const isTwice = row.parameter_id !== null && used.some((other) => other.id !== row.id && lineOf(other) === lineOf(row));
    if (isTwice) asked.push({ code: 'twice-on-page', field: 'name', entry_id: row.id, text: `${row.name} is on this page twice.` });
  }
  return asked;
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
