import { clinicDay } from './clinic-day.ts';
import { DiagnosisCorrection, diagnosisErrors, isActive, NewDiagnosis } from './diagnoses.ts';
import { diagnosisWarnings } from './diagnosis-warnings.ts';
import { lastDayOf, shownAt } from './precision.ts';

const TODAY = '2026-03-04';
const from = '2024-02-29T00:00:00';

describe('the dates of a diagnosis', () => {
  it('follow each other, whatever the time of day', () => {
    expect(diagnosisErrors({ time_from: from, time_to: null })).toEqual({});
    expect(diagnosisErrors({ time_from: from, time_to: '2024-03-01T00:00:00' })).toEqual({});
    const wrong = { time_to: ['Date should be after 02/29/2024'] };
    expect(diagnosisErrors({ time_from: from, time_to: '2024-02-29T23:59:59' })).toEqual(wrong);
    expect(diagnosisErrors({ time_from: from, time_to: '2024-02-28T00:00:00' })).toEqual(wrong);
  });

  it('are asked of form and server alike', () => {
    const disease = { id: 'I10', code: 'I10', text: 'Hypertension' };
    const form = { disease, time_from: from, time_to: from };
    const patient_id = '22222222-2222-4222-8222-222222222222';
    const said = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues.map(({ message }) => message);
    expect(said(NewDiagnosis.safeParse({ patient_id, ...form }))).toEqual(['Date should be after 02/29/2024']);
    expect(said(DiagnosisCorrection.safeParse({ version: 0, comment: 'x', ...form }))).toEqual(['Date should be after 02/29/2024']);
  });

  it('ruling 31: make it active to the end of its last day', () => {
    const at = (time_to: string | null, more: object = {}) => isActive({ time_to, ...more }, TODAY);
    expect([at(null), at('2026-03-04T00:00:00'), at('2026-03-03T23:59:59')]).toEqual([true, true, false]);
    expect(at('2026-01-01T00:00:00', { time_to_precision: 'year' })).toBe(true);
    expect(at('2026-02-01T00:00:00', { time_to_precision: 'month' })).toBe(false);
    expect(at(null, { clinical_status: 'resolved' })).toBe(false);
    expect(at(null, { clinical_status: 'active' })).toBe(true);
  });

  it('ruling 31: are asked once where they lie in the future or before birth', () => {
    const facts = { today: TODAY, date_of_birth: '1968-05-02T00:00:00' };
    const asked = (time_from: string, time_to: string | null = null) =>
      diagnosisWarnings({ time_from, time_to }, facts).map(({ path, code }) => `${path} ${code}`);
    expect(asked('2026-03-04T12:00:00')).toEqual([]);
    expect(asked('2026-03-05T00:00:00')).toEqual(['time_from future-date']);
    expect(asked('1968-05-02T00:00:00', '2030-01-01T00:00:00')).toEqual([]);
    expect(asked('1968-05-01T00:00:00', '1968-05-01T00:00:00')).toEqual(['time_from before-birth', 'time_to before-birth']);
    expect(diagnosisWarnings({ time_from: '2030-01-01T00:00:00', time_to: null }, {})).toEqual([]);
    const [question] = diagnosisWarnings({ time_from: '1968-05-01T00:00:00', time_to: null }, facts);
    expect(question?.message).toBe('05/01/1968 is before the patient was born (05/02/1968). Is that right?');
  });
});

describe('a date that is not known to the day', () => {
  it('ruling 31: is shown as it was said', () => {
    const local = '2019-01-01T00:00:00';
    expect([shownAt(local), shownAt(local, 'year'), shownAt(local, 'month')]).toEqual(['01/01/2019', '2019', '01/2019']);
    expect(shownAt('2019-05-06T08:30:00', 'time')).toBe('05/06/2019 08:30');
    expect(shownAt('soon')).toBe('soon');
  });

  it('ends with its year or month', () => {
    expect(lastDayOf('2019-01-01T00:00:00', 'year')).toBe('2019-12-31');
    expect(lastDayOf('2024-02-01T00:00:00', 'month')).toBe('2024-02-29');
    expect(lastDayOf('2023-02-01T00:00:00', 'month')).toBe('2023-02-28');
    expect(lastDayOf('2024-02-05T10:00:00')).toBe('2024-02-05');
  });
});

it('ruling 31: the clinic’s day is that of its zone, over the change of clocks too', () => {
  const at = (utc: string, zone: string | undefined) => clinicDay(zone, new Date(utc));
  expect(at('2026-03-04T04:59:59Z', 'America/New_York')).toBe('2026-03-03');
  expect(at('2026-03-04T05:00:00Z', 'America/New_York')).toBe('2026-03-04');
  expect(at('2026-07-04T03:59:59Z', 'America/New_York')).toBe('2026-07-03');
  expect(at('2026-07-04T04:00:00Z', 'America/New_York')).toBe('2026-07-04');
  expect(at('2026-03-04T23:30:00Z', 'Europe/Zurich')).toBe('2026-03-05');
  expect(at('2026-03-04T23:30:00Z', undefined)).toBe('2026-03-04');
});
