/** A plain negative number is data; everything else that begins so would be computed by a spreadsheet. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Behind quotes and spaces too: a spreadsheet takes them off where it divides a quoted cell. */
const FORMULA = /^['"\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The beginnings of cells for spreadsheets, which divide lines at ';' where decimals have a comma, whatever is quoted. */
const PART = /([;\t\r\n])/;

const guardedPart = (part: string): string => (FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part);
const unguardedPart = (part: string): string => (part.startsWith("'") && guardedPart(part.slice(1)) === part ? part.slice(1) : part);
const byPart = (cell: string, change: (part: string) => string): string => cell.split(PART).map(change).join('');

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe before it, also within a cell behind what begins another one;
 * `unguarded` takes them off again.
 */
export const guarded = (cell: string): string => byPart(cell, guardedPart);

/** The text that `guarded` wrote as this cell; any other cell as it is. */
export const unguarded = (cell: string): string => {
  const text = byPart(cell, unguardedPart);
  return guarded(text) === cell ? text : cell;
};

/** Several texts in one cell, 'HGB|Hb'; '|' and '\' within one of them stand behind a '\'. */
export const joinedCell = (texts: readonly string[]): string => texts.map((text) => text.replaceAll(/[\\|]/g, '\\$&')).join('|');

/** The texts of such a cell, trimmed, each once, without empty ones. */
export const partsOfCell = (cell: string): string[] => {
  const parts = [''];
  for (const [token] of cell.matchAll(/\\[\\|]|[^]/gu)) {
    if (token === '|') parts.push('');
    else parts[parts.length - 1] += token.length === 2 && token.startsWith('\\') ? token.slice(1) : token;
  }
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
};
