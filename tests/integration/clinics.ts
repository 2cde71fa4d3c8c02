import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Role } from '#contracts/people/accounts';
import type { OrganizationStatus } from '#contracts/people/organization-status';
import type { Accepted } from '#contracts/wire/command';
import type { Settings } from '#infra/config/configuration';
import type { Kernel } from '#services/cli/kernel';
import { handleAccount, registration } from '#services/records/accounts/accounts.handlers';
import { connect, disconnect } from '#services/records/invitations/connections.handlers';
import { handleOrganization } from '#services/records/organizations/organizations.handlers';
import { addPatient, CLI, openApplication, type Person as Patient } from './kernel.ts';

export const PASSWORD = 'correct horse';

/** The application of this file of tests, from `startApplication` on. */
export let kernel: Kernel;
export let app: NestFastifyApplication;

/** Opens the application before the tests and stops it after them. Call once, at the top of a spec. */
export const startApplication = (settings: Partial<Settings> = {}): void => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ kernel, app, stop } = await openApplication(settings));
  }, 60_000);
  afterAll(() => stop());
};

/** Waits until the reactions to all events so far are done, and the reactions to what these recorded; read models may lag. */
export const followed = async (): Promise<void> => {
  for (let round = 0; round < 3; round++) await kernel.reactionRunner.settled();
};
/** Waits for the reactions, and for the read models. */
export const settled = async (): Promise<void> => {
  await followed();
  await kernel.runner.settled();
};

/** Somebody with an account and a session. */
export interface Person {
  user_id: string;
  username: string;
  email: string;
  authorization: string;
}
/** Answers the header of a new session. */
export const signIn = async (username: string, password = PASSWORD): Promise<string> => {
  const answer = await app.inject({ method: 'POST', url: '/api/token', payload: { username, password } });
  return `Bearer ${answer.json<{ token: string }>().token}`;
};
/** Adds an account, Ada Quill's where `said` names nobody else, and signs it in. `particulars`: as a registration has them. */
export const addPerson = async (
  roles: Role[],
  organization_id: string | null,
  said: { first_name?: string; last_name?: string } = {},
  particulars: Parameters<typeof registration>[2] = {},
): Promise<Person> => {
  const username = `u-${randomUUID()}`;
  const email = `${username}@example.org`;
  const named = { first_name: 'Ada', last_name: 'Quill', email, phone_number: '+41310000001', occupations: [], ...said };
  const user = { username, password: PASSWORD, roles, organization_id, ...named };
  const { id: user_id } = await handleAccount(kernel, await registration(user, randomUUID(), particulars), CLI);
  return { user_id, username, email, authorization: await signIn(username) };
};

/** Registers a clinic; answers its id. */
export const addClinic = async (name: string, status: OrganizationStatus = 'Approved'): Promise<string> => {
  const organization_id = randomUUID();
  const facts = { status, name, address: '1 Shore Road', city: 'Bern', zip: '3000', phone: '+41310000000', time_zone: 'UTC' };
  const data = { organization_id, ...facts };
  await handleOrganization(kernel.streams, { type: 'RegisterOrganization', command_id: randomUUID(), data }, CLI);
  return organization_id;
};

let numbers = 100_000_000;
/** A clinic's record of Zyzzyva Quixotry, or of whom `said` names, with a number of its own; answers its id. */
export const addRecord = (organization_id: string, said: Partial<Patient> = {}): Promise<string> =>
  addPatient(kernel, {
    organization_id,
    first_name: 'Zyzzyva',
    last_name: 'Quixotry',
    social_security_number: String(numbers++),
    ...said,
  });

/** Connects an account with a clinic and, where it is named, with its record; answers what ends that. */
export const connectAccount = async (
  { user_id }: Pick<Person, 'user_id'>,
  { organization_id, patient_id }: { organization_id: string; patient_id: string | null },
  invitation_id: string = randomUUID(),
): Promise<() => Promise<void>> => {
  await connect(kernel.streams, { user_id, organization_id, invitation_id, patient_id, shown: null });
  return () => disconnect(kernel.streams, { user_id, organization_id, invitation_id, all: true }, CLI, randomUUID());
};

/** Calls the application as this person or as nobody. `body`: what JSON the answer holds, undefined where it holds none. */
export const call = async <T = Accepted>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  who?: Pick<Person, 'authorization'>,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; body: T }> => {
  const identified = { 'idempotency-key': randomUUID(), ...headers, ...(who && { authorization: who.authorization }) };
  const answer = await app.inject({ method, url, headers: identified, ...(payload && { payload }) });
  const text = answer.body;
  return { status: answer.statusCode, text, body: (/^[[{]/.test(text) ? answer.json() : undefined) as T };
};
/** A search as a header, since no address may hold personal data. */
export const searchHeader = (search: object) => ({ 'x-search': Buffer.from(JSON.stringify(search)).toString('base64url') });
