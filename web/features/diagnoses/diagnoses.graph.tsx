import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { dateShown } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import type { BarHit } from '#web/charts/bar-chart.tsx';
import type { SheetsOf } from '#web/charts/export/figure.ts';
import { DAY } from '#web/charts/local-time.ts';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import { barDates } from '#web/record/graphs/bar-dates.ts';
import type { BarEntry } from '#web/record/graphs/bar-entry.ts';
import { BarGraph } from '#web/record/graphs/bar-graph.tsx';
import type { BarGraphShared } from '#web/record/graphs/bar-section.tsx';
import { commentsOf } from '#web/record/graphs/legend-item.ts';
import { widest } from '#web/record/graphs/legend-room.ts';
import { Questions } from '#web/record/graphs/questions.tsx';
import { PointFoot } from '#web/record/graphs/point-foot.tsx';
import { useIsAggregated, useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { LongDates } from '#web/ui/long-date.tsx';
import { barSpan, diagnosisSheets, keyOf } from './diagnosis-table.ts';
import note from '#web/record/graphs/point-note.module.css';

const NOUN = ['diagnosis', 'diagnoses'] as const;

const fromText = ({ from, from_precision, from_offset }: DiagnosisBar): string =>
  from === null ? 'start not known' : dateShown(from, from_precision, from_offset);
/** The same in days: a time of day is told by the bar itself. */
const daysText = (bar: DiagnosisBar): string => {
  const inDays = (precision: Precision | undefined) => (precision === 'time' ? 'day' : precision);
  const days = { ...bar, from_precision: inDays(bar.from_precision), to_precision: inDays(bar.to_precision) };
  return bar.from !== null && bar.to?.slice(0, 10) === bar.from.slice(0, 10) ? fromText(days) : spanText(days);
};
const NOT_THEN = 'not on this day';
const spanText = (bar: DiagnosisBar): string =>
  bar.to === null
    ? bar.active
      ? `since ${fromText(bar)}`
      : `${fromText(bar)}, ended`
    : `${fromText(bar)} to ${dateShown(bar.to, bar.to_precision, bar.to_offset)}`;

/** Whether a bar holds on a day; one that ended at an unknown time is not known to. */
const holds = (bar: DiagnosisBar, day: number): boolean => {
  const { from, to } = barDates(bar);
  return (from === null || from < day + DAY) && (to === null ? bar.active : to >= day);
};

/** Diagnoses as bars with their legend. */
export function DiagnosesGraph({ patientId, readOnly, series, leftOut, onHistory, onList }: BarGraphShared<DiagnosisSeries>) {
  const ownClinic = useOwnClinic();
  const isAll = useIsAggregated();
  const [, navigate] = useLocation();
  const commenting = useCommenting(patientId);
  const byKey = useMemo(() => new Map(series.map((one) => [keyOf(one), one])), [series]);

  const entries = useMemo(
    () =>
      series.map((one): BarEntry => {
        const bars = one.bars.filter(({ draft }) => !draft);
        const shown = bars.findLast(({ active }) => active) ?? bars.at(-1);
        const standing = one.bars.find(({ diagnosis_id }) => diagnosis_id === one.default_id);
        return {
          series: {
            id: keyOf(one),
            name: one.icd === null ? one.name : `${one.icd} ${one.name}`,
            kind: 'span',
            bars: one.bars.map((bar) => ({ id: bar.diagnosis_id, ...barSpan(bar), draft: bar.draft, corrected: bar.corrected })),
          },
          organization: one.organization_id === ownClinic ? undefined : one.organization_name,
          active: one.active,
          unchecked: one.unchecked,
          notes: one.bars.some((bar) => !bar.active && bar.to === null) ? ['ended, no date given'] : undefined,
          valueAt: (day) => {
            if (day === null) return { value: <span className="bp6-text-muted">{shown ? daysText(shown) : 'unchecked only'}</span> };
            const there = bars.find((bar) => holds(bar, day));
            return { value: there ? daysText(there) : <span className="bp6-text-muted">{NOT_THEN}</span> };
          },
          room: widest([NOT_THEN, ...bars.map(daysText)]),
          sayAt: (day) => {
            const there = bars.find((bar) => holds(bar, day));
            return there ? `${one.name} ${spanText(there)}` : null;
          },
          says: () => (bars.length > 0 ? bars.map(spanText) : ['unchecked only']),
          item: {
            isFhir: standing?.origin === 'fhir',
            onEdit: () => navigate(`/patients/${patientId}/diagnoses/${one.default_id}`, { state: window.history.state }),
            ...commentsOf(
              commenting,
              'diagnose',
              [one.default_id, ...one.bars.map(({ diagnosis_id }) => diagnosis_id)].filter(unique),
              one.name,
            ),
          },
        };
      }),
    [series, ownClinic, patientId, navigate, commenting],
  );

  const sheets = useCallback<SheetsOf>(
    (ids, span) =>
      diagnosisSheets(
        series.filter((one) => ids.has(keyOf(one))),
        span,
        isAll,
      ),
    [series, isAll],
  );

  const openHistory = ({ series: key, bars: [id] }: Pick<BarHit, 'series' | 'bars'>) => {
    const one = byKey.get(key);
    if (one && id) onHistory({ id, of: one.name });
  };
  return (
    <>
      <BarGraph
        graphType="diagnoses"
        entries={entries}
        readOnly={readOnly}
        noun={NOUN}
        title="Diagnoses"
        leftOut={leftOut}
        sheets={sheets}
        onList={onList}
        onOpen={openHistory}
        tooltip={(hit, pinned) => {
          const one = byKey.get(hit.series);
          const bars = one?.bars.filter(({ diagnosis_id }) => hit.bars.includes(diagnosis_id)) ?? [];
          return (
            <div className={note.note}>
              <strong>
                {one?.icd} {one?.name}
              </strong>
              {bars.map((bar) => (
                <div key={bar.diagnosis_id}>
                  {spanText(bar)}
                  <span className="bp6-text-muted">
                    {bar.verification_status && `, ${bar.verification_status}`}
                    {bar.draft && ', draft'}
                    {bar.corrected && ', corrected'}
                    {bar.origin === 'fhir' && ', External record'}
                  </span>
                  <LongDates of={spanText(bar)} isLine />
                  <Questions of={bar} />
                </div>
              ))}
              {one?.organization_name && <div className="bp6-text-muted">{one.organization_name}</div>}
              <PointFoot pinned={pinned} onHistory={() => openHistory(hit)} />
            </div>
          );
        }}
      />
      {commenting.dialog}
    </>
  );
}

const unique = (id: string, index: number, all: readonly string[]): boolean => all.indexOf(id) === index;
