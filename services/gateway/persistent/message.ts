import type { LoggedEvent } from '../log/gateway-log.ts';

/** What a consumer gets: the event, with the link that led to it where links are resolved. */
export interface Resolved {
  event: LoggedEvent;
  link?: LoggedEvent;
}

/** One event on its way to a consumer, held until it was processed. */
export interface Message extends Resolved {
  /** Its revision in the group's stream, or its position in the whole log. */
  at: number;
  /** The id that consumers name it by, in hexadecimal: the link's, otherwise the event's. Another message may have the same. */
  id: string;
  /** Messages with the same one go to the same consumer, where the strategy pins. */
  pin: string;
  /** Bytes of memory, near enough. */
  size: number;
  /** How often it was sent before. */
  retryCount: number;
  /** The row of the parked message that is replayed here; such a message does not move the checkpoint. */
  parked?: number;
}

const AROUND = 500;

/** @param pinned where pins come from: the stream, or the correlation id that an event's metadata name */
export const messageOf = (at: number, resolved: Resolved, pinned: 'stream' | 'correlation', parked?: number): Message => {
  const { event, link } = resolved;
  const bytes = [event, link].reduce((sum, one) => sum + (one ? one.data.byteLength + one.metadata.byteLength + AROUND : 0), 0);
  return {
    ...resolved,
    at,
    id: Buffer.from((link ?? event).id).toString('hex'),
    pin: (pinned === 'correlation' ? correlation(event) : undefined) ?? event.stream,
    size: bytes,
    retryCount: 0,
    ...(parked !== undefined && { parked }),
  };
};

const correlation = ({ metadata }: LoggedEvent): string | undefined => {
  try {
    const { $correlationId: id } = JSON.parse(Buffer.from(metadata).toString('utf8')) as { $correlationId?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined; // no metadata, or such that are not JSON
  }
};
