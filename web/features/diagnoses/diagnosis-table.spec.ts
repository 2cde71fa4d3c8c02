import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { barSpan, diagnosisSheets, drawnBars } from './diagnosis-table.ts';

const bar = (given: Partial<DiagnosisBar> = {}): DiagnosisBar => ({
  diagnosis_id: 'd',
  from: '2020-02-11T00:00:00',
  to: null,
  active: true,
  draft: false,
  origin: 'manual',
  corrected: false,
  ...given,
});
const series = (...bars: DiagnosisBar[]) =>
  ({
    id: 'I10',
    organization_id: 'o',
    organization_name: 'Lindenhof',
    name: 'Essential hypertension',
    icd: 'I10',
    bars,
  }) as unknown as DiagnosisSeries;

it('says in words what lasts, and what is over without a date', () => {
  const to = (one: DiagnosisBar) => diagnosisSheets([series(one)]).paper().rows[0]?.cells[3];
  expect([to(bar()), to(bar({ active: false })), to(bar({ to: '2021-05-03T00:00:00' }))]).toEqual([
    'ongoing',
    'ended, no date',
    '05/03/2021',
  ]);
});

it('says in words on paper, and to who does not see the chart, that it is not confirmed', () => {
  const remarks = diagnosisSheets([series(bar({ origin: 'fhir', clinical_status: 'active', verification_status: 'differential' }))]);
  expect(remarks.paper().rows[0]?.cells[4]).toBe('differential');
});

describe('diagnoses of visits', () => {
  const visit = (day: string, more: Partial<DiagnosisBar> = {}) =>
    bar({ diagnosis_id: day, from: `${day}T00:00:00`, active: false, of_visit: true, origin: 'fhir', ...more });
  const rows = (...bars: DiagnosisBar[]) =>
    diagnosisSheets([series(...bars)])
      .paper()
      .rows.map(({ cells }) => cells.slice(2, 5));

  it('are one row, without an end', () => {
    expect(rows(visit('2019-02-04'))).toEqual([['02/04/2019', 'at a visit', '']]);
    expect(rows(visit('2019-02-04'), visit('2021-11-15'))).toEqual([['11/15/2021', 'at visits: 2, last 11/15/2021', '']]);
    expect(rows(visit('2019-02-04'), visit('2021-11-15', { draft: true }), bar())).toEqual([
      ['02/11/2020', 'ongoing', ''],
      ['02/04/2019', 'at a visit', ''],
      ['11/15/2021', 'at a visit', 'draft, not checked'],
    ]);
  });
  it('say what their source says of them', () => {
    expect(rows(visit('2019-02-04', { active: true, clinical_status: 'active' }))[0]?.[2]).toBe('active by its source');
    expect(rows(bar({ origin: 'fhir' }))[0]?.[2]).toBe('status not stated');
  });
  it('keep what their source says of each on paper', () => {
    const [early, late] = [
      visit('2019-02-04', { clinical_status: 'active', corrected: true }),
      visit('2024-03-14', { clinical_status: 'resolved' }),
    ];
    expect(rows(early, late)).toEqual([['03/14/2024', 'at visits: 2, last 03/14/2024', 'resolved, active on 02/04/2019, corrected']]);
  });
  it('without a day are in no chart, and in the table', () => {
    expect(drawnBars([visit('2019-02-04', { from: null }), visit('2019-02-04'), bar({ from: null, active: false })])).toHaveLength(1);
    expect(rows(visit('2019-02-04', { from: null }))).toEqual([['not known', 'at a visit', '']]);
  });
  it('lie on their day alone in the chart, or in what is known of it', () => {
    const day = 86_400_000;
    const { from, to } = barSpan(visit('2019-02-04', { active: true }));
    expect((to ?? Infinity) - (from ?? 0)).toBeLessThan(day);
    const year = barSpan(visit('2019-01-01', { from_precision: 'year' }));
    expect(year.to).toBe(year.fromUntil);
  });
});
