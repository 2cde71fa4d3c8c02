import { setTimeout as pause } from 'node:timers/promises';
import type { GroupRecord, GroupStore } from './group-store.ts';

/** Milliseconds between two checkpoints of a group, so that one that wants many does not keep the disk busy. */
const SPACING = 50;

/** Writes down up to where a group has processed everything, as often as its settings say. */
export class Checkpoints {
  private writing: Promise<void> | undefined;
  private isResting = false;
  private lastAt = Date.now();

  constructor(
    private readonly record: GroupRecord,
    private readonly store: GroupStore,
    private readonly processedTo: () => number,
  ) {}

  /** To be called when something was processed. */
  consider(): void {
    if (!this.isResting && this.due > 0 && this.due >= this.record.settings.maxCheckpointCount) void this.write();
  }

  /** To be called from time to time. */
  tick(): void {
    const { checkpointAfter, minCheckpointCount } = this.record.settings;
    if (this.due > 0 && this.due >= minCheckpointCount && Date.now() - this.lastAt >= checkpointAfter) void this.write();
  }

  /** Writes what is processed, however little. */
  flush(): void {
    if (this.due > 0) void this.write();
  }

  async close(): Promise<void> {
    await this.writing;
    if (this.due > 0) await this.write();
  }

  /** How much was processed since the last checkpoint. */
  private get due(): number {
    return this.processedTo() - (this.record.checkpoint ?? this.record.start - 1);
  }

  /** One that fails is written the next time, as it is only a little further then. */
  private write(): Promise<void> {
    this.writing ??= this.writeNow().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeNow(): Promise<void> {
    const to = this.processedTo();
    this.lastAt = Date.now();
    this.isResting = true;
    void pause(SPACING, undefined, { ref: false }).then(() => {
      this.isResting = false;
      this.consider();
    });
    const isWritten = await this.store.checkpoint(this.record.id, to).then(
      () => true,
      () => false,
    );
    if (isWritten) this.record.checkpoint = to;
  }
}
