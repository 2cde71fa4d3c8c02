import type { Region } from '#contracts/lab-values';
import type { ReadRow } from './interpret.ts';
import type { Prepared } from './prepare.ts';
import type { Recogniser } from './recogniser.ts';
import type { DecimalSign } from './values.ts';

/** Reads the values of a page a second time. */
export const readAgain = async (
  rows: ReadRow[],
  _sign: DecimalSign,
  _picture: Prepared,
  _bend: (region: Region) => Region,
  _recogniser: Recogniser,
): Promise<ReadRow[]> => rows;
