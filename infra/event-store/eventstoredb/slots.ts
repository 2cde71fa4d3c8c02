/** So many at a time; the others wait in the order in which they came. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves once there is room, with what gives it back; that does nothing when it is called again. */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }
}
