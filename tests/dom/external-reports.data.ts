import { waitFor } from '@testing-library/react';
import { ExternalReportView } from '#contracts/items/external-reports';
import { patientId } from '../e2e/api.ts';
import { section } from './find.ts';
import { screensOf } from './screens.tsx';

export const idOf = (number: number) => `0b7c2f46-9a3e-4d4e-8f15-${String(number).padStart(12, '0')}`;
export const FILE = idOf(900);
/** A report as the server sends it. */
export const report = (number: number, given: Partial<ExternalReportView> = {}): ExternalReportView =>
  ExternalReportView.parse({
    id: idOf(number),
    organization_id: idOf(999),
    patient_id: idOf(998),
    source: { system: 'Riverside Hospital', reference: `DiagnosticReport/${number}`, version: '1' },
    name: `Report ${number}`,
    status: 'final',
    date: '2026-03-04T08:30:00',
    date_precision: 'time',
    forms: [],
    results: [],
    imported_at: '2026-04-01T08:00:00.000Z',
    version: 0,
    ...given,
  });
export const culture = report(1, {
  name: 'Urine culture',
  conclusion: 'Growth of E. coli,\n  more than 100,000 CFU/mL.',
  results: ['Observation/1', 'Observation/2'],
  beside: [
    { element: 'specimen', text: 'urine' },
    { element: 'performer', text: 'Dr. Ann Lee' },
  ],
});

export const LISTS = 'lab_view=list&examinations_view=list&diagnoses_view=list&intakes_view=list';
/** The button that lists all of them. */
export const all = { name: /^Reports of external records \(/ };
export const REPORTS = /external-reports\?/;

/** A record on the doctor's screen, with reports as the server answers them. */
export const reportsOnScreen = () => {
  const screens = screensOf('doctor');
  let morgan = '';
  beforeAll(async () => void (morgan = await patientId(screens.api, 'Morgan')));
  return {
    screens,
    patient: () => morgan,
    answered: (...items: ExternalReportView[]) => screens.answer(REPORTS, () => ({ items, overall_count: items.length })),
    openRecord: async (search = LISTS) => {
      screens.open(`/patients/${morgan}?${search}`);
      const lab = await section('Lab results');
      await waitFor(() => expect(lab.element.querySelector('tbody tr')).not.toBeNull());
      return lab;
    },
  };
};
