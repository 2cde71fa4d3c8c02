import { header, type HttpRequest } from './request.ts';

/** Whether a host name or address is this machine itself. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:127(\.\d{1,3}){3}\]?)$/i.test(host);

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a request comes from this machine and was meant for it, through no proxy: its peer, its Host header and what a proxy would add. */
export const isFromThisMachine = (request: HttpRequest): boolean => {
  const host = (header(request, 'host') ?? '').replace(/:\d+$/, '');
  return isLoopback(request.ip) && isLoopback(host) && FORWARDED.every((name) => request.headers[name] === undefined);
};
