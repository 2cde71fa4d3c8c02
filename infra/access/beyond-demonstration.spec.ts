import { randomBytes, randomUUID } from 'node:crypto';
import type { EventActor } from '#contracts/wire/envelope';
import { type Engines, openEngines } from '#tests/support/engines';
import { BeyondDemonstration } from './beyond-demonstration.ts';
import { demonstrationClinicId } from './known-passwords.ts';

let engines: Engines;
let beyond: BeyondDemonstration;
beforeEach(async () => {
  engines = await openEngines();
  beyond = new BeyondDemonstration(engines.log);
});
afterEach(() => engines.close());

const inDemonstration = { organization_id: demonstrationClinicId };
const seed: EventActor = { system: 'seed' };
const somebody: EventActor = { user_id: randomUUID(), role: 'OrganizationAdmin' };
/** Only what lies open counts: the contents are noise, as after an erasure. */
const record = (types: readonly string[], scope: object = {}, actor: EventActor = somebody) => {
  const metadata = { schema: 1, command_id: randomUUID(), correlation_id: randomUUID(), actor, key_ids: [], ...scope };
  const events = types.map((type) => ({
    id: randomUUID(),
    type,
    data: randomBytes(40),
    metadata: { ...metadata, recorded_at: '2026-03-04T10:00:00.000Z' },
  }));
  return engines.store.append(`user-${randomUUID()}`, events, 'no-stream');
};

it.each<[string, readonly string[], object, EventActor]>([
  ['nothing at all', ['SessionStarted'], {}, somebody],
  ['its clinic', ['OrganizationRegistered'], inDemonstration, seed],
  ['its people', ['UserRegistered'], {}, seed],
  ['its records', ['PatientRegistered'], inDemonstration, { ...seed, on_behalf_of: randomUUID() }],
  ['a record that is added to it', ['PatientRegistered'], inDemonstration, somebody],
  ['an account that is added to it', ['UserRegistered'], inDemonstration, somebody],
  ['who signed up by its invitation', ['UserRegistered', 'PersonalFactsGiven', 'SignedUpByInvitation'], {}, { system: 'sign-up' }],
])('there is none beyond the demonstration: %s', async (_, types, scope, actor) => {
  await record(types, scope, actor);
  expect(await beyond.exists()).toBe(false);
});

it.each<[string, readonly string[], object, EventActor]>([
  ['a clinic', ['OrganizationRegistered'], { organization_id: randomUUID() }, somebody],
  ['a record of another clinic', ['PatientRegistered'], { organization_id: randomUUID() }, somebody],
  ['an account of another clinic', ['UserRegistered'], { organization_id: randomUUID() }, { system: 'cli' }],
  ['who signed up without an invitation', ['UserRegistered', 'VerificationCodeIssued'], {}, { system: 'sign-up' }],
  ['another super user', ['UserRegistered'], {}, somebody],
])('there is one beyond the demonstration from the next question on, and for good: %s', async (_, types, scope, actor) => {
  await record(['UserRegistered'], {}, seed);
  expect(await beyond.exists()).toBe(false);
  await record(types, scope, actor);
  expect(await beyond.exists()).toBe(true);
  await record(['UserRegistered'], inDemonstration);
  expect(await beyond.exists()).toBe(true);
  expect(await new BeyondDemonstration(engines.log).exists()).toBe(true);
});

it('answers many who ask at once while events are appended, each by what was recorded before the question', async () => {
  const answers: Promise<boolean>[] = [];
  for (let n = 0; n < 40; n++) {
    await record(['PatientRegistered'], inDemonstration);
    answers.push(beyond.exists());
  }
  await record(['OrganizationRegistered'], { organization_id: randomUUID() });
  answers.push(beyond.exists(), beyond.exists());
  expect((await Promise.all(answers)).slice(-2)).toEqual([true, true]);
});
