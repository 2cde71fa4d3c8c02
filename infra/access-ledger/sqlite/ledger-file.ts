import type { LedgerGap } from '#contracts/people/access-ledger';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Faults } from '../../event-store/sqlite/faults.ts';
import { type Batch, COUNTED, type LedgerCheck, type LedgerPage, type LedgerQuery, type NumberedRead } from '../access-ledger.ts';
import { type BatchFacts, chainedHash, NOTHING_BEFORE } from './chain.ts';
import { conditionsOf } from './conditions.ts';
import { openLedger } from './schema.ts';

type BatchRow = BatchFacts & { hash: Uint8Array };

const COLUMNS = 'number, at, user_id, reader_organization_id, patient_id, organization_id, relation, connection_id, kind, address';
/** Named at once of what is wrong. */
const NAMED = 20;

/** The tables of the ledger. Runs in a thread of its own, without knowing it. */
export class LedgerFile {
  private readonly db: DatabaseSyncInstance;
  private readonly statements;
  /** Nothing was written by this process yet. */
  private isFirst = true;

  constructor(
    file: string,
    private readonly secret: Uint8Array,
    private readonly faults?: Faults,
  ) {
    this.db = openLedger(file);
    this.statements = {
      last: this.db.prepare('SELECT * FROM batches ORDER BY number DESC LIMIT 1'),
      read: this.db.prepare(`INSERT INTO reads (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
      batch: this.db.prepare('INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
      head: this.db.prepare('SELECT coalesce(max(number), 0) AS head FROM reads'),
    };
  }

  append({ reads, missing, ended = false }: Batch): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const before = this.statements.last.get() as BatchRow | undefined;
      let { up_to } = before ?? { up_to: 0 };
      for (const { at, user_id, reader_organization_id, patient_id, organization_id, relation, connection_id, kind, address } of reads) {
        up_to += 1;
        const by = [user_id, reader_organization_id, patient_id, organization_id, relation, connection_id, kind, address] as const;
        this.statements.read.run(up_to, at, ...by);
      }
      const batch: BatchFacts = {
        number: (before?.number ?? 0) + 1,
        at: new Date().toISOString(),
        up_to,
        missing: missing?.count ?? 0,
        missing_from: missing?.from ?? null,
        missing_to: missing?.to ?? null,
        opened: Number(this.isFirst),
        ended: Number(ended),
      };
      const { number, at, missing_from, missing_to } = batch;
      const hash = chainedHash(this.secret, before?.hash ?? NOTHING_BEFORE, batch, reads);
      this.statements.batch.run(number, at, up_to, batch.missing, missing_from, missing_to, batch.opened, batch.ended, hash);
      this.faults?.pass('before-commit');
      this.db.exec('COMMIT');
      this.isFirst = false;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      throw error;
    }
    this.faults?.pass('after-commit');
  }

  find(query: LedgerQuery): LedgerPage {
    const up_to = query.up_to ?? (this.statements.head.get() as { head: number }).head;
    const { sql, values } = conditionsOf({ ...query, up_to });
    const { counted } = this.db.prepare(`SELECT count(*) AS counted FROM (${sql} LIMIT ${COUNTED})`).get(...values) as { counted: number };
    const items = this.db.prepare(`${sql} ORDER BY number DESC LIMIT ? OFFSET ?`).all(...values, query.take, query.skip);
    return { items: items as unknown as NumberedRead[], overall_count: counted, up_to };
  }

  gaps(limit: number): LedgerGap[] {
    const rows = this.db
      .prepare(
        `SELECT missing_from AS "from", missing_to AS "to", missing, number FROM batches WHERE missing > 0
         UNION ALL
         SELECT before.at, this.at, NULL, this.number FROM batches this JOIN batches before ON before.number = this.number - 1
         WHERE this.opened = 1 AND before.ended = 0
         ORDER BY number DESC LIMIT ?`,
      )
      .all(limit) as unknown as (LedgerGap & { number: number })[];
    return rows.map(({ from, to, missing }) => ({ from, to, missing }));
  }

  check(): LedgerCheck {
    const wrong: string[] = [];
    let [reads, batches, hash] = [0, 0, NOTHING_BEFORE as Uint8Array];
    const readsOf = this.db.prepare(`SELECT ${COLUMNS} FROM reads WHERE number > ? AND number <= ? ORDER BY number`);
    for (const row of this.db.prepare('SELECT * FROM batches ORDER BY number').iterate() as IterableIterator<unknown>) {
      const batch = row as BatchRow;
      const of = readsOf.all(reads, batch.up_to) as unknown as NumberedRead[];
      const isNext = batch.number === batches + 1;
      if (!isNext) wrong.push(`batches are missing before batch ${batch.number}, written ${batch.at}`);
      const expected = chainedHash(this.secret, hash, batch, of);
      if (isNext && (of.length !== batch.up_to - reads || !expected.equals(batch.hash))) {
        wrong.push(`batch ${batch.number}, written ${batch.at}, is not what was written`);
      }
      // Whatever comes after is held against what stands here, so that one change is told once.
      ({ hash } = batch);
      [reads, batches] = [batch.up_to, batch.number];
    }
    const { head } = this.statements.head.get() as { head: number };
    if (head > reads) wrong.push(`${head - reads} reads belong to no batch`);
    return { reads, batches, wrong: wrong.slice(0, NAMED) };
  }

  copyTo(target: string): void {
    this.db.prepare('VACUUM INTO ?').run(target);
  }

  close(): void {
    try {
      this.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } catch {
      // a disk too full for it: it is put in order the next time
    } finally {
      this.db.close();
    }
  }
}
