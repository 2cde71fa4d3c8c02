import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { Overview } from '#web/charts/overview.tsx';
import { TimeAxis } from '#web/charts/time-axis.tsx';
import type { Timeframe } from '#web/charts/timeframe.ts';
import { Loading } from '#web/ui/faces.tsx';
import type { SectionDays } from './record-days.ts';
import { useIsLong } from './use-is-long.ts';

interface SectionProps {
  patientId: string;
  readOnly: boolean;
}

/** A section whose code is on its way from the start: while the record is read there is time for it. */
const section = <K extends string>(code: Promise<Record<K, ComponentType<SectionProps>>>, name: K) => {
  // a failure is shown by the section that needs the code
  code.catch(() => undefined);
  return lazy(async () => ({ default: (await code)[name] }));
};

/** The kinds of data there are sections for; toggles and sections stand in this order. */
export const SECTIONS = [
  {
    name: 'diagnoses',
    label: 'Diagnoses',
    Section: section(import('#web/features/diagnoses/diagnoses.section.tsx'), 'DiagnosesSection'),
  },
  {
    name: 'intakes',
    label: 'Treatments',
    Section: section(import('#web/features/intakes/intakes.section.tsx'), 'IntakesSection'),
  },
  {
    name: 'lab-results',
    label: 'Lab results',
    Section: section(import('#web/features/lab-results/lab-results.section.tsx'), 'LabResultsSection'),
  },
  {
    name: 'examinations',
    label: 'Examinations',
    Section: section(import('#web/features/examinations/examinations.section.tsx'), 'ExaminationsSection'),
  },
] as const;
export type SectionName = (typeof SECTIONS)[number]['name'];

interface Props extends SectionProps {
  hidden: ReadonlySet<string>;
  frame: Timeframe;
  /** Everything that places the charts is known: before, they would jump. */
  isReady: boolean;
  lived: readonly SectionDays[];
}

/** The overview strip, the sections, and the one time axis below them; above them too where the page is long. */
export function PatientSections({ patientId, readOnly, hidden, frame, isReady, lived }: Props) {
  const [page, isLong] = useIsLong();
  const lanes = useMemo(() => lived.map(({ label, days }) => ({ label, times: days })), [lived]);
  if (!isReady) return <Loading label="Reading the record" rows={8} />;
  const axis = (at: 'top' | 'bottom') => (
    <div className={`section-graph axis-row is-${at}`}>
      <div />
      <TimeAxis frame={frame} at={at} />
    </div>
  );
  return (
    <div ref={page} className="patient-sections">
      <Overview frame={frame} lanes={lanes} />
      {isLong && axis('top')}
      {SECTIONS.filter(({ name }) => !hidden.has(name)).map(({ name, label, Section }) => (
        <Suspense key={name} fallback={<Loading label={`Opening ${label.toLowerCase()}`} rows={6} />}>
          <Section patientId={patientId} readOnly={readOnly} />
        </Suspense>
      ))}
      {axis('bottom')}
    </div>
  );
}
