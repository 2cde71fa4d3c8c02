import { readsAsPatient, renewIn } from './session.tsx';

it('renews the token 30 s before it expires, soon when that is over', () => {
  const now = Date.parse('2026-03-04T10:00:00.000Z');
  expect(renewIn('2026-03-04T10:15:00.000Z', now)).toBe(14.5 * 60_000);
  expect(renewIn('2026-03-04T10:00:10.000Z', now)).toBe(5000);
});

it('shows a record to an account without a role in a clinic as to its patient, whatever the profile lists', () => {
  expect(readsAsPatient({ roles: ['Patient'], patient_ids: [] }, 'r1')).toBe(true);
  expect(readsAsPatient({ roles: ['Doctor', 'Patient'], patient_ids: [] }, 'r1')).toBe(false);
  expect(readsAsPatient({ roles: ['Doctor', 'Patient'], patient_ids: ['r1'] }, 'r1')).toBe(true);
});
