import { BlockList, isIPv6 } from 'node:net';

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
