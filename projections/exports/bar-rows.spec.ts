import { metaOf } from '#tests/support/projection-spec';
import { intakes } from '../intakes/intakes.projection.ts';
import { INTAKE_TITLES, intakeSaid } from './bar-rows.ts';

const ids = { intake_id: '11111111-1111-4111-8111-111111111111', patient_id: '22222222-2222-4222-8222-222222222222' };
const regimen = (dose: string) => ({
  ...{ form: 'per tablet' as const, quantity: 1, frequency: 1, period: 1, period_unit: 'Day' as const, as_needed: false },
  dosages: [{ nonproprietary_name: 'prednisone', step: 0, days: null, dose, unit: 'mg' }],
});
const change = (day: string, dose: string) => ({ change_date: `${day}T00:00:00`, ...regimen(dose) });

it('says of each dosage whether it is taken today: one that ends later is, one that begins later is planned', () => {
  const recorded = {
    ...ids,
    ...{ medication: { id: 'ndc', nonproprietary_name: 'prednisone' }, is_generic_selected: true, schedule_kind: 'Regular' as const },
    ...{ time_from: '2026-03-01T00:00:00', time_to: null, until_discontinued: true, duration: null, duration_unit: 'Day' as const },
    ...{ repeat_therapy: false, repeat: null, repeat_unit: null, repeat_time_to: null, repeat_until_discontinued: false },
    ...{ ...regimen('40'), notes: '', draft: false, comment: 'New entry' },
  };
  let document = intakes.create.IntakeRecorded({ type: 'IntakeRecorded', data: { ...recorded, origin: 'manual' } }, metaOf(0));
  const corrected = { ...recorded, dosage_changes: [change('2026-05-01', '20'), change('2026-07-01', '10')] };
  document = intakes.apply.IntakeCorrected(document, { type: 'IntakeCorrected', data: corrected }, metaOf(1)) as typeof document;
  const told = (today: string) => intakeSaid(today)(document).map(({ cells }) => cells[INTAKE_TITLES.indexOf('Ongoing')]);
  expect(told('2026-06-01')).toEqual(['no', 'yes', 'planned']);
  expect(told('2026-07-01')).toEqual(['no', 'no', 'yes']);
});
