import { readFile } from 'node:fs/promises';
import { readLabParameterFile } from '../records/lab-parameters/lab-parameters.file.ts';
import { labParameterId } from '#catalogues/lab-parameter';
import { readFileForCli } from '../ocr/ocr.cli.ts';
import { UnreadableFile } from '../ocr/reading/unreadable-file.ts';
import type { Alias } from '../ocr/reading-pool.ts';
import { OperationFailed } from './control.ts';

const STARTER = 'lab-parameters-starter-bysex.csv';

/** The starter catalogue: reading a file needs neither a server nor a data folder. */
const starterParameters = async (): Promise<Alias[]> => {
  const file = await readFile(new URL(`../records/lab-parameters/starter/${STARTER}`, import.meta.url));
  return readLabParameterFile(file, STARTER).map(({ code, name, aliases, unit, usual_ranges }) => ({
    parameter_id: labParameterId(code, name),
    aliases,
    unit,
    ...(usual_ranges[0] ? { min: usual_ranges[0].min, max: usual_ranges[0].max } : {}),
  }));
};

/** `anamnesis ocr read FILE [--json]`: what reading finds, on standard output. @throws OperationFailed */
export const readReport = async (path: string, json: boolean): Promise<void> => {
  try {
    await readFileForCli(path, { json }, await starterParameters(), (text) => process.stdout.write(text));
  } catch (error) {
    if (error instanceof UnreadableFile) throw new OperationFailed(`${path}: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new OperationFailed(`There is no file ${path}`);
    if (code === 'EISDIR' || code === 'EACCES') throw new OperationFailed(message);
    throw error;
  }
};
