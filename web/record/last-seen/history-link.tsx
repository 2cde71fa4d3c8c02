import { Link } from 'wouter';
import { showCount } from '#web/lib/numbers.ts';
import { useExternalCount, useIsTold } from './last-seen.data.ts';
import glyphs from '#web/ui/glyphs.module.css';
import styles from './history-link.module.css';

/** The way to the History of Data Entry, with how much of it external sources changed since the person looked there. */
export function HistoryLink({ patientId, state }: { patientId: string; state?: unknown }) {
  const { data } = useExternalCount(useIsTold(patientId) ? patientId : null);
  const count = data?.overall_count ?? 0;
  const said = showCount(count, 'difference from external sources', 'differences from external sources');
  return (
    <Link href={`/patients/${patientId}/medical-history`} state={state}>
      History of Data Entry
      {count > 0 && (
        <span className={styles.count} title={said}>
          <span aria-hidden> ({count.toLocaleString('en-US')})</span>
          <span className={glyphs.spoken}> {said}</span>
        </span>
      )}
    </Link>
  );
}
