import { diagnosisWarnings } from './diagnosis-warnings.ts';

const TODAY = '2026-03-04';

describe('the dates of a diagnosis', () => {
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
