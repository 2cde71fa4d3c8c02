import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';

/** What may wait in memory for who reads. */
const MOST_ANSWERS = 256;
const MOST_BYTES = 1_048_576;

/**
 * Answers of one call on their way to who asked. Who does not read is waited for, holding no more than what was handed over; who is gone ends
 * the call.
 */
export class Outlet {
  private readonly ending = new AbortController();
  /** Aborted when nobody waits for answers any more. */
  readonly signal = this.ending.signal;
  /** However many wait for room, they wait for the same. */
  private drained: Promise<void> | undefined;
  private wake?: () => void;
  /** Bytes handed over since nothing waited. */
  private unsent = 0;

  constructor(private readonly call: ServerWritableStream<unknown, Buffer> | ServerDuplexStream<unknown, Buffer>) {
    const end = (): void => {
      this.ending.abort();
      this.wake?.();
    };
    for (const event of ['cancelled', 'close', 'error'] as const) call.on(event, end);
    call.on('drain', () => this.wake?.());
    if (call.cancelled) end();
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /**
   * Hands an answer over. False where enough is under way: then `room` is to be waited for. The stream's own mark of 16 messages would have who
   * reads wait for who sends, and the other way round, hundreds of times for a page.
   */
  offer(answer: Buffer): boolean {
    if (this.isOver) return true;
    this.unsent = this.call.writableLength === 0 ? answer.byteLength : this.unsent + answer.byteLength;
    return this.call.write(answer) || (this.call.writableLength < MOST_ANSWERS && this.unsent < MOST_BYTES);
  }

  /** Resolves when everything that was handed over is on its way, or nobody waits for it any more. */
  async room(): Promise<void> {
    if (this.isOver || this.call.writableLength === 0) return;
    this.drained ??= new Promise((resolve) => {
      this.wake = () => {
        this.drained = undefined;
        resolve();
      };
    });
    await this.drained;
  }

  /** Resolves when more may be sent. */
  async send(answer: Buffer): Promise<void> {
    if (!this.offer(answer)) await this.room();
  }
}
