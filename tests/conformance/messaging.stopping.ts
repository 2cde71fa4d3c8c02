import { gate, until } from './waiting.ts';
import { message, type RunningQueue, uses } from './messaging.samples.ts';

/** The end of consumers and of the queue. */
export const describeStopping = (under: RunningQueue): void => {
  describe('stops', () => {
    const { consume, collect, drained } = uses(() => under.current);

    it('taking, tells what is in hand, waits for it and keeps the rest', async () => {
      const open = gate();
      const signals: AbortSignal[] = [];
      const stop = await consume(
        async ({ signal }) => {
          signals.push(signal);
          await open.passed;
        },
        { concurrency: 1 },
      );
      await under.current.publish([message('a'), message('b')]);
      await until(() => signals.length === 1);
      expect(signals[0]!.aborted).toBe(false);
      let isStopped = false;
      const stopped = stop().then(() => (isStopped = true));
      expect(signals[0]!.aborted).toBe(true);
      await new Promise(setImmediate);
      expect(isStopped).toBe(false);
      open.open();
      await stopped;
      expect(await under.current.depth('jobs', 'g')).toBe(1);
      const { seen } = await collect();
      await drained();
      expect(seen).toEqual(['b']);
      await stop();
    });

    it('without counting a handler that breaks off as failed', async () => {
      let isTaken = false;
      const stop = await consume(
        ({ signal }) => {
          isTaken = true;
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('broken off'))));
        },
        { attempts: 1 },
      );
      await under.current.publish([message('a')]);
      await until(() => isTaken);
      await stop();
      expect(await under.current.deadLetters('jobs', 'g')).toEqual([]);
      const attempts: number[] = [];
      await consume(async ({ attempt }) => void attempts.push(attempt));
      await drained();
      expect(attempts).toEqual([1]);
    });

    it('with the queue, which lets what is in hand publish and then takes nothing more', async () => {
      let isTaken = false;
      await consume(async ({ id, signal }) => {
        if (id !== 'a') return;
        isTaken = true;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await under.current.publish([message('from a', 'other')]);
      });
      await under.current.publish([message('a')]);
      await until(() => isTaken);
      await under.current.close();
      await under.current.close();
      await expect(under.current.publish([message('b')])).rejects.toThrow(/closed/);
      await under.restart();
      const { seen } = await collect();
      await drained();
      expect(seen).toEqual(['from a']);
    });
  });
};
