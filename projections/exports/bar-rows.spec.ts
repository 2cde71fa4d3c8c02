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

it('says of a dose that was given that it is one, and whether it is being given', () => {
  const moment = '2026-06-01T08:15:00';
  const content = {
    ...{ ...completeIntake, ...regimen('40'), medication: { id: 'ndc', nonproprietary_name: 'prednisone' } },
    ...{ given: true as const, clinical_status: 'completed', dosage_text: '40 mg', frequency: null, period: null },
    ...{ time_from: moment, time_to: moment, time_from_precision: 'time' as const, time_to_precision: 'time' as const },
  };
  const { recorded } = itemEvents<IntakeEvent>({ id: 'intake_id', event: 'Intake', content });
  const cellsOf = (change: object, today: string) =>
    intakeSaid(today)(intakes.create.IntakeRecorded(recorded(change) as never, metaOf(0)))[0]!.cells;
  const said = (title: string) => cellsOf({}, '2026-06-01')[INTAKE_TITLES.indexOf(title)];
  const ongoing = (change: object, today = '2026-06-09') => cellsOf(change, today)[INTAKE_TITLES.indexOf('Ongoing')];
  expect(ongoing({ clinical_status: 'in-progress', time_to: null })).toBe('being given');
  expect(ongoing({ clinical_status: 'on-hold', time_to: null })).toBe('dose on hold');
  expect(ongoing({ clinical_status: 'in-progress', time_to: '2026-06-08T08:00:00' })).toBe('no');
  expect(['Ongoing', 'Until', 'As prescribed or given', 'Average daily dosage', 'Unit', 'Given'].map(said)).toEqual([
    ...['no', 'given 06/01/2026 08:15', '40 mg, given 06/01/2026 08:15', '', '', 'yes'],
  ]);
});
