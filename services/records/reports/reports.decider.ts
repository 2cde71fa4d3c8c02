import { differingFields, type Person } from '#contracts/persons';
import { statusOfReading } from '#contracts/reading-status';
import type { PageStatus, ReportCommand, ReportEvent, ValidatedRow } from '#contracts/reports';
import { type Decider, Refusal } from '#infra/event-store/decider';

interface Page {
  status: PageStatus;
  /** Who the page says it is about. */
  person: Person;
  /** Whose record holds rows of this page. */
  patient_id: string | undefined;
  validation: { patient_id: string; collected: string; row_data: ValidatedRow[] } | undefined;
  /** How often the page changed, its reading included: two people validating two pages do not disturb each other. */
  version: number;
}

type Report =
  | { status: 'none' }
  | { status: 'queued' | 'processing' | 'finished' | 'error' | 'removed'; pages: Readonly<Record<string, Page>> };

const withPage = (state: Exclude<Report, { status: 'none' }>, page_id: string, page: Omit<Page, 'version'>): Report => ({
  ...state,
  pages: { ...state.pages, [page_id]: { ...page, version: (state.pages[page_id]?.version ?? 0) + 1 } },
});

const evolve = (state: Report, event: ReportEvent): Report => {
  if (event.type === 'ReportUploaded') return { status: 'queued', pages: {} };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ReadingStarted':
      return { ...state, status: 'processing' };
    case 'PageRead': {
      const { recognition, match, status, saved, page_id } = event.data;
      const person = {
        first_name: recognition.patient_first_name,
        last_name: recognition.patient_last_name,
        date_of_birth: recognition.date_of_birth,
      };
      const patient_id = saved.length > 0 ? (match.patient_id ?? undefined) : undefined;
      return withPage(state, page_id, { status, person, patient_id, validation: undefined });
    }
    case 'PageUnread':
      return withPage(state, event.data.page_id, {
        status: 'Error',
        person: { first_name: null, last_name: null, date_of_birth: null },
        patient_id: undefined,
        validation: undefined,
      });
    case 'ReadingFinished':
      return { ...state, status: 'finished' };
    case 'ReadingFailed':
      return { ...state, status: 'error' };
    case 'PageValidated': {
      const page = state.pages[event.data.page_id];
      if (!page) return state;
      const { patient_id, collected, row_data } = event.data;
      return withPage(state, event.data.page_id, {
        ...page,
        status: 'ValidationDone',
        patient_id,
        validation: { patient_id, collected, row_data },
      });
    }
    case 'PageRemoved':
      return state;
    case 'ReportRemoved':
      return { ...state, status: 'removed' };
  }
};

const readable: readonly PageStatus[] = ['ValidationRequired', 'ValidationAdvised', 'ValidationDone', 'Unrecognized'];

type Validate = Extract<ReportCommand, { type: 'ValidatePage' }>;

const validate = ({ data }: Validate, page: Page | undefined): ReportEvent[] => {
  if (!page) throw new Refusal('page-missing', 'There is no such page', {}, 404);
  if (!readable.includes(page.status)) throw new Refusal('page-not-read', 'This page cannot be validated: it was not read');
  const same =
    page.validation &&
    page.validation.patient_id === data.patient_id &&
    page.validation.collected === data.collected &&
    JSON.stringify(page.validation.row_data) === JSON.stringify(data.row_data);
  if (same) return [];
  if (data.page_version !== page.version) {
    throw new Refusal('stale', 'Somebody else validated this page meanwhile', {}, 409);
  }
  const entries = data.row_data.map((row) => row.entry.entry_id);
  if (new Set(entries).size !== entries.length)
    throw new Refusal('row-twice', 'A row is there twice', { row_data: ['A row is there twice'] });
  const differs = differingFields(page.person, data.patient);
  if (differs.length > 0 && !data.other_person_confirmed) {
    throw new Refusal('other-person', 'The page names somebody else', {
      patient_id: ['The name or date of birth on the page is not that of the chosen patient. Please confirm'],
    });
  }
  const { report_id, page_id, patient_id, collected, row_data } = data;
  return [
    {
      type: 'PageValidated',
      data: {
        report_id,
        page_id,
        patient_id,
        ...(page.patient_id !== undefined && page.patient_id !== patient_id ? { previous_patient_id: page.patient_id } : {}),
        collected,
        row_data,
        comment: data.comment ?? (page.validation ? 'Validated again' : 'Validated'),
      },
    },
  ];
};

const decide = (command: ReportCommand, state: Report): ReportEvent[] => {
  if (command.type === 'UploadReport') {
    if (state.status !== 'none') return [];
    return [{ type: 'ReportUploaded', data: command.data }];
  }
  if (state.status === 'none') throw new Refusal('report-missing', 'There is no such report', {}, 404);
  if (state.status === 'removed') {
    if (command.type === 'RemoveReport') return [];
    throw new Refusal('report-gone', 'This report was removed', {}, 404);
  }
  const { report_id } = command.data;
  switch (command.type) {
    case 'StartReading':
      return state.status !== 'queued' && state.status !== 'error'
        ? []
        : [{ type: 'ReadingStarted', data: { report_id, attempt: command.data.attempt } }];
    case 'RecordReadPage': {
      const { page_id, page_number, recognition, match } = command.data;
      if (state.pages[page_id]) return [];
      const { status, saved } = statusOfReading(recognition, match);
      const { recognition_rate } = recognition;
      return [{ type: 'PageRead', data: { report_id, page_id, page_number, status, recognition_rate, match, recognition, saved } }];
    }
    case 'RecordUnreadPage': {
      const { page_id, page_number, error_message } = command.data;
      return state.pages[page_id] ? [] : [{ type: 'PageUnread', data: { report_id, page_id, page_number, error_message } }];
    }
    case 'FinishReading':
      return state.status === 'finished' ? [] : [{ type: 'ReadingFinished', data: { report_id } }];
    case 'FailReading':
      return state.status === 'finished' || state.status === 'error'
        ? []
        : [{ type: 'ReadingFailed', data: { report_id, error_message: command.data.error_message } }];
    case 'ValidatePage':
      return validate(command, state.pages[command.data.page_id]);
    case 'RemoveReport':
      return [
        ...Object.entries(state.pages).map(([page_id, { patient_id }]): ReportEvent => ({
          type: 'PageRemoved',
          data: { report_id, page_id, ...(patient_id ? { patient_id } : {}) },
        })),
        { type: 'ReportRemoved', data: { report_id, comment: command.data.comment } },
      ];
  }
};

export const report: Decider<Report, ReportCommand, ReportEvent> = { initial: { status: 'none' }, evolve, decide };
