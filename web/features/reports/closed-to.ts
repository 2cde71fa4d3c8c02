import type { Role } from '#contracts/people/accounts';

/** Where 'Close' leads from a page: super users come to pages from the requests for parameters, everybody else from the reports. */
export const closedTo = (roles: readonly Role[]): string => (roles.includes('SuperUser') ? '/lab-params-requests-management' : '/reports');
