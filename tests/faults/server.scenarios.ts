import { join } from 'node:path';
import { Book } from './book.ts';
import { expectKilled, live, newWorld, wait } from './lives.ts';
import { killProduct, signIn, startProduct, workThrough } from './product.ts';
import { type Server, type Servers, startEventServerAlone, startServers } from './server.ts';
import { isClean, type Scenario, type Trial, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

/** Lives of the kernel on the same servers, each of which they do not outlive either. */
const LIVES = 2;
/** Kills of the product on the same servers. */
const KILLS = 5;
/** Seconds within which work has to go on: clients wait up to 20 s for a server that does not answer. */
const GOING_ON = 60;

/** What the product says while a server is away: docs/operations.md. */
const AWAY = ['store-unavailable', 'lists-unavailable', 'files-unavailable', 'keys-unavailable'];

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

/** Clients of the kernel work while each server is cut and stands still; then all of them and the kernel are killed. */
const killAll = async (trial: Trial, { each, addresses }: Servers): Promise<void> => {
  const world = { ...(await newWorld(trial)), servers: addresses };
  const { data, book, whose } = world;
  for (let n = 0; n < LIVES; n += 1) {
    const life = live(world);
    await life.working;
    for (const fault of [cut, freeze]) {
      for (const server of inAnyOrder(each, trial)) {
        await fault(server, trial);
        // it goes on by itself, without having ended
        const from = book.acknowledged;
        await Promise.race([until('work goes on', () => book.acknowledged > from, GOING_ON), life.ended]);
      }
    }
    const atAnyMoment = (kill: () => Promise<unknown>): Promise<unknown> => wait(trial.chance() * 400).then(kill);
    await Promise.all([...each.map((server) => atAnyMoment(() => server.kill())), atAnyMoment(() => life.kill())]);
    expectKilled(await life.ended, trial.found);
    trial.found.kills += each.length + 1;
    await Promise.all(each.map((server) => server.again()));
    await verifyFolder(data, book, whose, trial.found, addresses);
    if (trial.untilFound && !isClean(trial.found)) return;
  }
};

/** Clients of the API work while a server is cut or stands still; then the product is killed. */
const killProducts = async (trial: Trial, { each, addresses }: Servers): Promise<void> => {
  const data = join(await trial.folder(), 'data');
  const book = new Book();
  let whose: { organization_id: string; reports: false } | undefined;
  let token = '';
  for (let n = 0; n < KILLS; n += 1) {
    const product = await startProduct(data, addresses);
    if (whose === undefined) {
      const session = await signIn(product);
      token = session.token;
      whose = { organization_id: session.user.organization_id!, reports: false };
    }
    const abort = new AbortController();
    const working = workThrough(product.url, token, book, whose, abort.signal, AWAY);
    working.catch(() => undefined); // heard at its end
    const goesOn = (): Promise<unknown> => {
      const from = book.acknowledged;
      return Promise.race([working, until('work goes on', () => book.acknowledged > from, GOING_ON)]);
    };
    await goesOn();
    await (trial.chance() < 0.5 ? cut : freeze)(inAnyOrder(each, trial)[0]!, trial);
    await goesOn();
    await wait(trial.chance() * 1500);
    expectKilled(await killProduct(product), trial.found);
    abort.abort();
    await working;
    trial.found.kills += 1;
    await verifyFolder(data, book, whose, trial.found, addresses);
    if (trial.untilFound && !isClean(trial.found)) return;
  }
};

interface Kind {
  /** What is on servers. */
  name: string;
  needsServers?: true;
  /** Rounds of other scenarios for one of these. */
  rounds: number;
  start: (trial: Trial) => Promise<Servers>;
}

const events = async (trial: Trial): Promise<string> => join(await trial.folder(), 'events');
const kinds: readonly Kind[] = [
  { name: 'its events on a server', rounds: 1, start: async (trial) => startEventServerAlone(await events(trial)) },
  {
    name: 'events, read models, files, keys and jobs on servers',
    needsServers: true,
    rounds: 4,
    start: async (trial) => startServers(await events(trial), trial.home),
  },
];

/** Each round on servers that nobody used before. */
const repeatedly = async (
  trial: Trial,
  { rounds, start }: Kind,
  work: (trial: Trial, servers: Servers) => Promise<void>,
): Promise<void> => {
  for (let left = trial.rounds; left > 0; left -= rounds) {
    const servers = await start(trial);
    try {
      await work(trial, servers);
    } finally {
      await servers.end();
    }
    if (trial.untilFound && !isClean(trial.found)) return;
  }
};

/** Servers that may go at any moment, and come back. */
export const onServers: Scenario[] = kinds.flatMap((kind) => {
  const { name, needsServers } = kind;
  const needs = needsServers && { needsServers };
  return [
    {
      name: `with ${name}, what was acknowledged outlives kill -9 and standstills of each server, and of all with the product, exactly once and in order`,
      ...needs,
      run: (trial) => repeatedly(trial, kind, killAll),
    },
    {
      name: `with ${name}, what the product acknowledged through HTTP outlives kill -9 of the product, and faults of servers under its clients`,
      ...needs,
      run: (trial) => repeatedly(trial, kind, killProducts),
    },
  ];
});
