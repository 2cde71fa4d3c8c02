import { useEffect } from 'react';
import { useParams } from 'wouter';
import { ExportMenu } from '#web/charts/export/export-menu.tsx';
import { ExportsProvider, Remarked } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import { useVisuals, VisualsProvider } from '#web/record/graphs/use-visuals.tsx';
import { fullName } from '#web/lib/names.ts';
import { PatientBanner } from '#web/record/patient/patient.banner.tsx';
import { useExternalReports } from '#web/record/external-reports/external-reports.data.ts';
import { ExternalReportsProvider } from '#web/record/external-reports/external-reports.tsx';
import { CriticalResults } from '#web/record/critical-results/critical-results.tsx';
import { usePaperAllergies } from '#web/record/import-notes/import-notes.data.ts';
import { useSheetHeader } from '#web/record/patient/sheet-header.ts';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { isGone, RecordGone } from '#web/record/patient/record-gone.tsx';
import { NothingAtClinic, SingleClinicProvider } from '#web/record/patient/single-clinic.tsx';
import { todayIn } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useIsReadOnly } from '#web/record/item/item-screen.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { FirstPage, Paging } from '#web/ui/paging.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { TAKE, useTrends } from './trends.data.ts';
import { TRENDS, TrendsPage } from './trends.page.tsx';

const SECTIONS = [{ id: TRENDS, title: 'Trends' }];

/** Trends at /patients/:patient_id/trends: how each parameter of the record runs over time. */
export function TrendsScreen() {
  const { patient_id } = useParams<{ patient_id: string }>();
  // a different patient is a different screen: nothing of the one before may stay
  return (
    <VisualsProvider key={patient_id} patientId={patient_id}>
      <Trends patientId={patient_id} />
    </VisualsProvider>
  );
}

function Trends({ patientId }: { patientId: string }) {
  const { data: read, error, isLoading, refresh } = usePatient(patientId);
  const gone = isGone({ error });
  const patient = gone ? undefined : read;
  const readOnly = useIsReadOnly(patientId);
  const [params, set] = useParam();
  const skip = Math.max(0, Math.floor(Number(params.get('skip')) || 0));
  const live = useTrends(patientId, skip);
  // a line in the colour of another parameter, even for a moment, misleads
  const { isRead } = useVisuals();
  useTitle(patient ? `${fullName(patient)}: trends` : 'Trends');

  const reports = useExternalReports(patientId);
  const header = useSheetHeader(patient, usePaperAllergies(patient));
  const total = live.data?.overall_count ?? 0;
  const go = (to: number) => set({ skip: to === 0 ? undefined : String(to) });
  const isBeyond = live.data !== undefined && !live.isPrevious && live.data.items.length === 0 && total > 0 && skip > 0;
  useEffect(() => {
    if (isBeyond) go(Math.floor((total - 1) / TAKE) * TAKE);
  });

  return (
    <div>
      <PatientBanner patient={patient} readOnly={readOnly && !gone} back={`/patients/${patientId}`} />
      {gone && <RecordGone error={error} onRetry={() => void refresh()} />}
      {!patient && !isLoading && !gone && <Failed what="patient" error={error} onRetry={() => void refresh()} />}
      {patient && (
        <ExportsProvider patientId={patientId} header={header} sections={SECTIONS}>
          <Remarked id={TRENDS} remark={remarkOn('trends', live, live.data && total)} />
          <CriticalResults patientId={patientId} />
          <PageTitle title="Trends" count={live.data && showCount(total, 'parameter')}>
            {total > 0 && <ExportMenu id={TRENDS} title="Trends" />}
          </PageTitle>
          {live.isLoading || !isRead ? (
            <Loading label="Reading the trends" rows={TAKE} />
          ) : !live.data ? (
            <>
              <Failed what="trends" error={live.error} onRetry={() => void live.refresh()} />
              {skip > 0 && <FirstPage onGo={() => go(0)} />}
            </>
          ) : total === 0 ? (
            <SingleClinicProvider patientId={patientId}>
              <Empty
                title={<NothingAtClinic title="There are no trends available" />}
                text="A trend needs two values of a parameter that are no drafts."
              />
            </SingleClinicProvider>
          ) : (
            <>
              {live.error && <NotRefreshed error={live.error} onRetry={() => void live.refresh()} />}
              <div data-former={live.isPrevious || undefined} aria-busy={live.isPrevious}>
                <ExternalReportsProvider live={reports} timeZone={patient.time_zone}>
                  <TrendsPage
                    key={live.answers}
                    trends={live.data.items}
                    elsewhere={total - live.data.items.length}
                    today={todayIn(patient.time_zone)}
                  />
                </ExternalReportsProvider>
              </div>
              <Paging skip={skip} take={TAKE} total={total} onChange={(page) => go(page.skip)} />
            </>
          )}
        </ExportsProvider>
      )}
    </div>
  );
}
