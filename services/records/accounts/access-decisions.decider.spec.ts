import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { AccessDecisionCommand, AccessUnverified, AccessDecisionEvent } from '#contracts/people/access-decisions';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { accessDecisions } from './access-decisions.decider.ts';

const given = specify(accessDecisions);
const user_id = randomUUID();
const decide: AccessDecisionCommand = {
  type: 'DecideAccess',
  command_id: randomUUID(),
  data: { user_id, reason: 'A disk failed', version: 3 },
};
const decided: AccessDecisionEvent = { type: 'AccessDecided', data: { user_id, reason: 'A disk failed' } };
const unverified: AccessUnverified = { type: 'AccessUnverified', data: { id: user_id, type: 'RolesChanged' } };

it('decides about unverified events, with the reason', () =>
  given(unverified as never)
    .when(decide)
    .then(decided));
it('decides about nothing where nothing is unverified, or it was decided', () => {
  given().when(decide).thenNothing();
  given(unverified as never, decided)
    .when(decide)
    .thenNothing();
});
it('decides again about what came since', () =>
  given(unverified as never, decided, unverified as never)
    .when(decide)
    .then(decided));

itIsHarmlessTwice(accessDecisions, fc.constant(decide));
