import type { Region } from '#contracts/observations/lab-values';
import type { RecognisedRow } from '#contracts/observations/recognition';

type Field = keyof RecognisedRow['field_value'];

/** The fields of a row as they are printed, and where. */
export const printed = (
  texts: Readonly<Record<Field, string>>,
  regions: Readonly<Partial<Record<Field, Region | null>>> = {},
): RecognisedRow['field_value'] => {
  const of = (field: Field) => ({ field_value: texts[field], region: regions[field] ?? null });
  return { name: of('name'), value: of('value'), range: of('range'), unit: of('unit') };
};
