import { type MeasurementParameterView, panels } from '#contracts/examinations/measurement-parameters';
import { type Row, retyped, rowOf } from './exam-rows.ts';

/** Codes of the systolic and the diastolic pressure, in the order in which they are said. */
const [SYSTOLIC = '', DIASTOLIC = ''] = panels['85354-9'] ?? [];

const TYPED = /^\s*(\d{1,3})\s*[/\\]\s*(\d{1,3})\s*(?:mm\s?hg)?\s*$/i;

/** What pressures are read without asking: below or beyond, a digit is more likely missing than that somebody lives. */
const USUAL = { systolic: [50, 300], diastolic: [20, 200] } as const;
const isWithin = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to;

/** '128/82' in one field: two measurements. */
export interface TypedPair {
  /** As they were typed, the systolic one first. */
  values: readonly [string, string];
  /** Rows that they belong to; the other one may not be there yet. */
  systolic: Row;
  diastolic: Row;
  /** Read without asking. */
  isSure: boolean;
}

type Known = readonly MeasurementParameterView[];

const codeOf = ({ parameter_id }: Row, known: Known): string | undefined => known.find(({ id }) => id === parameter_id)?.code;

/** The row of a code among these; where there is none, the one that would be added. */
const counterpart = (row: Row, code: string, rows: readonly Row[], known: Known): Row | undefined => {
  const there = rows.find((one) => codeOf(one, known) === code);
  const parameter = known.find((one) => one.code === code && one.state === 0);
  return there ?? (parameter && rowOf(parameter, `${row.entry_id}-pair`, { unit: row.unit, value: null }));
};

/** A blood pressure typed as one text in the field of either value. What is not sure to be meant so is asked: '128/8', '82/128'. */
export const pairIn = (row: Row, rows: readonly Row[], known: Known): TypedPair | undefined => {
  const [, first, second] = TYPED.exec(row.value) ?? [];
  const code = codeOf(row, known);
  if (row.as_text || first === undefined || second === undefined || (code !== SYSTOLIC && code !== DIASTOLIC)) return undefined;
  const other = counterpart(row, code === SYSTOLIC ? DIASTOLIC : SYSTOLIC, rows, known);
  if (!other) return undefined;
  const [systolic, diastolic] = code === SYSTOLIC ? [row, other] : [other, row];
  const values = [String(Number(first)), String(Number(second))] as const;
  const isUsual = isWithin(Number(first), USUAL.systolic) && isWithin(Number(second), USUAL.diastolic) && Number(first) > Number(second);
  const mine = other === systolic ? values[0] : values[1];
  return { values, systolic, diastolic, isSure: isUsual && (other.value.trim() === '' || other.value.trim() === mine) };
};

/** The rows with both values in fields of their own. @param asked what was typed, where a person was asked about it */
export const withPair = (rows: readonly Row[], { values, systolic, diastolic }: TypedPair, asked?: string): Row[] => {
  const filled = new Map(
    [systolic, diastolic].map((row, index) => {
      const now = retyped(row, values[index] ?? '');
      return [row.entry_id, asked === undefined ? now : { ...now, pair: asked }];
    }),
  );
  const missing = [systolic, diastolic].filter(({ entry_id }) => !rows.some((row) => row.entry_id === entry_id));
  return rows.flatMap((row) => {
    const own = filled.get(row.entry_id);
    if (!own) return [row];
    const [added] = missing.splice(0);
    if (!added) return [own];
    const other = filled.get(added.entry_id)!;
    return added.entry_id === systolic.entry_id ? [other, own] : [own, other];
  });
};

/** The rows with every blood pressure that is sure to be meant in two fields. */
export const withPairs = (rows: readonly Row[], known: Known): readonly Row[] => {
  for (const row of rows) {
    const pair = pairIn(row, rows, known);
    if (pair?.isSure) return withPairs(withPair(rows, pair), known);
  }
  return rows;
};
