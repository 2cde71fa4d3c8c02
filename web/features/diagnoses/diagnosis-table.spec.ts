import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { diagnosisSheets } from './diagnosis-table.ts';

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
