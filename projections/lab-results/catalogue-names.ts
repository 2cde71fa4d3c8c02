import type { LabValueView } from '#contracts/lab/lab-results';
import { searchText } from '#contracts/rules/search-text';
import { parametersOf, readMerges } from '../lab-parameters/merges.ts';
import type { Reader } from '../runner/reader.ts';

/** Values with the names of the catalogue where these are others than the printed ones. @throws Rebuilding */
export const withCatalogueNames = async <R extends { parameters: LabValueView[] }>(reader: Reader, results: readonly R[]): Promise<R[]> => {
  const named = results.flatMap(({ parameters }) => parameters.flatMap(({ parameter_id }) => parameter_id ?? []));
  const catalogue = await parametersOf(reader, await readMerges(reader), named);
  return results.map((result) => ({
    ...result,
    parameters: result.parameters.map((entry) => {
      const name = catalogue.get(entry.parameter_id ?? '')?.primary_alias;
      return name === undefined || searchText(name) === searchText(entry.name) ? entry : { ...entry, catalogue_name: name };
    }),
  }));
};
