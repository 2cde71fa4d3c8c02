import { closedTo } from './closed-to.ts';

it('document 3: closing a page leads super users to the requests, everybody else to the reports', () => {
  expect(closedTo(['SuperUser'])).toBe('/lab-params-requests-management');
  for (const role of ['OrganizationAdmin', 'Doctor', 'Assistant', 'Patient'] as const) expect(closedTo([role])).toBe('/reports');
});
