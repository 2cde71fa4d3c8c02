import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OrganizationCommand } from '#contracts/people/organizations';
import { readOrganization } from '#infra/access/organization';
import { openEngines } from '#tests/support/engines';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { organization } from './organizations.decider.ts';
import { handleOrganization } from './organizations.handlers.ts';

const organization_id = randomUUID();
const facts = {
  organization_id,
  status: 'Approved',
  name: 'Clinic',
  address: 'S 1',
  city: 'Bern',
  zip: '3',
  phone: '123',
  time_zone: 'UTC',
} as const;
const register = (name = 'Clinic'): OrganizationCommand => ({
  type: 'RegisterOrganization',
  command_id: randomUUID(),
  data: { ...facts, name },
});
const given = specify(organization);
const registered = { type: 'OrganizationRegistered' as const, data: facts };

it('registers a clinic', () => given().when(register()).then(registered));
it('takes the same clinic twice only once', () => given(registered).when(register()).thenNothing());
it('refuses another clinic in the same place', () => given(registered).when(register('Other')).thenRefuses('organization-exists'));
itIsHarmlessTwice(organization, fc.constantFrom('A', 'B').map(register));

it('is registered by the system alone, and then known at the head of its stream', async () => {
  const engines = await openEngines();
  try {
    const person = { kind: 'user', user_id: randomUUID(), session_id: randomUUID(), roles: ['SuperUser' as const] } as const;
    const actor = { ...person, roles: [...person.roles], organization_id: null, patient_ids: [], name: 'A' };
    await expect(handleOrganization(engines.streams, register(), actor)).rejects.toMatchObject({ status: 403 });
    expect(await readOrganization(engines.log, organization_id)).toBeUndefined();
    await handleOrganization(engines.streams, register(), { kind: 'system', part: 'test' });
    expect(await readOrganization(engines.log, organization_id)).toEqual(facts);
  } finally {
    await engines.close();
  }
});
