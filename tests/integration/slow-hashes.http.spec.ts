import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { slow } from '#infra/access/passwords';
import { addClinic, addPerson, call, PASSWORD, type Person, startApplication } from './clinics.ts';

startApplication();

afterEach(() => jest.restoreAllMocks());

/** Counts the slow hashes from here on, and how many went on at once. */
const counted = () => {
  const count = { all: 0, atOnce: 0 };
  let now = 0;
  for (const name of ['hash', 'hashRaw', 'verify'] as const) {
    const really = slow[name] as (...args: unknown[]) => Promise<unknown>;
    jest.spyOn(slow, name).mockImplementation((async (...args: unknown[]) => {
      count.all += 1;
      count.atOnce = Math.max(count.atOnce, ++now);
      return really(...args).finally(() => (now -= 1));
    }) as never);
  }
  return count;
};

const NEW = 'plum orchard lantern 9';
const names = () => ({ first_name: 'Ada', last_name: 'Quill', email: `${randomUUID()}@example.org`, phone_number: '+41310000001' });
const organization = () => ({
  ...{ name: 'Reuss', address: '1 Shore Road', city: 'Bern', zip: '3000', phone: '+41310000000', time_zone: 'UTC' },
  ...{ ...names(), username: `n-${randomUUID()}`, password: NEW, occupations: [] },
});
const user = (organization_id: string, roles = ['Assistant']) => ({
  ...{ ...names(), username: `n-${randomUUID()}`, password: NEW, occupations: [], roles, organization_id },
});

describe('no password is hashed', () => {
  it('for an organization that a patient would sign up', async () => {
    const patient = await addPerson(['Patient'], null);
    const count = counted();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/api/organizations', patient, organization())));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 403));
    expect(count.all).toBe(0);
  });

  it('for an account that an administrator may not register or enter', async () => {
    const [a, b] = [await addClinic('Aare'), await addClinic('Birs')];
    const [admin, stranger] = [await addPerson(['OrganizationAdmin'], a), await addPerson(['Doctor'], b)];
    const count = counted();
    expect((await call('POST', '/api/users', admin, user(b))).status).toBe(403);
    expect((await call('POST', '/api/users', admin, user(a, ['SuperUser']))).status).toBe(403);
    expect((await call('PUT', `/api/users/${stranger.username}/password`, admin, { password: NEW })).status).toBe(404);
    expect((await call('PUT', `/api/users/${admin.username}/password`, admin, { password: NEW })).status).toBe(422);
    expect(count.all).toBe(0);
  });
});

describe('one password at a time is hashed for a person', () => {
  const other = async (organization_id: string) => (await addPerson(['Assistant'], organization_id)).username;
  it.each<[string, 'Patient' | 'OrganizationAdmin' | 'SuperUser', (clinic: string) => Promise<Parameters<typeof call>>]>([
    [
      'changes the own password',
      'Patient',
      async () => ['PUT', '/api/users/password', undefined, { old_password: 'no', new_password: NEW }],
    ],
    ['erases the own account', 'Patient', async () => ['DELETE', '/api/users/me', undefined, { password: 'not this' }]],
    ['sets up a second factor', 'Patient', async () => ['POST', '/api/users/second-factor', undefined, { password: PASSWORD }]],
    [
      'removes a second factor',
      'Patient',
      async () => ['DELETE', '/api/users/second-factor', undefined, { password: PASSWORD, code: '123456' }],
    ],
    [
      'asks for another address',
      'Patient',
      async () => ['POST', '/api/users/email-change', undefined, { email: `${randomUUID()}@example.org`, password: PASSWORD }],
    ],
    ['registers users', 'OrganizationAdmin', async (clinic) => ['POST', '/api/users', undefined, user(clinic)]],
    [
      'sets a password',
      'OrganizationAdmin',
      async (clinic) => ['PUT', `/api/users/${await other(clinic)}/password`, undefined, { password: NEW }],
    ],
    ['signs organizations up', 'SuperUser', async () => ['POST', '/api/organizations', undefined, organization()]],
  ])('who %s', async (_, role, request) => {
    const clinic = await addClinic('Aare');
    const person: Person = await addPerson([role], role === 'OrganizationAdmin' ? clinic : null);
    const requests = await Promise.all([1, 2, 3, 4].map(() => request(clinic)));
    const count = counted();
    const answers = await Promise.all(requests.map(([method, url, , body]) => call(method, url, person, body)));
    expect(answers.map(({ status }) => status)).not.toContain(400);
    expect(count.all).toBeGreaterThanOrEqual(4);
    expect(count.atOnce).toBe(1);
  });
});
