import { ValueSection } from '#web/record/graphs/value-section.tsx';
import { useMeasurementSeries } from '#web/record/graphs/series-reads.ts';
import { ExaminationsList } from './examinations.list.tsx';

/** The section 'Examinations' of a patient: its measurements as a chart or as a list. */
export function ExaminationsSection({ patientId, readOnly }: { patientId: string; readOnly: boolean }) {
  const series = useMeasurementSeries(patientId);
  return (
    <ValueSection
      kind="examinations"
      patientId={patientId}
      readOnly={readOnly}
      series={series}
      list={() => <ExaminationsList patientId={patientId} readOnly={readOnly} />}
    />
  );
}
