import type { OrganizationEvent } from '#contracts/people/organizations';
import { projectionSpec } from '#tests/support/projection-spec';
import { organizations } from './organizations.projection.ts';

const id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
const address = {
  status: 'Approved' as const,
  name: 'Lakeside Clinic',
  address: '1 Shore Road',
  city: 'Duluth',
  state: 'Minnesota',
  zip: '55802',
  phone: '2185550100',
  time_zone: 'America/Chicago',
};
const registered: OrganizationEvent = { type: 'OrganizationRegistered', data: { organization_id: id, ...address } };

describe('organizations', () => {
  const spec = projectionSpec(organizations);

  it('shows a registered organization', () => spec.given(registered).then({ [id]: { id, ...address, version: 0 } }));
  spec.itCoversEveryEvent();
});
