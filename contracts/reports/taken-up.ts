import { z } from 'zod';
import { searchText } from '../rules/search-text.ts';
import { Id } from '../wire/primitives.ts';
import type { LabValue } from '../observations/lab-values.ts';
import { type RecognisedPage, recognitionRate } from '../observations/recognition.ts';

/** A row that waited for the catalogue, and the parameter that its name means by now. */
export const TakenUpRow = z.object({ row_id: z.string().min(1).max(64), name: z.string(), parameter_id: Id });
export type TakenUpRow = z.infer<typeof TakenUpRow>;

/** A row that a person gave another name waits for that name. */
const parameterOf = (taken: readonly TakenUpRow[], row_id: string, name: string): string | undefined =>
  taken.find((one) => one.row_id === row_id && searchText(one.name) === searchText(name))?.parameter_id;

/** Rows as a person left them, those that the catalogue knows by now with their parameters. */
export const rowsTakenUp = <R extends { id: string; entry: LabValue }>(rows: readonly R[], taken: readonly TakenUpRow[]): R[] =>
  rows.map((row) => {
    const parameter_id = row.entry.parameter_id === null ? parameterOf(taken, row.id, row.entry.name) : undefined;
    return parameter_id === undefined ? row : { ...row, entry: { ...row.entry, parameter_id } };
  });

/** A page as it was read, as if the catalogue had known then what it knows by now. */
export const pageTakenUp = (page: RecognisedPage, taken: readonly TakenUpRow[]): RecognisedPage => {
  const row_data = page.row_data.map((row) => {
    const name = row.field_value.name.field_value;
    const parameter_id = row.parameter_id === undefined ? parameterOf(taken, row.id, name) : undefined;
    if (parameter_id === undefined) return row;
    return { ...row, parameter_id, matched_alias: name, doubts: row.doubts.filter((doubt) => doubt !== 'unknown-name') };
  });
  return { ...page, row_data, recognition_rate: recognitionRate({ row_data, unread: page.unread }) };
};
