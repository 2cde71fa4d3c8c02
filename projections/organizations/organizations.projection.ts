import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { OrganizationEvent, OrganizationView } from '#contracts/people/organizations';
import { searchText } from '#contracts/rules/search-text';
import type { Projection } from '../runner/projection.ts';

/** An organization with what lists sort and search by. A removed one keeps its name: it stands beside what was done there. */
export interface OrganizationDocument extends OrganizationView {
  removed: boolean;
  sort_name: string;
}

/** One document per organization, as forms and lists show it. Nothing of its first user is kept. */
export const organizations: Projection<OrganizationEvent | AccessUnverified, OrganizationDocument, 'OrganizationRegistered'> = {
  name: 'organizations',
  version: 3,
  key: ({ type, data }) => (type === 'AccessUnverified' ? data.id : data.organization_id),
  create: {
    OrganizationRegistered: ({ data: { organization_id, ...address } }, { revision }) => ({
      id: organization_id,
      ...address,
      version: revision,
      removed: false,
      sort_name: searchText(address.name),
    }),
  },
  apply: {
    OrganizationCorrected: ({ status, removed }, { data: { organization_id, ...address } }, { revision }) => ({
      id: organization_id,
      status,
      ...address,
      version: revision,
      removed,
      sort_name: searchText(address.name),
    }),
    OrganizationStatusDecided: (doc, { data }, { revision }) => ({ ...doc, status: data.status, version: revision }),
    // a super user decides again
    AccessUnverified: (doc, _event, { revision }) => ({ ...doc, status: 'PendingApproval', version: revision }),
    OrganizationInvited: (doc, _event, { revision }) => ({ ...doc, version: revision }),
    AdministratorNamed: (doc, _event, { revision }) => ({ ...doc, version: revision }),
    AdministratorChosen: (doc, _event, { revision }) => ({ ...doc, version: revision }),
    OrganizationRemoved: (doc, _event, { revision }) => ({ ...doc, removed: true, version: revision }),
  },
  indexes: [['sort_name'], ['removed', 'sort_name']],
  erasedWith: {},
};
