import { setTimeout as pause } from 'node:timers/promises';
import { sessionEvents } from '#contracts/people/accounts';
import { sliceOfEvent } from '#contracts/events';
import { ITEM_KINDS } from '#contracts/items/item-kinds';
import type { Access } from '#infra/access/access';
import { inScope, isStaffFor, type UserActor } from '#infra/event-store/actor';
import type { EventLog } from '#infra/event-store/event-log';
import type { Position, StoredEvent } from '#infra/event-store/event-store';
import { positionToken } from '#infra/event-store/position-token';
import { isAway } from '#infra/messaging/when-possible';
import { MOST_ITEMS, NoticesClient, type Sink } from './notices.client.ts';

/** Slices that no screen shows, and sign-ins, which change nothing on any. */
const silentSlices: ReadonlySet<string> = new Set(['reservations', 'addresses']);
const silentTypes: ReadonlySet<string> = new Set(sessionEvents.map(({ type }) => type));
/** Reference data that belongs to nobody and concerns everybody. */
const sharedSlices: ReadonlySet<string> = new Set([
  'lab-parameters',
  'lab-requests',
  'measurement-parameters',
  'examination-templates',
  'occupations',
]);
/** Shared too where a clinic's suggestion began it: who asked for a parameter is no secret, and once approved it is everybody's. */
const suggestedSlices: ReadonlySet<string> = new Set(['measurement-parameters']);

/** Something of a slice changed for whoever reaches this organization or patient. */
interface Happened {
  slice: string;
  organization_id?: string;
  patient_id?: string;
  /** Only this person hears of it, and of connections the doctors of the clinics that are connected. */
  user_id?: string;
  /** Whose account it is about: that person hears of it besides others, also a patient, who is in no clinic. */
  account_id?: string;
  position: Position;
  /** Of the first of what is told together. */
  from: Position;
  /** Ids of what changed; more than can be named are counted by one too many. */
  items: Set<string>;
}

export interface NoticesOptions {
  /**
   * Milliseconds in which changes are told together, at most: fewer while telling takes little, so that it never takes more than a fifth of
   * the time. Default 100.
   */
  gather?: number;
  /** Milliseconds between the comments on a quiet line. Default 15 s. */
  beat?: number;
}

/** Different things that may have happened before they are told; then the log is read no further until they were. */
const MOST_HAPPENED = 2000;
const MOST_CLIENTS_OF_SESSION = 50;
const MOST_BEATS_MISSED = 4;
const SHORTEST_GATHER = 20;
const GATHER_TO_TELL = 4;
/** Sessions whose rights are read at the same time: with the log on a server each takes several round trips. */
const CONCURRENT_SESSIONS = 16;

/** A stream that concerns one person alone. */
const ONES_OWN = /^(?:notifications|connections)-(.+)$/;
const ACCOUNT = /^user-(.+)$/;
const ITEM = /^[a-z_]+-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** Of a record whose it is; and which items, to the staff alone: a patient does not learn which drafts there are (ruling 24). */
const idsFor = (actor: UserActor, { organization_id, patient_id, items }: Happened): { patient_id?: string; items?: string[] } => {
  if (patient_id === undefined) return {};
  const isNamed = organization_id === actor.organization_id && isStaffFor(actor, patient_id) && items.size > 0 && items.size <= MOST_ITEMS;
  return { patient_id, ...(isNamed ? { items: [...items] } : {}) };
};

/** Slices that a doctor of another clinic hears of while an approved connection stands: what is shown across clinics. */
const shownAcross: ReadonlySet<string> = new Set([...ITEM_KINDS, 'external-reports', 'patients']);

const mayHear = async (access: Access, actor: UserActor, happened: Happened): Promise<boolean> => {
  const { slice, organization_id, patient_id, user_id, account_id, from } = happened;
  if (account_id === actor.user_id) return true;
  if (user_id !== undefined) return user_id === actor.user_id || (slice === 'connections' && access.isConcerned(actor, user_id, from));
  if (inScope(actor, { ...(organization_id !== undefined && { organization_id }), ...(patient_id !== undefined && { patient_id }) }))
    return true;
  if (patient_id !== undefined) {
    if (organization_id === undefined || !shownAcross.has(slice)) return false;
    return access.isConnected(actor, { organization_id, patient_id });
  }
  return organization_id === undefined ? sharedSlices.has(slice) : suggestedSlices.has(slice);
};

/**
 * Follows the log from its end and tells open screens which slices changed, and up to where. Who may hear of a change is asked of the streams
 * at the moment of telling: another clinic's or another patient's changes are silence.
 */
export class Notices {
  private readonly sessions = new Map<string, Set<NoticesClient>>();
  private happened = new Map<string, Happened>();
  private telling: Promise<void> | undefined;
  private beating: Promise<void> | undefined;
  /** Milliseconds, the last time. */
  private tellingTook = 0;
  private running: { abort: AbortController; done: Promise<void>; beat: NodeJS.Timeout } | undefined;
  private readonly gather: number;
  private readonly beat: number;

  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
    { gather = 100, beat = 15_000 }: NoticesOptions = {},
  ) {
    this.gather = gather;
    this.beat = beat;
  }

  /** Begins with what is appended from now on. */
  start(): void {
    if (this.running !== undefined) return;
    const abort = new AbortController();
    const beat = setInterval(() => void (this.beating ??= this.sendBeats().finally(() => (this.beating = undefined))), this.beat).unref();
    this.running = { abort, beat, done: this.follow(abort.signal) };
  }

  /** Ends every line. */
  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    if (running === undefined) return;
    running.abort.abort();
    clearInterval(running.beat);
    for (const session_id of [...this.sessions.keys()]) this.hangUp(session_id);
    await running.done;
    await this.telling;
  }

  /** How many screens listen. */
  get listening(): number {
    return [...this.sessions.values()].reduce((sum, clients) => sum + clients.size, 0);
  }

  /** Opens a line for a signed-in session; the returned function is to be called when the other end has gone. */
  open(session_id: string, sink: Sink): () => void {
    const client = new NoticesClient(sink);
    const clients = this.sessions.get(session_id) ?? new Set();
    this.sessions.set(session_id, clients.add(client));
    client.beat();
    if (clients.size > MOST_CLIENTS_OF_SESSION) this.drop(session_id, [...clients][0]!);
    return () => this.drop(session_id, client);
  }

  private async follow(signal: AbortSignal): Promise<void> {
    let after: Position | 'end' = 'end';
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const message of this.log.store.subscribe({ after, signal })) {
          attempt = 0;
          if (message.kind !== 'event') {
            after = message.position;
            continue;
          }
          after = message.event.position;
          this.note(message.event, signal);
          if (this.happened.size >= MOST_HAPPENED) await this.telling;
        }
      } catch {
        // The log cannot be read just now: from where it was, once it can.
      }
      await pause(Math.min(5000, 100 * 2 ** Math.min(attempt, 6)), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private note({ type, stream, position, metadata: { organization_id, patient_id } }: StoredEvent, signal: AbortSignal): void {
    const slice = sliceOfEvent.get(type);
    if (slice === undefined || this.sessions.size === 0) return;
    const user_id = ONES_OWN.exec(stream)?.[1];
    const account_id = ACCOUNT.exec(stream)?.[1];
    const key = `${silentTypes.has(type) ? '' : slice} ${organization_id ?? ''} ${patient_id ?? ''} ${user_id ?? account_id ?? ''}`;
    const before = this.happened.get(key);
    const items = before?.items ?? new Set();
    const item = ITEM.exec(stream)?.[1];
    if (item !== undefined && items.size <= MOST_ITEMS) items.add(item);
    this.happened.set(key, {
      slice: silentTypes.has(type) || silentSlices.has(slice) ? '' : slice,
      position,
      from: before?.from ?? position,
      items,
      ...(organization_id !== undefined && { organization_id }),
      ...(patient_id !== undefined && { patient_id }),
      ...(user_id !== undefined && { user_id }),
      ...(account_id !== undefined && { account_id }),
    });
    this.telling ??= this.tellSoon(signal).finally(() => (this.telling = undefined));
  }

  /** One round after the other: while one is told, the next gathers. */
  private async tellSoon(signal: AbortSignal): Promise<void> {
    while (this.happened.size > 0 && !signal.aborted) {
      const gather = Math.min(this.gather, Math.max(SHORTEST_GATHER, GATHER_TO_TELL * this.tellingTook));
      await pause(gather, undefined, { signal }).catch(() => undefined);
      const happened = [...this.happened.values()];
      this.happened = new Map();
      const began = performance.now();
      await this.eachSession((session_id) => this.tell(session_id, happened));
      this.tellingTook = performance.now() - began;
    }
  }

  private async tell(session_id: string, happened: readonly Happened[]): Promise<void> {
    const actor = await this.actorOf(session_id);
    if (actor === undefined) return;
    for (const one of happened) {
      const may = one.slice !== '' && (await mayHear(this.access, actor, one).catch((error) => (isAway(error) ? undefined : false)));
      if (may === undefined) return this.hangUp(session_id);
      if (!may) continue;
      const notice = { slice: one.slice, position: positionToken(this.log.store.log_id, one.position), ...idsFor(actor, one) };
      for (const client of this.sessions.get(session_id) ?? []) client.tell(notice);
    }
  }

  /** The person as of now. If that cannot be read, or the session has ended, its lines are closed: a screen that may still listen opens another one and reads again. */
  private async actorOf(session_id: string): Promise<UserActor | undefined> {
    const actor = await this.access
      .actor(session_id)
      .then((found) => found && this.access.asMayAct(found))
      .catch(() => undefined);
    if (actor === undefined) this.hangUp(session_id);
    return actor;
  }

  /** Does work for every session, a few at a time; a slow one delays no other. */
  private async eachSession(work: (session_id: string) => Promise<void>): Promise<void> {
    const left = [...this.sessions.keys()].values();
    const lane = async (): Promise<void> => {
      for (const session_id of left) await work(session_id);
    };
    await Promise.all(Array.from({ length: CONCURRENT_SESSIONS }, lane));
  }

  private async sendBeats(): Promise<void> {
    await this.eachSession(async (session_id) => {
      if ((await this.actorOf(session_id)) === undefined) return;
      for (const client of [...(this.sessions.get(session_id) ?? [])]) if (client.beat() > MOST_BEATS_MISSED) this.drop(session_id, client);
    });
  }

  private hangUp(session_id: string): void {
    for (const client of [...(this.sessions.get(session_id) ?? [])]) this.drop(session_id, client);
  }

  private drop(session_id: string, client: NoticesClient): void {
    const clients = this.sessions.get(session_id);
    if (!clients?.delete(client)) return;
    if (clients.size === 0) this.sessions.delete(session_id);
    client.close();
  }
}
