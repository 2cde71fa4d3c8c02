import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { embeddedAt, logIn, moveIn } from './move.ts';

// Moves a log and kills itself at a place that was asked for: with so many appends or writes of what follows from the log done, or half done.
const [data, target, where, nth] = process.argv.slice(2) as [string, string, 'append' | 'appended' | 'write' | 'written', string];
let left = Number(nth);
const die = (): void => {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};

const { prototype } = SqliteReadStore;
const { value: write } = Object.getOwnPropertyDescriptor(prototype, 'write') as { value: SqliteReadStore['write'] };
prototype.write = async function (...args) {
  if (where === 'write') die();
  await write.apply(this, args);
  if (where === 'written') die();
};
const to = embeddedAt(target);
const open: typeof to.open = async (hashes) => {
  const store = await to.open(hashes);
  const append = store.append.bind(store);
  store.append = async (...args) => {
    // not waited for: it may be in the log when the process dies, or not
    const appended = append(...args);
    if (where === 'append') setImmediate(die);
    const answer = await appended;
    if (where === 'appended') die();
    return answer;
  };
  return store;
};
await moveIn(data, embeddedAt(logIn(data)), { ...to, open });
process.stdout.write('moved\n');
