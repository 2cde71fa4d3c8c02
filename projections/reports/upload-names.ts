import { withUpload } from '#contracts/wire/read-from';
import type { ReportView } from '#contracts/reports/reports';
import type { Reader } from '../runner/reader.ts';
import { reports } from './reports.projection.ts';

/** The name of an upload as it is now; undefined where it was removed or erased, or never was. */
export const uploadName = async (reader: Reader, file_id: string | undefined): Promise<string | undefined> =>
  file_id === undefined ? undefined : (await reader.get<ReportView>(reports, file_id))?.name;

/** Items read from pages, with the names of their uploads in their reasons. */
export const withUploads = async <T extends { comment: string; file_id?: string | undefined }>(
  reader: Reader,
  items: readonly T[],
): Promise<T[]> => {
  const known = await reader.getMany<ReportView>(
    reports,
    items.flatMap(({ file_id }) => file_id ?? []),
  );
  return items.map((item) =>
    item.file_id === undefined ? item : { ...item, comment: withUpload(item.comment, known.get(item.file_id)?.name) },
  );
};
