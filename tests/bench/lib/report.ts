import { loadavg, cpus, totalmem } from 'node:os';

/** Says something to the person who waits; never mixed into the figures. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

export const machine = () => ({
  cores: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
  memory_gb: Math.round(totalmem() / 1e9),
  node: process.version,
  /** Processes wanting a core when the run began: above the number of cores, others were at work too. */
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

/** Rows of the same fields as a table, numbers to the right. */
export const table = (rows: readonly Record<string, string | number | null>[]): string => {
  const fields = Object.keys(rows[0] ?? {});
  const text = (value: string | number | null | undefined) => (typeof value === 'number' ? value.toLocaleString('en') : (value ?? '-'));
  const widths = fields.map((field) => Math.max(field.length, ...rows.map((row) => text(row[field]).length)));
  const line = (cells: string[], numeric: boolean[]) =>
    cells.map((cell, n) => (numeric[n] ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!))).join('  ');
  const numeric = fields.map((field) => rows.some((row) => typeof row[field] === 'number'));
  return [
    line(fields, numeric),
    ...rows.map((row) =>
      line(
        fields.map((field) => text(row[field])),
        numeric,
      ),
    ),
  ].join('\n');
};

/** JSON for programs, or the text for people; the last thing a benchmark prints. */
export const print = (json: boolean, result: object, text: string): void => {
  process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : `${text}\n`);
};

/** A target as people read it: reached or missed, with the figure. */
export const verdict = (what: string, figure: number | null, { atLeast, atMost }: { atLeast?: number; atMost?: number }): string => {
  const wanted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
  if (figure === null || Number.isNaN(figure)) return `not measured  ${what} (wanted ${wanted})`;
  const isReached = (atLeast === undefined || figure >= atLeast) && (atMost === undefined || figure <= atMost);
  return `${isReached ? 'reached' : 'MISSED '}  ${what}: ${figure} (wanted ${wanted})`;
};
