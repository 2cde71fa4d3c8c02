import type { Role } from '#contracts/people/accounts';

const NAMES: Record<Role, string> = {
  SuperUser: 'Super user',
  OrganizationAdmin: 'Organization admin',
  Doctor: 'Doctor',
  Assistant: 'Assistant',
  Patient: 'Patient',
};

/** Roles in words, 'Doctor, Organization admin'. */
export const roleNames = (roles: readonly Role[]): string => roles.map((role) => NAMES[role]).join(', ');
