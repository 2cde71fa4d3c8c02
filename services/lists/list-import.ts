import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { z } from 'zod';
import { type ListChange, type ListImport, type ListResult, type ListRow, MOST_ROWS } from '#contracts/catalogues/list-import';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import { positionToken } from '#infra/event-store/position-token';
import { Stale } from '#infra/event-store/stale';
import { refusedFile, type RowKey } from './list-file.ts';

/** A row that was read, with what is wrong with it. */
export interface ReadListRow {
  line: number;
  name: string;
  wrong: readonly string[];
}

type Cells = Readonly<Record<string, string>>;

/** What a row would do to the stream that it means. */
export interface PlannedRow {
  stream: string;
  /** That it takes, folded: another row that takes one of them conflicts. */
  names: readonly string[];
  /** Of the stream before, -1 where there is none. */
  version: number;
  isChange: boolean;
  /** By an earlier try of the same request. */
  isDone: boolean;
  /** What is shown of the thing, by column. */
  before: Cells;
  after: Cells;
  /** Sends the command, which is refused where the stream is no longer at that version. */
  send: () => Promise<unknown>;
}

/** How the rows of one list are decided. */
export interface ListPlanner<R extends ReadListRow> {
  /** Two rows of which one of these is the same mean the same thing. */
  keysOf: (row: R) => readonly RowKey[];
  /** Decides the row's command without writing. @throws Refusal where the row cannot be imported */
  plan: (row: R, command_id: string) => Promise<PlannedRow>;
}

interface Asked {
  /** The file's name, for people. */
  name: string;
  bytes: Uint8Array;
  /** The request's key: with it an import that was broken off is sent again. */
  key: string;
  dry_run: boolean;
  /** As the dry run answered it; without it whatever the list does now is done. */
  plan: string | undefined;
}

/** Rows are written side by side: the log commits what comes together at once. */
const AT_ONCE = 16;

/** So long one request writes, in milliseconds: what stands between may give up on longer ones. One row is written however late it is. */
const PATIENCE = 15_000;

/** Stops at the first fault. */
const forEach = async <T>(items: readonly T[], run: (item: T, index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const worker = async () => {
    try {
      for (let index = next++; index < items.length; index = next++) await run(items[index]!, index);
    } catch (error) {
      next = items.length;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

/** Why a row is left out; a fault stays one. */
const reasonsOf = (error: unknown): string[] => {
  if (error instanceof Stale) return ['Somebody else changed it while the list was imported'];
  if (!(error instanceof Refusal)) throw error;
  const texts = Object.values(error.fields).flat();
  return texts.length > 0 ? [...new Set(texts)] : [error.message];
};

/** Data of a command as its contract wants it. @throws Refusal with the field beside each text */
export const checkedCommand = <S extends z.ZodType>(schema: S, command: unknown): z.output<S> => {
  const { error, data } = schema.safeParse(command);
  if (!error) return data as z.output<S>;
  const texts = error.issues.map(({ path, message }) => `${path.slice(1).join('.').replaceAll('_', ' ')}: ${message}`);
  throw new Refusal('wrong-row', 'This row has mistakes', { row: texts });
};

/** By row what other rows mean the same thing. */
const repeated = <R extends ReadListRow>(rows: readonly R[], keysOf: (row: R) => readonly RowKey[]): Map<R, string[]> => {
  const byKey = new Map<string, R[]>();
  for (const row of rows) for (const [key] of keysOf(row)) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  const found = new Map<R, string[]>();
  for (const same of byKey.values()) {
    if (same.length < 2) continue;
    for (const row of same) {
      const others = same.filter((other) => other !== row).map(({ line }) => `Line ${line} names the same`);
      found.set(row, [...new Set([...(found.get(row) ?? []), ...others])].slice(0, 5));
    }
  }
  return found;
};

const changesOf = (before: Cells, after: Cells): ListChange[] =>
  Object.entries(after).flatMap(([field, text]) =>
    text === (before[field] ?? '') ? [] : [{ field, before: before[field] ?? '', after: text }],
  );

const rowOf = ({ line, name }: Pick<ListRow, 'line' | 'name'>, result: ListResult, more: Partial<ListRow> = {}): ListRow => ({
  ...{ line, name, result, changes: [], reasons: [] },
  ...more,
});

interface Step {
  shown: ListRow;
  planned?: PlannedRow;
}

/** Decides every row against the catalogue as it is, and writes nothing. */
const planRows = async <R extends ReadListRow>(rows: readonly R[], planner: ListPlanner<R>, keys: string): Promise<Step[]> => {
  const steps: Step[] = [];
  const twice = repeated(rows, planner.keysOf);
  await forEach(rows, async (row, index) => {
    const reasons = [...row.wrong, ...(twice.get(row) ?? [])];
    if (reasons.length > 0) return void (steps[index] = { shown: rowOf(row, 'conflicting', { reasons }) });
    try {
      const planned = await planner.plan(row, v5(String(row.line), keys));
      const result = !planned.isChange ? 'unchanged' : planned.version < 0 ? 'added' : 'changed';
      const changes = planned.isChange ? changesOf(planned.before, planned.after) : [];
      steps[index] = { shown: rowOf(row, result, { changes }), planned };
    } catch (error) {
      steps[index] = { shown: rowOf(row, 'conflicting', { reasons: reasonsOf(error) }) };
    }
  });
  // rows that name it differently may still mean one thing, by its code here and by its name there, or both give it a name
  const meant = repeated(
    steps.flatMap(({ planned, shown }) => (planned ? [{ ...shown, wrong: [], planned }] : [])),
    ({ planned: { stream, names } }) => [stream, ...new Set(names)].map((key) => [key, ''] as const),
  );
  const reasonsAt = new Map([...meant].map(([{ line }, reasons]) => [line, reasons]));
  return steps.map((step) => {
    const reasons = reasonsAt.get(step.shown.line);
    return reasons ? { shown: rowOf(step.shown, 'conflicting', { reasons }) } : step;
  });
};

/** The same while the file and what the catalogue makes of it are the same. */
const nameOfPlan = (digest: string, steps: readonly Step[]): string =>
  createHash('sha256')
    .update(digest)
    .update(JSON.stringify(steps.map(({ shown, planned }) => [shown, planned?.version])))
    .digest('base64url');

/**
 * Imports a list row by row, or with `dry_run` says what that would do. Each row is a command of its own: one that cannot be done is left out
 * with its reasons, and a request that was broken off goes on where it is sent again with its key.
 * @throws Refusal 422 for a file that is no such list, 409 where the catalogue changed since the named plan
 */
export const importUpload = async <R extends ReadListRow>(
  rows: readonly R[],
  planner: ListPlanner<R>,
  asked: Asked,
  log: Pick<EventLog, 'store'>,
  patience = PATIENCE,
): Promise<ListImport> => {
  if (rows.length > MOST_ROWS) throw refusedFile(asked.name, [`the file has ${rows.length} rows, ${MOST_ROWS} are the most`]);
  const digest = createHash('sha256').update(asked.bytes).digest('hex');
  const steps = await planRows(rows, planner, v5(digest, asked.key));
  const plan = nameOfPlan(digest, steps);
  if (asked.plan !== undefined && asked.plan !== plan) {
    throw new Refusal('plan-changed', 'The catalogue changed since this was shown. Please look at it again.', {}, 409);
  }
  let remaining = 0;
  let isBegun = false;
  if (!asked.dry_run) {
    const until = Date.now() + patience;
    await forEach(steps, async (step) => {
      if (!step.planned?.isChange || step.planned.isDone) return;
      // otherwise a client that sends the list again might never come to the end
      if (isBegun && Date.now() > until) return void remaining++;
      isBegun = true;
      try {
        await step.planned.send();
      } catch (error) {
        step.shown = rowOf(step.shown, 'conflicting', { reasons: reasonsOf(error) });
      }
    });
  }
  const shown = steps.map((step) => step.shown);
  const count = (result: ListResult) => shown.filter((row) => row.result === result).length;
  return {
    dry_run: asked.dry_run,
    ...{ added: count('added'), changed: count('changed'), conflicting: count('conflicting'), unchanged: count('unchanged') },
    rows: shown,
    remaining,
    plan,
    ...(asked.dry_run ? {} : { position: positionToken(log.store.log_id, await log.store.head()) }),
  };
};
