import { v5 } from 'uuid';
import { searchText } from '#contracts/rules/search-text';

const CATALOGUE = '2f3c7f0e-5d3a-4c0e-9c55-7b7c0c9d41aa';

/** What tells two parameters apart: the LOINC code, or the folded primary name where there is none. */
export const identityOf = (code: string | undefined, primaryName: string): string =>
  code === undefined ? `name:${searchText(primaryName)}` : `loinc:${code}`;

/** A parameter's id: every list, every person and every page mean the same. */
export const labParameterId = (code: string | undefined, primaryName: string): string => v5(identityOf(code, primaryName), CATALOGUE);
