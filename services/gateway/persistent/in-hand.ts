import type { Message } from './message.ts';

/** What a consumer was sent and has not answered yet. */
export class InHand {
  readonly pins = new Map<string, number>();
  count = 0;
  private readonly byId = new Map<string, { message: Message; sentAt: number }[]>();

  constructor(
    readonly id: string,
    /** How many messages it takes at one time. */
    readonly slots: number,
  ) {}

  get free(): number {
    return this.slots - this.count;
  }

  add(message: Message, sentAt: number): void {
    const same = this.byId.get(message.id);
    if (same) same.push({ message, sentAt });
    else this.byId.set(message.id, [{ message, sentAt }]);
    this.pins.set(message.pin, (this.pins.get(message.pin) ?? 0) + 1);
    this.count += 1;
  }

  /** The message that was sent first under this id, no longer in hand. */
  take(id: string): { message: Message; sentAt: number } | undefined {
    const same = this.byId.get(id);
    const taken = same?.shift();
    if (!taken) return undefined;
    if (same?.length === 0) this.byId.delete(id);
    const { pin } = taken.message;
    const left = (this.pins.get(pin) ?? 1) - 1;
    if (left === 0) this.pins.delete(pin);
    else this.pins.set(pin, left);
    this.count -= 1;
    return taken;
  }

  /** What was sent before then, no longer in hand. Infinity: everything. */
  takeBefore(time: number): Message[] {
    const late = [...this.byId].flatMap(([id, sent]) => sent.filter(({ sentAt }) => sentAt < time).map(() => id));
    return late.flatMap((id) => this.take(id)?.message ?? []);
  }
}
