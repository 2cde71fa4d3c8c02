import { happened, ids, validatedRow } from '#tests/support/report-events';
import { projectionSpec } from '#tests/support/projection-spec';
import { reports } from './reports.projection.ts';

const { uploaded, started, generated, read, unread, finished, failed, validated, pageRemoved, removed, takenUp } = happened;

const queued = {
  id: ids.report,
  organization_id: ids.clinic,
  name: 'quest.pdf',
  issued_time: '2024-03-01T08:00:00.000Z',
  status: 'Queued' as const,
  ocr_type: 'tesseract' as const,
  bytes: 1000,
  pages: [],
  version: 0,
};
const page = {
  id: ids.page,
  page_number: 1,
  status: 'ValidationAdvised' as const,
  recognition_rate: 0.5,
  patient_first_name: 'Janet',
  patient_last_name: 'Doeman',
  patient_id: ids.janet,
};

describe('the list of reports', () => {
  const spec = projectionSpec(reports);
  const then = (...history: Parameters<typeof spec.given>) => ({
    shows: (document: object | null) => spec.given(...history).then({ [ids.report]: document as never }),
  });

  it('shows an upload as queued', () => then(uploaded).shows(queued));

  it('shows that reading began', () => then(uploaded, started).shows({ ...queued, status: 'Processing', version: 1 }));

  it('shows how many pages there are before they are read', () => {
    const waits = { patient_first_name: null, patient_last_name: null, patient_id: null };
    const waiting = { ...page, ...waits, status: 'Generated' as const, recognition_rate: 0 };
    then(uploaded, started, generated).shows({ ...queued, status: 'Processing', pages: [waiting], version: 2 });
    then(uploaded, started, generated, read).shows({ ...queued, status: 'Processing', pages: [page], version: 3 });
  });

  it('shows a page that was read', () =>
    then(uploaded, started, read).shows({ ...queued, status: 'Processing', pages: [page], version: 2 }));

  it('says where no patient was found', () => {
    const nobody = { ...read, data: { ...read.data, match: { patient_id: null, candidates: 0, inherited: false } } };
    then(uploaded, started, nobody).shows({
      ...queued,
      status: 'Processing',
      pages: [{ ...page, patient_id: null, error_message: 'Patient not matched' }],
      version: 2,
    });
  });

  it('shows a page that could not be read with its reason', () =>
    then(uploaded, started, unread).shows({
      ...queued,
      status: 'Processing',
      pages: [
        {
          ...page,
          status: 'Error',
          recognition_rate: 0,
          error_message: 'The page is damaged',
          patient_first_name: null,
          patient_last_name: null,
          patient_id: null,
        },
      ],
      version: 2,
    }));

  it('shows the end of reading, good or bad', () => {
    then(uploaded, started, finished).shows({ ...queued, status: 'Finished', version: 2 });
    then(uploaded, started, failed).shows({
      ...queued,
      status: 'Error',
      error_message: 'The file is damaged and cannot be opened',
      version: 2,
    });
  });

  it('shows a validated page as done', () =>
    then(uploaded, started, read, finished, validated).shows({
      ...queued,
      status: 'Finished',
      pages: [{ ...page, status: 'ValidationDone', rows: { saved: 1, awaiting: 0, empty: 0, ignored: 0 } }],
      version: 4,
    }));

  it('ruling 26: says what became of the rows of a validated page', () => {
    const row_data = [validatedRow('creatinine', '1.08'), validatedRow('Rarum', '3', null)];
    const partly = { ...validated, data: { ...validated.data, row_data } };
    const done = {
      ...queued,
      status: 'Processing',
      pages: [{ ...page, status: 'ValidationDone', rows: { saved: 1, awaiting: 1, empty: 0, ignored: 0 } }],
      version: 3,
    };
    then(uploaded, started, read, partly).shows(done);
  });

  it('ruling 26: counts rows as saved that the catalogue came to know', () => {
    const row_data = [validatedRow('creatinine', '1.08'), validatedRow('Rarum', '3', null)];
    const partly = { ...validated, data: { ...validated.data, row_data } };
    const done = {
      ...queued,
      status: 'Processing',
      pages: [{ ...page, status: 'ValidationDone', rows: { saved: 2, awaiting: 0, empty: 0, ignored: 0 } }],
      version: 4,
    };
    then(uploaded, started, read, partly, takenUp).shows(done);
  });

  it('counts the lines of a page that were not read, until a person made rows of them', () => {
    const line = { id: '1-u1', text: 'K 5.3 mmol/L', region: null, name: 'K', value: '5.3', unit: 'mmol/L' };
    const partly = { ...read, data: { ...read.data, recognition: { ...read.data.recognition, unread: [line, line] } } };
    spec.given(uploaded, started, partly).thenShows({ pages: [{ ...page, unread: 2 }] });
    const one = { ...validated, data: { ...validated.data, unread: 1 } };
    spec.given(uploaded, started, partly, one).thenShows({ pages: [expect.objectContaining({ unread: 1 })] });
    spec.given(uploaded, started, partly, validated).thenShows({ pages: [expect.not.objectContaining({ unread: expect.any(Number) })] });
  });

  it('loses a removed page, and goes with the report', () => {
    then(uploaded, started, read, pageRemoved).shows({ ...queued, status: 'Processing', version: 2 });
    then(uploaded, started, read, pageRemoved, removed).shows(null);
  });

  it('ruling 62: stays as it is where critical rows of a page were seen', () => {
    const seen = { type: 'CriticalRowsSeen' as const, data: { report_id: ids.report, page_id: ids.page, values: [] } };
    spec.given(uploaded, started, read, seen).thenShows({ status: 'Processing', version: 3 });
  });

  spec.itCoversEveryEvent();
});
