import type { StorageFailed } from '#infra/event-store/event-store';
import type { Change, Changed, Filter, GatewayLog, Page, Span, StreamState } from '../gateway-log.ts';
import { Growth } from '../growth.ts';
import { LogReader } from './log-reader.ts';
import { LogWriterThread } from './log-writer-thread.ts';
import { prepareGatewayLog } from './schema.ts';

interface SqliteGatewayLogOptions {
  /** Where `gateway.sqlite` lies; made where it is missing. One process at a time: see DataFolder. */
  folder: string;
  /** The disk failed and what was in flight is unknown: the process has to stop. Called once. */
  onFatal: (error: StorageFailed) => void;
}

/** A log of the gateway's own: one SQLite file, one writer in a thread that commits groups with full sync, reads in this thread. */
export class SqliteGatewayLog implements GatewayLog {
  readonly isWritable = true;

  private constructor(
    readonly growth: Growth,
    private readonly reader: LogReader,
    private readonly writer: LogWriterThread,
  ) {}

  /** @throws NewerGatewayLog, StorageFailed */
  static async open({ folder, onFatal }: SqliteGatewayLogOptions): Promise<SqliteGatewayLog> {
    const file = prepareGatewayLog(folder);
    const growth = new Growth();
    let last = 0;
    const onGrowth = (head: number, streams: Iterable<string>): void => {
      if (head === last) return;
      last = head;
      growth.announce(streams);
    };
    const writer = new LogWriterThread(file, { onGrowth, onFailed: onFatal });
    last = await writer.ready;
    return new SqliteGatewayLog(growth, new LogReader(file), writer);
  }

  /**
   * As the disk has it: a commit can be read before its writer tells of it, seconds before where it moves what was written to its place. Who was
   * shown an event beyond the end would have to believe that the log was put back to an earlier state.
   */
  head(): number {
    return this.reader.head();
  }

  async state(stream: string): Promise<StreamState> {
    return this.reader.state(stream);
  }

  async readStream(stream: string, span: Span): Promise<Page> {
    return this.reader.readStream(stream, span);
  }

  async readAll(span: Span & { filter?: Filter; scan?: number }): Promise<Page> {
    return this.reader.readAll(span);
  }

  change(change: Change): Promise<Changed> {
    return this.writer.change(change);
  }

  /** The reader goes first: the connection that is closed last puts the log in order. */
  async close(): Promise<void> {
    this.reader.close();
    await this.writer.close();
  }
}
