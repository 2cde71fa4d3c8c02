import { join } from 'node:path';
import { Book } from './book.ts';
import { expectKilled, live, repeatedly, wait } from './lives.ts';
import { killProduct, signIn, startProduct, workThrough } from './product.ts';
import { type Scenario, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

const OF_KERNEL = 4;
const OF_PRODUCT = 1;
/** Kills of the product in one data folder. */
const TOGETHER = 5;

/** Kills from outside, at any moment. */
export const killed: Scenario[] = [
  {
    name: 'what was acknowledged outlives kill -9 at any moment, exactly once and in order, with its documents, jobs and reservations',
    run: (trial) =>
      repeatedly(trial, OF_KERNEL * trial.rounds, async (world) => {
        const life = live(world);
        await life.working;
        await wait(trial.chance() * 800);
        expectKilled(await life.kill(), trial.found);
        trial.found.kills += 1;
      }),
  },
  {
    name: 'what the product acknowledged through HTTP outlives kill -9 of the product',
    run: async (trial) => {
      for (let left = OF_PRODUCT * trial.rounds; left > 0; left -= TOGETHER) {
        const data = join(await trial.folder(), 'data');
        const book = new Book();
        let whose: { organization_id: string; reports: false } | undefined;
        let token = '';
        for (let n = 0; n < Math.min(left, TOGETHER); n += 1) {
          const product = await startProduct(data);
          if (whose === undefined) {
            const session = await signIn(product);
            token = session.token;
            whose = { organization_id: session.user.organization_id!, reports: false };
          }
          const abort = new AbortController();
          const from = book.acknowledged;
          const working = workThrough(product.url, token, book, whose, abort.signal);
          working.catch(() => undefined); // heard at its end
          await Promise.race([working, until('the first answer', () => book.acknowledged > from)]);
          await wait(trial.chance() * 1500);
          expectKilled(await killProduct(product), trial.found);
          abort.abort();
          await working;
          trial.found.kills += 1;
          await verifyFolder(data, book, whose, trial.found);
        }
      }
    },
  },
];
