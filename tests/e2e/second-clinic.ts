import { type Api, apiAs, patientId } from './api.ts';
import { until } from './until.ts';

const PASSWORD = 'seven grey herons';

/** What a test needs of a clinic with which the demonstration's patient is connected too. */
export interface SecondClinic {
  /** Its doctor. */
  api: Api;
  /** Its record of Ava Morgan. */
  record: string;
  /** The record of the demonstration clinic. */
  first: string;
  /** The patient takes the consent back. */
  revoke: () => Promise<unknown>;
}

/** The code in the link of the last mail to an address. */
const codeTo = (api: Api, address: string, link: RegExp): Promise<string> =>
  until(`a mail to ${address}`, async () => {
    const { items } = await api.get<{ items: { to: string; text: string }[] }>('/api/outbox');
    return items.flatMap(({ to, text }) => (to === address ? (link.exec(text)?.[1] ?? []) : []))[0];
  });

/**
 * Harbor Clinic, with a record of Ava Morgan that her account is connected with: two results of a parameter that her first clinic measures too.
 * Its server's people need passwords of their own: see `chooseOwnPasswords`.
 */
export const addSecondClinic = async (url: string): Promise<SecondClinic> => {
  const [admin, doctor, patient] = [await apiAs(url, 'admin'), await apiAs(url, 'doctor'), await apiAs(url, 'patient')];
  const place = { name: 'Harbor Clinic', address: '2 Quay Street', city: 'Duluth', zip: '55802', country: 'USA', phone: '+12185550100' };
  const person = { username: 'harbor', password: PASSWORD, first_name: 'Hanna', last_name: 'Quay', email: 'hanna@example.org' };
  const facts = { ...place, state: 'Minnesota', time_zone: 'America/Chicago' };
  const signedUp = await fetch(`${url}/api/organizations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ ...facts, ...person, phone_number: '+12185550101' }),
  });
  const { id: clinic } = (await signedUp.json()) as { id: string };
  await admin.send('PUT', `/api/users/verify/${await codeTo(admin, person.email, /verify\/([\w.-]+)/)}`);
  await admin.send('PUT', `/api/organizations/${clinic}`, { ...facts, version: 1, status: 'Approved' });
  const api = await apiAs(url, person.username, PASSWORD);

  const first = await patientId(doctor, 'Morgan');
  type Said = Record<'first_name' | 'last_name' | 'sex' | 'date_of_birth' | 'city_of_birth' | 'country_of_birth', string>;
  const { first_name, last_name, sex, date_of_birth, city_of_birth, country_of_birth } = await doctor.get<Said>(`/api/patients/${first}`);
  const email = 'patient@lindenhof.example';
  const { id: record } = await api.send<{ id: string }>('POST', '/api/patients', {
    ...{ first_name, last_name, sex, date_of_birth, city_of_birth, country_of_birth },
    ...{ email, social_security_number: '900-55-6789' },
  });
  const { id: invitation } = await api.send<{ id: string }>('PUT', '/api/patient-invitations/invitation/invite', {
    patient_id: record,
    email,
  });
  const code = await codeTo(admin, email, /receiveinvitation\/([\w.-]+)/);
  await patient.send('PUT', `/api/patient-invitations/invitation/${code}/approve`);

  const { items } = await doctor.get<{ items: { parameter_id: string; name: string; unit: string }[] }>(
    `/api/lab-results/series?patient_id=${first}`,
  );
  const { parameter_id, name, unit } = items.find((one) => one.name === 'Creatinine')!;
  for (const [collected, value] of [
    ['2025-11-03T08:30:00', '1.01'],
    ['2026-05-04T08:30:00', '1.12'],
  ]) {
    const entry = { entry_id: 'a', parameter_id, name, value, unit, min: '0.6', max: '1.3' };
    await api.send('POST', '/api/lab-results', { patient_id: record, collected, draft: false, parameters: [entry] });
  }
  await api.send('POST', '/api/diagnoses', {
    ...{ patient_id: record, draft: false, time_from: '2024-02-29T00:00:00', time_to: null },
    disease: { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension' },
  });
  return { api, record, first, revoke: () => patient.send('PUT', `/api/patient-invitations/invitation/${invitation}/cancel`) };
};
