import type { LabValueView } from '#contracts/lab/lab-results';
import { userNames } from '../accounts/users.names.ts';
import type { Reader } from '../runner/reader.ts';

/** Values with the present names of the doctors who have seen the critical ones. @throws Rebuilding */
export const withSeers = async <R extends { parameters: LabValueView[] }>(reader: Reader, results: readonly R[]): Promise<readonly R[]> => {
  const doctors = results.flatMap(({ parameters }) => parameters.flatMap(({ seen }) => seen?.by ?? []));
  if (doctors.length === 0) return results;
  const names = await userNames(reader, doctors);
  return results.map((result) => ({
    ...result,
    parameters: result.parameters.map((entry) => {
      const by_name = names.get(entry.seen?.by ?? '');
      return entry.seen && by_name !== undefined ? { ...entry, seen: { ...entry.seen, by_name } } : entry;
    }),
  }));
};
