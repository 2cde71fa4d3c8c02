import type { Messaging } from '#infra/messaging/messaging';

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * In a process that a test kills, or the message 'poison': says what was begun and ended in the handler, which takes as many milliseconds as the message
 * says. Every fifth message fails once.
 */
export const consumeForEver = (messaging: Messaging) =>
  messaging.consume({
    topic: 'jobs',
    group: 'g',
    concurrency: 3,
    backoff: () => 3,
    handle: async ({ id, attempt, body }) => {
      say({ begun: Number(id) });
      await new Promise((resolve) => setTimeout(resolve, Number(body['ms'] ?? 1)));
      if (id === 'poison') process.kill(process.pid, 'SIGKILL');
      if (Number(id) % 5 === 0 && attempt === 1) throw new Error('once');
      say({ ended: Number(id) });
    },
  });

/** Publishes without end, and says what was published once that was answered. */
export const publishForEver = async (messaging: Messaging): Promise<never> => {
  for (let n = 0; ; n += 4) {
    const ids = [n, n + 1, n + 2, n + 3];
    await messaging.publish(ids.map((id) => ({ topic: 'jobs', id: `${id}`, key: `k${id % 10}`, body: {} })));
    for (const id of ids) say({ published: id });
  }
};
