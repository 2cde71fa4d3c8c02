import { Redirect, useParams } from 'wouter';
import { useLive } from '#web/lib/live.ts';
import { Loading } from '#web/ui/faces.tsx';

/** Opens a page of a report with all pages of its file to step through; where the file may not be read, the page alone. */
export function ReportPageScreen() {
  const { file_id, page_id } = useParams<{ file_id: string; page_id: string }>();
  const { data, error } = useLive<{ pages: { id: string }[] }>(['reports'], `/api/ocr/${encodeURIComponent(file_id)}`, { quiet: true });
  if (!data && !error) return <Loading label="Opening the page" />;
  const ids = data?.pages.map(({ id }) => id) ?? [];
  const all = ids.includes(page_id) ? ids : [page_id];
  return <Redirect to={`/ocr-page/${page_id}?pageIds=${all.join(',')}`} replace />;
}
