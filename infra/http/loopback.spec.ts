import { isLoopback } from './loopback.ts';

it('knows the addresses of the own machine', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost', 'LOCALHOST'].filter((host) => !isLoopback(host))).toEqual([]);
  expect([undefined, '', '0.0.0.0', '::', '10.0.0.1', 'clinic.example', '128.0.0.1'].filter(isLoopback)).toEqual([]);
});
