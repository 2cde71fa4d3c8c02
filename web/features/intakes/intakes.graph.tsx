import { Button } from '@blueprintjs/core';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { IntakeSegment, IntakeSeries } from '#contracts/intake-views';
import { shownAt } from '#contracts/precision';
import type { BarHit } from '#web/charts/bar-chart.tsx';
import { amountText } from '#web/charts/bar-scene.ts';
import type { SheetsOf } from '#web/charts/export/figure.ts';
import { startOfDay, timeOf } from '#web/charts/local-time.ts';
import { useCommenting } from '#web/features/comments/use-commenting.tsx';
import { barDates } from '#web/features/graph-visuals/bar-dates.ts';
import type { BarEntry } from '#web/features/graph-visuals/bar-entry.ts';
import { BarGraph } from '#web/features/graph-visuals/bar-graph.tsx';
import { commentsOf } from '#web/features/graph-visuals/legend-item.ts';
import { PointHint } from '#web/features/graph-visuals/point-hint.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { todayIn } from '#web/lib/dates.ts';
import { useSession } from '#web/lib/session.tsx';
import { DoseNote } from './dose-note.tsx';
import { doseSaid, ended, NOT_THEN, roomOfDoses } from './dose-said.ts';
import { dosesOn, type DosesOn } from './doses-on.ts';
import { intakeSheets, keyOf } from './intake-table.ts';
import { TREATMENT } from './intakes.data.ts';

interface Props {
  patientId: string;
  readOnly: boolean;
  series: readonly IntakeSeries[];
  timeZone: string | undefined;
  /** What the section leaves out of the series. */
  leftOut: readonly string[];
  onHistory: (of: HistoryOf) => void;
  onList: () => void;
}

const NOUN = ['treatment', 'treatments'] as const;
const barId = ({ intake_id, period }: Pick<IntakeSegment, 'intake_id' | 'period'>): string => `${intake_id} ${period}`;

/** Treatments as bars whose height is the average daily dosage, with their legend. */
export function IntakesGraph({ patientId, readOnly, series, timeZone, leftOut, onHistory, onList }: Props) {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const commenting = useCommenting(patientId);
  const today = useMemo(() => startOfDay(timeOf(`${todayIn(timeZone)}T00:00:00`)), [timeZone]);
  const byKey = useMemo(() => new Map(series.map((one) => [keyOf(one), one])), [series]);

  const entries = useMemo(
    () =>
      series.map((one): BarEntry => {
        const standing = one.segments.find((segment) => segment.is_default) ?? one.segments.at(-1);
        const edit = `/patients/${patientId}/${TREATMENT.path}/${one.default_id}`;
        return {
          series: {
            id: keyOf(one),
            name: one.name,
            unit: `${one.unit}/day`,
            kind: 'dose',
            bars: one.segments.map((segment) => ({
              id: barId(segment),
              ...barDates(segment),
              amount: segment.average,
              asNeeded: segment.as_needed,
              draft: segment.draft,
              corrected: segment.corrected,
            })),
          },
          organization: one.organization_id === user.organization_id ? undefined : one.organization_name,
          active: one.active,
          unchecked: one.unchecked,
          valueAt: (day) => {
            const doses = dosesOn(one, day ?? today);
            if (doses) return { value: <DoseValue doses={doses} unit={one.unit} /> };
            if (one.segments.every(({ draft }) => draft)) return { value: <span className="muted">unchecked only</span> };
            const last = one.segments.findLast((segment) => !segment.draft && segment.to !== null && timeOf(segment.to) < (day ?? today));
            const lastDay = last?.to && shownAt(last.to, last.to_precision === 'time' ? 'day' : last.to_precision);
            return { value: <span className="muted">{lastDay ? ended(lastDay) : NOT_THEN}</span> };
          },
          room: roomOfDoses(one),
          sayAt: (day) => {
            const doses = dosesOn(one, day);
            return doses ? `${one.name} ${ordersOf(doses)}` : null;
          },
          says: () => {
            const doses = dosesOn(one, today);
            if (!doses) return [one.segments.every(({ draft }) => draft) ? 'unchecked only' : 'not taken now'];
            const isSum = doses.segments.filter(({ as_needed }) => !as_needed).length > 1 && doses.total !== null;
            return [`now ${ordersOf(doses)}`, ...(isSum ? [`in all avg ${amountText(doses.total ?? 0)} ${one.unit}/day`] : [])];
          },
          item: {
            isFhir: standing?.origin === 'fhir',
            onEdit: () => navigate(edit, { state: window.history.state }),
            onChangeDosage:
              standing?.is_default && !standing.draft
                ? () => navigate(`${edit}/change-dosage`, { state: window.history.state })
                : undefined,
            ...commentsOf(commenting, 'intake', [one.default_id, ...one.intake_ids.filter((id) => id !== one.default_id)], one.name),
          },
        };
      }),
    [series, user.organization_id, patientId, navigate, commenting, today],
  );

  const sheets = useCallback<SheetsOf>(
    (ids, span) =>
      intakeSheets(
        series.filter((one) => ids.has(keyOf(one))),
        span,
      ),
    [series],
  );

  const openHistory = ({ series: key, bars: [bar] }: Pick<BarHit, 'series' | 'bars'>) => {
    const one = byKey.get(key);
    const id = bar?.split(' ')[0];
    if (one && id) onHistory({ id, of: one.name });
  };
  return (
    <>
      <BarGraph
        graphType="intakes"
        entries={entries}
        readOnly={readOnly}
        noun={NOUN}
        title="Treatments"
        leftOut={leftOut}
        sheets={sheets}
        onList={onList}
        onOpen={openHistory}
        tooltip={(hit, pinned) => {
          const one = byKey.get(hit.series);
          return (
            one && (
              <div className="point-note">
                <DoseNote series={one} day={hit.day} ids={hit.bars} />
                {pinned ? (
                  <div className="point-links">
                    <Button size="small" text="History" onClick={() => openHistory(hit)} />
                  </div>
                ) : (
                  <PointHint />
                )}
              </div>
            )
          );
        }}
      />
      {commenting.dialog}
    </>
  );
}

/** As prescribed; an external record may say of a medication only that it is taken. */
const ordersOf = ({ orders }: DosesOn): string => orders.filter(Boolean).join(' and ') || 'without a dosage';

function DoseValue({ doses, unit }: { doses: DosesOn; unit: string }) {
  const [dose, beside] = doseSaid(doses, unit);
  return (
    <>
      {dose} {beside && <span className="muted">{beside}</span>}
    </>
  );
}
