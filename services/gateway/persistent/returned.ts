import type { Message } from './message.ts';

/** Messages that are to be sent again: those of the source in its order, then parked ones in the order of parking. */
export class Returned {
  private retries: Message[] = [];
  private replays: Message[] = [];

  get count(): number {
    return this.retries.length + this.replays.length;
  }

  get parkedCount(): number {
    return this.replays.length;
  }

  add(message: Message): void {
    if (message.parked !== undefined) this.replays.push(message);
    else this.retries.splice(this.retries.findLastIndex(({ at }) => at < message.at) + 1, 0, message);
  }

  /** The message of this id that was sent before, no longer to be sent. */
  take(id: string): Message | undefined {
    for (const messages of [this.retries, this.replays]) {
      const found = messages.findIndex((message) => message.id === id && message.retryCount > 0);
      if (found !== -1) return messages.splice(found, 1)[0];
    }
    return undefined;
  }

  /** Lets go of what `give` says yes to, as long as `goesOn` does. */
  offer(give: (message: Message) => boolean, goesOn: () => boolean): void {
    const offered = (messages: Message[]): Message[] => {
      const kept: Message[] = [];
      let n = 0;
      for (; n < messages.length && goesOn(); n += 1) if (!give(messages[n]!)) kept.push(messages[n]!);
      return n === 0 ? messages : [...kept, ...messages.slice(n)];
    };
    this.retries = offered(this.retries);
    this.replays = offered(this.replays);
  }
}
