import type { Position } from './event-store.ts';

/** A position together with the log it belongs to, safe in an address: commands answer it and queries take it as `after`. */
export const positionToken = (logId: string, position: Position): string => `${logId}.${encodeURIComponent(position)}`;

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.((?:[\w.!~*'()-]|%[0-9A-Fa-f]{2}){0,200})$/;

/** The token's parts; undefined for what is no token. Whether the log is ours is for the reader to compare. */
export const readToken = (text: string): { log_id: string; position: Position } | undefined => {
  const match = TOKEN.exec(text);
  if (!match) return undefined;
  try {
    return { log_id: match[1]!, position: decodeURIComponent(match[2]!) };
  } catch {
    return undefined; // percent signs that spell no UTF-8
  }
};
