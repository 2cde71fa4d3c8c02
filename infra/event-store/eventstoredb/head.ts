import { BEGINNING, type Position } from '../event-store.ts';
import type { Connection } from './connection.ts';
import { readLogPage } from './log-reads.ts';

/**
 * The end of the log: the last event that is not of the server itself. What was found once, or written by us, is known; a look goes back from the
 * end only until there.
 */
export class Head {
  /** Position of the last event known. */
  known: Position = BEGINNING;
  /** Up to here nothing else can be the last event. */
  private looked: Position = BEGINNING;
  private asked: Promise<Position> | undefined;
  private next: Promise<Position> | undefined;

  /** @param onShorter told where the log ends before events that stood in it: somebody put it back to an earlier state */
  constructor(
    private readonly connection: Connection,
    private readonly onShorter: () => void = () => undefined,
  ) {}

  /** An event of ours stands there. */
  note(position: Position): void {
    if (position > this.known) this.known = position;
    if (position > this.looked) this.looked = position;
  }

  /** Asks the server. Whoever asks while a question is on its way shares the one after it. @throws StoreUnavailable */
  read(): Promise<Position> {
    if (this.asked === undefined) return this.ask();
    this.next ??= this.asked.then(() => {
      this.next = undefined;
      return this.ask();
    });
    return this.next;
  }

  private ask(): Promise<Position> {
    const end = (): void => void (this.asked = undefined);
    this.asked = this.look();
    this.asked.then(end, () => {
      this.next = undefined;
      end();
    });
    return this.asked;
  }

  private async look(): Promise<Position> {
    const before = this.known;
    let top: Position | undefined;
    let from: Position | undefined;
    for (let most = 1; ; most = Math.min(256, most * 8)) {
      const { first = BEGINNING, events, seen, isEnd } = await readLogPage(this.connection, 'backwards', from, most);
      if (events.length > 0) this.note(events[0]!.position);
      top ??= first;
      if (events.length > 0 || isEnd || seen <= this.looked) break;
      from = seen;
    }
    if (top < before) this.onShorter();
    if (top > this.looked) this.looked = top;
    return this.known;
  }
}
