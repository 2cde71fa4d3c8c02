import { GiveUp } from '#infra/messaging/messaging';
import { message, type RunningQueue, uses } from './messaging.samples.ts';

/** What cannot be handled. */
export const describeDeadLetters = (under: RunningQueue): void => {
  describe('makes a dead letter', () => {
    const { consume, collect, drained } = uses(() => under.current);

    it('of what failed too often; later messages of its key go on', async () => {
      const seen: string[] = [];
      const stop = await consume(
        async ({ id, attempt }) => {
          seen.push(`${id}${attempt}`);
          if (id === 'a') throw new RangeError('of Jane Roe');
        },
        { attempts: 3 },
      );
      await under.current.publish([message('a'), message('b')]);
      await drained();
      expect(seen).toEqual(['a1', 'a2', 'a3', 'b1']);
      await stop();
      await under.restart();
      const [dead, ...rest] = await under.current.deadLetters('jobs', 'g');
      expect(rest).toEqual([]);
      expect(dead).toMatchObject({ ...message('a'), group: 'g', attempts: 3, error: expect.stringMatching(/^RangeError at /) as string });
      expect(dead!.failed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(await under.current.deadLetters('jobs', 'other')).toEqual([]);
      expect(await under.current.deadLetters()).toEqual([dead]);
    });

    it('at once where the handler gives up', async () => {
      const attempts: number[] = [];
      await consume(async ({ attempt }) => {
        attempts.push(attempt);
        throw new GiveUp('encrypted');
      });
      await under.current.publish([message('a')]);
      await drained();
      expect(attempts).toEqual([1]);
      expect(await under.current.deadLetters('jobs', 'g')).toMatchObject([{ id: 'a', error: 'encrypted' }]);
    });

    it('that can be put back, behind the others of its key and with all its attempts', async () => {
      const seen: string[] = [];
      let isMended = false;
      const stop = await consume(async ({ id, attempt }) => {
        if (id === 'a' && !isMended) throw new GiveUp('broken');
        seen.push(`${id}${attempt}`);
      });
      await under.current.publish([message('a')]);
      await drained();
      await stop();
      isMended = true;
      await under.current.publish([message('b')]);
      await under.current.retry('jobs', 'g', 'a');
      expect(await under.current.deadLetters('jobs', 'g')).toEqual([]);
      expect(await under.current.depth('jobs', 'g')).toBe(2);
      await consume(async ({ id, attempt }) => void seen.push(`${id}${attempt}`));
      await drained();
      expect(seen).toEqual(['b1', 'a1']);
      await expect(under.current.retry('jobs', 'g', 'a')).rejects.toThrow(/dead letter/);
      await expect(under.current.retry('jobs', 'g', 'never')).rejects.toThrow(/dead letter/);
    });

    it('that can be dropped for good, and is not delivered again', async () => {
      await consume(() => Promise.reject(new GiveUp('no')));
      await under.current.publish([message('a')]);
      await drained();
      await under.current.drop('jobs', 'g', 'a');
      expect(await under.current.deadLetters()).toEqual([]);
      expect(await under.current.depth('jobs', 'g')).toBe(0);
      await expect(under.current.drop('jobs', 'g', 'a')).rejects.toThrow(/dead letter/);
      await expect(under.current.retry('jobs', 'g', 'a')).rejects.toThrow(/dead letter/);
    });

    it('for its own group alone', async () => {
      const other = await collect({ group: 'other' });
      await consume(() => Promise.reject(new GiveUp('no')));
      await under.current.publish([message('a')]);
      await drained();
      await drained('other');
      expect(other.seen).toEqual(['a']);
      expect(await under.current.deadLetters('jobs', 'other')).toEqual([]);
    });
  });
};
