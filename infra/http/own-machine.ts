import { BlockList, isIPv6 } from 'node:net';
import type { HttpRequest } from './request.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether it is an address, or the name, of the machine itself. An IPv6 address may stand in brackets. */
export const isLoopback = (host: string | undefined): boolean => {
  if (host === undefined) return false;
  if (host.toLowerCase() === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};

/** What a proxy adds on the way. */
const FORWARDING = /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|via)$/;

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).hostname : undefined);

/**
 * Whether a request comes from a browser or program on the machine that the server runs on, and from nowhere else: the peer, the Host and,
 * where a browser says it, the Origin are this machine, and no proxy stands between. One that says nothing of itself speaks HTTP/1.0, as
 * nginx does when it is not told otherwise.
 */
export const isFromOwnMachine = ({ headers, socket, raw }: HttpRequest): boolean => {
  const { host, origin } = headers;
  return (
    isLoopback(socket.remoteAddress) &&
    typeof host === 'string' &&
    isLoopback(hostOf(`http://${host}`)) &&
    (origin === undefined || (typeof origin === 'string' && isLoopback(hostOf(origin)))) &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => FORWARDING.test(name))
  );
};
