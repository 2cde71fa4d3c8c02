import { join } from 'node:path';
import { Book } from './book.ts';
import { expectKilled, live, newWorld, wait } from './lives.ts';
import { killProduct, signIn, startProduct, workThrough } from './product.ts';
import { type Server, startEventServer } from './server.ts';
import { isClean, type Scenario, type Trial, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

/** Lives of the kernel on one server, each of which the server does not outlive either. */
const LIVES = 3;
/** Kills of the server under clients of the product. */
const KILLS = 2;

/** Kills the server of events at any moment and starts it again a moment later. */
const cut = async (server: Server, trial: Trial): Promise<void> => {
  await wait(trial.chance() * 800);
  await server.kill();
  await wait(trial.chance() * 500);
  await server.again();
};

/** The product with its events on a server of their own. */
export const onServer: Scenario[] = [
  {
    name: 'with its events on a server, what was acknowledged outlives kill -9 of either, exactly once and in order',
    run: async (trial) => {
      for (let round = 0; round < trial.rounds; round += 1) {
        const server = await startEventServer(join(await trial.folder(), 'events'));
        const world = { ...(await newWorld(trial)), servers: server.addresses };
        const { data, book, whose } = world;
        for (let n = 0; n < LIVES; n += 1) {
          const life = live(world);
          await life.working;
          await cut(server, trial);
          // it goes on by itself, without having ended
          const from = book.acknowledged;
          await Promise.race([until('work goes on', () => book.acknowledged > from), life.ended]);
          // and both at once
          await Promise.all([wait(trial.chance() * 400).then(() => server.kill()), wait(trial.chance() * 400).then(() => life.kill())]);
          expectKilled(await life.ended, trial.found);
          await server.again();
          trial.found.kills += 3;
          await verifyFolder(data, book, whose, trial.found, server.addresses);
          if (trial.untilFound && !isClean(trial.found)) return;
        }
      }
    },
  },
  {
    name: 'with its events on a server, what the product acknowledged through HTTP outlives kill -9 of the server under its clients',
    run: async (trial) => {
      for (let round = 0; round < trial.rounds; round += 1) {
        const server = await startEventServer(join(await trial.folder(), 'events'));
        const data = join(await trial.folder(), 'data');
        const book = new Book();
        const product = await startProduct(data, server.addresses);
        const { token, user } = await signIn(product);
        const whose = { organization_id: user.organization_id!, reports: false } as const;
        const abort = new AbortController();
        const working = workThrough(product.url, token, book, whose, abort.signal);
        working.catch(() => undefined); // heard at its end
        for (let n = 0; n < KILLS; n += 1) {
          const from = book.acknowledged;
          await Promise.race([working, until('work goes on', () => book.acknowledged > from)]);
          await cut(server, trial);
          trial.found.kills += 1;
        }
        const from = book.acknowledged;
        await Promise.race([working, until('work goes on', () => book.acknowledged > from)]);
        expectKilled(await killProduct(product), trial.found);
        abort.abort();
        await working;
        trial.found.kills += 1;
        await verifyFolder(data, book, whose, trial.found, server.addresses);
      }
    },
  },
];
