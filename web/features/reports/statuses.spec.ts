import { reportProgress } from '#contracts/reports/report-progress';
import type { FileStatus, PageStatus, PageSummary, ReportView, RowCounts } from '#contracts/reports/reports';
import {
  canReviewFile,
  canReviewPage,
  canValidate,
  readOf,
  reviewAddress,
  shownFileStatus,
  shownPageStatus,
  shownProgress,
  shownRate,
} from './statuses.ts';

const page = (status: PageStatus, change: Partial<PageSummary> = {}): PageSummary => ({
  id: `page-${status}`,
  page_number: 1,
  status,
  recognition_rate: 0.964_285,
  patient_first_name: null,
  patient_last_name: null,
  patient_id: null,
  ...change,
});
const file = (status: FileStatus, ...pages: PageSummary[]): ReportView => ({
  id: 'file',
  organization_id: 'clinic',
  name: 'quest.pdf',
  issued_time: '2026-01-01T00:00:00.000Z',
  status,
  ocr_type: 'tesseract',
  bytes: 1,
  pages,
  version: 1,
});
const statuses: PageStatus[] = [
  'Empty',
  'Generated',
  'Processing',
  'Recognized',
  'Unrecognized',
  'ValidationRequired',
  'ValidationAdvised',
  'ValidationDone',
  'Error',
];

it('counts pages that a failed file never reached into what is left', () => {
  const states = (status: FileStatus) => [
    reportProgress(file(status, page('ValidationAdvised'), page('Generated'))).state,
    reportProgress(file(status, page('ValidationDone'), page('Processing'))).state,
  ];
  expect(states('Error')).toEqual(['left', 'left']);
  expect(states('Processing')).toEqual(['check', 'check']);
});

describe('the status of a file, in the documents’ words', () => {
  it.each([
    ['Queued', 'OCR is busy or full at the moment. The file is in the queue and will be processed as soon as possible'],
    ['Processing', 'The file is being processed by OCR at the moment'],
    ['Finished', 'The file was processed. Detailed statues are available for each page'],
    ['Error', 'Unspecified error occured'],
  ] as const)('%s', (status, text) => expect(shownFileStatus(file(status))).toMatchObject({ text }));

  it('says the reason of an error where there is one', () =>
    expect(shownFileStatus({ ...file('Error'), error_message: 'The file is empty' }).text).toBe('The file is empty'));

  it('is done only once every page is', () => {
    const kind = (...pages: PageSummary[]) => shownFileStatus(file('Finished', ...pages)).kind;
    const rows = { saved: 3, awaiting: 0, empty: 0, ignored: 0 };
    const done = page('ValidationDone', { rows });
    expect(kind(done, done)).toBe('done');
    // saved by itself: nobody has looked at it
    expect(kind(done, page('ValidationDone'))).toBe('check');
    // waits for a person alone, and what a person's check does not bring into the record
    for (const open of [page('ValidationAdvised'), page('ValidationRequired')]) expect(kind(done, open)).toBe('check');
    for (const left of [
      page('ValidationAdvised', { unread: 13 }),
      page('ValidationDone', { rows, unread: 13 }),
      page('ValidationDone', { rows: { ...rows, awaiting: 1 } }),
      page('ValidationDone', { rows: { ...rows, empty: 1 } }),
      page('ValidationAdvised', { rows: { ...rows, unchecked: 1 } }),
      page('Error'),
      page('Unrecognized'),
    ])
      expect([left, kind(done, left)]).toEqual([left, 'needs']);
    expect(kind(page('ValidationDone', { rows: { ...rows, ignored: 1 } }))).toBe('done');
  });

  it('says how far reading and a person are', () => {
    expect(shownProgress(file('Queued'))).toBe('');
    expect(shownProgress(file('Processing'))).toBe('Opening the file');
    const reading = file('Processing', page('ValidationRequired'), page('Recognized'), page('Empty'), page('Generated'));
    expect(shownProgress(reading)).toBe('Reading page 2 of 4');
    expect(readOf(reading)).toEqual({ read: 1, total: 4 });
    expect(shownProgress(file('Processing', page('Error'), page('Unrecognized')))).toBe('Reading page 2 of 2');
    expect(readOf(file('Finished', page('Error')))).toBeUndefined();
    const rows = { saved: 5, awaiting: 0, empty: 0, ignored: 0 };
    const done = page('ValidationDone', { rows });
    expect(shownProgress(file('Finished', done, page('ValidationAdvised')))).toBe('1 of 2 pages to be checked');
    expect(shownProgress(file('Finished', done, page('ValidationDone')))).toBe('1 of 2 pages read, not checked');
    expect(shownProgress(file('Finished', page('ValidationAdvised')))).toBe('to be checked');
    expect(shownProgress(file('Finished', page('Error'), page('ValidationRequired'), page('Unrecognized')))).toBe(
      '1 of 3 pages to be checked, 2 of 3 pages could not be read',
    );
    expect(shownProgress(file('Error', page('Error')))).toBe('could not be read');
    // a file that failed half-way
    expect(shownProgress(file('Error', page('ValidationAdvised'), page('Generated'), page('Empty')))).toBe(
      '1 of 3 pages to be checked, 2 of 3 pages were not read',
    );
    expect(shownProgress(file('Error', done, page('Error'), page('Recognized')))).toBe(
      '1 of 3 pages could not be read, 1 of 3 pages was not read',
    );
    expect(shownProgress(file('Error', page('Generated')))).toBe('was not read');
    for (const status of ['Queued', 'Finished'] as const) expect(shownProgress(file(status, page('Generated')))).toBe('');
    expect(shownProgress(file('Finished', done))).toBe('');
    expect(shownProgress(file('Finished', page('ValidationDone')))).toBe('read, not checked');
    expect(shownProgress(file('Finished', { ...page('ValidationDone'), rows: { saved: 5, awaiting: 2, empty: 0, ignored: 1 } }))).toBe(
      '2 rows not in the record',
    );
  });

  it('can be reviewed once it is finished or failed and has a page that can be validated', () => {
    const done = (['Queued', 'Processing', 'Finished', 'Error'] as const).filter((status) =>
      canReviewFile(file(status, page('Error'), page('ValidationAdvised'))),
    );
    expect(done).toEqual(['Finished', 'Error']);
    expect(canReviewFile(file('Error'))).toBe(false);
    const alone = statuses.filter((status) => canReviewFile(file('Error', page(status))));
    expect(alone).toEqual(['Unrecognized', 'ValidationRequired', 'ValidationAdvised', 'ValidationDone']);
    expect(statuses.filter(canValidate)).toEqual(alone);
  });
});

describe('the status of a page, in the documents’ words', () => {
  it.each([
    ['Generated', 'Page record has been generated'],
    ['Empty', 'Scanned page image was added to the record'],
    ['Processing', 'Page image is being processed by OCR service'],
    ['Recognized', "Laboratory form's definition was identified but data was not parsed yet"],
    ['Unrecognized', "Laboratory form's definition was unrecognized due to unknown document type or poor quality scan"],
    ['ValidationRequired', 'Data recognized on the page was not saved to the database. Please validate page manually'],
    [
      'ValidationAdvised',
      "Data recognized on the page was saved to the database, but recognition rate didn't achieve 100%. You can still validate page manually and fill the gaps",
    ],
    ['ValidationDone', 'Validation was done. Page data was saved to the database'],
    ['Error', 'Unspecified error occured'],
  ] as const)('%s', (status, text) => expect(shownPageStatus({ status })).toMatchObject({ text }));

  it('ruling 26: of a validated page says how many rows were saved where others were not, and is not done', () => {
    const shown = (rows: Partial<RowCounts>, status: PageStatus = 'ValidationDone') =>
      shownPageStatus({ status, rows: { saved: 14, awaiting: 0, empty: 0, ignored: 0, ...rows } });
    expect(shown({ awaiting: 10 })).toEqual({
      kind: 'needs',
      label: 'Saved 14 of 24, 10 wait for the catalogue',
      text: 'Validation was done. Page data was saved to the database, but for 10 rows that stay on the page',
    });
    expect(shown({ awaiting: 1, empty: 2, ignored: 3 }).label).toBe(
      'Saved 14 of 20, 1 waits for the catalogue, 2 without a value, 3 ignored',
    );
    expect(shown({ empty: 1 }).text).toMatch(/but for one row that stays on the page$/);
    for (const done of [shown({}), shown({ ignored: 3 })]) expect(done).toMatchObject({ kind: 'done', label: 'Validation done' });
    expect(shown({ awaiting: 1 }, 'ValidationAdvised').label).toBe('Validation advised');
  });

  it('ruling 23: of a page that was saved by itself says that nobody checked it, and is not done', () => {
    expect(shownPageStatus({ status: 'ValidationDone' })).toEqual({
      ...{ kind: 'check', label: 'Validation done, read, not checked' },
      text: 'Validation was done. Page data was saved to the database',
    });
  });

  it('says how many rows of a checked page nobody looked at', () => {
    const rows = { saved: 3, awaiting: 0, empty: 0, ignored: 0, unchecked: 1 };
    expect(shownPageStatus({ status: 'ValidationAdvised', rows })).toMatchObject({
      kind: 'check',
      label: 'Validation advised, 1 not looked at',
    });
    expect(shownProgress(file('Finished', page('ValidationAdvised', { rows })))).toBe('to be checked, 1 row not in the record');
  });

  it('says how many lines were not read, and is not done', () => {
    const rows = { saved: 3, awaiting: 0, empty: 0, ignored: 0 };
    expect(shownPageStatus({ status: 'ValidationDone', rows, unread: 13 })).toEqual({
      kind: 'needs',
      label: 'Saved 3 of 3, 13 lines not read',
      text: 'Validation was done. Page data was saved to the database, but for 13 lines that were not read on the page',
    });
    expect(shownPageStatus({ status: 'ValidationRequired', unread: 1 })).toMatchObject({
      kind: 'needs',
      label: 'Validation required, 1 line not read',
    });
    expect(shownPageStatus({ status: 'ValidationRequired' }).kind).toBe('check');
    const file = { status: 'Finished' as const, pages: [page('ValidationDone', { rows, unread: 13 })] };
    expect(shownFileStatus(file).kind).toBe('needs');
    expect(shownProgress(file)).toBe('13 lines not read');
    expect(shownProgress({ ...file, pages: [page('ValidationAdvised', { unread: 2 })] })).toBe('to be checked, 2 lines not read');
  });

  it('has a recognition rate and a review only where there is something to validate', () => {
    const shown = statuses.filter((status) => shownRate(page(status)) !== '');
    expect(shown).toEqual(['ValidationRequired', 'ValidationAdvised', 'ValidationDone']);
    expect(statuses.filter((status) => canReviewPage(page(status)))).toEqual(shown);
    expect(shownRate(page('ValidationAdvised'))).toBe('96.43 %');
    expect(shownRate(page('ValidationRequired', { error_message: 'Patient not matched' }))).toBe('');
  });

  it('leads to all pages of its file', () => {
    const pages = [{ id: 'a' }, { id: 'b' }];
    expect(reviewAddress(pages)).toBe('/ocr-page/a?pageIds=a,b');
    expect(reviewAddress(pages, 'b')).toBe('/ocr-page/b?pageIds=a,b');
  });
});
