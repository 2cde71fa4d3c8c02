import type { Environment } from '#contracts/wire/configuration';
import type { EventLog } from '../event-store/event-log.ts';
import type { HttpRequest } from './request.ts';
import { isForOneself, Trial } from './trial.ts';

const log = {} as EventLog;
const requestWith = (headers: Record<string, string | string[]>) => ({ headers }) as unknown as HttpRequest;

it('ruling 21: knows who sends the secret of the start, whole and once', () => {
  const trial = new Trial(log, 'secret-of-256-bits');
  const knows = (headers: Record<string, string | string[]>) => trial.isKnownTo(requestWith(headers));
  expect(knows({ 'x-local-secret': 'secret-of-256-bits' })).toBe(true);
  for (const given of ['', 'secret', 'secret-of-256-bits ', 'SECRET-OF-256-BITS', ['secret-of-256-bits', 'secret-of-256-bits']])
    expect(knows({ 'x-local-secret': given })).toBe(false);
  expect(knows({ host: 'localhost' })).toBe(false);
});

it('ruling 21: is none, and knows nobody, without a secret', async () => {
  const none = new Trial(log);
  expect(await none.lasts()).toBe(false);
  for (const given of ['', 'undefined']) expect(none.isKnownTo(requestWith({ 'x-local-secret': given }))).toBe(false);
  expect(none.isKnownTo(requestWith({}))).toBe(false);
});

it('ruling 21: known passwords count in a local installation that listens to nobody else', () => {
  const counts = (...[environment, host]: [Environment, string]) => isForOneself({ environment, host });
  expect([counts('local', '127.0.0.1'), counts('local', '::1'), counts('local', 'localhost')]).toEqual([true, true, true]);
  expect([counts('local', '0.0.0.0'), counts('stage', '127.0.0.1'), counts('prod', '127.0.0.1')]).toEqual([false, false, false]);
});
