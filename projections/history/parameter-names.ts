import type { AuditEntry } from '#contracts/items/history';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import type { Reader } from '../runner/reader.ts';
import { PARAMETER_PATH } from './lab-values.history.ts';

/** The same entries; where a value came to belong to another parameter, both by their names in the catalogue. @throws Rebuilding */
export const withParameterNames = async (reader: Reader, entries: readonly AuditEntry[]): Promise<AuditEntry[]> => {
  const ids = entries.flatMap(({ changes }) => changes.flatMap(({ path, from, to }) => (path === PARAMETER_PATH ? [from, to] : [])));
  const known = await reader.getMany<LabParameterView>(
    labParameters,
    ids.filter((id) => id !== null),
  );
  const named = (id: string | null) => known.get(id ?? '')?.primary_alias || id;
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((one) => (one.path === PARAMETER_PATH ? { ...one, from: named(one.from), to: named(one.to) } : one)),
  }));
};
