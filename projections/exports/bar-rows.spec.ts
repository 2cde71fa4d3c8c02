import type { IntakeEvent } from '#contracts/treatments/intakes';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { itemEvents } from '#tests/support/item-events';
import { metaOf } from '#tests/support/projection-spec';
import { intakes } from '../intakes/intakes.projection.ts';
import { INTAKE_TITLES, intakeSaid } from './bar-rows.ts';

const regimen = (dose: string) => tabletsOf(dosageOf('prednisone', dose));
const change = (day: string, dose: string) => ({ change_date: `${day}T00:00:00`, ...regimen(dose) });

it('says of each dosage whether it is taken today: one that ends later is, one that begins later is planned', () => {
  const content = {
    ...{ ...completeIntake, ...regimen('40'), medication: { id: 'ndc', nonproprietary_name: 'prednisone' } },
    ...{ time_from: '2026-03-01T00:00:00', time_to: null, until_discontinued: true, duration: null },
  };
  const { recorded, corrected } = itemEvents<IntakeEvent>({ id: 'intake_id', event: 'Intake', content });
  let document = intakes.create.IntakeRecorded(recorded() as never, metaOf(0));
  const dosage_changes = [change('2026-05-01', '20'), change('2026-07-01', '10')];
  document = intakes.apply.IntakeCorrected(document, corrected({ dosage_changes }) as never, metaOf(1)) as typeof document;
  const told = (today: string) => intakeSaid(today)(document).map(({ cells }) => cells[INTAKE_TITLES.indexOf('Ongoing')]);
  expect(told('2026-06-01')).toEqual(['no', 'yes', 'planned']);
  expect(told('2026-07-01')).toEqual(['no', 'no', 'yes']);
});
