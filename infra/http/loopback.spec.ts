import { isFromThisMachine } from './loopback.ts';
import type { HttpRequest } from './request.ts';

const from = (ip: string, headers: Record<string, string>): boolean =>
  isFromThisMachine({ method: 'GET', url: '/', headers, ip, routeOptions: {} } as HttpRequest);

describe('ruling 21: what only somebody at this machine is told', () => {
  it.each([
    ['127.0.0.1', 'localhost:3000'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'LOCALHOST'],
  ])('%s asking %s is', (ip, host) => expect(from(ip, { host })).toBe(true));

  it.each([
    ['192.168.0.7', 'localhost'],
    ['127.0.0.1', 'clinic.example'],
    ['127.0.0.1', 'localhost.evil.example'],
    ['127.0.0.1', '127.0.0.1.evil.example:80'],
    ['127.0.0.1', ''],
  ])('%s asking %s is not', (ip, host) => expect(from(ip, { host })).toBe(false));

  it.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-host'])('nobody is who comes with %s', (name) =>
    expect(from('127.0.0.1', { host: 'localhost', [name]: '127.0.0.1' })).toBe(false),
  );
});
