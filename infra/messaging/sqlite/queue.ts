import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JsonObject } from '#infra/read-store/read-store';
import type { DeadLetter, Message, Undone } from '../messaging.ts';

/** A delivery in hand. `failures`: how often its handler threw; `takes`: how often it was taken since without an end, this time included. */
export interface Taken extends Message {
  group: number;
  place: number;
  failures: number;
  takes: number;
}

interface TakenRow extends Omit<Taken, 'body'> {
  body: string;
}

interface DeadRow {
  topic: string;
  group: string;
  failures: number;
  id: string;
  key: string;
  body: string;
  dead_at: number;
  error: string;
}

interface UndoneRow {
  id: string;
  key: string;
  body: string;
  failures: number;
  dead_at: number | null;
  error: string | null;
}

const TAKEN = `
  SELECT l.consumer_group AS "group", d.place, d.failures, d.takes, m.topic, m.id, m.key, m.body
  FROM lanes l JOIN deliveries d ON d.place = l.head JOIN messages m ON m.number = d.message`;

/** A message whose body is written out: what cannot be written is told before it joins a transaction with others. */
export type WrittenMessage = Omit<Message, 'body'> & { body: string };
type WrittenUndone = Omit<Undone, 'body'> & { body: string };

/** The queue's tables. Every method is one step of a transaction that the caller begins and commits. Times are milliseconds since 1970. */
export class Queue {
  private readonly statements;

  constructor(db: DatabaseSyncInstance) {
    this.statements = {
      publish: db.prepare('INSERT INTO messages (topic, id, key, body, published_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
      groups: db.prepare('SELECT number FROM consumer_groups WHERE topic = ?'),
      group: db.prepare('SELECT number FROM consumer_groups WHERE topic = ? AND name = ?'),
      addGroup: db.prepare('INSERT INTO consumer_groups (topic, name) VALUES (?, ?)'),
      backlog: db.prepare('SELECT number, key FROM messages WHERE topic = ? ORDER BY number'),
      deliver: db.prepare('INSERT INTO deliveries (consumer_group, message, key) VALUES (?, ?, ?)'),
      lane: db.prepare('INSERT INTO lanes (consumer_group, key, head, due) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING'),
      retries: db.prepare(`${TAKEN} WHERE l.consumer_group = ? AND l.due > 0 AND l.due <= ? ORDER BY l.due, l.head LIMIT ?`),
      ready: db.prepare(`${TAKEN} WHERE l.consumer_group = ? AND l.due = 0 ORDER BY l.head LIMIT ?`),
      took: db.prepare('UPDATE deliveries SET takes = takes + 1 WHERE place = ?'),
      nextDue: db.prepare('SELECT min(due) AS due FROM lanes WHERE consumer_group = ? AND due > ?'),
      dueNow: db.prepare('UPDATE lanes SET due = ? WHERE consumer_group = ? AND due > ?'),
      remove: db.prepare('DELETE FROM deliveries WHERE place = ?'),
      putBack: db.prepare('UPDATE deliveries SET failures = ?, takes = 0 WHERE place = ?'),
      bury: db.prepare('UPDATE deliveries SET takes = 0, failures = failures + 1, dead_at = ?, error = ? WHERE place = ?'),
      head: db.prepare('SELECT min(place) AS place FROM deliveries WHERE consumer_group = ? AND key = ? AND dead_at IS NULL'),
      setLane: db.prepare('UPDATE lanes SET head = ?, due = ? WHERE consumer_group = ? AND key = ?'),
      endLane: db.prepare('DELETE FROM lanes WHERE consumer_group = ? AND key = ?'),
      dead: db.prepare(
        `SELECT m.topic, g.name AS "group", m.id, m.key, m.body, d.failures, d.dead_at, d.error
         FROM consumer_groups g JOIN deliveries d ON d.consumer_group = g.number JOIN messages m ON m.number = d.message
         WHERE g.topic = coalesce(?, g.topic) AND g.name = coalesce(?, g.name) AND d.dead_at IS NOT NULL ORDER BY d.dead_at, d.place`,
      ),
      deadOne: db.prepare(
        `SELECT d.place, d.message, m.key FROM deliveries d JOIN messages m ON m.number = d.message
         WHERE m.topic = ? AND m.id = ? AND d.consumer_group = ? AND d.dead_at IS NOT NULL`,
      ),
      undone: db.prepare(
        `SELECT m.id, m.key, m.body, d.failures, d.dead_at, d.error FROM deliveries d JOIN messages m ON m.number = d.message
         WHERE d.consumer_group = ? ORDER BY d.place`,
      ),
      forgetDeliveries: db.prepare('DELETE FROM deliveries WHERE consumer_group = ?'),
      forgetLanes: db.prepare('DELETE FROM lanes WHERE consumer_group = ?'),
      message: db.prepare('SELECT number FROM messages WHERE topic = ? AND id = ?'),
      delivery: db.prepare('SELECT place FROM deliveries WHERE message = ? AND consumer_group = ?'),
      accept: db.prepare('INSERT INTO deliveries (consumer_group, message, key, failures, dead_at, error) VALUES (?, ?, ?, ?, ?, ?)'),
      depth: db.prepare('SELECT count(*) AS n FROM deliveries WHERE consumer_group = ? AND dead_at IS NULL'),
      published: db.prepare('SELECT count(*) AS n FROM messages WHERE topic = ?'),
      forget: db.prepare(
        `DELETE FROM messages WHERE number IN (
           SELECT number FROM messages m WHERE published_at < ?
           AND EXISTS (SELECT 1 FROM consumer_groups g WHERE g.topic = m.topic)
           AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.message = m.number) LIMIT ?)`,
      ),
    };
  }

  /** Adds a message for every group of its topic; one whose id the topic knows already is left out. */
  publish({ topic, id, key, body }: WrittenMessage, now: number): void {
    const { changes, lastInsertRowid } = this.statements.publish.run(topic, id, key, body, now);
    if (changes === 0) return;
    for (const { number } of this.statements.groups.all(topic) as { number: number }[]) this.deliver(number, Number(lastInsertRowid), key);
  }

  /** The group's number; a new group gets every message that the topic still holds. */
  register(topic: string, name: string): number {
    const known = this.group(topic, name);
    if (known !== undefined) return known;
    const group = Number(this.statements.addGroup.run(topic, name).lastInsertRowid);
    for (const { number, key } of this.statements.backlog.all(topic) as { number: number; key: string }[]) this.deliver(group, number, key);
    return group;
  }

  /** Takes up to `limit` messages that are due, one per key, none of a key in hand; those that waited for a retry first. */
  take(group: number, limit: number, inHand: ReadonlyMap<string, unknown>, now: number): Taken[] {
    const due = this.statements.retries.all(group, now, limit + inHand.size) as TakenRow[];
    const free = due.filter(({ key }) => !inHand.has(key)).slice(0, limit);
    if (free.length < limit) {
      const ready = this.statements.ready.all(group, limit + inHand.size) as TakenRow[];
      free.push(...ready.filter(({ key }) => !inHand.has(key)).slice(0, limit - free.length));
    }
    return free.map((row) => {
      this.statements.took.run(row.place);
      return { ...row, takes: row.takes + 1, body: JSON.parse(row.body) as JsonObject };
    });
  }

  /**
   * When the group's next retry is due after now, if any is. Where that is later than any wait, the clock was put back since: then all that
   * wait so long are due now.
   * @param longest milliseconds
   */
  nextDue(group: number, now: number, longest: number): number | undefined {
    const { due } = this.statements.nextDue.get(group, now) as { due: number | null };
    if (due === null || due <= now + longest) return due ?? undefined;
    this.statements.dueNow.run(now, group, now + longest);
    return now;
  }

  done({ group, place, key }: Taken): void {
    this.statements.remove.run(place);
    this.advance(group, key);
  }

  /** Puts a delivery back, with the failures that it has now, to be taken again when it is due (0: at once). */
  putBack({ group, place, key }: Taken, failures: number, due: number): void {
    this.statements.putBack.run(failures, place);
    this.statements.setLane.run(place, due, group, key);
  }

  bury({ group, place, key }: Taken, error: string, now: number): void {
    this.statements.bury.run(now, error, place);
    this.advance(group, key);
  }

  /** Of one group; left out: of all. */
  deadLetters(topic?: string, name?: string): DeadLetter[] {
    const rows = this.statements.dead.all(topic ?? null, name ?? null) as DeadRow[];
    return rows.map(({ body, dead_at, failures, ...row }) => ({
      ...row,
      body: JSON.parse(body) as JsonObject,
      attempts: failures,
      failed_at: new Date(dead_at).toISOString(),
    }));
  }

  /** Puts a dead letter at the end of its key; false where there is none. */
  revive(topic: string, name: string, id: string): boolean {
    const dead = this.exhume(topic, name, id);
    if (dead) this.deliver(dead.group, dead.message, dead.key);
    return dead !== undefined;
  }

  /** Takes a dead letter out; undefined where there is none. */
  exhume(topic: string, name: string, id: string): { group: number; message: number; key: string } | undefined {
    const group = this.group(topic, name);
    const dead = group === undefined ? undefined : this.statements.deadOne.get(topic, id, group);
    if (group === undefined || !dead) return undefined;
    const { place, message, key } = dead as { place: number; message: number; key: string };
    this.statements.remove.run(place);
    return { group, message, key };
  }

  /** What a group has still to do, and its dead letters; each key in order. */
  undone(topic: string, group: string): Undone[] {
    const rows = this.statements.undone.all(this.register(topic, group)) as unknown as UndoneRow[];
    return rows.map(({ id, key, body, failures, dead_at, error }) => {
      const dead = dead_at !== null && { dead: { failed_at: new Date(dead_at).toISOString(), error: error ?? '' } };
      return { topic, group, id, key, body: JSON.parse(body) as JsonObject, failures, ...dead };
    });
  }

  /** Forgets what a group has still to do, and its dead letters; the ids stay known. */
  forgetUndone(topic: string, group: string): void {
    const number = this.register(topic, group);
    this.statements.forgetLanes.run(number);
    this.statements.forgetDeliveries.run(number);
  }

  /** Adds a message for one group, unless it is there already; also one that the group has done. */
  accept({ topic, group, id, key, body, failures, dead }: WrittenUndone, now: number): void {
    const number = this.register(topic, group);
    this.statements.publish.run(topic, id, key, body, now);
    const message = (this.statements.message.get(topic, id) as { number: number }).number;
    if (this.statements.delivery.get(message, number) !== undefined) return;
    const [dead_at, error] = dead ? [Date.parse(dead.failed_at), dead.error] : [null, null];
    const { lastInsertRowid } = this.statements.accept.run(number, message, key, failures, dead_at, error);
    if (!dead) this.statements.lane.run(number, key, lastInsertRowid);
  }

  /** A group that never consumed has everything before it. */
  depth(topic: string, name: string): number {
    const group = this.group(topic, name);
    const row = group === undefined ? this.statements.published.get(topic) : this.statements.depth.get(group);
    return (row as { n: number }).n;
  }

  /** Forgets up to `limit` messages published before a time that every group of their topic has done; answers how many. */
  forget(before: number, limit: number): number {
    return Number(this.statements.forget.run(before, limit).changes);
  }

  private group(topic: string, name: string): number | undefined {
    return (this.statements.group.get(topic, name) as { number: number } | undefined)?.number;
  }

  private deliver(group: number, message: number, key: string): void {
    const { lastInsertRowid } = this.statements.deliver.run(group, message, key);
    this.statements.lane.run(group, key, lastInsertRowid);
  }

  private advance(group: number, key: string): void {
    const { place } = this.statements.head.get(group, key) as { place: number | null };
    if (place === null) this.statements.endLane.run(group, key);
    else this.statements.setLane.run(place, 0, group, key);
  }
}
