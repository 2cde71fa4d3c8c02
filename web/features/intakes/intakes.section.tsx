import type { IntakeSeries } from '#contracts/treatments/intake-views';
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
  return (
    <BarSection<IntakeSeries>
      {...props}
      kind="intakes"
      counted={['ingredient', 'ingredients']}
      over="ended"
      figure={intakeListFigure}
      list={(shown) => <IntakeList {...props} {...shown} />}
      graph={(shown) => <IntakesGraph {...shown} timeZone={patient.data?.time_zone} />}
    />
  );
}
