import { Turns } from './turns.ts';

it('does one thing of a name after the other, also where one fails, and different names at once', async () => {
  const turns = new Turns();
  const done: string[] = [];
  let finish: () => void = () => undefined;
  const first = turns.of('a', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    done.push('first');
    throw new Error('failed');
  });
  const second = turns.of('a', async () => done.push('second'));
  await turns.of('b', async () => done.push('other'));
  expect(done).toEqual(['other']);
  finish();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});
