import { randomUUID } from 'node:crypto';
import type { PatientCommand } from '#contracts/people/patients';
import type { Actor } from '#infra/event-store/actor';
import { Access } from '#infra/access/access';
import { Reservations } from '#infra/event-store/reservations';
import { type Engines, openEngines } from '#tests/support/engines';
import { HandlePatient, PatientsHandler } from '../../records/patients/patients.handlers.ts';
import { settleNumbers } from './settle-numbers.reaction.ts';

let engines: Engines;
let reservations: Reservations;
let handler: PatientsHandler;
beforeAll(async () => {
  engines = await openEngines();
  reservations = new Reservations(engines.log, engines.keys);
  handler = new PatientsHandler(engines.streams, reservations, new Access(engines.log));
});
afterAll(() => engines.close());

const test: Actor = { kind: 'system', part: 'test' };
const organization_id = randomUUID();
const person = {
  first_name: 'Ava',
  last_name: 'Morgan',
  sex: 'Female' as const,
  date_of_birth: '1968-05-02T00:00:00',
  city_of_birth: 'Chicago',
  country_of_birth: 'USA',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
  may_set_email: true,
  comment: 'x',
};
const send = (command: Pick<PatientCommand, 'type' | 'data'>) =>
  handler.execute(new HandlePatient({ ...command, command_id: randomUUID() } as PatientCommand, test));
const register = (patient_id: string, social_security_number: string) =>
  send({ type: 'RegisterPatient', data: { ...person, patient_id, organization_id, social_security_number } });
const correct = (patient_id: string, social_security_number: string, version: number) =>
  send({ type: 'CorrectPatient', data: { ...person, patient_id, social_security_number, version } });

/** Gives the reaction every event of the patient, as often as told. */
const settle = async (patient_id: string, times = 1) => {
  const reaction = settleNumbers(engines.log, reservations);
  const effects = { id: () => randomUUID(), publish: async () => {} };
  for (let n = 0; n < times; n++) {
    for (const opened of await engines.events(`patient-${patient_id}`)) {
      if (opened.kind === 'opened') await reaction.react(opened.event, opened.meta, effects);
    }
  }
};
const ownerOf = (number: string) => reservations.ownerOf('social-security-number', `${organization_id}:${number}`);
const later = () => new Reservations(engines.log, engines.keys, () => new Date(Date.now() + 3_600_000));

it('decision 3.5: confirms the number of a patient who was added, so that nobody takes it over', async () => {
  const patient_id = randomUUID();
  await register(patient_id, '900-00-0001');
  await settle(patient_id, 2);
  const value = `${organization_id}:900000001`;
  await expect(later().reserve('social-security-number', value, `patient-${randomUUID()}`, randomUUID(), test)).rejects.toMatchObject({
    status: 409,
  });
});

it('decision 3.5: frees the former number after a correction, not before', async () => {
  const patient_id = randomUUID();
  await register(patient_id, '900000002');
  await correct(patient_id, '900000003', 0);
  expect(await ownerOf('900000002')).toBe(patient_id);
  await settle(patient_id, 2);
  expect(await ownerOf('900000002')).toBeUndefined();
  expect(await ownerOf('900000003')).toBe(patient_id);
  await register(randomUUID(), '900000002');
});

it('keeps a number that was given up and taken back before the reaction came', async () => {
  const patient_id = randomUUID();
  await register(patient_id, '900000004');
  await correct(patient_id, '900000005', 0);
  await correct(patient_id, '900000004', 1);
  await settle(patient_id, 2);
  expect(await ownerOf('900000004')).toBe(patient_id);
  expect(await ownerOf('900000005')).toBeUndefined();
});

it('frees the number of a removed patient', async () => {
  const patient_id = randomUUID();
  await register(patient_id, '900000006');
  await send({ type: 'RemovePatient', data: { patient_id, version: 0, comment: 'x' } });
  await settle(patient_id);
  expect(await ownerOf('900000006')).toBeUndefined();
});

it('leaves no number behind where two corrections meet', async () => {
  const patient_id = randomUUID();
  await register(patient_id, '900000007');
  const answers = await Promise.allSettled(['900000008', '900000009'].map((number) => correct(patient_id, number, 0)));
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await settle(patient_id);
  const owners = await Promise.all(['900000007', '900000008', '900000009'].map(ownerOf));
  expect(owners.filter((owner) => owner === patient_id)).toHaveLength(1);
});
