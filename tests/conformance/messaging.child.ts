import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';

// Started by a test and killed by it: publishes and consumes without end, saying what was published once that was answered,
// and what was begun and ended in the handler. Every fifth message fails once.
const [file] = process.argv.slice(2) as [string];
const messaging = await SqliteMessaging.open({ file });
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

await messaging.consume({
  topic: 'jobs',
  group: 'g',
  concurrency: 3,
  backoff: () => 3,
  handle: async ({ id, attempt }) => {
    say({ begun: Number(id) });
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (Number(id) % 5 === 0 && attempt === 1) throw new Error('once');
    say({ ended: Number(id) });
  },
});

for (let n = 0; ; n += 4) {
  const ids = [n, n + 1, n + 2, n + 3];
  await messaging.publish(ids.map((id) => ({ topic: 'jobs', id: `${id}`, key: `k${id % 10}`, body: {} })));
  for (const id of ids) say({ published: id });
}
