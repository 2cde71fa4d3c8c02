import { type AcceptedDoubt, checkedDoubts } from '#contracts/items/accepted-doubts';
import { shownDay } from '#contracts/rules/calendar-days';
import type { ReadOnPage } from '#contracts/lab/lab-results';
import { messages } from '#contracts/rules/messages';
import { differingFields, type Person } from '#contracts/rules/persons';
import { readFrom } from '#contracts/wire/read-from';
import { type SeenValue, unseenOf } from '#contracts/observations/critical';
import { criticalRowsOf } from '#contracts/reports/critical-rows';
import { statusOfReading } from '#contracts/reports/reading-status';
import { labValueOf, type RecognisedPage } from '#contracts/observations/recognition';
import {
  linesUnread,
  type KnownRow,
  type PageStatus,
  type PatientMatch,
  type ReportCommand,
  type ReportEvent,
  rowCounts,
  rowsStaying,
  rowsToSave,
  type ValidatedRow,
} from '#contracts/reports/reports';
import { pageTakenUp, rowsTakenUp, type TakenUpRow } from '#contracts/reports/taken-up';
import { searchText } from '#contracts/rules/search-text';
import { typedRowErrors } from '#contracts/reports/typed-rows';
import { type Decider, type FieldErrors, Refusal } from '#infra/event-store/decider';

type Of<T extends ReportCommand['type']> = Extract<ReportCommand, { type: T }>['data'];
type Validate = Extract<ReportCommand, { type: 'ValidatePage' }>;

export interface Page {
  page_number: number;
  status: PageStatus;
  /** Who the page says it is about. */
  person: Person;
  /** All that was read, and in whose record it belongs; of a page that could not be read, nothing. */
  reading: { recognition: RecognisedPage; match: PatientMatch } | undefined;
  /** Every name that stood in a row, as it was read or typed: what was noted under it goes with the page. */
  names: readonly string[];
  /** Rows that the catalogue came to know since, oldest first. */
  taken_up: readonly TakenUpRow[];
  /** Whose record holds rows of this page. */
  patient_id: string | undefined;
  validation: { patient_id: string; collected: string; row_data: ValidatedRow[] } | undefined;
  /** Entries of the validation whose doubts, besides those of the name, nobody looked at. */
  unseen: readonly string[];
  /** Critical rows as a doctor has seen them. */
  seen: readonly SeenValue[];
  /** How often the page changed, its reading included: two people validating two pages do not disturb each other. */
  version: number;
}

type Report =
  | { status: 'none' }
  | {
      status: 'queued' | 'processing' | 'finished' | 'error' | 'removed';
      pages: Readonly<Record<string, Page>>;
    };

const withPage = (state: Exclude<Report, { status: 'none' }>, page_id: string, page: Omit<Page, 'version'>): Report => ({
  ...state,
  pages: { ...state.pages, [page_id]: { ...page, version: (state.pages[page_id]?.version ?? 0) + 1 } },
});

/** A page of which nothing is known but its place. */
const unread = (page_number: number): Omit<Page, 'version'> => ({
  page_number,
  status: 'Error',
  person: { first_name: null, last_name: null, date_of_birth: null },
  reading: undefined,
  names: [],
  taken_up: [],
  patient_id: undefined,
  validation: undefined,
  unseen: [],
  seen: [],
});

/** Entries with doubts that nobody looked at, in this validation or in an earlier one that left the row as it is. Doubts of the name are the catalogue's to answer. */
const unseenIn = ({ row_data, accepted = [] }: Extract<ReportEvent, { type: 'PageValidated' }>['data'], before: Page): string[] => {
  const open = accepted.filter(({ code, field }) => code === 'not-looked-at' && field !== 'name').map(({ entry_id }) => entry_id);
  const answered = new Set(accepted.map(({ entry_id }) => entry_id));
  const stood = new Map(before.validation?.row_data.map(({ entry }) => [entry.entry_id, JSON.stringify(entry)]));
  return row_data.flatMap(({ entry }) => {
    const { entry_id } = entry;
    const isLeft = before.unseen.includes(entry_id) && !answered.has(entry_id) && stood.get(entry_id) === JSON.stringify(entry);
    return open.includes(entry_id) || isLeft ? [entry_id] : [];
  });
};

/** What an upload was of which only pages of others are left: its own words went with the record that it belonged to. */
const erasedUpload: Exclude<Report, { status: 'none' }> = { status: 'queued', pages: {} };

const evolve = (before: Report, event: ReportEvent): Report => {
  if (event.type === 'ReportUploaded') return { status: 'queued', pages: {} };
  const state = before.status === 'none' ? erasedUpload : before;
  switch (event.type) {
    case 'ReadingStarted':
      return { ...state, status: 'processing' };
    case 'PageGenerated': {
      const { page_id, page_number } = event.data;
      return { ...state, pages: { ...state.pages, [page_id]: { ...unread(page_number), status: 'Generated', version: 0 } } };
    }
    case 'PageRead': {
      const { recognition, match, status, saved, page_id, page_number } = event.data;
      const person = {
        first_name: recognition.patient_first_name,
        last_name: recognition.patient_last_name,
        date_of_birth: recognition.date_of_birth,
      };
      const patient_id = saved.length > 0 ? (match.patient_id ?? undefined) : undefined;
      return withPage(state, page_id, {
        ...{ page_number, status, person, patient_id, reading: { recognition, match }, taken_up: [] },
        names: recognition.row_data.map(({ field_value }) => field_value.name.field_value),
        validation: undefined,
        unseen: [],
        seen: [],
      });
    }
    case 'PageUnread':
      return withPage(state, event.data.page_id, unread(event.data.page_number));
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
        names: [...new Set([...page.names, ...row_data.map(({ entry }) => entry.name)])],
        validation: { patient_id, collected, row_data },
        unseen: unseenIn(event.data, page),
      });
    }
    case 'RowsTakenUp': {
      const { page_id, rows, status } = event.data;
      const page = state.pages[page_id];
      if (!page) return state;
      const taken_up = [...page.taken_up, ...rows];
      const patient_id = page.patient_id ?? (readUnseen({ ...page, taken_up }).saved.length > 0 ? page.reading?.match.patient_id : null);
      return { ...state, pages: { ...state.pages, [page_id]: { ...page, status, taken_up, patient_id: patient_id ?? undefined } } };
    }
    case 'CriticalRowsSeen': {
      const page = state.pages[event.data.page_id];
      if (!page) return state;
      return { ...state, pages: { ...state.pages, [event.data.page_id]: { ...page, seen: [...page.seen, ...event.data.values] } } };
    }
    case 'PageRemoved':
      return state;
    case 'ReportRemoved':
      return { ...state, status: 'removed' };
  }
};

/** Not read yet, or not when it was tried: a job that is tried again reads what is missing. */
const mayBeRead = (page: Page | undefined): boolean => page === undefined || page.status === 'Generated' || page.status === 'Error';

const NOT_REACHED = 'Reading ended before this page';

/** What becomes, without a person, of a page that was read, by what the catalogue knows now. */
export const readUnseen = ({ reading, taken_up }: Pick<Page, 'reading' | 'taken_up'>): ReturnType<typeof statusOfReading> => {
  if (!reading) return { status: 'Error', saved: [] };
  return statusOfReading(pageTakenUp(reading.recognition, taken_up), reading.match);
};

/** Critical rows of a page that are in no record, by what the catalogue knows now. */
export const criticalRowsOn = ({ reading, taken_up, validation }: Pick<Page, 'reading' | 'taken_up' | 'validation'>): SeenValue[] =>
  criticalRowsOf({
    recognition: reading ? pageTakenUp(reading.recognition, taken_up) : null,
    match: reading?.match ?? null,
    validation: validation ? { row_data: validatedRows({ validation, taken_up }) } : null,
  });

/** The first doctor counts. */
const see = ({ report_id, page_id, page_version }: Of<'SeeCriticalRows'>, page: Page | undefined): ReportEvent[] => {
  if (!page) throw new Refusal('page-missing', 'There is no such page', {}, 404);
  if (page_version !== page.version) throw new Refusal('stale', 'This page changed meanwhile', {}, 409);
  const rows = criticalRowsOn(page);
  if (rows.length === 0) throw new Refusal('not-critical', 'This page has no critical row that is in no record');
  const values = unseenOf(rows, page.seen);
  return values.length === 0 ? [] : [{ type: 'CriticalRowsSeen', data: { report_id, page_id, values } }];
};

/** Day and values that the page says. */
export const readOnPage = ({ reading, taken_up }: Pick<Page, 'reading' | 'taken_up'>): ReadOnPage => {
  if (!reading) return { parameters: [] };
  const { date_collected, row_data } = pageTakenUp(reading.recognition, taken_up);
  return {
    ...(date_collected === null ? {} : { collected: `${date_collected}T00:00:00` }),
    parameters: row_data.map((row) => labValueOf(row, row.parameter_id ?? null)),
  };
};

/** Rows of a validated page with the parameters that the catalogue knows by now. */
export const validatedRows = ({ validation, taken_up }: Pick<Page, 'validation' | 'taken_up'>): KnownRow[] =>
  rowsTakenUp<KnownRow>(validation?.row_data ?? [], taken_up);

/** `words`: its result, where that is no number. */
export type WaitingRow = { row_id: string; name: string; unit: string; words?: string };

/** Names and units of rows that wait for the catalogue. */
export const waitingRows = (page: Pick<Page, 'validation' | 'taken_up' | 'reading'>): WaitingRow[] => {
  if (page.validation) {
    return rowsToSave(validatedRows(page)).awaiting.map(({ id, entry }) => ({
      ...{ row_id: id, name: entry.name, unit: entry.unit },
      ...(entry.text ? { words: entry.text } : {}),
    }));
  }
  if (!page.reading) return [];
  const { row_data } = pageTakenUp(page.reading.recognition, page.taken_up);
  return row_data.flatMap(({ id, parameter_id, value, field_value: { name, unit, value: printed } }) => {
    if (parameter_id !== undefined || name.field_value.trim() === '') return [];
    const row = { row_id: id, name: name.field_value, unit: unit.field_value };
    return [{ ...row, ...(value === null ? { words: printed.field_value } : {}) }];
  });
};

const takeUp = ({ report_id, page_id, rows }: Of<'TakeUpRows'>, page: Page | undefined): ReportEvent[] => {
  if (!page) return [];
  const waiting = new Map(waitingRows(page).map(({ row_id, name }) => [row_id, searchText(name)]));
  const unseen = new Set(page.validation?.row_data.flatMap(({ id, entry }) => (page.unseen.includes(entry.entry_id) ? [id] : [])));
  const known = rows
    .filter(({ row_id, name }) => waiting.get(row_id) === searchText(name))
    .map(({ row_id, name, parameter_id }) => ({ row_id, name, parameter_id, ...(unseen.has(row_id) ? { unchecked: true as const } : {}) }));
  if (known.length === 0) return [];
  const after = { ...page, taken_up: [...page.taken_up, ...known] };
  const recognition_rate = page.reading ? pageTakenUp(page.reading.recognition, after.taken_up).recognition_rate : 0;
  const counts = rowCounts(validatedRows(after));
  const [status, rows_staying] = page.validation
    ? [counts.unchecked ? ('ValidationAdvised' as const) : page.status, rowsStaying(counts)]
    : [readUnseen(after).status, 0];
  return [{ type: 'RowsTakenUp', data: { report_id, page_id, rows: known, status, recognition_rate, rows_staying } }];
};

const readable: readonly PageStatus[] = ['ValidationRequired', 'ValidationAdvised', 'ValidationDone', 'Unrecognized'];

const once = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** What is wrong with the rows themselves; the form's rules hold for those that a person typed in alone (ruling 17). */
const rowErrors = (rows: readonly ValidatedRow[], page: Page): FieldErrors => {
  if (!once(rows.map(({ id }) => id)) || !once(rows.map(({ entry }) => entry.entry_id))) return { row_data: ['A row is there twice'] };
  const both = rows.flatMap(({ entry }, index) => (entry.text && entry.value !== null ? [index] : []));
  const before = new Map((page.validation?.row_data ?? []).map(({ id, entry }) => [id, entry]));
  const printed = new Map(readOnPage(page).parameters.map((entry) => [entry.entry_id, entry]));
  const stoodAs = (id: string) => [before.get(id), printed.get(id)].filter((entry) => entry !== undefined);
  return {
    ...typedRowErrors(rows, stoodAs),
    ...Object.fromEntries(both.map((index) => [`row_data.${index}.entry.text`, ['A result is a number or a text, not both']])),
  };
};

/** As it was validated already: the same person, day and rows. */
const isSame = (before: Page['validation'], { patient_id, collected, row_data }: Validate['data']): boolean =>
  before !== undefined &&
  before.patient_id === patient_id &&
  before.collected === collected &&
  JSON.stringify(before.row_data) === JSON.stringify(row_data);

/** What the page says about its person, in words; the record's own name is not repeated on a page that may become another's. */
const otherPerson = ({ first_name, last_name, date_of_birth }: Person): AcceptedDoubt => {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const born = date_of_birth === null ? [] : [`born ${shownDay(date_of_birth)}`];
  const text = `The page names ${[name || 'a person', ...born].join(', ')}: confirmed as results of the chosen patient`;
  return { code: 'other-person', field: 'patient_id', text: text.slice(0, 2000) };
};

/** What of the person is another than in the record: on the page, and in the date of birth that was entered with it (ruling 25). */
const otherPersonIn = ({ date_of_birth: entered, patient }: Validate['data'], { person }: Page): AcceptedDoubt[] => {
  const isOther = differingFields(person, patient).length > 0;
  const isBornElsewhen = differingFields({ first_name: null, last_name: null, date_of_birth: entered ?? null }, patient).length > 0;
  const born: AcceptedDoubt = {
    ...{ code: 'other-person', field: 'date_of_birth' },
    text: `Entered as born ${shownDay(entered ?? '')}: confirmed as results of the chosen patient`,
  };
  return [...(isOther ? [otherPerson(person)] : []), ...(isBornElsewhen ? [born] : [])];
};

const CONFIRM: Readonly<Record<string, string>> = {
  patient_id: 'The name or date of birth on the page is not that of the chosen patient. Please confirm',
  date_of_birth: 'This is not the date of birth of the chosen patient. Please confirm',
};

/** What was accepted with the page. That it names somebody else is seen here, and stored whoever sends it. */
const acceptedOf = ({ accepted = [], row_data }: Validate['data'], other: readonly AcceptedDoubt[]): { accepted?: AcceptedDoubt[] } => {
  const rest = accepted.filter(({ code }) => code !== 'other-person');
  const { errors, checked } = checkedDoubts(rest, { entries: row_data.map(({ entry }) => entry) });
  if (Object.keys(errors).length > 0) throw new Refusal('doubts', 'What was accepted was not asked', errors);
  return other.length > 0 ? { accepted: [...other, ...(checked.accepted ?? [])] } : checked;
};

/** What was accepted, with a doubt for each row of which nothing was asked because it was sent before the catalogue knew it. */
const withUnasked = (rows: readonly KnownRow[], accepted: readonly AcceptedDoubt[] = []): { accepted?: AcceptedDoubt[] } => {
  const answered = new Set(accepted.map(({ entry_id }) => entry_id));
  const unasked = rows.filter(({ ignored, unchecked, entry }) => unchecked && !ignored && !answered.has(entry.entry_id));
  const doubts = unasked.map(({ entry: { entry_id, name } }): AcceptedDoubt => {
    return { code: 'not-looked-at', field: 'value', entry_id, text: `${name}: Doubts of an earlier validation (not looked at)` };
  });
  return accepted.length + doubts.length === 0 ? {} : { accepted: [...accepted, ...doubts] };
};

const validate = ({ data: sent }: Validate, page: Page | undefined): ReportEvent[] => {
  if (!page) throw new Refusal('page-missing', 'There is no such page', {}, 404);
  // whoever opened the page before the catalogue knew a name sends the row without its parameter, and was not asked about its doubts
  const learned = rowsTakenUp<KnownRow>(sent.row_data, page.taken_up);
  const data = { ...sent, row_data: learned.map(({ unchecked: _unchecked, ...row }) => row), ...withUnasked(learned, sent.accepted) };
  if (!readable.includes(page.status)) throw new Refusal('page-not-read', 'This page cannot be validated: it was not read');
  if (isSame(page.validation, data)) return [];
  if (data.page_version !== page.version) throw new Refusal('stale', 'Somebody else validated this page meanwhile', {}, 409);
  const errors = rowErrors(data.row_data, page);
  if (Object.keys(errors).length > 0) throw new Refusal('rows', 'The rows cannot be saved like this', errors);
  const other = otherPersonIn(data, page);
  if (other.length > 0 && !data.other_person_confirmed) {
    const errors = Object.fromEntries(other.map(({ field }) => [field, [CONFIRM[field] ?? '']]));
    throw new Refusal('other-person', 'The page names somebody else', errors);
  }
  // The first validation says where it was read; changing what a person agreed to asks for the reason.
  if (page.validation && data.comment === undefined) {
    throw new Refusal('comment', messages.comment, { comment: [messages.comment] });
  }
  const { report_id, page_id, patient_id, collected, row_data } = data;
  const moved = page.patient_id !== undefined && page.patient_id !== patient_id;
  const unread = linesUnread(page.reading?.recognition, row_data);
  return [
    {
      type: 'PageValidated',
      data: {
        report_id,
        page_id,
        patient_id,
        ...(moved ? { previous_patient_id: page.patient_id } : {}),
        collected,
        row_data,
        comment: data.comment ?? readFrom(page.page_number),
        ...(unread > 0 ? { unread } : {}),
        ...acceptedOf(data, other),
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
    case 'GeneratePages':
      return command.data.pages
        .filter(({ page_id }) => !state.pages[page_id])
        .map(({ page_id, page_number }): ReportEvent => ({ type: 'PageGenerated', data: { report_id, page_id, page_number } }));
    case 'RecordReadPage': {
      const { page_id, page_number, recognition, match } = command.data;
      if (!mayBeRead(state.pages[page_id])) return [];
      const { status, saved } = statusOfReading(recognition, match);
      const { recognition_rate } = recognition;
      return [{ type: 'PageRead', data: { report_id, page_id, page_number, status, recognition_rate, match, recognition, saved } }];
    }
    case 'RecordUnreadPage': {
      const { page_id, page_number, error_message } = command.data;
      const { status = 'Generated' } = state.pages[page_id] ?? {};
      return status !== 'Generated' ? [] : [{ type: 'PageUnread', data: { report_id, page_id, page_number, error_message } }];
    }
    case 'FinishReading':
      return state.status === 'finished' ? [] : [{ type: 'ReadingFinished', data: { report_id } }];
    case 'FailReading':
      return state.status === 'finished' || state.status === 'error'
        ? []
        : [
            ...Object.entries(state.pages).flatMap(([page_id, { status, page_number }]): ReportEvent[] =>
              status === 'Generated' ? [{ type: 'PageUnread', data: { report_id, page_id, page_number, error_message: NOT_REACHED } }] : [],
            ),
            { type: 'ReadingFailed', data: { report_id, error_message: command.data.error_message } },
          ];
    case 'ValidatePage':
      return validate(command, state.pages[command.data.page_id]);
    case 'SeeCriticalRows':
      return see(command.data, state.pages[command.data.page_id]);
    case 'TakeUpRows':
      return takeUp(command.data, state.pages[command.data.page_id]);
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

/** What a form may see of a page that somebody else validated meanwhile: the answer to a stale validation. */
export const shownPage = (
  state: Report,
  page_id: string,
): { current: (NonNullable<Page['validation']> & { row_data: KnownRow[] }) | null; version: number } => {
  const page = state.status === 'none' ? undefined : state.pages[page_id];
  return { current: page?.validation ? { ...page.validation, row_data: validatedRows(page) } : null, version: page?.version ?? 0 };
};

export const report: Decider<Report, ReportCommand, ReportEvent> = { initial: { status: 'none' }, evolve, decide };
