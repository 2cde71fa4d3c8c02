import type { DiagnosisDocument } from './diagnoses.projection.ts';
import * as visits from './visits.ts';

const rowsOf = (documents: readonly DiagnosisDocument[]) => visits.rowsOf(documents).map(visits.visitRow);

let made = 0;
const one = (change: Partial<DiagnosisDocument> = {}): DiagnosisDocument =>
  ({
    id: String(++made).padStart(4, '0'),
    organization_id: 'own',
    disease: { code: 'J01', text: 'Sinusitis' },
    time_from: '2020-01-01T00:00:00',
    time_to: null,
    ongoing: true,
    last_day: '9999-12-31',
    draft: false,
    recorded_at: '2024-03-01T08:00:00.000Z',
    ...change,
  }) as unknown as DiagnosisDocument;
const visit = (day: string | null, change: Partial<DiagnosisDocument> = {}) =>
  one({ of_visit: true, ongoing: false, last_day: '0000-00-00', time_from: day && `${day}T00:00:00`, ...change });
const days = (...documents: DiagnosisDocument[]) => rowsOf(documents).map(({ time_from }) => time_from?.slice(0, 10) ?? null);

it('visits with one disease are one row, that of the last day that is known, with the others and what their source says of them', () => {
  const [row, ...others] = rowsOf([
    visit('2019-02-04', { clinical_status: 'active', last_day: '9999-12-31' }),
    visit(null),
    visit('2024-03-14', { clinical_status: 'resolved' }),
  ]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ time_from: '2024-03-14T00:00:00', clinical_status: 'resolved', last_day: '9999-12-31' });
  expect(row!.earlier_visits).toMatchObject([{ time_from: '2019-02-04T00:00:00', clinical_status: 'active' }, { time_from: null }]);
});

it('another disease, another clinic, a problem, a span, a draft and a question are rows of their own', () => {
  const ask = { asks: [{ code: 'order-of-versions', text: 'Which?' }] } as never;
  const apart = [
    visit('2019-01-01'),
    visit('2019-01-02', { disease: { code: 'J02', text: 'Pharyngitis' } }),
    visit('2019-01-03', { organization_id: 'other' }),
    visit('2019-01-04', { time_to: '2019-02-01T00:00:00' }),
    visit('2019-01-05', { draft: true }),
    visit('2019-01-06', ask),
    // ruling 34: its correction is marked there
    visit('2019-01-07', { corrected_from: { at: '2024-01-01T00:00:00.000Z' } as never }),
    one({ time_from: '2018-01-01T00:00:00' }),
  ];
  expect(days(...apart)).toEqual([
    '2018-01-01',
    '2019-01-07',
    '2019-01-06',
    '2019-01-05',
    '2019-01-04',
    '2019-01-03',
    '2019-01-02',
    '2019-01-01',
  ]);
});

it('ruling 31: what lasts comes first, then what is active by its source, then the newest', () => {
  const active = { last_day: '9999-12-31', disease: { code: 'E11', text: 'Diabetes' } };
  const rows = [visit('2024-01-01'), visit('1990-01-01', active), one({ time_from: '1980-01-01T00:00:00' })];
  const ended = one({ ongoing: false, last_day: '2023-01-01', time_to: '2023-01-01T00:00:00', time_from: '2022-01-01T00:00:00' });
  expect(days(...rows, ended)).toEqual(['1980-01-01', '1990-01-01', '2024-01-01', '2022-01-01']);
});
