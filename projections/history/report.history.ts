import type { LabValue } from '#contracts/observations/lab-values';
import { labValueOf } from '#contracts/observations/recognition';
import { type ReportEvent, rowsToSave } from '#contracts/reports/reports';
import type { AuditAction } from '#contracts/items/history';
import { at, change, criticalText, day, type ItemHistory, same, type Told } from './item-history.ts';
import { valueChanges, valueSources } from './lab-values.history.ts';

interface Page {
  number: number;
  entries: readonly LabValue[];
  collected: string | undefined;
}
type Pages = Readonly<Record<string, Page>>;

const told = (state: Pages, action_code: AuditAction, action: string, rest: Partial<Told<Pages>> = {}): Told<Pages> => ({
  ...{ state, action, action_code, changes: [] },
  ...rest,
});
/** Earlier releases did not store a range in words with a validated row: its absence there is no change. */
const withoutUnstored = (read: readonly LabValue[], validated: readonly LabValue[]): LabValue[] => {
  const stored = new Map(validated.map((entry) => [entry.entry_id, entry.range_text]));
  return read.map(({ range_text, ...entry }) =>
    range_text === undefined || (entry.min === null && entry.max === null && stored.get(entry.entry_id) === undefined)
      ? entry
      : { ...entry, range_text },
  );
};

const nameOf = (pages: Pages, page_id: string): string => (pages[page_id] ? `Page ${pages[page_id].number}` : 'Page');

const linesNotRead = (count = 0) => change('Lines not read', null, count === 0 ? null : String(count), at('lines_unread', null, count));

/** The report as a whole: how it was read and what persons made of its pages. */
export const reportHistory: ItemHistory<Pages, ReportEvent> = {
  initial: {},
  tell: (pages, { type, data }) => {
    switch (type) {
      case 'ReportUploaded':
        return told(pages, 'uploaded', 'Uploaded', { changes: same('File', 'name', null, data.name) });
      case 'ReadingStarted':
        return told(pages, 'reading-started', data.attempt > 1 ? `Reading started, attempt ${data.attempt}` : 'Reading started');
      case 'PageGenerated':
        return told(pages, 'page-generated', `Page ${data.page_number} found in the file`);
      case 'PageRead': {
        const { page_id, page_number, recognition, report_id, saved } = data;
        const entries = recognition.row_data.map((row) => labValueOf(row, row.parameter_id ?? null));
        const page = { number: page_number, entries, collected: recognition.date_collected ?? undefined };
        return told({ ...pages, [page_id]: page }, 'page-read', `Page ${page_number} read`, {
          changes: [
            ...change('Rows read', null, String(entries.length), at('rows_read', null, entries.length)),
            ...linesNotRead(recognition.unread?.length),
            ...change(
              'Saved as read, not checked',
              null,
              saved.length === 0 ? null : String(saved.length),
              at('rows_saved', null, saved.length),
            ),
            ...change('Date collected', null, day(page.collected), at('collected', null, page.collected)),
          ],
          sources: valueSources(entries, report_id, page_id),
        });
      }
      case 'PageUnread':
        return told(pages, 'page-unread', `Page ${data.page_number} could not be read`, { comment: data.error_message });
      case 'ReadingFinished':
        return told(pages, 'reading-finished', 'Reading finished');
      case 'ReadingFailed':
        return told(pages, 'reading-failed', 'Reading failed', { comment: data.error_message });
      case 'PageValidated': {
        const { page_id, report_id, patient_id, collected, row_data, previous_patient_id, comment } = data;
        const before = pages[page_id];
        const entries = row_data.filter(({ ignored }) => !ignored).map(({ entry }) => entry);
        const { saved, awaiting, ignored } = rowsToSave(row_data);
        return told(
          { ...pages, [page_id]: { number: before?.number ?? 0, entries, collected } },
          'page-validated',
          `${nameOf(pages, page_id)} validated`,
          {
            changes: [
              ...change('Rows saved', null, `${saved.length} of ${row_data.length}`, at('rows_saved', null, saved.length)),
              ...change(
                'Rows not in the catalogue',
                null,
                awaiting.length === 0 ? null : String(awaiting.length),
                at('rows_awaiting', null, awaiting.length),
              ),
              ...linesNotRead(data.unread),
              ...change('Rows ignored', null, ignored === 0 ? null : String(ignored), at('rows_ignored', null, ignored)),
              ...(previous_patient_id === undefined
                ? []
                : change('Patient', 'another patient', 'the patient chosen now', at('patient_id', previous_patient_id, patient_id))),
              ...change('Date collected', day(before?.collected), day(collected), at('collected', before?.collected, collected)),
              ...valueChanges(withoutUnstored(before?.entries ?? [], entries), entries),
            ],
            sources: valueSources(entries, report_id, page_id),
            comment,
          },
        );
      }
      case 'RowsTakenUp': {
        const names = data.rows.map(({ name }) => name).join(', ');
        const unchecked = data.rows.filter((row) => row.unchecked).map(({ name }) => name);
        const rest = unchecked.length === 0 ? '' : `; not in the record until somebody looks at it: ${unchecked.join(', ')}`;
        return told(pages, 'rows-taken-up', `${nameOf(pages, data.page_id)}: the catalogue knows ${names} now${rest}`);
      }
      case 'CriticalRowsSeen':
        return told(pages, 'seen', `${nameOf(pages, data.page_id)}: critical values seen: ${data.values.map(criticalText).join(', ')}`);
      case 'PageRemoved':
        return told(pages, 'page-removed', `${nameOf(pages, data.page_id)} removed`);
      case 'ReportRemoved':
        return told(pages, 'removed', 'Removed', { comment: data.comment });
    }
  },
  isHiddenFromPatient: () => true,
};
