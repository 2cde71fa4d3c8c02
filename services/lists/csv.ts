/** One record of a CSV file with the line it begins on, counted from 1. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** The file is no CSV: what is wrong, and where. */
export class NoCsv extends Error {}

/**
 * Reads CSV as spreadsheets write it (RFC 4180): fields in quotes may hold the delimiter, quotes doubled and line ends; lines end in CRLF,
 * LF or CR. Lines without anything on them are left out.
 * @throws NoCsv where a quoted field does not end
 */
export const readCsv = (text: string, delimiter: string): CsvRecord[] => {
  const records: CsvRecord[] = [];
  let [line, begun] = [1, 1];
  let fields: string[] = [];
  let field = '';
  let at = 0;

  const endRecord = () => {
    fields.push(field);
    if (fields.length > 1 || field.trim() !== '') records.push({ line: begun, fields });
    [fields, field] = [[], ''];
  };
  /** Reads from behind the opening quote to behind the closing one. */
  const quoted = () => {
    const opened = line;
    for (; at < text.length; at++) {
      if (text[at] === '"' && text[at + 1] !== '"') {
        at++;
        return;
      }
      if (text[at] === '"') at++;
      if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) line++;
      field += text[at];
    }
    throw new NoCsv(`the quotes opened on line ${opened} are never closed`);
  };

  while (at < text.length) {
    const character = text[at++]!;
    if (character === '"' && field === '') quoted();
    else if (character === delimiter) {
      fields.push(field);
      field = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at] === '\n') at++;
      endRecord();
      begun = ++line;
    } else field += character;
  }
  endRecord();
  return records;
};
