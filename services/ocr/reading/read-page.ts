import type { Region } from '#contracts/observations/lab-values';
import { type Doubt, type HeaderField, headerFields, type RecognisedPage, type RecognisedRow } from '#contracts/observations/recognition';
import { tablesOf } from './columns.ts';
import { confidenceOf, doubtsOf, recognitionRate } from './confidence.ts';
import { type Header, readHeader } from './header.ts';
import { interpret, type ReadRow, regionsOf, settleUnits } from './interpret.ts';
import { type Line, linesOf } from './lines.ts';
import type { Match } from './match.ts';
import type { SourcePage } from './pages.ts';
import { pictureWords } from './picture-words.ts';
import { prepare } from './prepare.ts';
import type { Recogniser } from './recogniser.ts';
import { inlineRow, type RawRow, tableRows } from './rows.ts';
import { readAgain } from './second-reading.ts';
import type { Turn } from './upright.ts';
import { type DecimalSign, decimalSignOf } from '#contracts/rules/printed-numbers';
import type { Word } from './word.ts';

export type PageReader = { recogniser: Recogniser; match: (name: string, unit: string) => Match | null; catalogue: boolean };

/** Rows of the tables, or of single lines where a page has none. */
const rawRows = (lines: readonly Line[], sign: DecimalSign): { rows: RawRow[]; above: readonly Line[] } => {
  const { tables, rest } = tablesOf(lines, linesOf);
  const rows = tables.flatMap(tableRows);
  if (rows.length > 0) return { rows, above: rest };
  return { rows: lines.flatMap((line) => inlineRow(line, sign) ?? []), above: lines };
};

const understand = (words: readonly Word[]): { rows: ReadRow[]; header: Header; sign: DecimalSign } => {
  const lines = linesOf(words);
  const sign = decimalSignOf(words.map(({ text }) => text));
  const { rows, above } = rawRows(lines, sign);
  const header = readHeader(above);
  return {
    rows: rows.flatMap((row) => interpret(row, sign) ?? []),
    header: Object.keys(header).length > 0 ? header : readHeader(lines),
    sign,
  };
};

const rounded =
  (bend: (region: Region) => Region) =>
  (region: Region | null): Region | null => {
    if (!region) return null;
    const { top, left, right, bottom } = bend(region);
    return { top: Math.round(top), left: Math.round(left), right: Math.round(right), bottom: Math.round(bottom) };
  };

const recognised = (
  row: ReadRow,
  id: string,
  reader: PageReader,
  fromPicture: boolean,
  place: (region: Region | null) => Region | null,
): RecognisedRow => {
  const match = reader.match(row.name, row.unit);
  const doubts = doubtsOf(row, match, { catalogue: reader.catalogue, fromPicture });
  const regions = regionsOf(row);
  return {
    id,
    region: place(regions.row),
    field_value: {
      name: { field_value: row.name, region: place(regions.name) },
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
  const { rows: first, header, sign } = understand(words);
  if (first.length > 0) onLaidOut();
  const rows = settleUnits(again ? await again(first, sign) : first, !own, reader.match);
  const place = rounded(bend);
  const row_data = rows.map((row, i) => recognised(row, `${page}-${i + 1}`, reader, !own, place));
  const doubtful = (field: HeaderField): Doubt[] => {
    const found = header[field];
    if (!found) return [];
    return [
      ...(found.uncertain && field.startsWith('date') ? (['date-order-uncertain'] as const) : []),
      ...(found.confidence < 0.6 ? (['low-confidence'] as const) : []),
    ];
  };
  const recognisedPage: RecognisedPage = {
    page,
    recognition_rate: recognitionRate(row_data),
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
  };
  return { page: recognisedPage, turn };
};
