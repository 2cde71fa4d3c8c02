import { useEffect, useState } from 'react';
import type { AuditAnswer, AuditType } from '#contracts/items/history';
import { kindsBy } from '#contracts/items/item-kinds';
import { readPageImage } from '#web/lib/page-image.ts';
import { useLive } from '#web/lib/live.ts';

/** What the history dialog is asked for: an item, and the value in it that was meant. */
export interface HistoryOf {
  id: string;
  entryId?: string;
  /** What it is, for the title. */
  of: string;
}

const SLICES: Record<AuditType, string> = { ...kindsBy('audit'), patient: 'patients', report: 'reports' };

/** The operations on an item, read from its events, the first one first. */
export const useHistory = (type: AuditType, id: string | null) =>
  useLive<AuditAnswer>([SLICES[type]], id && `/api/audit/${type}/${id}`, { quiet: true });

/** The image of a report's page. Undefined while it is read, null where there is none. */
export const usePageBitmap = (pageId: string): ImageBitmap | null | undefined => {
  const [read, setRead] = useState<{ page: string; bitmap: ImageBitmap | null }>();
  useEffect(() => {
    const controller = new AbortController();
    let bitmap: ImageBitmap | undefined;
    readPageImage(pageId, controller.signal)
      .then((blob) => createImageBitmap(blob))
      .then(
        (decoded) => {
          if (controller.signal.aborted) return decoded.close();
          bitmap = decoded;
          setRead({ page: pageId, bitmap: decoded });
        },
        () => controller.signal.aborted || setRead({ page: pageId, bitmap: null }),
      );
    return () => {
      controller.abort();
      bitmap?.close();
    };
  }, [pageId]);
  return read?.page === pageId ? read.bitmap : undefined;
};
