import { z } from 'zod';
import { searchText } from '../rules/search-text.ts';
import { LabParameterStatus } from '../lab/lab-parameters.ts';
import { Id } from '../wire/primitives.ts';
import { doubtTexts, fieldOfDoubt, RecognisedPage, RecognisedRow } from '../observations/recognition.ts';

export const ErrorField = z.enum(['ParameterName', 'Value', 'Range']);
type ErrorField = z.infer<typeof ErrorField>;

/** A row as the validation screen is told it: what was read, with what is wrong about it and what became of it. */
export const PageRow = RecognisedRow.extend({
  /** What makes the reading doubtful, in words; missing where nothing does. */
  error: z.string().optional(),
  /** The field that the first of these doubts is about; a unit belongs to its value. */
  error_field: ErrorField.optional(),
  /** A person left the row out when validating. */
  ignored_during_validation: z.boolean().optional(),
  /** How the catalogue stands to the name. */
  parameter_status: LabParameterStatus.optional(),
});
export type PageRow = z.infer<typeof PageRow>;

/**
 * Request for a name on the page that the catalogue did not have when the page was read. `id` is the parameter of request_parameter;
 * `requested_at` is the time (UTC) since when the request has its status, only of one that is pending.
 */
export const PageRequest = z.object({ name: z.string(), id: Id, status: LabParameterStatus, requested_at: z.string().optional() });
export type PageRequest = z.infer<typeof PageRequest>;

/** What reading a page yielded, as the validation screen is told it. */
export const PageRecognition = RecognisedPage.extend({ row_data: z.array(PageRow) });

const errorFields: Record<(typeof fieldOfDoubt)[keyof typeof fieldOfDoubt], ErrorField> = {
  name: 'ParameterName',
  value: 'Value',
  unit: 'Value',
  range: 'Range',
};

/**
 * A row that was read, as it is told.
 * @param ignored as a person left it; undefined where nobody validated the page
 * @param asked how the catalogue stands to the names that it does not have
 */
export const pageRow = (row: RecognisedRow, ignored: boolean | undefined, asked: readonly PageRequest[] = []): PageRow => {
  const [first] = row.doubts;
  const name = searchText(row.field_value.name.field_value);
  const status = row.parameter_id === undefined ? asked.find((one) => searchText(one.name) === name)?.status : ('Approved' as const);
  return {
    ...row,
    ...(first === undefined
      ? {}
      : { error: row.doubts.map((doubt) => doubtTexts[doubt]).join('; '), error_field: errorFields[fieldOfDoubt[first]] }),
    ...(status === undefined ? {} : { parameter_status: status }),
    ...(ignored === undefined ? {} : { ignored_during_validation: ignored }),
  };
};
