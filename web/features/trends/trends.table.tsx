import { Checkbox } from '@blueprintjs/core';
import { useMemo } from 'react';
import { showUnit } from '#contracts/examinations/measurement-units';
import type { TrendLine } from '#contracts/observations/trends';
import type { ChartSeries } from '#web/charts/series.ts';
import { LineSample, Sparkline } from '#web/charts/sparkline.tsx';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { sharedColors } from '#web/record/graphs/shared-colors.ts';
import { isLab, lastDates, orLastSaid } from '#web/record/graphs/value-series.ts';
import { LongDate } from '#web/ui/long-date.tsx';
import { Unit, Value } from '#web/ui/value.tsx';
import { walkable } from '#web/ui/walkable.ts';
import { changeSaid, sinceSaid } from './trends-sheet.ts';
import styles from './trends.module.css';
import table from '#web/ui/table.module.css';

interface Props {
  lines: readonly { trend: TrendLine; chart: ChartSeries }[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onFocused: (id: string | null) => void;
}

/** A row for each parameter; its first cell draws or hides its line. */
export function TrendsTable({ lines, chosen, onToggle, onFocused }: Props) {
  const ownClinic = useOwnClinic();
  const alike = useMemo(
    () =>
      sharedColors(
        lines.map(({ chart }) => chart),
        chosen,
      ),
    [lines, chosen],
  );
  return (
    <div>
      <table ref={walkable} data-trends className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            <th>Parameter</th>
            <th className={table.number}>Last value</th>
            <th>Date</th>
            <th className={table.number}>Change</th>
            <th>Since</th>
            <th>Course</th>
            <th className={table.number}>Values</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ trend, chart }) => {
            const { series } = trend;
            const { last } = series;
            return (
              <tr key={trend.id} tabIndex={-1} onPointerEnter={() => onFocused(trend.id)} onPointerLeave={() => onFocused(null)}>
                <td className={styles.what}>
                  <Checkbox className={styles.name} checked={chosen.has(trend.id)} onChange={() => onToggle(trend.id)}>
                    <LineSample mark={chart.mark} style={chart.style} hidden={!chosen.has(trend.id)} />
                    <span className={styles.title}>{series.name}</span>
                    {series.organization_id !== ownClinic && series.organization_name && (
                      <span className={`bp6-text-muted ${styles.clinic}`}>[{series.organization_name}]</span>
                    )}
                  </Checkbox>
                  {alike.get(trend.id)?.map((note) => (
                    <span key={note} className={`bp6-text-muted ${styles.alike}`}>
                      {note}
                    </span>
                  ))}
                </td>
                <td className={`${table.number} ${styles.value}`}>
                  {last && (
                    <>
                      <Value entry={last} standing={last.standing} isMeasured={!isLab(last)} /> <Unit unit={showUnit(series.unit)} />
                    </>
                  )}
                </td>
                <td className={styles.date}>
                  {last && (
                    <>
                      {lastDates(series)} <LongDate date={last.date_applies} precision={last.precision} isLine />
                      {series.or_last && <div className="bp6-text-muted">{orLastSaid(series)}</div>}
                    </>
                  )}
                </td>
                <td className={`${table.number} ${styles.change}`}>{changeSaid(trend)}</td>
                <td className={styles.since}>{sinceSaid(trend)}</td>
                <td className={styles.course}>
                  <Sparkline series={chart} />
                </td>
                <td className={`${table.number} ${styles.count}`}>{trend.count.toLocaleString('en-US')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
