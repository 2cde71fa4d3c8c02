import { DiagnosisCorrection, diagnosisErrors, NewDiagnosis } from './diagnoses.ts';
import { lastDayOf, shownAt } from '../wire/precision.ts';

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
