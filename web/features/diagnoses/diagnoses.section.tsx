import type { DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { BarSection } from '#web/record/graphs/bar-section.tsx';
import { diagnosisListFigure } from './diagnosis-table.ts';
import { DiagnosesGraph } from './diagnoses.graph.tsx';
import { DiagnosesList } from './diagnoses.list.tsx';

interface Props {
  patientId: string;
  readOnly: boolean;
}

/** The section 'Diagnoses' of a patient: bars or a list, all or only what lasts. */
export function DiagnosesSection(props: Props) {
  const isAll = useIsAggregated();
  return (
    <BarSection<DiagnosisSeries>
      {...props}
      kind="diagnoses"
      counted={['diagnosis', 'diagnoses']}
      over="over"
      figure={(series, leftOut) => diagnosisListFigure(series, leftOut, isAll)}
      list={(shown) => <DiagnosesList {...props} {...shown} />}
      graph={(shown) => <DiagnosesGraph {...shown} />}
    />
  );
}
