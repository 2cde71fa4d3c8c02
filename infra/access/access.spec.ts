import { randomUUID } from 'node:crypto';
import type { Role } from '#contracts/people/accounts';
import { type Engines, openEngines } from '#tests/support/engines';
import { Access } from './access.ts';
import { type Actor, eventActor, inScope, reaches, sameActor } from '../event-store/actor.ts';
import { UnrecordedSessions } from './unrecorded-sessions.ts';

const [clinic, other, patient_id] = [randomUUID(), randomUUID(), randomUUID()];
const user = (roles: Role[], organization_id: string | null = null, patient_ids: string[] = []): Extract<Actor, { kind: 'user' }> => ({
  kind: 'user',
  user_id: randomUUID(),
  session_id: randomUUID(),
  roles,
  organization_id,
  patient_ids,
  name: 'Ada Quill',
});
const [doctor, stranger, own, root] = [
  user(['Doctor'], clinic),
  user(['Doctor'], other),
  user(['Patient'], null, [patient_id]),
  user(['SuperUser']),
];
const record = { organization_id: clinic, patient_id };

describe('decision 3.4: who reaches what', () => {
  it.each([
    ['staff their clinic’s record', doctor, record, true],
    ['staff no other clinic’s record', stranger, record, false],
    ['staff nothing that belongs to nobody', doctor, {}, false],
    ['staff without a clinic nothing', user(['Doctor']), {}, false],
    ['a patient its own record', own, record, true],
    ['a patient no other record', own, { organization_id: clinic, patient_id: randomUUID() }, false],
    ['a patient of the clinic nothing by that', user(['Patient'], clinic), record, false],
    ['somebody who is no patient no record by its id', user(['SuperUser'], null, [patient_id]), record, false],
    ['the super user what belongs to nobody', root, {}, true],
    ['the super user no record', root, record, false],
    ['the super user nothing of a clinic', root, { organization_id: clinic }, false],
    ['the system everything', { kind: 'system', part: 'ocr' } as Actor, record, true],
  ])('%s', (_, actor, scope, expected) => expect(inScope(actor, scope)).toBe(expected));

  it('everybody reaches the own account and session, the super user every account and organization', () => {
    expect(reaches(own, `user-${own.user_id}`, {})).toBe(true);
    expect(reaches(own, `session-${own.session_id}`, {})).toBe(true);
    expect(reaches(own, `user-${doctor.user_id}`, {})).toBe(false);
    expect(reaches(doctor, `session-${own.session_id}`, {})).toBe(false);
    expect(reaches(root, `user-${doctor.user_id}`, { organization_id: clinic })).toBe(true);
    expect(reaches(root, `organization-${clinic}`, { organization_id: clinic })).toBe(true);
    expect(reaches(root, `report-${randomUUID()}`, { organization_id: clinic })).toBe(false);
  });

  it('an envelope names the person and the widest role, never the name', () => {
    const actor = user(['Doctor', 'OrganizationAdmin'], clinic);
    expect(eventActor(actor)).toEqual({ user_id: actor.user_id, role: 'OrganizationAdmin' });
    expect(eventActor({ kind: 'system', part: 'ocr', on_behalf_of: doctor.user_id })).toEqual({
      system: 'ocr',
      on_behalf_of: doctor.user_id,
    });
    expect(sameActor(eventActor(actor), { ...actor, roles: ['Doctor'] })).toBe(true);
    expect(sameActor(eventActor(actor), doctor)).toBe(false);
    expect(sameActor({ system: 'ocr' }, { kind: 'system', part: 'ocr' })).toBe(true);
    expect(sameActor({ system: 'ocr' }, { kind: 'system', part: 'seed' })).toBe(false);
  });
});

describe('access at the head of the streams', () => {
  let engines: Engines;
  let access: Access;
  beforeAll(async () => {
    engines = await openEngines();
    access = new Access(engines.log);
  });
  afterAll(() => engines.close());

  const append = (stream: string, type: string, data: object, scope: object = {}) =>
    engines.log.append(stream, [{ type, data }], 'any', { command_id: randomUUID(), actor: { system: 'test' }, ...scope });
  const facts = (id: string) => ({
    patient_id: id,
    organization_id: clinic,
    first_name: 'Bea',
    last_name: 'Byrd',
    sex: 'Female',
    date_of_birth: '1960-01-01T00:00:00',
    city_of_birth: 'Bern',
    country_of_birth: 'CH',
    social_security_number: '123456789',
    agreed_to_research: true,
    fhir_synchronization_enabled: false,
    comment: 'New entry',
  });
  const addPatient = async () => {
    const id = randomUUID();
    await append(`patient-${id}`, 'PatientRegistered', facts(id), { organization_id: clinic, patient_id: id });
    return id;
  };

  it('finds the person behind a session, until it is signed out', async () => {
    const [session_id, user_id] = [randomUUID(), randomUUID()];
    expect(await access.actor(session_id)).toBeUndefined();
    await append(`session-${session_id}`, 'SignedIn', { session_id, user_id });
    expect(await access.actor(session_id)).toBeUndefined();
    const profile = { first_name: 'Ada', last_name: 'Quill', email: 'a@b.ch', phone_number: '1', occupations: [] };
    const account = { roles: ['Doctor'], organization_id: clinic, patient_ids: [], seeded: false, username: 'ada', password_hash: 'x' };
    await append(`user-${user_id}`, 'UserRegistered', { user_id, ...account, ...profile });
    await append(`user-${user_id}`, 'UserCorrected', { user_id, ...profile, last_name: 'Byrd' });
    expect(await access.actor(session_id)).toEqual({
      kind: 'user',
      user_id,
      session_id,
      roles: ['Doctor'],
      organization_id: clinic,
      patient_ids: [],
      name: 'Ada Byrd',
    });
    await append(`session-${session_id}`, 'SignedOut', { session_id });
    expect(await access.actor(session_id)).toBeUndefined();
  });

  it('a change of the password ends the sessions before it and none after it, wherever the clock was moved', async () => {
    const at = (recorded_at: string) => ({ clock: () => new Date(recorded_at) });
    const [early, late] = [3_600_000, 0].map((ago) => new Date(Date.now() - ago).toISOString()) as [string, string];
    for (const [before, then, after] of [
      [late, early, early],
      [early, late, early],
    ] as const) {
      const [user_id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
      const profile = { first_name: 'Ada', last_name: 'Quill', email: 'a@b.ch', phone_number: '1', occupations: [] };
      const account = { roles: ['Doctor'], organization_id: clinic, patient_ids: [], seeded: false, username: 'ada', password_hash: 'x' };
      await append(`user-${user_id}`, 'UserRegistered', { user_id, ...account, ...profile });
      await append(`session-${first}`, 'SignedIn', { session_id: first, user_id }, at(before));
      await append(`user-${user_id}`, 'PasswordChanged', { user_id, password_hash: 'y' }, at(then));
      await append(`session-${second}`, 'SignedIn', { session_id: second, user_id }, at(after));
      expect(await access.actor(first)).toBeUndefined();
      expect(await access.actor(second)).toMatchObject({ user_id });
    }
  });

  it('a session ends by what is done about the account elsewhere, and by its age', async () => {
    const profile = { first_name: 'Ada', last_name: 'Quill', email: 'a@b.ch', phone_number: '1', occupations: [] };
    const account = { roles: ['Doctor'], organization_id: clinic, patient_ids: [], seeded: false, username: 'ada', password_hash: 'x' };
    for (const [type, data] of [
      ['SessionsEnded', {}],
      ['SecondFactorConfirmed', { recovery_codes: [] }],
      ['SecondFactorRemoved', {}],
    ] as const) {
      const [user_id, here, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
      await append(`user-${user_id}`, 'UserRegistered', { user_id, ...account, ...profile });
      for (const session_id of [here, elsewhere]) await append(`session-${session_id}`, 'SignedIn', { session_id, user_id });
      await append(`user-${user_id}`, type, { user_id, session_id: here, ...data });
      expect(await access.actor(here)).toMatchObject({ user_id });
      expect(await access.actor(elsewhere)).toBeUndefined();
    }
    const [user_id, old] = [randomUUID(), randomUUID()];
    await append(`user-${user_id}`, 'UserRegistered', { user_id, ...account, ...profile });
    const clock = () => new Date(Date.now() - 12.1 * 3_600_000);
    await append(`session-${old}`, 'SignedIn', { session_id: old, user_id }, { clock });
    expect(await access.actor(old)).toBeUndefined();
  });

  it('knows whose a patient record is, and nobody’s once it was removed', async () => {
    const id = await addPatient();
    expect(await access.patientScope(doctor, id)).toEqual({ organization_id: clinic, patient_id: id });
    expect(await access.patientScope(user(['Patient'], null, [id]), id)).toEqual({ organization_id: clinic, patient_id: id });
    for (const actor of [stranger, root, own]) await expect(access.patientScope(actor, id)).rejects.toMatchObject({ status: 404 });
    await expect(access.patientScope(doctor, randomUUID())).rejects.toMatchObject({ status: 404 });
    await append(`patient-${id}`, 'PatientRemoved', { patient_id: id, comment: 'x' }, { organization_id: clinic, patient_id: id });
    await expect(access.patientScope(doctor, id)).rejects.toMatchObject({ status: 404 });
  });

  it('knows whose any stream is; the super user reads every history', async () => {
    const stream = `patient-${await addPatient()}`;
    expect(await access.streamScope(doctor, stream)).toMatchObject({ organization_id: clinic });
    await expect(access.streamScope(root, stream)).rejects.toMatchObject({ status: 404 });
    await expect(access.streamScope(doctor, `patient-${randomUUID()}`)).rejects.toMatchObject({ status: 404 });
    const history = { relations: ['own-organization', 'super-user'], mayBeGone: true } as const;
    expect(await access.reachStream(root, stream, history)).toMatchObject({ organization_id: clinic, relation: 'super-user' });
    await expect(access.reachStream(stranger, stream, history)).rejects.toMatchObject({ status: 404 });
    await expect(access.reachStream(root, `patient-${randomUUID()}`, history)).rejects.toMatchObject({ status: 404 });
  });
});

it('sessions that could not be written are kept up to a thousand', () => {
  const sessions = new UnrecordedSessions();
  const session = { user_id: 'u', signed_in_at: '2026-01-01T00:00:00.000Z', position: '0' };
  for (let n = 0; n < 1500; n++) sessions.begin(`s${n}`, session);
  expect(sessions.find('s0')).toBeUndefined();
  expect(sessions.find('s1499')).toEqual(session);
});
