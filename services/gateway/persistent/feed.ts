import type { GatewayLog, LoggedEvent } from '../log/gateway-log.ts';
import { resolved } from '../streams/links.ts';
import type { GroupRecord, GroupStore } from './group-store.ts';
import type { GroupState } from './group-state.ts';
import { type Message, messageOf } from './message.ts';
import type { Source } from './source.ts';

interface Placed {
  event: LoggedEvent;
  at: number;
  /** Where it is a parked message. */
  row?: number;
}

/** Brings a group what it has room for: parked messages that are sent again, and what the log has for it. */
export class Feed {
  /** Reading has reached the end of the log. */
  isLive = false;
  /** Whether parked messages may lie there that are to be sent again. */
  private hasReplays = true;
  private replayedTo = 0;

  constructor(
    private readonly record: GroupRecord,
    private readonly source: Source,
    private readonly log: GatewayLog,
    private readonly store: GroupStore,
    private readonly state: GroupState,
  ) {}

  /** Whether there may be more to bring now. @throws what the log throws */
  async fill(): Promise<boolean> {
    return (await this.fillReplayed()) || (await this.fillRead());
  }

  /** Somebody asked for parked messages. */
  lookForReplays(): void {
    this.hasReplays = true;
  }

  private async fillRead(): Promise<boolean> {
    const from = this.state.readFrom;
    const room = this.state.room(this.isLive);
    if (room === 0) return false;
    const page = await this.source.read(from, room);
    const messages = await this.messages(page.events.map((event) => ({ event, at: this.source.placeOf(event) })));
    if (this.state.readFrom !== from) return true; // everybody left meanwhile, so it is read again
    this.state.read(messages, Math.max(page.seen, from - 1));
    this.isLive = page.isEnd;
    return !page.isEnd;
  }

  private async fillReplayed(): Promise<boolean> {
    const room = this.hasReplays ? this.state.roomForParked() : 0;
    if (room === 0) return false;
    const rows = this.store.replayed(this.record.id, this.replayedTo, room);
    if (rows.length === 0) {
      this.hasReplays = false;
      return false;
    }
    this.replayedTo = rows.at(-1)!.row;
    for (const { row, at } of rows) {
      const event = await this.source.find(at);
      const [message] = event ? await this.messages([{ event, at, row }]) : [];
      if (message) this.state.replay([message]);
      else await this.store.forget(row); // somebody removed the event meanwhile
    }
    return true;
  }

  /** Links that lead nowhere are passed over: nobody could do anything with them. */
  private async messages(events: readonly Placed[]): Promise<Message[]> {
    const { resolveLinks, strategy } = this.record.settings;
    const messages: Message[] = [];
    for (const { event: stored, at, row } of events) {
      const { event, link } = resolveLinks ? await resolved(this.log, stored) : { event: stored };
      if (!event) continue;
      const found = { event, ...(link && { link }) };
      messages.push(messageOf(at, found, strategy === 'PinnedByCorrelation' ? 'correlation' : 'stream', row));
    }
    return messages;
  }
}
