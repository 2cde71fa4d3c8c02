import type { IntakeSeries } from '#contracts/treatments/intake-views';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { BarSection } from '#web/record/graphs/bar-section.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { intakeListFigure } from './intake-table.ts';
import { IntakesGraph } from './intakes.graph.tsx';
import { IntakeList } from './intakes.list.tsx';

interface Props {
  patientId: string;
  readOnly: boolean;
}

/** The section 'Treatments' of a patient: bars or a list, all or only what lasts. */
export function IntakesSection(props: Props) {
  const patient = usePatient(props.patientId);
  const isAll = useIsAggregated();
  return (
    <BarSection<IntakeSeries>
      {...props}
      kind="intakes"
      counted={['ingredient', 'ingredients']}
      over="ended"
      figure={(series, leftOut) => intakeListFigure(series, leftOut, isAll)}
      list={(shown) => <IntakeList {...props} {...shown} />}
      graph={(shown) => <IntakesGraph {...shown} timeZone={patient.data?.time_zone} />}
    />
  );
}
