import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { timeOf } from '#web/charts/local-time.ts';
import { daysText, knownOn, notesOf, nowOf, spansOf } from './diagnosis-words.ts';

const bar = (given: Partial<DiagnosisBar> = {}): DiagnosisBar => ({
  diagnosis_id: 'd',
  from: '2026-06-01T00:00:00',
  to: null,
  active: true,
  draft: false,
  origin: 'fhir',
  clinical_status: 'active',
  corrected: false,
  ...given,
});
const differential = bar({ verification_status: 'differential' });

describe('a diagnosis that is not confirmed', () => {
  it('says its word before its days, now, on a day, on paper and to screen readers', () => {
    const said = 'differential, since 06/01/2026';
    expect(daysText(differential)).toBe(said);
    expect(nowOf([differential])).toEqual({ text: said, bar: differential });
    expect(knownOn([differential], timeOf('2026-07-01T00:00:00'))).toBe(said);
    expect(spansOf([differential])).toEqual([said]);
    const oneDay = { ...differential, to: '2026-06-01T00:00:00' };
    expect(daysText(oneDay)).toBe('differential, 06/01/2026');
  });
  it.each(['provisional', 'unconfirmed', 'wahrscheinlich'])('%s is said as well', (verification_status) =>
    expect(daysText(bar({ verification_status }))).toBe(`${verification_status}, since 06/01/2026`),
  );
  it('is one only as long as nothing newer confirms it', () => {
    const confirmed = bar({ diagnosis_id: 'c', from: '2026-08-01T00:00:00', verification_status: 'confirmed' });
    expect(nowOf([{ ...differential, to: '2026-07-31T00:00:00', active: false }, confirmed])).toEqual({
      text: 'since 08/01/2026',
      bar: confirmed,
    });
    expect(daysText(bar())).toBe('since 06/01/2026');
  });
  it('of visits says so below the name', () => {
    const visits = [
      bar({ of_visit: true, active: false, clinical_status: undefined, verification_status: 'provisional' }),
      bar({ of_visit: true, active: false, clinical_status: undefined, verification_status: 'confirmed', from: '2025-03-01T00:00:00' }),
    ];
    expect(notesOf({ bars: visits } as unknown as DiagnosisSeries)).toEqual(['by its source: provisional']);
    expect(nowOf(visits).bar).toBe(visits[0]);
  });
});
