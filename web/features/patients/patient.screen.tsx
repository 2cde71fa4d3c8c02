import { lazy, Suspense, useState } from 'react';
import { Button } from '@blueprintjs/core';
import { useLocation, useParams, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { LabSeries } from '#contracts/lab-results';
import { todayIn } from '#web/lib/dates.ts';
import { useLive } from '#web/lib/live.ts';
import { useSession } from '#web/lib/session.tsx';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { fullName } from './names.ts';
import { PatientBanner } from './patient.banner.tsx';
import { Timeline } from './patient.timeline.tsx';
import { usePatient, withParams } from './patients.data.ts';
import { fitSpan, presetSpan, type Span, spanOf } from './timeline.ts';

const LabResults = lazy(async () => ({ default: (await import('#web/features/lab-results/lab-results.section.tsx')).LabResultsSection }));

/** The kinds of data there are sections for, in the documents' order. */
const SECTIONS = [{ name: 'lab-results', label: 'Lab results' }] as const;

const daysOf = ({ points }: LabSeries) => points.map(({ date_applies }) => date_applies);

export function PatientScreen() {
  const { patient_id } = useParams<{ patient_id: string }>();
  // a different patient is a different screen: nothing of the one before may stay
  return <Record key={patient_id} patientId={patient_id} />;
}

function Record({ patientId }: { patientId: string }) {
  const { user } = useSession();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = useHistoryState<{ readOnly?: boolean } | null>();
  const { data: patient, error, isLoading, refresh } = usePatient(patientId);
  useTitle(patient ? fullName(patient) : 'Patient');

  const isPatient = user.roles.includes('Patient');
  const readOnly = isPatient || state?.readOnly === true;
  const today = todayIn(patient?.time_zone);
  const chosen = spanOf(search);
  const series = useLive<{ items: LabSeries[] }>(['lab-results', 'lab-parameters'], `/api/lab-results/series?patient_id=${patientId}`, {
    quiet: true,
  });
  const fitted = series.data && fitSpan(series.data.items.flatMap(daysOf), today);
  // what fits is found once: the picture does not move because data arrived
  const [fit, setFit] = useState<Span>();
  if (!fit && fitted && patient) setFit(fitted);
  const span = chosen ?? fit ?? presetSpan('5y', today);

  const hidden = new Set((new URLSearchParams(search).get('hide') ?? '').split(',').filter(Boolean));

  const go = (changes: { [name: string]: string | undefined }) => navigate(withParams(path, search, changes), { replace: true, state });
  const setSpan = ({ from, to }: Span) => go({ from, to });
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    go({ hide: next.size === 0 ? undefined : [...next].join(',') });
  };
  const refit = () => {
    setFit(fitted);
    go({ from: undefined, to: undefined });
  };

  return (
    <div className="patient">
      <PatientBanner patient={patient} readOnly={readOnly} back={isPatient ? null : '/patients'} />
      {!patient && !isLoading && <Failed what="patient" error={error} onRetry={() => void refresh()} />}
      {isLoading && <Loading label="Reading the patient" rows={3} />}
      {patient && (
        <>
          {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
          <div className="filter-bar">
            <fieldset className="toggles" aria-label="Sections">
              {SECTIONS.map(({ name, label }) => (
                <Button key={name} text={label} aria-pressed={!hidden.has(name)} active={!hidden.has(name)} onClick={() => toggle(name)} />
              ))}
            </fieldset>
            <Timeline span={span} today={today} onChange={setSpan} isFit={chosen === undefined} onFit={refit} />
          </div>
          {!hidden.has('lab-results') && (
            <Suspense fallback={<Loading label="Opening lab results" rows={8} />}>
              <LabResults
                patientId={patientId}
                from={`${span.from}T00:00:00`}
                to={`${span.to}T23:59:59`}
                onRange={({ from, to }) => setSpan({ from: from.slice(0, 10), to: to.slice(0, 10) })}
                readOnly={readOnly}
              />
            </Suspense>
          )}
          {hidden.size === SECTIONS.length && <p className="muted">All sections are hidden: 1 hidden.</p>}
        </>
      )}
    </div>
  );
}
