import type { Position, StoredEvent } from '../event-store.ts';

const MOST_EVENTS = 2048;
const MOST_BYTES = 16 * 1024 * 1024;

/** The latest events of the log without a gap, as many as memory is meant for. */
export class Recent {
  private readonly events: StoredEvent[] = [];
  private bytes = 0;
  /** Position of the last event. */
  last: Position;

  /** @param from everything after this position is held, except for what was dropped since */
  constructor(private from: Position) {
    this.last = from;
  }

  add(event: StoredEvent): void {
    this.events.push(event);
    this.bytes += event.data.byteLength;
    this.last = event.position;
    while (this.events.length > MOST_EVENTS || (this.bytes > MOST_BYTES && this.events.length > 1)) {
      const dropped = this.events.shift()!;
      this.bytes -= dropped.data.byteLength;
      this.from = dropped.position;
    }
  }

  /** Whether everything after the position is here, up to the last event. */
  covers(position: Position): boolean {
    return position >= this.from;
  }

  /** The events after the position, at most 256; only right where it is covered. */
  after(position: Position): StoredEvent[] {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.position > position) high = middle;
      else low = middle + 1;
    }
    return this.events.slice(low, low + 256);
  }
}
