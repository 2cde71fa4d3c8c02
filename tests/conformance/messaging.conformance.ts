import fc from '#tests/support/fast-check';
import { type Delivery, GiveUp, type Messaging } from '#infra/messaging/messaging';
import { describeDeadLetters } from './messaging.dead-letters.ts';
import { message, type MessagingUnderTest, type RunningQueue, uses } from './messaging.samples.ts';
import { describeHandingOver } from './messaging.handing-over.ts';
import { describeStopping } from './messaging.stopping.ts';
import { gate, until } from './waiting.ts';

/**
 * What every queue does, whatever it is made of.
 * @param numRuns of the generated test, each on a topic of its own
 */
export const describeMessaging = (name: string, make: () => Promise<MessagingUnderTest>, numRuns = 20): void => {
  describe(`messaging: ${name}`, () => {
    let under: MessagingUnderTest;
    let messaging: Messaging;
    beforeEach(async () => {
      under = await make();
      messaging = await under.open();
    });
    afterEach(async () => {
      await messaging.close();
      await under.dispose();
    });
    const restart = async () => {
      await messaging.close();
      messaging = await under.open();
    };
    const queue: RunningQueue = {
      get current() {
        return messaging;
      },
      restart,
    };
    const { consume, collect, drained } = uses(() => messaging);

    it('hands over what was published, whole, and is done with it', async () => {
      const deliveries: Delivery[] = [];
      await consume(async (delivery) => void deliveries.push(delivery));
      const body = { text: 'Ω "\'\0 𝄞', list: [1, null, { deep: true }] };
      await messaging.publish([{ topic: 'jobs', id: 'a', key: 'k', body }]);
      await drained();
      expect(deliveries).toHaveLength(1);
      expect(deliveries[0]).toMatchObject({ topic: 'jobs', id: 'a', key: 'k', body, attempt: 1 });
      await messaging.publish([]);
    });

    it('hands over what was published before anybody consumed, also after a restart', async () => {
      await messaging.publish(['a', 'b', 'c'].map((id) => message(id)));
      expect(await messaging.depth('jobs', 'g')).toBe(3);
      await restart();
      const { seen } = await collect();
      await drained();
      expect(seen).toEqual(['a', 'b', 'c']);
    });

    it('lets every group see every message once, also one that comes late', async () => {
      await messaging.publish([message('a')]);
      const first = await collect({ group: 'first' });
      await messaging.publish([message('b', 'other')]);
      await drained('first');
      const late = await collect({ group: 'late' });
      await messaging.publish([message('c')]);
      await Promise.all([drained('first'), drained('late')]);
      expect(first.seen.sort()).toEqual(['a', 'b', 'c']);
      expect(late.seen.sort()).toEqual(['a', 'b', 'c']);
    });

    it('keeps topics apart', async () => {
      const { seen } = await collect();
      await messaging.publish([message('a', 'k', 'other'), message('b')]);
      await drained();
      expect(seen).toEqual(['b']);
    });

    it('ignores an id that its topic knows, or hands it over once for each time that it was published', async () => {
      await messaging.publish([message('a'), message('a', 'other')]);
      await messaging.publish([message('a')]);
      const { seen } = await collect();
      await drained();
      expect([...new Set(seen)]).toEqual(['a']);
      await messaging.publish([message('a'), message('a', 'k', 'other')]);
      await restart();
      await messaging.publish([message('a'), message('b')]);
      const after = await collect();
      await drained();
      expect(await messaging.depth('other', 'g')).toBe(1);
      if (under.remembersIds) expect([...seen, ...after.seen]).toEqual(['a', 'b']);
      else expect(seen.length + after.seen.length).toBeLessThanOrEqual(6); // as often as it was published at most
    });

    it('handles as many keys at a time as it may, and never two messages of one key', async () => {
      const open = gate();
      let running = new Set<string>();
      let most = 0;
      await consume(async ({ key }) => {
        expect(running.has(key)).toBe(false);
        running.add(key);
        most = Math.max(most, running.size);
        await open.passed;
        running.delete(key);
      });
      await messaging.publish(Array.from({ length: 60 }, (_, n) => message(`${n}`, `k${n % 6}`)));
      await until(() => running.size === 4);
      open.open();
      await drained();
      expect(most).toBe(4);
      running = new Set();
    });

    it('holds back the later messages of a key while one waits for its retry, and lets other keys go on', async () => {
      const seen: string[] = [];
      const mayPass = gate();
      let isOpen = false;
      void mayPass.passed.then(() => (isOpen = true));
      await consume(
        async ({ id }) => {
          if (id === 'a' && !isOpen) throw new Error('not yet');
          seen.push(id);
        },
        { attempts: 1_000_000 },
      );
      await messaging.publish([message('a'), message('b'), message('c', 'other'), message('d'), message('e', 'other')]);
      await until(() => seen.length === 2);
      expect(seen).toEqual(['c', 'e']);
      mayPass.open();
      await drained();
      expect(seen).toEqual(['c', 'e', 'a', 'b', 'd']);
    });

    it('counts attempts, and goes on counting after a restart', async () => {
      const attempts: number[] = [];
      const fail = async ({ attempt }: Delivery) => {
        attempts.push(attempt);
        throw new Error('no');
      };
      await messaging.publish([message('a')]);
      await consume(fail, { attempts: 4, backoff: (attempt) => (attempt === 2 ? 200 : 1) });
      await until(() => attempts.length === 2);
      await restart();
      await consume(fail, { attempts: 4 });
      await until(async () => (await messaging.deadLetters('jobs', 'g')).length === 1);
      expect(attempts).toEqual([1, 2, 3, 4]);
    });

    describeDeadLetters(queue);
    describeHandingOver(queue);

    describeStopping(queue);

    it('shares a group among its consumers: each message once, each key in order', async () => {
      const seen: number[] = [];
      const running = new Set<string>();
      const handle = async ({ key, body }: Delivery) => {
        expect(running.has(key)).toBe(false);
        running.add(key);
        await new Promise(setImmediate);
        seen.push(Number(body['id']));
        running.delete(key);
      };
      await consume(handle, { concurrency: 2 });
      await consume(handle, { concurrency: 2 });
      await messaging.publish(Array.from({ length: 200 }, (_, n) => message(`${n}`, `k${n % 7}`)));
      await drained();
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
      for (let key = 0; key < 7; key++) {
        const ofKey = seen.filter((n) => n % 7 === key);
        expect(ofKey).toEqual([...ofKey].sort((a, b) => a - b));
      }
    });

    it('takes publishing from within a handler', async () => {
      const seen: string[] = [];
      await consume(async ({ id }) => {
        seen.push(id);
        if (id.length < 5) await messaging.publish([message(`${id}a`)]);
      });
      await messaging.publish([message('a')]);
      await until(() => seen.length === 5);
      await drained();
      expect(seen).toEqual(['a', 'aa', 'aaa', 'aaaa', 'aaaaa']);
    });

    it('keeps the order of every key whatever fails and how often', async () => {
      const job = fc.record({ key: fc.constantFrom('x', 'y', 'z'), failures: fc.constantFrom(0, 0, 0, 1, 2, 3, 9) });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(job, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (jobs, concurrency) => {
          const topic = `run${++run}`;
          const ended: number[] = [];
          const messages = jobs.map(({ key }, n) => ({ topic, id: `${n}`, key, body: { n } }));
          await messaging.publish(messages.slice(0, 10));
          const stop = await consume(
            async ({ id, attempt }) => {
              const { failures } = jobs[Number(id)]!;
              if (failures === 9 || attempt === 4 || attempt > failures) ended.push(Number(id));
              if (failures === 9) throw new GiveUp('no');
              if (attempt <= failures) throw new Error('again');
            },
            { topic, concurrency, attempts: 3, backoff: () => 1 },
          );
          await messaging.publish(messages.slice(10));
          await until(async () => (await messaging.depth(topic, 'g')) === 0);
          await stop();
          const dead = (await messaging.deadLetters(topic, 'g')).map(({ id }) => Number(id)).sort((a, b) => a - b);
          expect(dead).toEqual(jobs.flatMap(({ failures }, n) => (failures >= 3 ? [n] : [])));
          for (const key of ['x', 'y', 'z']) {
            const expected = jobs.flatMap((one, n) => (one.key === key && one.failures !== 3 ? [n] : []));
            expect(ended.filter((n) => jobs[n]!.key === key)).toEqual(expected);
          }
        }),
        { numRuns },
      );
    });

    it('takes any name as a name and nothing more', async () => {
      const names = ["'; DROP TABLE messages; --", '"', '../..', 'Ω𝄞', '$where', '%', 'a b'];
      const messages = names.map((hostile) => ({ topic: hostile, id: hostile, key: hostile, body: { hostile } }));
      await messaging.publish(messages);
      for (const topic of names) {
        const bodies: unknown[] = [];
        await consume(async ({ body }) => void bodies.push(body), { topic, group: topic });
        await until(async () => (await messaging.depth(topic, topic)) === 0);
        expect(bodies).toEqual([{ hostile: topic }]);
      }
    });

    it.each(['', 'a\0b', 'a\nb', 'x'.repeat(301)])('refuses the name %j', async (bad) => {
      for (const field of ['topic', 'id', 'key'] as const) {
        await expect(messaging.publish([message('fine'), { ...message('a'), [field]: bad }])).rejects.toThrow(TypeError);
      }
      await expect(collect({ topic: bad })).rejects.toThrow(TypeError);
      await expect(collect({ group: bad })).rejects.toThrow(TypeError);
      expect(await messaging.depth('jobs', 'g')).toBe(0);
    });

    it('refuses a consumer with nobody to work and a message without a body', async () => {
      await expect(collect({ concurrency: 0 })).rejects.toThrow(TypeError);
      await expect(collect({ attempts: 0 })).rejects.toThrow(TypeError);
      await expect(messaging.publish([{ ...message('a'), body: undefined as never }])).rejects.toThrow(TypeError);
    });
  });
};
