import { Link } from 'wouter';
import type { RowsOnPage } from '#contracts/reports/reports';
import { useLive } from '#web/lib/live.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useIsShared } from '#web/record/patient/patients.data.ts';
import styles from './rows-on-pages.module.css';

/** What the record lacks: rows of its report pages that stayed there, each with the way to its page (ruling 26). */
export function RowsOnPages({ patientId }: { patientId: string }) {
  // report pages stay with their clinic
  const isOwn = useIsShared(patientId) === false;
  const { data } = useLive<{ items: RowsOnPage[] }>(['reports'], isOwn ? `/api/ocr/staying?patient_id=${patientId}` : null, {
    quiet: true,
  });
  if (!data || data.items.length === 0) return null;
  const rows = data.items.reduce((sum, { awaiting, empty, unchecked = 0, unread = 0 }) => sum + awaiting + empty + unchecked + unread, 0);
  return (
    <details className={styles.rows} open={data.items.length === 1}>
      <summary>{showCount(rows, 'row')} of report pages not in this record</summary>
      <ul>
        {data.items.map(({ page_id, report_id, name, page_number, awaiting, empty, unchecked = 0, unread = 0 }) => (
          <li key={page_id}>
            <Link href={`/reports/${report_id}/page/${page_id}`}>
              {name}, page {page_number}
            </Link>
            <span className="bp6-text-muted">
              {[
                awaiting > 0 && `${awaiting} not in the catalogue`,
                unchecked > 0 && `${unchecked} not looked at`,
                empty > 0 && `${empty} without a value`,
                unread > 0 && `${showCount(unread, 'line')} not read`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
