import type { Region } from '#contracts/observations/lab-values';
import {
  type Doubt,
  type HeaderField,
  headerFields,
  plain,
  recognitionRate,
  type RecognisedPage,
  type RecognisedRow,
  type UnreadLine,
} from '#contracts/observations/recognition';
import { againstPicture } from './against-picture.ts';
import { type Table, tablesOf } from './columns.ts';
import { confidenceOf, doubtsOf } from './confidence.ts';
import { type Header, readHeader } from './header.ts';
import { interpret, type ReadRow, regionsOf, settleUnits } from './interpret.ts';
import { type Line, linesOf } from './lines.ts';
import { type Matcher, materialInName } from './match.ts';
import type { SourcePage } from './pages.ts';
import { pictureWords } from './picture-words.ts';
import { prepare } from './prepare.ts';
import type { Recogniser } from './recogniser.ts';
import { inlineRow, type RawRow, tableRows } from './rows.ts';
import { readAgain } from './second-reading.ts';
import { type Section, sectionsOf } from './sections.ts';
import type { Turn } from './upright.ts';
import { type DecimalSign, decimalSignOf } from '#contracts/rules/printed-numbers';
import { unitAndRange } from './units.ts';
import { hasNoLatest, type Unread, unreadLines } from './unread.ts';
import { around, centreOf, textOf, type Word } from './word.ts';

export type PageReader = { recogniser: Recogniser; match: Matcher; catalogue: boolean };

type Laid = { rows: RawRow[]; above: readonly Line[]; of: { tables: readonly Table[]; lines: readonly Line[] } };

/** Rows of the tables, or of single lines where a page has none, and what they were looked for in. */
const rawRows = (lines: readonly Line[], sign: DecimalSign): Laid => {
  const { tables, rest } = tablesOf(lines, linesOf);
  const rows = tables.flatMap(tableRows).map((row) => (row.range.length > 0 ? row : { ...row, ...unitAndRange(row.unit, sign) }));
  if (rows.length > 0 || tables.some(hasNoLatest)) return { rows, above: rest, of: { tables, lines: rest } };
  return { rows: lines.flatMap((line) => inlineRow(line, sign) ?? []), above: lines, of: { tables: [], lines } };
};

type Understood = {
  rows: ReadRow[];
  unread: Unread[];
  earlier: number;
  header: Header;
  sign: DecimalSign;
  sectionAt: (words: readonly Word[]) => Section;
};

/** How many columns of earlier results have values in them. */
const earlierColumns = (tables: readonly Table[]): number =>
  Math.max(
    0,
    ...tables.map(({ columns, lines }) => {
      const figures = lines.flatMap(({ words }) => words.filter(({ text }) => /\d/.test(text)).map(centreOf));
      return columns.filter(({ kind, left, right }) => kind === 'previous' && figures.some((x) => x >= left && x < right)).length;
    }),
  );

/** The day of the column that the values are read from is that of the collection; where the head says another one, it is doubtful. */
const withDay = (header: Header, tables: readonly Table[]): Header => {
  const [dated, ...others] = tables.flatMap((table) => table.dated ?? []);
  const region = around(dated?.words ?? []);
  if (!dated || !region) return header;
  const { day, uncertain } = dated.date;
  const isDoubtful = uncertain || others.some(({ date }) => date.day !== day);
  const said = header.date_collected ?? {
    value: day,
    region,
    uncertain: isDoubtful,
    confidence: Math.min(...dated.words.map((word) => word.confidence)),
  };
  return { ...header, date_collected: { ...said, uncertain: said.uncertain || isDoubtful || said.value !== day } };
};

const understand = (words: readonly Word[], isKnown: (name: string) => boolean): Understood => {
  const lines = linesOf(words);
  const sign = decimalSignOf(words.map(({ text }) => text));
  const { rows, above, of } = rawRows(lines, sign);
  const header = readHeader(above);
  const read = rows.flatMap((raw) => {
    const row = interpret(raw, sign);
    return row ? [{ raw, row }] : [];
  });
  return {
    rows: read.map(({ row }) => row),
    unread: unreadLines(
      of,
      read.map(({ raw }) => raw),
      sign,
      isKnown,
    ),
    earlier: Math.max(earlierColumns(of.tables), 0, ...read.map(({ raw }) => raw.earlier ?? 0)),
    header: withDay(Object.keys(header).length > 0 ? header : readHeader(lines), of.tables),
    sign,
    sectionAt: sectionsOf(of),
  };
};

const rounded =
  (bend: (region: Region) => Region) =>
  (region: Region | null): Region | null => {
    if (!region) return null;
    const { top, left, right, bottom } = bend(region);
    return { top: Math.round(top), left: Math.round(left), right: Math.round(right), bottom: Math.round(bottom) };
  };

/** The name of what the catalogue knows of another material, with its own: 'Glucose (urine)'. By its name alone it would become that later. */
const toldApart = (name: string, unit: string, { material }: Section, match: Matcher): string => {
  if (material === undefined || materialInName(name) === material) return name;
  return match(name, unit) || match(name, '') ? `${name} (${material})` : name;
};

const recognised = (
  row: ReadRow,
  section: Section,
  id: string,
  reader: PageReader,
  fromPicture: boolean,
  place: (region: Region | null) => Region | null,
): RecognisedRow => {
  const words = row.number ? undefined : row.value;
  const { material, isUnsure = false } = section;
  const found = reader.match(row.name, row.unit, isUnsure ? { words } : { material, words });
  const match = found && isUnsure ? { ...found, fuzzy: true } : found;
  const name = match ? row.name : toldApart(row.name, row.unit, section, reader.match);
  const doubts = doubtsOf(row, match, { catalogue: reader.catalogue, fromPicture });
  const regions = regionsOf(row);
  return {
    id,
    region: place(regions.row),
    field_value: {
      name: { field_value: name, region: place(regions.name) },
      value: { field_value: row.value, region: place(regions.value) },
      range: { field_value: row.range.range, region: place(regions.range) },
      unit: { field_value: row.unit, region: place(regions.unit) },
    },
    ...(row.comparator ? { comparator: row.comparator } : {}),
    ...(row.flag ? { flag: row.flag } : {}),
    value: row.number?.decimal ?? null,
    min: row.range.min,
    max: row.range.max,
    ...(match ? { parameter_id: match.parameter.parameter_id, matched_alias: match.alias } : {}),
    ...(match?.parameter.ignored ? { ignored: true as const } : {}),
    ...(match?.fuzzy ? { fuzzy_match_from: row.name } : {}),
    confidence: confidenceOf(row, doubts),
    doubts,
  };
};

const unreadLine = (
  { words, says }: Unread,
  section: Section,
  id: string,
  match: Matcher,
  place: (region: Region | null) => Region | null,
): UnreadLine => ({
  ...{ id, text: plain(textOf(words), 400), region: place(around(words)) },
  ...{ name: plain(toldApart(says.name, says.unit, section, match), 200), value: plain(says.value, 60), unit: plain(says.unit, 60) },
  ...(says.flag === undefined ? {} : { flag: says.flag }),
});

/** A page, and how its image must be turned for the regions to fit. */
export type PageRead = { page: RecognisedPage; turn: Turn };

/**
 * Reads one page: its own words, or those recognised on its picture.
 * @param onLaidOut told once the table of results is found, before its values are read closely and its names matched
 */
export const readPage = async (source: SourcePage, page: number, reader: PageReader, onLaidOut: () => void): Promise<PageRead> => {
  const own = await source.words();
  let turn: Turn = 0;
  let bend = (region: Region): Region => region;
  let words = own ?? [];
  let again: ((rows: ReadRow[], sign: DecimalSign) => Promise<ReadRow[]>) | undefined;
  if (!own) {
    const seen = await pictureWords(await prepare(await source.grey()), reader.recogniser);
    ({ words, turn } = seen);
    bend = (region) => {
      const shift = seen.slope * ((region.left + region.right) / 2 - seen.centre);
      return { ...region, top: region.top + shift, bottom: region.bottom + shift };
    };
    again = (rows, sign) => readAgain(rows, sign, seen.picture, bend, reader, seen.language === 'deu');
  }
  const isKnown = (name: string): boolean => reader.match(name, '')?.isKnownName === true;
  const { rows: first, unread: lines, earlier, header, sign, sectionAt } = understand(words, isKnown);
  if (first.length > 0) onLaidOut();
  const checked =
    own && first.length > 0 ? await againstPicture(first, header, sign, await prepare(await source.grey()), reader.recogniser) : null;
  const rows = settleUnits(checked?.rows ?? (again ? await again(first, sign) : first), !own, reader.match);
  const place = rounded(bend);
  const row_data = rows.map((row, i) => recognised(row, sectionAt(row.words.name), `${page}-${i + 1}`, reader, !own, place));
  const unread = lines.map((line, i) => unreadLine(line, sectionAt(line.words), `${page}-u${i + 1}`, reader.match, place));
  const doubtful = (field: HeaderField): Doubt[] => {
    const found = header[field];
    if (!found) return [];
    return [
      ...(found.uncertain && field.startsWith('date') ? (['date-order-uncertain'] as const) : []),
      ...(found.confidence < 0.6 || checked?.unlike.has(field) === true ? (['low-confidence'] as const) : []),
    ];
  };
  const recognisedPage: RecognisedPage = {
    page,
    recognition_rate: recognitionRate({ row_data, unread }),
    patient_first_name: header.patient_first_name?.value ?? null,
    patient_last_name: header.patient_last_name?.value ?? null,
    date_of_birth: header.date_of_birth?.value ?? null,
    date_collected: header.date_collected?.value ?? null,
    header_regions: Object.fromEntries(headerFields.flatMap((field) => (header[field] ? [[field, place(header[field].region)]] : []))),
    header_doubts: Object.fromEntries(headerFields.flatMap((field) => (doubtful(field).length > 0 ? [[field, doubtful(field)]] : []))),
    width: turn % 180 === 0 ? source.width : source.height,
    height: turn % 180 === 0 ? source.height : source.width,
    source: own ? 'text' : 'image',
    row_data,
    ...(unread.length > 0 ? { unread } : {}),
    ...(earlier > 0 ? { earlier_columns: earlier } : {}),
  };
  return { page: recognisedPage, turn };
};
