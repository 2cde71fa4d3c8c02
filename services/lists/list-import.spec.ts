import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#infra/event-store/decider';
import { importUpload, type ListPlanner } from './list-import.ts';

interface Row {
  line: number;
  name: string;
  wrong: string[];
}

const log = { store: { log_id: 'log', head: () => Promise.resolve('1') } } as unknown as Parameters<typeof importUpload>[3];
const rows: Row[] = Array.from({ length: 100 }, (_, n) => ({ line: n + 2, name: `row ${n}`, wrong: [] }));
const asked = { name: 'list.csv', bytes: Buffer.from('list'), key: '33333333-3333-4333-8333-333333333333', plan: undefined };

/** A catalogue that only knows by which commands it was written. */
const catalogue = (send: (row: Row) => Promise<void> = () => wait(1)) => {
  const done: string[] = [];
  const planner: ListPlanner<Row> = {
    keysOf: ({ name }) => [[name, name]],
    plan: (row, command_id) =>
      Promise.resolve({
        stream: `thing-${row.name}`,
        names: [],
        ...{ version: -1, isChange: true, isDone: done.includes(command_id), before: {}, after: { name: row.name } },
        send: async () => {
          await send(row);
          done.push(command_id);
        },
      }),
  };
  return { planner, done };
};

it('writes as long as it may, at least a row, and goes on where it is sent again with its key', async () => {
  const { planner, done } = catalogue();
  const few = rows.slice(0, 20);
  const { plan } = await importUpload(few, planner, { ...asked, dry_run: true }, log);
  const remaining = [];
  for (const _row of few) {
    // as if its time had been over before it began
    const answer = await importUpload(few, planner, { ...asked, dry_run: false, plan }, log, -1);
    remaining.push(answer.remaining);
    expect([answer.added, done.length]).toEqual([20, 20 - answer.remaining]);
  }
  expect(remaining).toEqual(few.map((_row, index) => 19 - index));
  expect(new Set(done).size).toBe(20);
});

it('leaves out a row that is refused in the end', async () => {
  const { planner, done } = catalogue(({ line }) =>
    line === 5 ? Promise.reject(new Refusal('taken', 'This was quicker')) : Promise.resolve(),
  );
  const answer = await importUpload(rows, planner, { ...asked, dry_run: false }, log);
  expect([answer.added, answer.conflicting, done.length]).toEqual([99, 1, 99]);
  expect(answer.rows[3]).toEqual({ line: 5, name: 'row 3', result: 'conflicting', changes: [], reasons: ['This was quicker'] });
});

it('stops at a fault', async () => {
  const { planner, done } = catalogue(({ line }) => (line === 20 ? Promise.reject(new Error('disk')) : wait(1)));
  await expect(importUpload(rows, planner, { ...asked, dry_run: false }, log)).rejects.toThrow('disk');
  await wait(20);
  expect(done.length).toBeLessThan(50);
});

it('names a plan by the file and by what it does', async () => {
  const planOf = async (bytes: string, some = rows) =>
    (await importUpload(some, catalogue().planner, { ...asked, bytes: Buffer.from(bytes), dry_run: true }, log)).plan;
  expect(await planOf('a')).toBe(await planOf('a'));
  expect(await planOf('b')).not.toBe(await planOf('a'));
  expect(await planOf('a', rows.slice(1))).not.toBe(await planOf('a'));
});
