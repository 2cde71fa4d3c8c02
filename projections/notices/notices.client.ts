import type { Notice } from '#contracts/notices';

/** Where a client's text goes: `write` answers false while the reader is behind, then `onDrain` calls back once it caught up. */
export interface Sink {
  write(text: string): boolean;
  onDrain(told: () => void): void;
  end(): void;
}

/** One open screen. What it was not told yet is one position per slice: a slow reader costs no more than that. */
export class NoticesClient {
  private readonly pending = new Map<string, string>();
  private isFull = false;
  private beatsMissed = 0;
  private isClosed = false;

  constructor(private readonly sink: Sink) {
    sink.onDrain(() => {
      this.isFull = false;
      this.beatsMissed = 0;
      this.send();
    });
  }

  /** @param position token */
  tell(slice: string, position: string): void {
    this.pending.set(slice, position);
    this.send();
  }

  /** A comment, so that both ends notice a dead line. Answers how many in a row could not be sent. */
  beat(): number {
    if (this.isFull) this.beatsMissed += 1;
    else this.write(': still here\n\n');
    return this.beatsMissed;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.pending.clear();
    this.sink.end();
  }

  private send(): void {
    for (const [slice, position] of this.pending) {
      if (this.isFull || this.isClosed) return;
      this.pending.delete(slice);
      this.write(`data: ${JSON.stringify({ slice, position } satisfies Notice)}\n\n`);
    }
  }

  private write(text: string): void {
    if (!this.isClosed) this.isFull = !this.sink.write(text);
  }
}
