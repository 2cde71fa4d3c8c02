import { randomUUID } from 'node:crypto';
import { idBytes } from '#infra/event-store/event-id';
import type { GatewayLog } from '../log/gateway-log.ts';
import { groupExists, noSuchGroup } from './errors.ts';
import { filterOfSpec } from './filter-spec.ts';
import { Group } from './group.ts';
import type { GroupRecord, GroupStore } from './group-store.ts';
import type { GroupSettings, SourceSpec } from './settings.ts';
import { type Source, sourceOf } from './source.ts';

/** Where it is noted which groups were made, changed and removed. */
const NOTES = '$persistentSubscriptionConfig';

const keyOf = (stream: string, name: string): string => JSON.stringify([stream, name]);

/** All groups of a log. Those of one stream may not have the same name. */
export class Groups {
  private readonly groups = new Map<string, Group>();
  private readonly held = { bytes: 0 };
  /** Changes run one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly log: GatewayLog,
    private readonly store: GroupStore,
  ) {
    this.open();
  }

  /** @throws ServiceError where there is none */
  get(stream: string, name: string): Group {
    const group = this.groups.get(keyOf(stream, name));
    if (!group) throw noSuchGroup(stream, name);
    return group;
  }

  /** @param stream left out: those of all streams. @throws ServiceError where a stream has none */
  list(stream?: string): Group[] {
    const all = [...this.groups.values()];
    const found = stream === undefined ? all : all.filter(({ record }) => record.source.stream === stream);
    if (stream !== undefined && found.length === 0) throw noSuchGroup(stream, '');
    return found;
  }

  /** @throws ServiceError where there is one of that name, or a filter cannot be used */
  create(name: string, source: SourceSpec, settings: GroupSettings): Promise<void> {
    return this.inTurn(async () => {
      if (this.groups.has(keyOf(source.stream, name))) throw groupExists(source.stream, name);
      const start = await startOf(this.source(source), settings);
      this.add(await this.store.create({ name, source, settings, start }));
      await this.note('$SubscriptionGroupCreated', source.stream, name);
    });
  }

  /** Sends its consumers away; it goes on at its checkpoint, without one where the settings say. @throws ServiceError where there is none */
  update(stream: string, name: string, settings: GroupSettings): Promise<void> {
    return this.inTurn(async () => {
      const group = this.get(stream, name);
      const { record, source } = group;
      const start = settings.startFrom === record.settings.startFrom ? record.start : await startOf(source, settings);
      await this.store.update(record.id, settings, start);
      await group.close();
      this.add({ ...record, settings, start });
      await this.note('$SubscriptionGroupUpdated', stream, name);
    });
  }

  /** @throws ServiceError where there is none */
  remove(stream: string, name: string): Promise<void> {
    return this.inTurn(async () => {
      const group = this.get(stream, name);
      await this.store.remove(group.record.id);
      this.groups.delete(keyOf(stream, name));
      await group.close();
      await this.note('$SubscriptionGroupDeleted', stream, name);
    });
  }

  /** Sends all consumers away and begins again with what is on the disk. */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.closeAll();
      this.groups.clear();
      this.open();
    });
  }

  /** Writes all checkpoints. */
  close(): Promise<void> {
    return this.inTurn(() => this.closeAll());
  }

  private open(): void {
    for (const record of this.store.groups()) this.add(record);
  }

  private async closeAll(): Promise<void> {
    await Promise.all([...this.groups.values()].map((group) => group.close()));
  }

  private add(record: GroupRecord): void {
    const group = new Group(record, this.source(record.source), this.log, this.store, this.held);
    this.groups.set(keyOf(record.source.stream, record.name), group);
  }

  private source(spec: SourceSpec): Source {
    const filter = 'filter' in spec && spec.filter ? filterOfSpec(spec.filter) : undefined;
    return sourceOf(this.log, spec, filter);
  }

  /** As servers do: who follows the whole log learns of groups. */
  private async note(type: string, stream: string, group: string): Promise<void> {
    if (!this.log.isWritable) return;
    const event = {
      type,
      id: idBytes(randomUUID()),
      isJson: true,
      metadata: new Uint8Array(),
      data: Buffer.from(JSON.stringify({ stream, group })),
    };
    await this.log.change({ kind: 'append', stream: NOTES, expected: 'any', events: [event] });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }
}

/** 'end' is what comes after now, and stays so though the gateway restarts before anybody listens. */
const startOf = async (source: Source, { startFrom }: GroupSettings): Promise<number> =>
  startFrom === 'end' ? ((await source.last()) ?? source.first - 1) + 1 : Math.max(startFrom, source.first);
