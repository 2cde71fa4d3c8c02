import { useMemo } from 'react';
import { useCriticalSummary } from '#web/record/critical-results/critical-results.data.ts';
import { AllReports } from '#web/record/external-reports/external-reports.tsx';
import { ValueSection } from '#web/record/graphs/value-section.tsx';
import { useLabSeries } from '#web/record/graphs/series-reads.ts';
import { useParam, useSectionView } from '#web/ui/list-page.ts';
import { withUnit } from './asked-units.ts';
import { type Courses, coursesOf, sharedPoints } from './courses.ts';
import { LabList } from './lab-list.tsx';
import { RowsOnPages } from './rows-on-pages.tsx';

const NONE: Courses = new Map();

/** The section 'Lab results' of a patient: its results as a chart or as a list. */
export function LabResultsSection({ patientId, readOnly }: { patientId: string; readOnly: boolean }) {
  const [params, setParam] = useParam();
  const asked = params.get('in_units') ?? '';
  const series = useLabSeries(patientId, asked);
  const critical = useCriticalSummary(patientId);
  const [view] = useSectionView('lab');
  const all = view === 'list' ? series.data?.items : undefined;
  // a list has a row for each of them, a chart one point
  const shared = useMemo(() => (all ? sharedPoints(all) : 0), [all]);
  const courses = useMemo(() => (all ? coursesOf(all) : NONE), [all]);
  return (
    <ValueSection
      kind="lab-results"
      patientId={patientId}
      readOnly={readOnly}
      series={series}
      alsoCounted={shared > 0 ? `${shared} more ${shared === 1 ? 'says' : 'say'} the same` : undefined}
      critical={critical}
      list={(onHistory) => <LabList patientId={patientId} readOnly={readOnly} courses={courses} onHistory={onHistory} />}
      onUnit={(parameterId, unit) => setParam({ in_units: withUnit(asked, parameterId, unit) || undefined })}
    >
      <AllReports />
      <RowsOnPages patientId={patientId} />
    </ValueSection>
  );
}
