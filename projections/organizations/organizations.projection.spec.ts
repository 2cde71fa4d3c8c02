import type { OrganizationEvent } from '#contracts/people/organizations';
import { projectionSpec } from '#tests/support/projection-spec';
import { organizations } from './organizations.projection.ts';

const id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
const user_id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d02';
const address = {
  name: 'Lakeside Clínic',
  address: '1 Shore Road',
  city: 'Duluth',
  state: 'Minnesota',
  zip: '55802',
  phone: '2185550100',
  time_zone: 'America/Chicago',
};
const status = 'PendingApproval' as const;
const registered: OrganizationEvent = { type: 'OrganizationRegistered', data: { organization_id: id, status, ...address } };
const first = { username: 'ada', password_hash: '$secret', first_name: 'Ada', last_name: 'Quill', email: 'a@b.ch', phone_number: '123' };
const named: OrganizationEvent = { type: 'AdministratorNamed', data: { organization_id: id, user_id, ...first, occupations: [] } };
const shown = { id, status, ...address, version: 0, removed: false, sort_name: 'lakeside clinic' };

describe('organizations', () => {
  const spec = projectionSpec(organizations);

  it('shows a registered organization, and nothing of its first user', () => {
    spec.given(registered).then({ [id]: shown });
    spec.given(registered, named).then({ [id]: { ...shown, version: 1 } });
  });
  it('takes over a correction with everything that it leaves out, and keeps the status', () => {
    const { state: _gone, ...rest } = address;
    const corrected: OrganizationEvent = { type: 'OrganizationCorrected', data: { organization_id: id, ...rest, name: 'Harbour Clinic' } };
    spec.given(registered, corrected).then({
      [id]: { id, status, ...rest, name: 'Harbour Clinic', version: 1, removed: false, sort_name: 'harbour clinic' },
    });
  });
  it('follows what is decided about it', () =>
    spec
      .given(registered, { type: 'OrganizationStatusDecided', data: { organization_id: id, status: 'Approved' } })
      .then({ [id]: { ...shown, status: 'Approved', version: 1 } }));
  it('waits for a decision once more after an unverified event', () =>
    spec
      .given(
        registered,
        { type: 'OrganizationStatusDecided', data: { organization_id: id, status: 'Approved' } },
        { type: 'AccessUnverified', data: { id, type: 'OrganizationStatusDecided' } },
      )
      .then({ [id]: { ...shown, version: 2 } }));
  it('counts a chosen administrator as a version', () =>
    spec
      .given(registered, { type: 'AdministratorChosen', data: { organization_id: id, user_id } })
      .then({ [id]: { ...shown, version: 1 } }));
  it('counts the invitation by which it signed up as a version', () =>
    spec
      .given(registered, { type: 'OrganizationInvited', data: { organization_id: id, invitation_id: user_id } })
      .then({ [id]: { ...shown, version: 1 } }));
  it('keeps the name of a removed one for what was done there', () =>
    spec
      .given(registered, { type: 'OrganizationRemoved', data: { organization_id: id } })
      .then({ [id]: { ...shown, removed: true, version: 1 } }));
  spec.itCoversEveryEvent();
});
