import type { UserActor } from '../event-store/actor.ts';
import { Refusal } from '../event-store/decider.ts';
import type { HttpRequest } from './request.ts';

/** What somebody has to do before anything else: the routes that are open meanwhile, besides those of the session itself. */
const holds = {
  'password-change-required': { text: 'Please choose a password of your own first', routes: ['PUT /api/users/password'] },
} as const;

const ofTheSession: readonly string[] = ['GET /api/token', 'DELETE /api/token'];

const holdOf = (actor: UserActor): keyof typeof holds | undefined => (actor.must_change_password ? 'password-change-required' : undefined);

/** @throws Refusal 403 where the person has to do something else first */
export const refuseHeld = (actor: UserActor, { method, routeOptions }: HttpRequest): void => {
  const hold = holdOf(actor);
  if (hold === undefined) return;
  const route = `${method} ${routeOptions.url ?? ''}`;
  const { text, routes } = holds[hold];
  if (![...ofTheSession, ...(routes as readonly string[])].includes(route)) throw new Refusal(hold, text, {}, 403);
};
