import { readFile } from 'node:fs/promises';
import { doubtTexts, type RecognisedRow } from '#contracts/observations/recognition';
import { type Alias, type ReadPage, ReadingPool } from './reading-pool.ts';

const jsonRow = ({ field_value, confidence, doubts }: RecognisedRow) => ({ field_value, confidence, doubts });

const jsonPage = (page: ReadPage) => ({
  page: page.page,
  recognition_rate: page.recognition_rate,
  patient_first_name: page.patient_first_name,
  patient_last_name: page.patient_last_name,
  date_of_birth: page.date_of_birth,
  date_collected: page.date_collected,
  ...(page.error_message === undefined ? {} : { error_message: page.error_message }),
  row_data: page.row_data.map(jsonRow),
  ...(page.unread === undefined ? {} : { unread: page.unread.map(({ text }) => text) }),
});

const table = (cells: string[][]): string[] => {
  const widths = (cells[0] ?? []).map((_, column) => Math.min(48, Math.max(...cells.map((row) => (row[column] ?? '').length))));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

const tableOf = (page: ReadPage): string[] => {
  const person = [page.patient_first_name, page.patient_last_name].filter(Boolean).join(' ') || 'no name found';
  const head = `Page ${page.page}: ${person}, born ${page.date_of_birth ?? '?'}, collected ${page.date_collected ?? '?'}, ${Math.round(page.recognition_rate * 100)} % without doubt`;
  if (page.error_message !== undefined) return [`Page ${page.page}: ${page.error_message}`];
  const unread = (page.unread ?? []).map(({ text }) => `Looks like a result and was not read: ${text}`);
  if (page.row_data.length === 0) return [head, 'No results were found on this page', ...unread];
  const rows = page.row_data.map(({ field_value, flag, doubts }) => [
    field_value.name.field_value,
    field_value.value.field_value,
    flag ?? '',
    field_value.unit.field_value,
    field_value.range.field_value,
    doubts.map((doubt) => doubtTexts[doubt]).join('; '),
  ]);
  return [head, ...table([['Name', 'Value', 'Flag', 'Unit', 'Range', 'Doubts'], ...rows]), ...unread];
};

/**
 * Reads a report file and writes what was found: a table, or with `json` one object {pages: [...]} whose dates are YYYY-MM-DD.
 * @param parameters the catalogue to match names with; empty for none.
 * @throws UnreadableFile, or the error of the file system where the file cannot be opened.
 */
export const readFileForCli = async (
  path: string,
  { json }: { json: boolean },
  parameters: readonly Alias[],
  write: (text: string) => void,
): Promise<void> => {
  const bytes = new Uint8Array(await readFile(path));
  const pool = new ReadingPool({ workers: 1, timeout_ms: 300_000 });
  try {
    const { pages } = await pool.read(bytes, { parameters });
    write(
      json
        ? `${JSON.stringify({ pages: pages.map(jsonPage) }, null, 2)}\n`
        : `${pages.flatMap((page) => [...tableOf(page), '']).join('\n')}\n`,
    );
  } finally {
    await pool.close();
  }
};
