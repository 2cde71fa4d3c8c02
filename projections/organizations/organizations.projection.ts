import type { OrganizationEvent, OrganizationView } from '#contracts/people/organizations';
import type { Projection } from '../runner/projection.ts';

/** One document per organization, as forms and lists show it. */
export const organizations: Projection<OrganizationEvent, OrganizationView, 'OrganizationRegistered'> = {
  name: 'organizations',
  version: 1,
  key: ({ data }) => data.organization_id,
  create: {
    OrganizationRegistered: ({ data: { organization_id, ...address } }, { revision }) => ({
      id: organization_id,
      ...address,
      version: revision,
    }),
  },
  apply: {},
  indexes: [['name']],
  erasedWith: {},
};
