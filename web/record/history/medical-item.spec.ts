import type { MedicalItemView, NestedItem } from '#contracts/items/medical-items';
import { addressOf, changedText, dayOf, editorOf, isBySomeoneElse, mostRecent, titleOf } from './medical-item.ts';

const nested = (date_applies: string | null, time_to: string | null): NestedItem => ({ name: 'x', date_applies, time_to });
const [me, other] = ['77777777-7777-4777-8777-777777777777', '88888888-8888-4888-8888-888888888888'];
const item = (change: Partial<MedicalItemView> = {}): MedicalItemView => ({
  id: '1',
  patient_id: 'p',
  organization_id: 'o',
  type: 'Diagnosis',
  name: 'I10 Hypertension',
  date_applies: '2024-02-29T00:00:00',
  draft: false,
  origin: 'manual',
  last_edited_by: me,
  last_edited_by_name: 'Ada Quill',
  recorded_at: '2024-03-01T08:00:00.000Z',
  nested_items: [],
  version: 0,
  ...change,
});

describe('the most recent dosage of a treatment', () => {
  it('ends last, ongoing before all', () => {
    expect(mostRecent([nested('2024-01-01', '2024-02-01'), nested('2024-02-02', '2024-03-01')])).toBe(1);
    expect(mostRecent([nested('2024-01-01', null), nested('2024-02-02', '2050-03-01')])).toBe(0);
  });
  it('of those that end together began last', () => {
    expect(mostRecent([nested('2024-01-01', null), nested('2024-03-01', null), nested(null, null)])).toBe(1);
    expect(mostRecent([nested('2024-01-01', '2025-01-01'), nested('2024-03-01', '2025-01-01')])).toBe(1);
  });
  it('is none of none', () => expect(mostRecent([])).toBeUndefined());
});

describe('a row of the history of data entry', () => {
  it('ruling 16: has the external icon where somebody else edited it last, and never for what a machine wrote', () => {
    expect(isBySomeoneElse(item(), me)).toBe(false);
    expect(isBySomeoneElse(item({ last_edited_by: other }), me)).toBe(true);
    expect(isBySomeoneElse(item({ last_edited_by: null, origin: 'ocr' }), me)).toBe(false);
    expect(isBySomeoneElse(item({ last_edited_by: null, origin: 'fhir' }), me)).toBe(false);
  });
  it("ruling 23: says 'OCR' where nobody edited it", () => {
    expect(editorOf(item())).toBe('Ada Quill');
    expect(editorOf(item({ last_edited_by: null, origin: 'ocr' }))).toBe('OCR');
    expect(editorOf(item({ last_edited_by: null, origin: 'fhir' }))).toBe('External record');
  });
  it('leads to its form, what was read to its page, and nothing that is not ours to change anywhere', () => {
    expect(addressOf(item())).toBe('/patients/p/diagnoses/1');
    expect(addressOf(item({ origin: 'ocr', type: 'LabResult', file_id: 'f', page_id: 'g' }))).toBe('/reports/f/page/g');
    expect(addressOf(item({ origin: 'fhir' }))).toBeUndefined();
    expect(addressOf(item({ removed: { by: me, at: '', reason: 'x' } }))).toBeUndefined();
  });
  it('ruling 31: shows as much of its date as was said', () => {
    expect(dayOf(item())).toBe('02/29/2024');
    expect(dayOf(item({ date_applies_precision: 'year' }))).toBe('2024');
    expect(titleOf(item({ date_applies: null }))).toBe('I10 Hypertension');
    expect(titleOf(item())).toBe('I10 Hypertension, 02/29/2024');
  });
});

it('names what a comment was about, and what that is now', () => {
  const [then, day] = [{ name: 'Amlodipine, 5 mg once a day', date_applies: '2026-03-02T00:00:00' }, '2026-03-03T00:00:00'];
  expect(changedText({ then, now: { ...then, name: 'Amlodipine, 10 mg once a day' } })).toBe(
    'Amlodipine, 5 mg once a day, 03/02/2026 (now Amlodipine, 10 mg once a day)',
  );
  expect(changedText({ then, now: { ...then, date_applies: day } })).toMatch(/, 03\/02\/2026 \(now .*, 03\/03\/2026\)$/);
  expect(changedText({ then, now: null })).toBe('Amlodipine, 5 mg once a day, 03/02/2026 (removed since)');
});
