import { outlineOf } from '#infra/access/stream-scope';
import { officeParameterId } from '#catalogues/office-parameter';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';
import { readLabParameterFile } from '../records/lab-parameters/lab-parameters.file.ts';
import { labParameterId } from '#catalogues/lab-parameter';
import { readMeasurementParameterFile } from '../records/measurement-parameters/measurement-parameters.file.ts';

export type Curated = 'lab-parameters' | 'office-parameters';

interface Row {
  code: string | undefined;
  name: string;
}

const streams: Readonly<Record<Curated, (row: Row) => string>> = {
  'lab-parameters': ({ code, name }) => `lab_parameter-${labParameterId(code, name)}`,
  'office-parameters': ({ code, name }) => `measurement_parameter-${officeParameterId(code, name)}`,
};
const readers: Readonly<Record<Curated, (bytes: Uint8Array, name: string) => readonly Row[]>> = {
  'lab-parameters': readLabParameterFile,
  'office-parameters': readMeasurementParameterFile,
};
const words = (list: Curated): string => list.replace('-', ' ');

/**
 * Lists of lab and of office parameters have the same header, so only their rows tell them apart: one of which more than half are known as
 * the other kind, and not as the kind they would become, was given by mistake. A list of nothing known is taken at its word.
 * @param name of the file, for messages
 * @throws OperationFailed saying which list it is and how to import it; Refusal where the file cannot be read
 */
export const refuseOtherList = async ({ log }: Pick<Kernel, 'log'>, wanted: Curated, bytes: Uint8Array, name: string): Promise<void> => {
  const other = wanted === 'lab-parameters' ? 'office-parameters' : 'lab-parameters';
  const rows = readers[wanted](bytes, name);
  const isKnown = async (list: Curated, row: Row) => (await outlineOf(log, streams[list](row))) !== undefined;
  let foreign = 0;
  for (const row of rows) if ((await isKnown(other, row)) && !(await isKnown(wanted, row))) foreign++;
  if (foreign * 2 <= rows.length) return;
  throw new OperationFailed(
    `Nothing was imported from ${name}: it is a list of ${words(other)}. ${foreign} of its ${rows.length} rows are ${words(other)} ` +
      `of the catalogue and none of these ${words(wanted)}. To import it: anamnesis catalogue import ${other} ${name}`,
  );
};
