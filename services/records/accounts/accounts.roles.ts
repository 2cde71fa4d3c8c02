import type { Role } from '#contracts/people/accounts';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';

/**
 * Who may give an account which roles in which organization: the super user everything, an organization's administrator everything but
 * the super user's role and only at home, the system what it is told.
 * @throws Refusal 403 keyed by the field
 */
export const assertMayRegister = (actor: Actor, user: { roles: readonly Role[]; organization_id: string | null }): void => {
  if (actor.kind === 'system' || actor.roles.includes('SuperUser')) return;
  const refuse = (field: string, text: string) => new Refusal('not-allowed', text, { [field]: [text] }, 403);
  if (!actor.roles.includes('OrganizationAdmin')) throw new Refusal('not-allowed', "You're not authorized to do this", {}, 403);
  if (user.roles.includes('SuperUser')) throw refuse('roles', 'Only a super user can assign the SuperUser role');
  if (actor.organization_id === null || user.organization_id !== actor.organization_id) {
    throw refuse('organization_id', 'Users can be added to your own organization only');
  }
};
