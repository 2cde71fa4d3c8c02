import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { IntakeSeries, IntakeSegment } from '#contracts/treatments/intake-views';
import type { BarHit } from '#web/charts/bar-chart.tsx';
import type { SheetsOf } from '#web/charts/export/figure.ts';
import { startOfDay, timeOf } from '#web/charts/local-time.ts';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import { barDates, isEndUnknown } from '#web/record/graphs/bar-dates.ts';
import type { BarEntry } from '#web/record/graphs/bar-entry.ts';
import { BarGraph } from '#web/record/graphs/bar-graph.tsx';
import type { BarGraphShared } from '#web/record/graphs/bar-section.tsx';
import { commentsOf } from '#web/record/graphs/legend-item.ts';
import { PointFoot } from '#web/record/graphs/point-foot.tsx';
import { todayIn } from '#web/lib/dates.ts';
import { useIsAggregated, useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { DoseNote } from './dose-note.tsx';
import { barWords, dayDoses, dayDosesText, endedText, isPlanned, NOT_THEN, roomOfDoses } from './day-doses.ts';
import { dosesOn, type DosesOn } from './doses-on.ts';
import { datedDoses, givenIn, givenOn, givenSaid, givenUntil, goingOn, markOf, ordersOf, roomOfGiven, rowTexts } from './given-marks.ts';
import { intakeSheets, keyOf } from './intake-table.ts';
import note from '#web/record/graphs/point-note.module.css';

interface Props extends BarGraphShared<IntakeSeries> {
  timeZone: string | undefined;
}

const NOUN = ['treatment', 'treatments'] as const;
const DOSAGE = ['dosage', 'dosages'] as const;
const barId = ({ intake_id, period }: Pick<IntakeSegment, 'intake_id' | 'period'>): string => `${intake_id} ${period}`;

/** Treatments as bars whose height is the average daily dosage, with their legend. */
export function IntakesGraph({ patientId, readOnly, series, timeZone, leftOut, onHistory, onList }: Props) {
  const ownClinic = useOwnClinic();
  const isAll = useIsAggregated();
  const [, navigate] = useLocation();
  const commenting = useCommenting(patientId);
  const today = useMemo(() => startOfDay(timeOf(`${todayIn(timeZone)}T00:00:00`)), [timeZone]);
  const byKey = useMemo(() => new Map(series.map((one) => [keyOf(one), one])), [series]);

  const entries = useMemo(
    () =>
      series.map((one): BarEntry => {
        const [orders, given] = [ordersOf(one), givenIn(one)];
        // what nobody checked is no order
        const isOnlyGiven = orders.segments.every(({ draft }) => draft);
        const [allGiven, dated] = [givenSaid(given), datedDoses(given)];
        const goesOn = goingOn(dated, today);
        const standing = one.segments.find((segment) => segment.is_default) ?? one.segments.at(-1);
        const edit = `/patients/${patientId}/intakes/${one.default_id}`;
        const now = dosesOn(orders, today);
        return {
          series: {
            id: keyOf(one),
            name: one.name,
            // a bar of the past has words where that of today is too narrow for any
            shortName: one.ingredient,
            now: rowTexts(orders, given, goesOn, today),
            unit: `${one.unit}/day`,
            kind: 'dose',
            bars: one.segments
              .filter((segment) => segment.from !== null || !isEndUnknown(segment))
              .map((segment) =>
                segment.given
                  ? markOf(segment, barId(segment))
                  : {
                      id: barId(segment),
                      ...barDates(segment),
                      amount: segment.average,
                      words: barWords(segment, one.unit),
                      asNeeded: segment.as_needed,
                      draft: segment.draft,
                      corrected: segment.corrected_from !== undefined,
                    },
              ),
          },
          organization: one.organization_id === ownClinic ? undefined : one.organization_name,
          active: one.active,
          unchecked: one.unchecked,
          valueAt: (day) => {
            const doses = dosesOn(orders, day ?? today);
            const ofDoses = day === null ? allGiven : givenUntil(dated, day);
            if (doses) return { value: <DoseValue doses={doses} unit={one.unit} given={ofDoses} /> };
            if (one.segments.every(({ draft }) => draft)) return { value: <span className="bp6-text-muted">unchecked only</span> };
            const ended = endedText(orders, day ?? today);
            const said = (goesOn === '' ? [ended, ofDoses] : [ofDoses, ended]).filter(Boolean).join('; ');
            return { value: <span className="bp6-text-muted">{said || NOT_THEN}</span> };
          },
          room: [orders.segments.length === 0 ? '' : roomOfDoses(orders), roomOfGiven(given)].filter(Boolean).join('; ') || NOT_THEN,
          sayAt: (day) => {
            const doses = dosesOn(orders, day);
            const said = [
              doses ? `${dayDosesText(doses, one.unit)}${isPlanned(doses) ? ', planned' : ''}` : '',
              givenSaid(givenOn(dated, day)),
            ].filter(Boolean);
            return said.length > 0 ? `${one.name} ${said.join('; ')}` : null;
          },
          says: () => {
            if (one.segments.every(({ draft }) => draft)) return ['unchecked only'];
            if (now) return [`now ${dayDosesText(now, one.unit)}`, allGiven].filter(Boolean);
            const ended = isOnlyGiven ? '' : (endedText(orders, today) ?? (goesOn === '' ? 'not taken now' : ''));
            return (goesOn === '' ? [ended, allGiven] : [allGiven, ended]).filter(Boolean);
          },
          item: {
            isFhir: standing?.origin === 'fhir',
            onEdit: () => navigate(edit, { state: window.history.state }),
            onChangeDosage:
              standing?.is_default && !standing.draft && !standing.given
                ? () => navigate(`${edit}/change-dosage`, { state: window.history.state })
                : undefined,
            ...commentsOf(commenting, 'intake', [one.default_id, ...one.intake_ids.filter((id) => id !== one.default_id)], one.name),
          },
        };
      }),
    [series, ownClinic, patientId, navigate, commenting, today],
  );

  const sheets = useCallback<SheetsOf>(
    (ids, span) =>
      intakeSheets(
        series.filter((one) => ids.has(keyOf(one))),
        span,
        isAll,
      ),
    [series, isAll],
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
        barNoun={DOSAGE}
        title="Treatments"
        leftOut={leftOut}
        sheets={sheets}
        onList={onList}
        onOpen={openHistory}
        tooltip={(hit, pinned) => {
          const one = byKey.get(hit.series);
          return (
            one && (
              <div className={note.note}>
                <DoseNote
                  series={one}
                  day={hit.day}
                  ids={hit.bars}
                  elsewhere={series.filter((other) => other !== one && other.id === one.id)}
                />
                <PointFoot pinned={pinned} onHistory={() => openHistory(hit)} />
              </div>
            )
          );
        }}
      />
      {commenting.dialog}
    </>
  );
}

function DoseValue({ doses, unit, given }: { doses: DosesOn; unit: string; given: string }) {
  const [dose, beside] = dayDoses(doses, unit);
  return (
    <>
      {dose}
      {beside && <span className="bp6-text-muted"> {beside}</span>}
      {isPlanned(doses) && <span className="bp6-text-muted"> planned</span>}
      {given && <span className="bp6-text-muted">; {given}</span>}
    </>
  );
}
