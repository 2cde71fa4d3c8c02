import { unfinished } from './unfinished.ts';

describe('a form that cannot be saved yet', () => {
  it('says which fields it waits for, and of how many rows', () => {
    expect(unfinished({})).toBe('');
    expect(unfinished({ medication: ['Field is required'] })).toBe('Not complete yet: Medication');
    expect(unfinished({ sex: ['Field is required'] }, { sex: 'Sex' })).toBe('Not complete yet: Sex');
    expect(unfinished({ 'a.value': ['Field is required'], 'a.max': ['Field is required'], 'b.max': ['Field is required'] })).toBe(
      'Not complete yet: Value, Max (3 fields)',
    );
    const names = { date_of_birth: 'Date of birth', sex: 'Sex' };
    const missing = ['Field is required'];
    expect(unfinished({ sex: missing, 'x.odd': missing, date_of_birth: missing }, names)).toBe(
      'Not complete yet: Date of birth, Sex, another field',
    );
    expect(unfinished({ time_from: missing, disease: missing })).toBe('Not complete yet: Diagnosis (ICD), Start date');
    expect(unfinished({ 'dosage_changes.0.dosages.1.dose': ['1 or 1000?'], 'x.odd': ['too long'] })).toBe(
      'Not complete yet: Dose, another field',
    );
  });
});
