import { useMemo } from 'react';
import { isCritical } from '#contracts/observations/flags';
import type { ObservationLine } from '#contracts/observations/observation-columns';
import { inNeed, isAbnormal, isLab, lastDates, orLastSaid, seriesKey } from '#web/record/graphs/value-series.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useLabSeries } from '#web/record/graphs/series-reads.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { ReportLinks } from '#web/record/external-reports/external-reports.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import styles from './latest-values.module.css';
import { goToSection } from './section-links.tsx';
import { Unit, Value } from '#web/ui/value.tsx';

const SHOWN = 3;
/** What is critical is shown besides, up to so many. */
const MOST_SHOWN = 8;

const isCriticalNow = ({ last, or_last = [] }: ObservationLine): boolean => [...(last ? [last] : []), ...or_last].some(isCritical);

/** Where there is little room, above the charts: the last checked results that need to be seen most, critical and abnormal ones first. The call is that of the chart. */
export function LatestValues({ patientId }: { patientId: string }) {
  const { data } = useLabSeries(patientId, '', true);
  const ownClinic = useOwnClinic();
  const series = useMemo(() => inNeed((data?.items ?? []).filter(({ last }) => last !== null)), [data]);
  if (series.length === 0) return null;
  const count = Math.max(SHOWN, Math.min(MOST_SHOWN, series.filter(isCriticalNow).length));
  const rest = series.slice(count);
  const critical = rest.filter(isCriticalNow).length;
  const abnormal = rest.filter(isAbnormal).length - critical;
  return (
    <section className={styles.latest} aria-label="Latest results">
      <ul>
        {series.slice(0, count).map((one) => (
          <li key={seriesKey(one)}>
            <span className={styles.name}>
              {one.name}
              {one.organization_id !== ownClinic && one.organization_name && (
                <span className="bp6-text-muted"> [{one.organization_name}]</span>
              )}
              {one.last && (
                <span className={`bp6-text-muted ${styles.date}`}>
                  {lastDates(one)} <LongDate date={one.last.date_applies} precision={one.last.precision} />
                  {one.or_last && <span>, {orLastSaid(one)}</span>}
                </span>
              )}
              <ReportLinks ids={one.last?.reports} />
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
      {rest.length > 0 && (
        <a
          href="#lab-results"
          onClick={(event) => {
            event.preventDefault();
            goToSection('lab-results');
          }}
        >
          {showCount(rest.length, 'more result')} below{critical > 0 && `, ${critical} critical`}
          {abnormal > 0 && `, ${abnormal} abnormal`}
        </a>
      )}
    </section>
  );
}
