import { Growth } from './growth.ts';

const never = new AbortController().signal;

it('does not sleep through what came between two looks', async () => {
  const growth = new Growth();
  const watch = growth.watch('a');
  growth.announce(['a']);
  await watch.next(never);
  const waiting = watch.next(never);
  growth.announce(['a', 'b']);
  await waiting;
});

it('wakes who follows a stream by that stream alone, and who follows the log by every one', async () => {
  const growth = new Growth();
  const [ofA, ofAll] = [growth.watch('a'), growth.watch()];
  let woken = 0;
  const ending = new AbortController();
  const waiting = ofA.next(ending.signal).then(() => (woken += 1));
  growth.announce(['b']);
  await ofAll.next(never);
  expect(woken).toBe(0);
  ending.abort();
  await waiting;
});

it('forgets who has left', async () => {
  const growth = new Growth();
  const [first, second] = [growth.watch('a'), growth.watch('a')];
  first.close();
  growth.announce(['a']);
  await second.next(never);
  second.close();
  const third = growth.watch('a');
  growth.announce(['a']);
  await third.next(never);
});
