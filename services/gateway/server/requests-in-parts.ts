import type { ServerHttp2Stream } from 'node:http2';
import { type ServiceError, status } from '@grpc/grpc-js';
import { exhausted, failure, oversized } from '../protocol/errors.ts';
import type { Share } from '../protocol/call-memory.ts';

/** Before each message: a byte that says whether it is compressed, and four of its length. */
const HEAD = 5;
/** Bytes that each piece of a message takes besides its own, so that many small pieces are not free. */
const PIECE = 256;

export interface Bounds {
  /** Bytes of one message. */
  max: number;
  /** Milliseconds for a request, or for one message of a call that goes on, from its first byte to its last. */
  patience: number;
  share: Share;
  /** Whether messages come one by one for as long as the call goes on; otherwise the whole request is waited for. */
  goesOn: boolean;
  refuse: (refusal: ServiceError) => void;
}

/**
 * Watches a request come in and refuses it where a message is too large or compressed, where it does not come to its end in time, or where all
 * calls together hold too much. A handler sees whole messages only: until then nobody else counts what has come.
 * @returns stops watching
 */
export const watchRequest = (stream: ServerHttp2Stream, { max, patience, share, goesOn, refuse }: Bounds): (() => void) => {
  const head = Buffer.alloc(HEAD);
  let [headed, missing, held] = [0, 0, 0];
  let timer: NodeJS.Timeout | undefined;
  const late = (): void => refuse(failure(status.DEADLINE_EXCEEDED, 'The request did not come to its end in time'));
  const start = (): void => void (timer ??= setTimeout(late, patience));
  const arrive = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const take = (bytes: number): boolean => {
    held += bytes;
    if (share.take(bytes)) return true;
    refuse(exhausted());
    return false;
  };
  /** False where the message whose head has come is refused. */
  const begin = (): boolean => {
    missing = head.readUInt32BE(1);
    if (head[0] !== 0) refuse(failure(status.UNIMPLEMENTED, 'Compressed messages are not taken'));
    else if (missing > max) refuse(oversized(max, missing));
    else return true;
    return false;
  };
  const look = (chunk: Buffer): void => {
    if (!take(PIECE)) return;
    for (let at = 0; at < chunk.length;) {
      const isHead = headed < HEAD;
      const part = isHead ? chunk.copy(head, headed, at, at + HEAD - headed) : Math.min(missing, chunk.length - at);
      at += part;
      if (!take(part)) return;
      if (isHead) {
        headed += part;
        if (headed === HEAD && !begin()) return;
      } else missing -= part;
      if (headed < HEAD || missing > 0) continue;
      share.arrived(held);
      [headed, held] = [0, 0];
      if (goesOn) arrive();
    }
    if (goesOn && headed > 0) start();
  };
  // before the listener of grpc-js, which stores every piece
  stream.prependListener('data', look);
  stream.once('end', arrive);
  if (!goesOn) start();
  return () => {
    arrive();
    stream.off('data', look);
  };
};
