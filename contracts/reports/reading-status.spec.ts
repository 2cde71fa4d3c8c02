import { statusOfReading } from './reading-status.ts';
import { match as found, recognition } from '#tests/support/report-events';
import { printed } from '#tests/support/printed';
import type { RecognisedPage, RecognisedRow } from '../observations/recognition.ts';

const row = (id: string, change: Partial<RecognisedRow> = {}): RecognisedRow => ({
  id,
  region: null,
  field_value: printed({ name: 'Creatinine', value: '1.08', range: '0.60-1.29', unit: 'mg/dL' }),
  value: '1.08',
  min: '0.60',
  max: '1.29',
  parameter_id: '11111111-1111-4111-8111-111111111111',
  confidence: 0.99,
  doubts: [],
  ...change,
});

const page = (rows: RecognisedRow[], change: Partial<RecognisedPage> = {}): RecognisedPage => ({
  ...recognition,
  row_data: rows,
  ...change,
});

describe('what becomes of a page that was read', () => {
  it('is done when every row is certain and the person is found', () => {
    const { status, saved } = statusOfReading(page([row('a'), row('b')]), found);
    expect(status).toBe('ValidationDone');
    expect(saved.map((entry) => entry.entry_id)).toEqual(['a', 'b']);
  });

  it('never saves a doubtful row unseen', () => {
    const { status, saved } = statusOfReading(page([row('a'), row('b', { doubts: ['two-readings'] })]), found);
    expect(status).toBe('ValidationAdvised');
    expect(saved.map((entry) => entry.entry_id)).toEqual(['a']);
  });

  it('leaves out what the catalogue says is left out, and is done all the same', () => {
    const { status, saved } = statusOfReading(page([row('a'), row('b', { ignored: true })]), found);
    expect([status, saved.map((entry) => entry.entry_id)]).toEqual(['ValidationDone', ['a']]);
    expect(statusOfReading(page([row('a', { ignored: true })]), found).saved).toEqual([]);
  });
  it('never saves a row without a parameter or without a value', () => {
    const empty = printed({ name: 'X', value: '', range: '', unit: '' });
    const rows = [row('a', { parameter_id: undefined }), row('b', { value: null, field_value: empty })];
    expect(statusOfReading(page(rows), found)).toEqual({ status: 'ValidationRequired', saved: [] });
  });

  it.each([
    ['nobody of the clinic', { patient_id: null, candidates: 0, inherited: false }],
    ['two patients of that name and day', { patient_id: null, candidates: 2, inherited: false }],
    ['a person inherited from the page before', { ...found, inherited: true }],
  ])('ruling 25: saves nothing for %s', (_who, match) => {
    expect(statusOfReading(page([row('a')]), match)).toEqual({ status: 'ValidationRequired', saved: [] });
  });

  it('saves nothing without a certain collection date', () => {
    expect(statusOfReading(page([row('a')], { date_collected: null }), found).status).toBe('ValidationRequired');
    const doubtful = page([row('a')], { header_doubts: { date_collected: ['date-order-uncertain'] } });
    expect(statusOfReading(doubtful, found).saved).toEqual([]);
  });

  it('needs a person where a line looks like a result and was not read', () => {
    const unread = [{ id: '1-u1', text: 'K 5.3 mmol/L', region: null, name: 'K', value: '5.3', unit: 'mmol/L' }];
    expect(statusOfReading(page([row('a')], { unread }), found)).toMatchObject({ status: 'ValidationAdvised', saved: [{ entry_id: 'a' }] });
    expect(statusOfReading(page([], { unread }), found)).toEqual({ status: 'ValidationRequired', saved: [] });
  });

  it('is unrecognised without any row', () => {
    expect(statusOfReading(page([]), found)).toEqual({ status: 'Unrecognized', saved: [] });
  });
});
