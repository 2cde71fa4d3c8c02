import { z } from 'zod';
import { PageStatus } from '#contracts/reports/reports';
import type { JsonObject, ReadStore } from '#infra/read-store/read-store';

/** State of reading shown to people: its last sign of life, and the progress of pages in hand. No decision depends on it, and no call fails. */
export abstract class ReadingState {
  /** @param at ISO time */
  abstract alive(at: string): void;
  /** Notes the progress of a page. */
  abstract reached(page_id: string, status: PageStatus): void;
  /** Notes that pages are no longer in hand. */
  abstract done(page_ids: Iterable<string>): void;
  /** ISO time of the last sign of life; null: never. */
  abstract lastAlive(): Promise<string | null>;
  /** Progress of those of the pages that are in hand. */
  abstract statuses(page_ids: readonly string[]): Promise<ReadonlyMap<string, PageStatus>>;
  /** Resolves when nothing is being written any more. */
  abstract settled(): Promise<void>;
}

/** In memory, for one process that reads and is asked. */
export class OwnReadingState extends ReadingState {
  private at: string | null = null;
  private readonly pages = new Map<string, PageStatus>();

  alive(at: string): void {
    this.at = at;
  }

  reached(page_id: string, status: PageStatus): void {
    this.pages.set(page_id, status);
  }

  done(page_ids: Iterable<string>): void {
    for (const page_id of page_ids) this.pages.delete(page_id);
  }

  async lastAlive(): Promise<string | null> {
    return this.at;
  }

  async settled(): Promise<void> {}

  async statuses(page_ids: readonly string[]): Promise<ReadonlyMap<string, PageStatus>> {
    return new Map(
      page_ids.flatMap((page_id) => {
        const status = this.pages.get(page_id);
        return status === undefined ? [] : [[page_id, status] as const];
      }),
    );
  }
}

/** Setting of the read store. */
const KEY = 'reading';
const Shared = z.object({
  alive_at: z.string().nullable(),
  /** Each with the ISO time of its status. */
  pages: z.record(z.string(), z.object({ status: PageStatus, at: z.string() })),
});
type Shared = z.infer<typeof Shared>;

/** A page that shows no progress for this many milliseconds was left by a process that ended. */
const LEFT_MS = 60 * 60 * 1000;
/** Number of tries to write while others write at the same time. */
const TRIES = 10;

/** In the read store, for several processes. Changes that come during a write are written together after it. */
export class SharedReadingState extends ReadingState {
  private alive_at: string | undefined;
  /** Changes to write; undefined: in hand no more. */
  private changes = new Map<string, PageStatus | undefined>();
  private writing: Promise<void> | undefined;

  constructor(private readonly store: Pick<ReadStore, 'setting' | 'swap'>) {
    super();
  }

  alive(at: string): void {
    this.alive_at = at;
    this.write();
  }

  reached(page_id: string, status: PageStatus): void {
    this.changes.set(page_id, status);
    this.write();
  }

  done(page_ids: Iterable<string>): void {
    for (const page_id of page_ids) this.changes.set(page_id, undefined);
    this.write();
  }

  async lastAlive(): Promise<string | null> {
    return (await this.read()).alive_at;
  }

  async statuses(page_ids: readonly string[]): Promise<ReadonlyMap<string, PageStatus>> {
    if (page_ids.length === 0) return new Map();
    const { pages } = await this.read();
    return new Map(page_ids.flatMap((page_id) => (isInHand(pages[page_id]) ? [[page_id, pages[page_id].status] as const] : [])));
  }

  async settled(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  private async read(): Promise<Shared> {
    return this.store.setting(KEY).then(sharedIn, () => NONE);
  }

  private write(): void {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
  }

  /** What cannot be written now is written with the next change. */
  private async writeAll(): Promise<void> {
    while (this.alive_at !== undefined || this.changes.size > 0) {
      const { alive_at, changes } = this;
      this.alive_at = undefined;
      this.changes = new Map();
      if (await this.swap(alive_at, changes).catch(() => false)) continue;
      this.alive_at ??= alive_at;
      this.changes = new Map([...changes, ...this.changes]);
      return;
    }
  }

  private async swap(alive_at: string | undefined, changes: ReadonlyMap<string, PageStatus | undefined>): Promise<boolean> {
    for (let n = 0; n < TRIES; n++) {
      const before = await this.store.setting(KEY);
      if (await this.store.swap(KEY, before, changed(sharedIn(before), alive_at, changes))) return true;
    }
    return false;
  }
}

const NONE: Shared = { alive_at: null, pages: {} };

/** Another form, of another release, is replaced. */
const sharedIn = (setting: JsonObject | undefined): Shared => Shared.safeParse(setting).data ?? NONE;

const isInHand = (page: Shared['pages'][string] | undefined): page is Shared['pages'][string] =>
  page !== undefined && page.at > new Date(Date.now() - LEFT_MS).toISOString();

const changed = (before: Shared, alive_at: string | undefined, changes: ReadonlyMap<string, PageStatus | undefined>): JsonObject => {
  const at = new Date(Date.now()).toISOString();
  const pages = Object.entries(before.pages).filter(([page_id, page]) => isInHand(page) && !changes.has(page_id));
  const added = [...changes].flatMap(([page_id, status]) => (status === undefined ? [] : [[page_id, { status, at }] as const]));
  const isLater = alive_at !== undefined && (before.alive_at === null || before.alive_at < alive_at);
  return { alive_at: isLater ? alive_at : before.alive_at, pages: Object.fromEntries([...pages, ...added]) };
};
