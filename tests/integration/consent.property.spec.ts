import { isOnServer } from '#tests/support/event-store';
import fc from '#tests/support/fast-check';
import { followed, startApplication } from './clinics.ts';
import { anybody, Model, READERS, stepBy } from './consent.model.ts';
import { openWorld } from './consent.world.ts';

startApplication();

it(
  'whatever is invited, approved, rejected, cancelled, sent again and erased: everybody reads exactly what consent covers',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepBy(anybody), { minLength: 8, maxLength: 20 }), async (drawn) => {
        const [model, world] = [new Model(), await openWorld()];
        for (const [n, one] of drawn.entries()) {
          const step = world.resolve(one);
          const answer = await world.act(step);
          await followed();
          expect([n, step, answer.isFine]).toEqual([n, step, model.step(step, answer)]);
          expect([n, step, await world.shown()]).toEqual([n, step, model.shown()]);
          for (const [who, record] of READERS)
            expect([n, step, who, record, await world.reads(who, record)]).toEqual([n, step, who, record, model.reads(who, record)]);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  },
  isOnServer ? 600_000 : 120_000,
);
