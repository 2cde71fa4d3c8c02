import { type Client, kindOf, NoAnswer, type RecordedEvent, type Source } from './client.ts';
import type { Connection } from './connection.ts';

/** A page ends at whichever comes first, so that neither many small nor a few large events fill the memory. */
export const PAGE_EVENTS = 256;
const PAGE_BYTES = 4 * 1024 * 1024;

export interface Page {
  events: RecordedEvent[];
  /** There is nothing further in this direction now. */
  isEnd: boolean;
  /** The server knows no such stream. */
  isMissing?: true;
}

/**
 * Reads one page, again where the connection broke.
 * @param most the number of events that `ask` asks for
 * @throws StoreUnavailable, what the client throws for deleted streams
 */
export const readPage = (connection: Connection, most: number, ask: (client: Client) => Source): Promise<Page> =>
  connection.patiently(() => collect(connection, most, connection.with(ask)));

const collect = async (connection: Connection, most: number, source: Source): Promise<Page> => {
  source.on?.('error', () => undefined); // also of one that nobody reads any more: without a listener it ends the process
  const iterator = source[Symbol.asyncIterator]();
  const events: RecordedEvent[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('no answer in time')), connection.waits.answer);
  });
  late.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await connection.whenEnded(Promise.race([iterator.next(), late]));
      if (done) return { events, isEnd: events.length < most };
      timer!.refresh();
      if (value.event === undefined) continue;
      events.push(value.event);
      if (value.event.data instanceof Uint8Array) bytes += value.event.data.byteLength;
      if (bytes >= PAGE_BYTES) {
        leave(source, iterator);
        return { events, isEnd: false };
      }
    }
  } catch (error) {
    if (kindOf(error) === 'stream-not-found') return { events: [], isEnd: true, isMissing: true };
    leave(source, iterator);
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

/** Nothing more is wanted; neither is waited for what its end brings. */
const leave = (source: Source, iterator: AsyncIterator<unknown>): void => {
  void source.cancel?.().catch(() => undefined);
  void iterator.return?.().catch(() => undefined);
};
