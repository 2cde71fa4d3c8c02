import { DEMO_PASSWORD } from '#services/cli/demo/clinic';
import type { Accepted } from '#contracts/wire/command';
import type { NewLabResult } from '#contracts/lab/lab-results';
import type { NewPatient } from '#contracts/people/patients';
import { HttpUser } from './http-client.ts';

/** Doctors at work in the demonstration clinic, each with a session of its own, and patients enough that no list grows long. */
export interface ClinicUsers {
  users: HttpUser[];
  patient: () => string;
  close: () => void;
}

const PATIENTS = 100;

export const signInUsers = async (
  url: string,
  count: number,
  username = 'doctor',
  password: string = DEMO_PASSWORD,
): Promise<ClinicUsers> => {
  const users = Array.from({ length: count }, () => new HttpUser(url));
  // A few at a time: each password is hashed as slowly as ever.
  for (let n = 0; n < count; n += 4) await Promise.all(users.slice(n, n + 4).map((user) => user.signIn(username, password)));
  const patients: string[] = [];
  for (let n = 0; n < PATIENTS; n++) {
    const { id } = await users[n % count]!.post<Accepted>('/api/patients', newPatient(n));
    patients.push(id);
  }
  return {
    users,
    patient: () => patients[Math.floor(Math.random() * PATIENTS)]!,
    close: () => users.forEach((user) => user.close()),
  };
};

const below = (from: number, count: number): number => from + Math.floor(Math.random() * count);

/** The numbers are of the range that is never issued. */
export const newPatient = (n: number): NewPatient => ({
  first_name: 'Ada',
  last_name: `Bench ${n}`,
  sex: 'Female',
  date_of_birth: '1970-01-02T00:00:00',
  city_of_birth: 'Springfield',
  country_of_birth: 'USA',
  email: 'patient@example.org',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
  social_security_number: `9${below(50, 50)}-${below(10, 90)}-${below(1000, 9000)}`,
});

/** What the form for a result of three parameters sends. */
export const newResult = (patient_id: string): NewLabResult => ({
  patient_id,
  collected: '2026-03-04T08:15:00',
  draft: false,
  comment: 'New entry',
  parameters: ['Glucose', 'Creatinine', 'Potassium'].map((name, n) => ({
    entry_id: `e${n}`,
    parameter_id: null,
    name,
    value: `${4 + n}.${Math.floor(Math.random() * 100)}`,
    unit: 'mg/dL',
    min: '0.6',
    max: '9.9',
  })),
});

/** Everybody does the same again and again, each after its last answer, for so long; one duration in milliseconds for each time. */
export const everybody = async (users: readonly HttpUser[], milliseconds: number, act: (user: HttpUser, n: number) => Promise<void>) => {
  const durations: number[] = [];
  const start = performance.now();
  const work = async (user: HttpUser, n: number): Promise<void> => {
    for (let asked = performance.now(); asked < start + milliseconds; asked = performance.now()) {
      await act(user, n);
      durations.push(performance.now() - asked);
    }
  };
  await Promise.all(users.map(work));
  return { durations, per_second: (1000 * durations.length) / (performance.now() - start) };
};
