import type { Role } from '#contracts/people/accounts';
import type { UserActor } from '../event-store/actor.ts';
import { Refusal } from '../event-store/decider.ts';
import type { HttpRequest } from './request.ts';
import type { RuntimeInfo } from './runtime-info.ts';

/** What somebody has to do before anything else: the routes that are open meanwhile, besides those of the session itself. */
const holds = {
  'password-change-required': { text: 'Please choose a password of your own first', routes: ['PUT /api/users/password'] },
  'second-factor-required': {
    text: 'Please set up a second factor first',
    routes: ['POST /api/users/second-factor', 'PUT /api/users/second-factor'],
  },
} as const;

const ofTheSession: readonly string[] = ['GET /api/token', 'DELETE /api/token'];

/** In production whoever administers has to have one. */
export const needsSecondFactor = (
  { roles, ...person }: { roles: readonly Role[]; second_factor?: unknown; has_second_factor?: true },
  { environment }: RuntimeInfo,
): boolean =>
  environment === 'prod' &&
  (roles.includes('SuperUser') || roles.includes('OrganizationAdmin')) &&
  person.second_factor === undefined &&
  !person.has_second_factor;

const holdOf = (actor: UserActor, runtime: RuntimeInfo): keyof typeof holds | undefined => {
  if (actor.must_change_password) return 'password-change-required';
  return needsSecondFactor(actor, runtime) ? 'second-factor-required' : undefined;
};

/** @throws Refusal 403 where the person has to do something else first */
export const refuseHeld = (actor: UserActor, { method, routeOptions }: HttpRequest, runtime: RuntimeInfo): void => {
  const hold = holdOf(actor, runtime);
  if (hold === undefined) return;
  const route = `${method} ${routeOptions.url ?? ''}`;
  const { text, routes } = holds[hold];
  if (![...ofTheSession, ...(routes as readonly string[])].includes(route)) throw new Refusal(hold, text, {}, 403);
};
