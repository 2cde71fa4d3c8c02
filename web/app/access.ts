import type { Profile, Role } from '#contracts/people/accounts';
import { menu, screens } from '#contracts/policy';

export type MenuEntry = (typeof menu)[number];

const holds = (allowed: readonly Role[] | 'all', roles: readonly Role[]): boolean =>
  allowed === 'all' || allowed.some((role) => roles.includes(role));

/** Tells whether these roles may open a screen, by its pattern in the policy ('/patients/:patient_id'). A screen without a row is open to all. */
export const mayOpen = (pattern: string, roles: readonly Role[]): boolean => holds(screens[pattern] ?? 'all', roles);

/**
 * Entries of the side menu for these roles, in the documents' order; `exists` leaves out those whose screens are not there.
 * @param record the patient's own, which comes first
 */
export const menuFor = (roles: readonly Role[], exists: (path: string) => boolean, record: string | null = null): MenuEntry[] => [
  ...(record === null ? [] : [{ path: `/patients/${record}`, label: 'My record', hint: 'Your results and treatments', roles }]),
  ...menu.filter((entry) => holds(entry.roles, roles) && exists(entry.path)),
];

/** Where a person lands after signing in (document 1 section 2.2); the nearest screen that exists where the documents' one does not. */
export const landing = (user: Pick<Profile, 'roles' | 'has_patient_invitation'>, exists: (path: string) => boolean): string => {
  const first = (...paths: string[]) => paths.find(exists) ?? '/profile';
  if (user.roles.includes('SuperUser')) return first('/lab-params-requests-management', '/organization-management');
  // who works in a clinic and is a patient elsewhere begins with the work
  if (!mayOpen('/patients', user.roles) && user.roles.includes('Patient'))
    return first(user.has_patient_invitation ? '/practices' : '/providers');
  return first('/patients');
};

/** Path to which accepted invitations of clinics lead: the own clinics, with those first. @param clinics their ids */
export const acceptedPath = (clinics: readonly string[]): string =>
  clinics.length === 0 ? '/practices' : `/practices?connected=${clinics.join(',')}`;

/** Where to go after signing in: back to where one was sent away from, unless that is no place of ours. */
export const returnTo = (from: unknown, fallback: string): string =>
  typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/signin') ? from : fallback;

/** Whether the person works in a clinic that may not act (yet): nothing else is answered then. */
export const isWaiting = ({ organization_status, roles }: Profile): boolean =>
  organization_status !== undefined && organization_status !== 'Approved' && !roles.includes('SuperUser');
