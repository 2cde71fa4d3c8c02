import type { EventMeta } from '#contracts/envelope';
import type { Position } from '#infra/event-store/event-store';
import type { DocumentWrite, JsonObject, ReadStore } from '#infra/read-store/read-store';

const COLLECTION = 'reaction-letters';

/** An event that a reaction could not honour (yet). */
export interface Letter {
  reaction: string;
  event_id: string;
  stream: string;
  revision: number;
  position: Position;
  type: string;
  /** Tries so far; 0 where it only waits behind an earlier letter of its stream. */
  attempts: number;
  /** 'dead' is tried again only when somebody asks for it. */
  state: 'waiting' | 'dead';
  /** Kind and place of the last fault, without data. */
  error: string;
  /** UTC with milliseconds. */
  failed_at: string;
}

/** The letters of one reaction, in memory by its only owner and kept in the read store. */
export class Letters {
  private readonly letters = new Map<string, Letter>();

  constructor(
    private readonly store: ReadStore,
    private readonly reaction: string,
  ) {}

  async load(): Promise<void> {
    await this.store.define(COLLECTION, [['reaction']]);
    const { items } = await this.store.find<Letter>(COLLECTION, { filter: { reaction: { eq: this.reaction } } });
    this.letters.clear();
    for (const { data } of items) this.letters.set(data.event_id, data);
  }

  list(): Letter[] {
    return [...this.letters.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1));
  }

  get(event_id: string): Letter | undefined {
    return this.letters.get(event_id);
  }

  /** Whether an event of this stream waits for another try: later ones then wait behind it. */
  isWaiting(stream: string): boolean {
    return [...this.letters.values()].some((letter) => letter.state === 'waiting' && letter.stream === stream);
  }

  /** The first waiting letter of each stream. */
  heads(): Letter[] {
    const heads = new Map<string, Letter>();
    for (const letter of this.list()) if (letter.state === 'waiting' && !heads.has(letter.stream)) heads.set(letter.stream, letter);
    return [...heads.values()];
  }

  /** The write that keeps the letter, or with null removes it; `done` is to be called once it is written. */
  async write(
    event: Pick<EventMeta, 'event_id' | 'position'>,
    letter: Letter | null,
  ): Promise<{ writes: DocumentWrite[]; done: () => void }> {
    const id = `${this.reaction}/${event.event_id}`;
    const stored = await this.store.get(COLLECTION, id);
    const expected = stored?.position ?? null;
    const isNothing = letter === null && expected === null;
    const write = { collection: COLLECTION, id, expected, position: event.position, data: letter as unknown as JsonObject | null };
    return {
      writes: isNothing ? [] : [write],
      done: () => void (letter === null ? this.letters.delete(event.event_id) : this.letters.set(event.event_id, letter)),
    };
  }
}
