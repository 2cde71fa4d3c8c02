import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { uncertaintyOf } from '#contracts/diagnoses/lasting';
import type { BarHit } from '#web/charts/bar-chart.tsx';
import type { SheetsOf } from '#web/charts/export/figure.ts';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import type { BarEntry } from '#web/record/graphs/bar-entry.ts';
import { BarGraph } from '#web/record/graphs/bar-graph.tsx';
import type { BarGraphShared } from '#web/record/graphs/bar-section.tsx';
import { commentsOf } from '#web/record/graphs/legend-item.ts';
import { widest } from '#web/record/graphs/legend-room.ts';
import { Questions } from '#web/record/graphs/questions.tsx';
import { PointFoot } from '#web/record/graphs/point-foot.tsx';
import { useIsAggregated, useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { LongDates } from '#web/ui/long-date.tsx';
import { barSpan, diagnosisSheets, drawnBars, isVisit, keyOf, statusOf, visitsOf } from './diagnosis-table.ts';
import { certain, daysText, holds, knownOn, NOT_THEN, notesOf, nowOf, spansOf, spanText } from './diagnosis-words.ts';
import note from '#web/record/graphs/point-note.module.css';

const NOUN = ['diagnosis', 'diagnoses'] as const;

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
            now: [now.bar && uncertaintyOf(now.bar)].flatMap((word) => word ?? []),
            kind: 'span',
            bars: drawnBars(one.bars).map((bar) => ({
              id: bar.diagnosis_id,
              ...barSpan(bar),
              isOfDay: bar.to === null && bar.of_visit === true,
              draft: bar.draft,
              isUnsure: uncertaintyOf(bar) !== undefined,
              corrected: bar.corrected,
            })),
          },
          organization: one.organization_id === ownClinic ? undefined : one.organization_name,
          active: one.active,
          unchecked: one.unchecked,
          notes: notesOf(one),
          valueAt: (day) => {
            if (day === null) return { value: <span className="bp6-text-muted">{now.text || 'unchecked only'}</span> };
            return { value: knownOn(bars, day) ?? <span className="bp6-text-muted">{NOT_THEN}</span> };
          },
          room: widest([NOT_THEN, now.text, visitsOf(bars.filter(isVisit)), ...bars.map(daysText)]),
          sayAt: (day) => {
            const there = bars.find((bar) => holds(bar, day));
            const known = there ? certain(there, spanText(there)) : knownOn(bars, day);
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
