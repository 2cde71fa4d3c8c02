import { join } from 'node:path';
import { Book } from './book.ts';
import { expectKilled, live, newWorld, wait } from './lives.ts';
import { killProduct, signIn, startProduct, workThrough } from './product.ts';
import { type Server, type Servers, startServers } from './server.ts';
import { isClean, type Scenario, type Trial, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

/** Lives of the kernel on the same servers, each of which they do not outlive either. */
const LIVES = 2;
/** Kills of the product on the same servers. */
const KILLS = 5;
/** Seconds within which work has to go on: clients wait up to 20 s for a server that does not answer. */
const GOING_ON = 60;

/** The server is killed at any moment, and starts again a moment later. */
const cut = async (server: Server, trial: Trial): Promise<void> => {
  await wait(trial.chance() * 800);
  await server.kill();
  trial.found.kills += 1;
  await wait(trial.chance() * 2000);
  await server.again();
};

/** The server stands still at any moment, for less time than its clients wait for an answer, or for more. */
const freeze = async (server: Server, trial: Trial): Promise<void> => {
  await wait(trial.chance() * 800);
  server.pause();
  await wait(trial.chance() < 0.8 ? trial.chance() * 4000 : 22_000);
  server.resume();
};

const inAnyOrder = <T>(items: readonly T[], trial: Trial): T[] =>
  items
    .map((item) => ({ item, at: trial.chance() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

const again = ({ each }: Servers): Promise<unknown> => Promise.all(each.map((server) => server.again()));

/** @param goesOn gets servers that nobody used before */
const repeatedly = async (trial: Trial, goesOn: (servers: Servers) => Promise<void>): Promise<void> => {
  for (let round = 0; round < trial.rounds; round += 1) {
    const servers = await startServers(join(await trial.folder(), 'events'), trial.home);
    try {
      await goesOn(servers);
    } finally {
      await servers.end();
    }
    if (trial.untilFound && !isClean(trial.found)) return;
  }
};

/** Events, read models, files, keys and jobs on servers, of which any may go at any moment. */
export const onServers: Scenario[] = [
  {
    name: 'with everything on servers, what was acknowledged outlives kill -9 and standstills of each, and of all with the product, exactly once and in order',
    needsServers: true,
    run: (trial) =>
      repeatedly(trial, async (servers) => {
        const world = { ...(await newWorld(trial)), servers: servers.addresses };
        const { data, book, whose } = world;
        for (let n = 0; n < LIVES; n += 1) {
          const life = live(world);
          await life.working;
          for (const fault of [cut, freeze]) {
            for (const server of inAnyOrder(servers.each, trial)) {
              await fault(server, trial);
              const from = book.acknowledged;
              await Promise.race([until('work goes on', () => book.acknowledged > from, GOING_ON), life.ended]);
            }
          }
          const any = (kill: () => Promise<unknown>): Promise<unknown> => wait(trial.chance() * 400).then(kill);
          await Promise.all([...servers.each.map((server) => any(() => server.kill())), any(() => life.kill())]);
          expectKilled(await life.ended, trial.found);
          trial.found.kills += servers.each.length + 1;
          await again(servers);
          await verifyFolder(data, book, whose, trial.found, servers.addresses);
          if (trial.untilFound && !isClean(trial.found)) return;
        }
      }),
  },
  {
    name: 'with everything on servers, what the product acknowledged through HTTP outlives kill -9 of the product, exactly once and in order',
    needsServers: true,
    run: (trial) =>
      repeatedly(trial, async (servers) => {
        const data = join(await trial.folder(), 'data');
        const book = new Book();
        let whose: { organization_id: string; reports: false } | undefined;
        let token = '';
        for (let n = 0; n < KILLS; n += 1) {
          const product = await startProduct(data, servers.addresses);
          if (whose === undefined) {
            const session = await signIn(product);
            token = session.token;
            whose = { organization_id: session.user.organization_id!, reports: false };
          }
          const abort = new AbortController();
          const working = workThrough(product.url, token, book, whose, abort.signal);
          working.catch(() => undefined); // heard at its end
          const goesOn = (): Promise<unknown> => {
            const from = book.acknowledged;
            return Promise.race([working, until('work goes on', () => book.acknowledged > from, GOING_ON)]);
          };
          await goesOn();
          const [server] = inAnyOrder(servers.each, trial);
          await (trial.chance() < 0.5 ? cut : freeze)(server!, trial);
          await goesOn();
          await wait(trial.chance() * 1500);
          expectKilled(await killProduct(product), trial.found);
          abort.abort();
          await working;
          trial.found.kills += 1;
          await verifyFolder(data, book, whose, trial.found, servers.addresses);
          if (trial.untilFound && !isClean(trial.found)) return;
        }
      }),
  },
];
