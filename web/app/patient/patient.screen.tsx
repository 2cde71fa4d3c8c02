import { memo, useState } from 'react';
import { Button } from '@blueprintjs/core';
import { CaretDown, CaretUp } from '@blueprintjs/icons';
import { Link, useParams, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { ItemKind } from '#contracts/items/item-kinds';
import type { PatientView } from '#contracts/people/patients';
import { ExportsProvider } from '#web/charts/export/exports.tsx';
import { moves } from '#web/charts/axis.ts';
import { timeOf } from '#web/charts/local-time.ts';
import { TimeframeProvider, type TimeRange, useTimeframe } from '#web/charts/timeframe.ts';
import { useStoredVisuals, useVisuals, VisualsProvider } from '#web/record/graphs/use-visuals.tsx';
import { VisualsFailure } from '#web/record/graphs/visuals-failure.tsx';
import { type DaySpan, presetSpan, savedSpan, withFold, withSpan } from '#web/record/graphs/visuals.ts';
import { ChangesChip, ChangesProvider } from '#web/record/last-seen/changes.tsx';
import { HistoryLink } from '#web/record/last-seen/history-link.tsx';
import { usePaperAllergies } from '#web/record/import-notes/import-notes.data.ts';
import { CriticalResults } from '#web/record/critical-results/critical-results.tsx';
import { ImportNotes } from '#web/record/import-notes/import-notes.tsx';
import { REPORTS, REPORTS_ID, useExternalReports } from '#web/record/external-reports/external-reports.data.ts';
import { ExternalReportsProvider, PrintedReports } from '#web/record/external-reports/external-reports.tsx';
import { NewAnswers } from '#web/record/comments/new-answers.tsx';
import { showDate, todayIn } from '#web/lib/dates.ts';
import type { Live } from '#web/lib/live.ts';
import { useIsLow, useIsPhone } from '#web/lib/phone.ts';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { fullName } from '#web/lib/names.ts';
import styles from './patient.module.css';
import { LatestValues } from './latest-values.tsx';
import { PatientBanner } from '#web/record/patient/patient.banner.tsx';
import { PatientSections, SECTIONS } from './patient.sections.tsx';
import { Timeline } from '#web/record/timeline/patient.timeline.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { isGone, RecordGone } from '#web/record/patient/record-gone.tsx';
import { SingleClinicProvider } from '#web/record/patient/single-clinic.tsx';
import { useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { type RecordState, useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { ClinicsToggle } from './clinics-toggle.tsx';
import { ShareRecord } from './share-record.tsx';
import { SectionLinks } from './section-links.tsx';
import { type RecordDays, type SectionDays, useRecordDays } from '#web/record/timeline/record-days.ts';
import { useFolds } from '#web/record/timeline/use-folds.ts';
import { fitSpan, spanOf } from '#web/record/timeline/timeline.ts';
import { useSheetHeader } from '#web/record/patient/sheet-header.ts';

/** Where the buttons zoom around, on a drawing twice as wide. */
const MIDDLE = 500;

export function PatientScreen() {
  const { patient_id } = useParams<{ patient_id: string }>();
  const isAll = useIsAggregated();
  // a different patient is a different screen, and so is the view of all clinics: nothing of the one before may stay
  return (
    <VisualsProvider key={patient_id} patientId={patient_id}>
      <ChangesProvider patientId={patient_id}>
        <Record key={String(isAll)} patientId={patient_id} />
      </ChangesProvider>
    </VisualsProvider>
  );
}

const rangeOf = ({ from, to }: DaySpan): TimeRange => ({ from: `${from}T00:00:00`, to: `${to}T23:59:59` });

/** What is read of a record, each answer as it comes; the screen is drawn again when something can be seen of it. */
function Record({ patientId }: { patientId: string }) {
  // a browser asks six things at once, and they are answered one after the other: what nothing can be drawn without comes first
  const { data: patient, error, isLoading, refresh } = usePatient(patientId, { valued: true });
  useStoredVisuals(patientId);
  const today = todayIn(patient?.time_zone);
  const { isPlaced, reach, isRead, sections } = useRecordDays(patientId, patient?.values_between, today);
  return <View patientId={patientId} {...{ patient, error, isLoading, refresh, today, isPlaced, reach, isRead }} lived={sections} />;
}

interface ViewProps extends Pick<Live<PatientView>, 'error' | 'isLoading' | 'refresh'>, Omit<RecordDays, 'sections'> {
  patientId: string;
  patient: PatientView | undefined;
  /** The clinic's day. */
  today: string;
  lived: readonly SectionDays[];
}

const View = memo(function View({ patientId, patient: read, error, isLoading, refresh, today, isPlaced, reach, isRead, lived }: ViewProps) {
  const visuals = useVisuals();
  const gone = isGone({ error });
  const patient = gone ? undefined : read;
  const { user } = useSession();
  const search = useSearch();
  const [params, setParam] = useParam();

  const readOnly = useIsReadOnly(patientId);
  const state = useHistoryState<RecordState | null>();
  const isAll = useIsAggregated();
  useTitle(patient ? fullName(patient) : 'Patient');

  const isPatient = readsAsPatient(user, patientId);

  // what fits is found once: the picture does not move because data arrived
  const [fit, setFit] = useState<DaySpan>();
  const fitted = () => fitSpan(reach, today);
  if (!fit && isPlaced && patient) setFit(fitted());
  const named = spanOf(search);
  const chosen = named ?? savedSpan(visuals.visuals, today);
  const isSpanKnown = named !== undefined || (visuals.isRead && (chosen ?? fit) !== undefined);
  const span = chosen ?? fit ?? presetSpan('5y', today);

  const setSpan = (next: DaySpan) => {
    setParam({ from: next.from, to: next.to });
    visuals.change((now) => withSpan(now, next, today));
  };
  const refit = () => {
    setFit(fitted());
    setParam({ from: undefined, to: undefined });
    visuals.change((now) => withSpan(now, undefined, today));
  };
  const frame = useTimeframe(rangeOf(span), timeOf(`${today}T12:00:00`), ({ from, to }) =>
    setSpan({ from: from.slice(0, 10), to: to.slice(0, 10) }),
  );

  const isFolded = (params.get('fold') ?? (visuals.visuals.fold ? '1' : '0')) === '1';
  const folded = useFolds(frame, lived, timeOf(`${today}T12:00:00`), isFolded);

  const hidden = new Set((params.get('hide') ?? '').split(',').filter(Boolean));
  const toggle = (name: ItemKind) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setParam({ hide: next.size === 0 ? undefined : [...next].join(',') });
  };
  const isPhone = useIsPhone();
  const isLow = useIsLow();
  // they would fill the first screen, which has to show something clinical
  const isSmall = isPhone || isLow;
  const [isOpen, setIsOpen] = useState(false);
  const areControlsShown = !isSmall || isOpen;
  const header = useSheetHeader(patient, usePaperAllergies(patient));
  const hiddenNow = SECTIONS.filter(({ name }) => hidden.has(name));
  const shownNow = SECTIONS.filter(({ name }) => !hidden.has(name));
  const reports = useExternalReports(patientId);
  // printed with the results; while they are read, paper has to say so
  const hasReports = reports.data === undefined || reports.error !== undefined || reports.data.items.length > 0;
  const printed = shownNow.flatMap(({ name, label }) => [
    { id: name, title: label },
    ...(hasReports && name === 'lab-results' ? [{ id: REPORTS_ID, title: REPORTS, of: name }] : []),
  ]);
  const hiddenLabels = hiddenNow.flatMap(({ name, label }) => [label, ...(hasReports && name === 'lab-results' ? [REPORTS] : [])]);

  return (
    <div>
      <SectionLinks sections={shownNow} />
      <PatientBanner patient={patient} readOnly={readOnly && !gone} back={isPatient ? '/practices' : '/patients'} />
      {gone && <RecordGone error={error} onRetry={() => void refresh()} />}
      {!patient && !isLoading && !gone && <Failed what="patient" error={error} onRetry={() => void refresh()} />}
      {isLoading && <Loading label="Reading the patient" rows={3} />}
      {patient && (
        <TimeframeProvider value={frame}>
          <ExportsProvider
            // rows and points of a clinic that is connected no more go with it
            key={patient.records?.map(({ patient_id }) => patient_id).join(' ')}
            patientId={patientId}
            header={header}
            sections={printed}
            leftOut={hiddenLabels}
          >
            {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
            <div className={styles.filters}>
              <div className={styles.sections}>
                {isSmall && (
                  <Button
                    endIcon={isOpen ? <CaretUp /> : <CaretDown />}
                    text={isSpanKnown ? `${showDate(span.from)} – ${showDate(span.to)}` : 'Time'}
                    title="Sections and time"
                    aria-expanded={isOpen}
                    onClick={() => setIsOpen(!isOpen)}
                  />
                )}
                {areControlsShown && (
                  <fieldset className={styles.toggles} aria-label="Sections">
                    {SECTIONS.map(({ name, label }) => (
                      <Button
                        key={name}
                        text={label}
                        aria-pressed={!hidden.has(name)}
                        active={!hidden.has(name)}
                        onClick={() => toggle(name)}
                      />
                    ))}
                  </fieldset>
                )}
                <nav className={styles.links} aria-label="More of this record">
                  {!patient.read_only && <HistoryLink patientId={patientId} state={state} />}
                  <Link href={`/patients/${patientId}/trends`} state={state}>
                    Trends
                  </Link>
                  {areControlsShown && !readOnly && <ShareRecord patient={patient} />}
                  {areControlsShown && <ClinicsToggle patientId={patientId} />}
                </nav>
              </div>
              {areControlsShown && (
                <Timeline
                  isKnown={isSpanKnown}
                  span={span}
                  today={today}
                  onChange={setSpan}
                  isFit={chosen === undefined}
                  onFit={refit}
                  isFolded={isFolded}
                  folded={folded}
                  onFold={() => {
                    setParam({ fold: isFolded ? '0' : '1' });
                    visuals.change((now) => withFold(now, !isFolded));
                  }}
                  onZoom={(factor) => {
                    const { span: shown, bounds, folds } = frame.shown();
                    frame.move(moves(MIDDLE * 2, folds, bounds).zoom(shown, factor, MIDDLE));
                  }}
                />
              )}
              <ChangesChip />
            </div>
            {isPatient && !isAll && <NewAnswers patientId={patientId} />}
            <CriticalResults patientId={patientId} />
            {!isPatient && patient.read_only !== true && <ImportNotes patientId={patientId} timeZone={patient.time_zone} />}
            <VisualsFailure visuals={visuals} />
            {isFolded && <p className={`bp6-text-muted ${styles.hidden}`}>{folded}</p>}
            {hiddenNow.length > 0 && (
              <p className={`bp6-text-muted ${styles.hidden}`}>
                {hiddenLabels.join(', ')} hidden
                {hiddenNow.length === SECTIONS.length && ': nothing is shown'}
              </p>
            )}
            <ExternalReportsProvider live={reports} timeZone={patient.time_zone}>
              {isSmall && !hidden.has('lab-results') && <LatestValues patientId={patientId} />}
              <SingleClinicProvider patientId={patientId}>
                <PatientSections
                  patientId={patientId}
                  readOnly={readOnly}
                  hidden={hidden}
                  frame={frame}
                  isReady={isPlaced && visuals.isRead && (isRead || !isFolded)}
                  isRead={isRead}
                  lived={lived}
                  reach={reach}
                />
              </SingleClinicProvider>
              <PrintedReports />
            </ExternalReportsProvider>
          </ExportsProvider>
        </TimeframeProvider>
      )}
    </div>
  );
});
