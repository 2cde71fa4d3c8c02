import type { Notice } from '#contracts/wire/notices';

/** Where a client's text goes: `write` answers false while the reader is behind, then `onDrain` calls back once it caught up. */
export interface Sink {
  write(text: string): boolean;
  onDrain(told: () => void): void;
  end(): void;
}

/** What is named in one notice, and notices that wait for a slow reader: beyond that only the slice is told. */
export const MOST_ITEMS = 100;
const MOST_PENDING = 100;

/** Two notices of one slice and record as one; `later` is the one that was told later. */
export const joined = (earlier: Notice | undefined, later: Notice): Notice => {
  if (earlier === undefined) return later;
  const { items: _items, ...rest } = later;
  const items = new Set([...(earlier.items ?? []), ...(later.items ?? [])]);
  const isNamed = earlier.items !== undefined && later.items !== undefined && items.size <= MOST_ITEMS;
  return isNamed ? { ...rest, items: [...items] } : rest;
};

/** One open screen. What it was not told yet is one notice per slice and record, and where these become many one per slice: a slow reader costs no more. */
export class NoticesClient {
  private readonly pending = new Map<string, Notice>();
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

  tell(notice: Notice): void {
    const all = this.pending.get(notice.slice);
    if (all) this.pending.set(notice.slice, { ...all, position: notice.position });
    else {
      const key = `${notice.slice} ${notice.patient_id ?? ''}`;
      this.pending.set(key, joined(this.pending.get(key), notice));
    }
    if (this.pending.size > MOST_PENDING) this.forgetIds();
    this.send();
  }

  private forgetIds(): void {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { slice, position } of waiting) {
      const last = this.pending.get(slice)?.position ?? '';
      this.pending.set(slice, { slice, position: position > last ? position : last });
    }
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
    for (const [key, notice] of this.pending) {
      if (this.isFull || this.isClosed) return;
      this.pending.delete(key);
      this.write(`data: ${JSON.stringify(notice)}\n\n`);
    }
  }

  private write(text: string): void {
    if (!this.isClosed) this.isFull = !this.sink.write(text);
  }
}
