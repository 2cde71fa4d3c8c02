import { z } from 'zod';
import { searchText } from '../rules/search-text.ts';
import { Id } from '../wire/primitives.ts';
import type { LabValue } from '../observations/lab-values.ts';
import { type RecognisedPage, recognitionRate } from '../observations/recognition.ts';

/** A row that waited for the catalogue, and the parameter that its name means by now. */
export const TakenUpRow = z.object({
  row_id: z.string().min(1).max(64),
  name: z.string(),
  parameter_id: Id,
  /** Nobody looked at its doubts when the page was validated: it stays on the page until a person does. Earlier releases took such rows too. */
  unchecked: z.literal(true).optional(),
});
export type TakenUpRow = z.infer<typeof TakenUpRow>;

/** A row that a person gave another name waits for that name. */
const takenAs = (taken: readonly TakenUpRow[], row_id: string, name: string): TakenUpRow | undefined =>
  taken.find((one) => one.row_id === row_id && searchText(one.name) === searchText(name));

/** Rows as a person left them, those that the catalogue knows by now with their parameters. */
export const rowsTakenUp = <R extends { id: string; entry: LabValue; unchecked?: true | undefined }>(
  rows: readonly R[],
  taken: readonly TakenUpRow[],
): R[] =>
  rows.map((row) => {
    const as = row.entry.parameter_id === null ? takenAs(taken, row.id, row.entry.name) : undefined;
    if (as === undefined) return row;
    return { ...row, entry: { ...row.entry, parameter_id: as.parameter_id }, ...(as.unchecked ? { unchecked: true } : {}) };
  });

/** A page as it was read, as if the catalogue had known then what it knows by now. */
export const pageTakenUp = (page: RecognisedPage, taken: readonly TakenUpRow[]): RecognisedPage => {
  const row_data = page.row_data.map((row) => {
    const name = row.field_value.name.field_value;
    const parameter_id = row.parameter_id === undefined ? takenAs(taken, row.id, name)?.parameter_id : undefined;
    if (parameter_id === undefined) return row;
    return { ...row, parameter_id, matched_alias: name, doubts: row.doubts.filter((doubt) => doubt !== 'unknown-name') };
  });
  return { ...page, row_data, recognition_rate: recognitionRate({ row_data, unread: page.unread }) };
};
