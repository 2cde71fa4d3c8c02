import type { DiagnosisDocument } from './diagnoses.projection.ts';
import { diagnosisSeries } from './diagnosis-series.ts';

const [own, other] = ['66666666-6666-4666-8666-666666666666', '66666666-6666-4666-8666-666666666667'];
const TODAY = '2026-03-04';
let made = 0;
const one = (change: Partial<DiagnosisDocument> = {}): DiagnosisDocument => ({
  id: `11111111-1111-4111-8111-${String(++made).padStart(12, '0')}`,
  patient_id: '22222222-2222-4222-8222-222222222222',
  organization_id: own,
  type: 'Diagnosis',
  icd: 'I10',
  disease: { id: 'I10', code: 'I10', text: 'Hypertension' },
  disease_name: 'Hypertension',
  time_from: '2020-01-01T00:00:00',
  time_to: null,
  date_applies: '2020-01-01T00:00:00',
  parameters: [{ parameter_id: 'I10' }],
  ongoing: true,
  last_day: '9999-12-31',
  draft: false,
  origin: 'manual',
  comment: 'New entry',
  last_edited_by: null,
  recorded_at: '2024-03-01T08:00:00.000Z',
  version: 0,
  ...change,
});
const asthma = { disease: { code: 'J45', text: 'Asthma' }, icd: 'J45' };

it('draws the spans of one disease on one row, oldest first, rows by name', () => {
  const late = one({ time_from: '2025-01-01T00:00:00' });
  const early = one({ time_to: '2021-01-01T00:00:00' });
  const series = diagnosisSeries([late, one(asthma), early], TODAY);
  expect(series.map(({ id, name, bars }) => [id, name, bars.length])).toEqual([
    ['J45', 'Asthma', 1],
    ['I10', 'Hypertension', 2],
  ]);
  expect(series[1]).toMatchObject({ active: true, default_id: late.id, icd: 'I10', unchecked: 0 });
  expect(series[1]!.bars.map(({ diagnosis_id, to, active }) => [diagnosis_id, to, active])).toEqual([
    [early.id, '2021-01-01T00:00:00', false],
    [late.id, null, true],
  ]);
});

it('ruling 31: lasts to the end of its last day', () => {
  const until = (time_to: string) => diagnosisSeries([one({ time_to })], TODAY)[0]!.active;
  expect([until('2026-03-03T00:00:00'), until('2026-03-04T00:00:00'), until('2026-03-05T00:00:00')]).toEqual([false, true, true]);
});

it('ruling 24: lets no draft make a disease active, nor stand for it where something else does', () => {
  const ended = one({ time_to: '2021-01-01T00:00:00' });
  const [series] = diagnosisSeries([one({ draft: true }), ended], TODAY);
  expect(series).toMatchObject({ active: false, unchecked: 1, default_id: ended.id });
});

it('ruling 37: never joins across organizations, and joins uncoded words however they are spelled', () => {
  const uncoded = (text: string) => one({ icd: null, disease: { text } });
  expect(diagnosisSeries([one(), one({ organization_id: other })], TODAY)).toHaveLength(2);
  expect(diagnosisSeries([uncoded('Hypertonie'), uncoded('HYPERTONIE ')], TODAY)).toMatchObject([{ id: 'hypertonie', icd: null }]);
});
