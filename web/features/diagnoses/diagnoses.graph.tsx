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
import {
  barSpan,
  diagnosisSheets,
  drawnBars,
  isOpenEnded,
  isVisit,
  keyOf,
  statusOf,
  visitsOf,
  visitStatusesOf,
} from './diagnosis-table.ts';
import note from '#web/record/graphs/point-note.module.css';

const NOUN = ['diagnosis', 'diagnoses'] as const;

/** What the legend says below the name. */
const notesOf = ({ bars }: DiagnosisSeries): string[] | undefined => {
  const statuses = visitStatusesOf(bars.filter(isVisit).map((bar) => ({ ...bar, verification_status: undefined })));
  const notes = [
    ...(bars.some((bar) => !bar.active && bar.to === null && !bar.of_visit) ? ['ended, no date given'] : []),
    ...(bars.some((bar) => !bar.draft && statusOf(bar).includes('status not stated')) ? ['status not stated'] : []),
    ...(statuses.length > 0 ? [`by its source: ${statuses.join(', ')}`] : []),
  ];
  return notes.length > 0 ? notes : undefined;
};

const fromText = ({ from, from_precision, from_offset }: DiagnosisBar): string =>
  from === null ? 'start not known' : dateShown(from, from_precision, from_offset);
/** The same in days: a time of day is told by the bar itself. */
const daysText = (bar: DiagnosisBar): string => {
  const inDays = (precision: Precision | undefined) => (precision === 'time' ? 'day' : precision);
  const days = { ...bar, from_precision: inDays(bar.from_precision), to_precision: inDays(bar.to_precision) };
  return bar.from !== null && bar.to?.slice(0, 10) === bar.from.slice(0, 10) ? fromText(days) : spanText(days);
};
const NOT_THEN = 'not on this day';
const spanText = (bar: DiagnosisBar): string => {
  if (bar.to !== null) return `${fromText(bar)} to ${dateShown(bar.to, bar.to_precision, bar.to_offset)}`;
  if (bar.of_visit) return `at a visit, ${bar.from === null ? 'a day not stated' : fromText(bar)}`;
  return bar.active ? `since ${fromText(bar)}` : `${fromText(bar)}, ended`;
};

/** The spans of a disease, those of visits as one. */
const spansOf = (bars: readonly DiagnosisBar[]): string[] => {
  const visits = bars.filter(isVisit);
  return [...bars.filter((bar) => !visits.includes(bar)).map(spanText), visitsOf(visits)].filter((text) => text !== '');
};

/** What is known of a disease now: what lasts, otherwise what came last, a span or visits. */
const nowOf = (bars: readonly DiagnosisBar[]): string => {
  const [spans, visits] = [bars.filter((bar) => !isVisit(bar)), bars.filter(isVisit)];
  const span = spans.findLast(({ active }) => active) ?? spans.at(-1);
  const lastVisit = Math.max(...visits.map((bar) => barDates(bar).from ?? -Infinity));
  const isVisitLater = span === undefined || (!span.active && visits.length > 0 && lastVisit > (barSpan(span).to ?? -Infinity));
  return isVisitLater ? visitsOf(visits) : daysText(span);
};

/** What is known of a disease on a day: what holds then, otherwise the visits until then; undefined where there is nothing. */
const knownOn = (bars: readonly DiagnosisBar[], day: number): string | undefined => {
  const there = bars.find((bar) => !isVisit(bar) && holds(bar, day));
  const until = bars.filter((bar) => isVisit(bar) && (barDates(bar).from ?? Infinity) < day + DAY);
  return there ? daysText(there) : visitsOf(until) || undefined;
};

/** Whether a bar holds on a day; one that ended at an unknown time is not known to. */
const holds = (bar: DiagnosisBar, day: number): boolean => {
  const { from, to } = barDates(bar);
  return (from === null || from < day + DAY) && (to === null ? bar.active && !isOpenEnded(bar) : to >= day);
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
        const now = nowOf(bars);
        const standing = one.bars.find(({ diagnosis_id }) => diagnosis_id === one.default_id);
        return {
          series: {
            id: keyOf(one),
            name: one.icd === null ? one.name : `${one.icd} ${one.name}`,
            kind: 'span',
            bars: drawnBars(one.bars).map((bar) => ({
              id: bar.diagnosis_id,
              ...barSpan(bar),
              isOfDay: bar.to === null && bar.of_visit === true,
              draft: bar.draft,
              corrected: bar.corrected,
            })),
          },
          organization: one.organization_id === ownClinic ? undefined : one.organization_name,
          active: one.active,
          unchecked: one.unchecked,
          notes: notesOf(one),
          valueAt: (day) => {
            if (day === null) return { value: <span className="bp6-text-muted">{now || 'unchecked only'}</span> };
            return { value: knownOn(bars, day) ?? <span className="bp6-text-muted">{NOT_THEN}</span> };
          },
          room: widest([NOT_THEN, now, visitsOf(bars.filter(isVisit)), ...bars.map(daysText)]),
          sayAt: (day) => {
            const there = bars.find((bar) => holds(bar, day));
            const known = there ? spanText(there) : knownOn(bars, day);
            return known === undefined ? null : `${one.name} ${known}`;
          },
          says: () => (bars.length > 0 ? spansOf(bars) : ['unchecked only']),
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
                    {statusOf(bar).map((status) => `, ${status}`)}
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
