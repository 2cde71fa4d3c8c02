import { Book } from './book.ts';
import { expectKilled, live, newWorld, wait } from './lives.ts';
import { type Scenario, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

const AT_ONCE = 3;

/** Several processes on one data folder. */
export const owners: Scenario[] = [
  {
    name: 'of several processes on one data folder one works, and the others say whom they met',
    run: async (trial) => {
      const { found } = trial;
      const world = await newWorld(trial);
      const first = live(world);
      await first.working;
      const second = live({ ...world, book: new Book() });
      const { code, complaint } = await second.ended;
      if (code === 0 || !complaint.includes(`in use by process ${first.child.pid}`)) {
        found.unnamed.push(`a second process on the folder ended with ${code} and said: ${complaint}`);
      }
      const from = world.book.acknowledged;
      await until('the first goes on', () => world.book.acknowledged > from);
      expectKilled(await first.kill(), found);

      const books = Array.from({ length: AT_ONCE }, () => world.book.copy());
      const lives = books.map((book) => live({ ...world, book }));
      let ended = 0;
      for (const { ended: end } of lives) void end.then(() => (ended += 1));
      await until('one of them works and the others have ended', () => ended === AT_ONCE - 1, 60);
      await wait(200);
      const working = lives.filter(({ child }) => child.exitCode === null);
      if (working.length !== 1) found.doubled.push(`${working.length} of ${AT_ONCE} processes work on one folder`);
      for (const life of working) await life.kill();
      const winner = books.find((book) => book.acknowledged > 0) ?? world.book;
      await verifyFolder(world.data, winner, world.whose, found);
    },
  },
];
