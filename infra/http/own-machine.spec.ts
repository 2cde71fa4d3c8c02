import { isFromOwnMachine, isLoopback } from './own-machine.ts';
import type { HttpRequest } from './request.ts';
import { RuntimeInfo } from './runtime-info.ts';

const asked = (headers: Record<string, string | string[]> = {}, remoteAddress = '127.0.0.1', httpVersion = '1.1') =>
  ({ headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress }, raw: { httpVersion } }) as unknown as HttpRequest;

describe('ruling 21: what comes from the own machine', () => {
  it.each([
    ['from a browser', asked()],
    ['by address', asked({ host: '127.0.0.1:3000' })],
    ['by another loopback address', asked({ host: '127.0.0.9' }, '127.0.0.9')],
    ['by IPv6', asked({ host: '[::1]:3000' }, '::1')],
    ['on a socket of both kinds', asked({}, '::ffff:127.0.0.1')],
    ['from a page of its own', asked({ origin: 'http://localhost:3000' })],
  ])('is: %s', (_, request) => expect(isFromOwnMachine(request)).toBe(true));

  it.each<[string, HttpRequest]>([
    ['another peer', asked({}, '192.168.1.7')],
    ['another Host, as after DNS rebinding', asked({ host: 'attacker.example:3000' })],
    ['a name that begins alike', asked({ host: 'localhost.attacker.example' })],
    ['a Host that is none', asked({ host: '' })],
    ['a page from elsewhere', asked({ origin: 'https://clinic.example' })],
    ['an origin that is none', asked({ origin: 'null' })],
    ...['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Via'].map((name): [string, HttpRequest] => [
      `the header ${name}`,
      asked({ [name.toLowerCase()]: 'localhost' }),
    ]),
    ['HTTP/1.0', asked({}, '127.0.0.1', '1.0')],
  ])('is not: %s', (_, request) => expect(isFromOwnMachine(request)).toBe(false));
});

it('knows the addresses of the own machine', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost', 'LOCALHOST'].filter((host) => !isLoopback(host))).toEqual([]);
  expect([undefined, '', '0.0.0.0', '::', '10.0.0.1', 'clinic.example', '128.0.0.1'].filter(isLoopback)).toEqual([]);
});

it('ruling 21: known passwords count in a local installation that listens to nobody else', () => {
  const takes = (...[environment, host]: ['local' | 'stage' | 'prod', string]) =>
    new RuntimeInfo(environment, '1', host).takesKnownPasswords(asked());
  expect([takes('local', '127.0.0.1'), takes('local', '::1'), takes('local', 'localhost')]).toEqual([true, true, true]);
  expect([takes('local', '0.0.0.0'), takes('stage', '127.0.0.1'), takes('prod', '127.0.0.1')]).toEqual([false, false, false]);
});
