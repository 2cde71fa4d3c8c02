import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';

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

  /** Resolves when more may be sent. */
  async send(answer: Buffer): Promise<void> {
    if (this.isOver || this.call.write(answer)) return;
    this.drained ??= new Promise((resolve) => {
      this.wake = () => {
        this.drained = undefined;
        resolve();
      };
    });
    await this.drained;
  }
}
