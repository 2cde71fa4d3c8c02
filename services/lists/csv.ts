/** One record of a CSV file with the line it begins on, counted from 1. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** The file is no CSV: what is wrong, and where. */
export class NoCsv extends Error {}

const delimiters = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' } as const;
export type Delimiter = keyof typeof delimiters;

const isDelimiter = (character: string): character is Delimiter => Object.hasOwn(delimiters, character);

/** The delimiter that is most frequent in the header, outside of quotes. */
const delimiterOfHeader = (text: string): Delimiter => {
  const counts: Record<Delimiter, number> = { ',': 0, ';': 0, '\t': 0 };
  let [isQuoted, isBlank] = [false, true];
  for (const character of text) {
    const isEnd = character === '\n' || character === '\r';
    if (isEnd && !isQuoted && !isBlank) break;
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && isDelimiter(character)) counts[character]++;
    isBlank &&= character.trim() === '';
  }
  return (Object.keys(counts) as Delimiter[]).sort((a, b) => counts[b] - counts[a])[0]!;
};

/** The line with which Excel names the delimiter; a program that takes it for a row adds the delimiters of the other columns. */
const SEPARATOR_LINE = /^"?sep=(\\t|.)?"?([,;\t]*) *$/i;

/** The delimiter that the file names in its first line, `sep=;`; undefined where it names none. @throws NoCsv for one that is not read */
const namedDelimiter = (text: string): Delimiter | undefined => {
  const match = SEPARATOR_LINE.exec(/^[^\r\n]*/.exec(text)![0]);
  if (!match) return undefined;
  const [, name = '', others = ''] = match;
  const delimiter = name === '\\t' ? '\t' : name;
  if (!isDelimiter(delimiter)) throw new NoCsv(`line 1 names '${name}' as the delimiter: a comma, a semicolon or a tab is wanted`);
  if (others.replaceAll(delimiter, '') !== '') throw new NoCsv(`line 1 names ${delimiters[delimiter]} as the delimiter, and has another`);
  return delimiter;
};

/**
 * Reads CSV as spreadsheets write it (RFC 4180): fields in quotes may hold the delimiter, quotes doubled and line ends; lines end in CRLF,
 * LF or CR. Lines without anything on them are left out.
 * @throws NoCsv for quotes that are not at both ends of a field, and for a CR alone in a file whose lines end in LF
 */
export const readCsv = (text: string, delimiter: string): CsvRecord[] => {
  const records: CsvRecord[] = [];
  let [line, begun, at] = [1, 1, 0];
  let fields: string[] = [];
  let [field, isClosed] = ['', false];
  let [hasLf, loneCr] = [false, 0];

  const endField = () => {
    fields.push(field);
    [field, isClosed] = ['', false];
  };
  const endRecord = () => {
    endField();
    if (fields.length > 1 || fields[0]!.trim() !== '') records.push({ line: begun, fields });
    fields = [];
  };
  const endLine = (character: string) => {
    if (character === '\r' && text[at] === '\n') at++;
    if (text[at - 1] === '\n') hasLf = true;
    // programs that translate line ends twice write CR CR LF
    else if (loneCr === 0 && !text.startsWith('\r\n', at)) loneCr = line;
    endRecord();
    begun = ++line;
  };
  /** Reads from behind the opening quote to behind the closing one. */
  const quoted = () => {
    if (field !== '') throw new NoCsv(`line ${line} has a space before the opening quote of a field`);
    const opened = line;
    for (; at < text.length; at++) {
      if (text[at] === '"' && text[at + 1] !== '"') {
        at++;
        isClosed = true;
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
    if (character === delimiter) endField();
    else if (character === '\n' || character === '\r') endLine(character);
    else if (isClosed && character.trim() !== '')
      throw new NoCsv(`line ${line} has text behind the closing quote of a field (a quote within a field is written twice)`);
    else if (character === '"' && field.trim() === '') quoted();
    else field += character;
  }
  endRecord();
  if (hasLf && loneCr > 0)
    throw new NoCsv(`line ${loneCr} has a carriage return within it: put the field in quotes, or end all lines alike`);
  return records;
};

/**
 * Reads a table as spreadsheets save it, its delimiter by the line `sep=;` or by the header.
 * @returns records without that line; their lines are those of the file
 * @throws NoCsv
 */
export const readTable = (text: string): { delimiter: Delimiter; records: CsvRecord[] } => {
  const named = namedDelimiter(text);
  const delimiter = named ?? delimiterOfHeader(text);
  return { delimiter, records: readCsv(text, delimiter).slice(named ? 1 : 0) };
};
