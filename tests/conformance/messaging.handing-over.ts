import { GiveUp, type Undone } from '#infra/messaging/messaging';
import { message, type RunningQueue, uses } from './messaging.samples.ts';

const undone = (id: string, more: Partial<Undone> = {}): Undone => ({ ...message(id), group: 'g', failures: 0, ...more });
const dead = { failed_at: '2026-11-20T08:00:00.000Z', error: 'encrypted' };

/** What goes from one engine to another. */
export const describeHandingOver = (under: RunningQueue): void => {
  describe('hands over', () => {
    const { consume, collect, drained } = uses(() => under.current);
    const handedOver = async (group = 'g') => {
      const all: Undone[] = [];
      await under.current.handOver('jobs', group, async (messages) => void all.push(...messages));
      return all;
    };

    it('what waits, in order, and dead letters, and nothing that is done; and has none of it any more', async () => {
      let fails = true;
      const stop = await consume(
        async ({ id }) => {
          if (id === 'dead') throw new GiveUp('encrypted');
          if (id === 'a' && fails) throw new RangeError('not yet');
        },
        { attempts: 100, backoff: () => 3_600_000 },
      );
      await under.current.publish([message('done', 'other'), message('dead', 'other')]);
      await drained();
      await under.current.publish(['a', 'b'].map((id) => message(id)));
      await under.current.publish([message('c', 'other')]);
      fails = false;
      await stop();
      await under.current.publish([message('d')]);

      const all = await handedOver();
      expect(all.filter(({ key }) => key === 'k').map(({ id }) => id)).toEqual(['a', 'b', 'd']);
      expect(all.find(({ id }) => id === 'dead')).toEqual({
        ...message('dead', 'other'),
        group: 'g',
        failures: 1,
        dead: { failed_at: expect.any(String), error: 'encrypted' },
      });
      expect(all.map(({ id }) => id)).not.toContain('done');
      await under.restart();
      expect([await under.current.depth('jobs', 'g'), await under.current.deadLetters()]).toEqual([0, []]);
      expect(await handedOver()).toEqual([]);
      const { seen } = await collect();
      await under.current.publish([message('e')]);
      await drained();
      expect(seen).toEqual(['e']);
    });

    it('what was published before anybody consumed, to each group', async () => {
      await under.current.publish([message('a'), message('b')]);
      for (const group of ['g', 'other']) expect((await handedOver(group)).map(({ id }) => id)).toEqual(['a', 'b']);
    });

    it('everything again where it could not be received', async () => {
      await under.current.publish([message('a')]);
      await expect(under.current.handOver('jobs', 'g', () => Promise.reject(new RangeError('full')))).rejects.toThrow('full');
      expect(await handedOver()).toEqual([undone('a')]);
    });
  });

  describe('accepts', () => {
    const { collect, drained } = uses(() => under.current);

    it('what waited elsewhere, in order, and dead letters, which can be put back', async () => {
      await under.current.accept([undone('dead', { failures: 3, dead }), undone('a', { failures: 2 }), undone('b')]);
      await under.restart();
      expect(await under.current.depth('jobs', 'g')).toBe(2);
      expect(await under.current.deadLetters()).toEqual([{ ...message('dead'), group: 'g', attempts: 3, ...dead }]);
      const { seen } = await collect();
      await drained();
      expect(seen).toEqual(['a', 'b']);
      await under.current.retry('jobs', 'g', 'dead');
      await drained();
      expect(seen).toEqual(['a', 'b', 'dead']);
      await under.current.accept([]);
    });

    it('what it has done itself before', async () => {
      const { seen, stop } = await collect();
      await under.current.publish([message('a')]);
      await drained();
      await under.current.accept([undone('a')]);
      await drained();
      expect(seen).toEqual(['a', 'a']);
      await stop();
    });

    it('what it handed over before, once', async () => {
      await under.current.publish([message('a'), message('b')]);
      const all: Undone[] = [];
      await under.current.handOver('jobs', 'g', async (messages) => void all.push(...messages));
      await under.current.accept([...all, undone('x', { dead })]);
      await under.current.accept([...all, undone('x', { dead })]); // as after a crash in between
      const { seen } = await collect();
      await drained();
      expect([...new Set(seen)]).toEqual(['a', 'b']);
      expect((await under.current.deadLetters()).map(({ id }) => id)).toEqual(['x']);
    });
  });
};
