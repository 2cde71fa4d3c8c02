import { useMemo } from 'react';
import { byNeed, dayOf, isLab, seriesKey } from '#web/record/graphs/value-series.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useLabSeries } from '#web/record/graphs/series-reads.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { LongDate } from '#web/ui/long-date.tsx';
import styles from './latest-values.module.css';
import { goToSection } from './section-links.tsx';
import { Unit, Value } from '#web/ui/value.tsx';

const SHOWN = 3;

/** Where there is little room, above the charts: the last checked results that need to be seen most, out of range first. The call is that of the chart. */
export function LatestValues({ patientId }: { patientId: string }) {
  const { data } = useLabSeries(patientId, '', true);
  const ownClinic = useOwnClinic();
  const series = useMemo(() => byNeed((data?.items ?? []).filter(({ last }) => last !== null)), [data]);
  if (series.length === 0) return null;
  const more = series.length - SHOWN;
  return (
    <section className={styles.latest} aria-label="Latest results">
      <ul>
        {series.slice(0, SHOWN).map((one) => (
          <li key={seriesKey(one)}>
            <span className={styles.name}>
              {one.name}
              {one.organization_id !== ownClinic && one.organization_name && (
                <span className="bp6-text-muted"> [{one.organization_name}]</span>
              )}
              {one.last && (
                <span className={`bp6-text-muted ${styles.date}`}>
                  {dayOf(one.last)} <LongDate date={one.last.date_applies} />
                </span>
              )}
            </span>
            {one.last && (
              <span className={styles.value}>
                <Value entry={one.last} standing={one.last.standing} isMeasured={!isLab(one.last)} />{' '}
                {one.last.value !== null && <Unit unit={one.last.unit} />}
              </span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a
          href="#lab-results"
          onClick={(event) => {
            event.preventDefault();
            goToSection('lab-results');
          }}
        >
          {showCount(more, 'more result')} below
        </a>
      )}
    </section>
  );
}
