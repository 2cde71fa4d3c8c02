import { randomUUID } from 'node:crypto';
import type { CriticalResultCommand, CriticalResultEvent } from '#contracts/lab/critical-results';
import type { SeenValue } from '#contracts/observations/critical';
import fc from '#tests/support/fast-check';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { criticalResult } from './critical-results.decider.ts';

const [lab_result_id, patient_id] = [randomUUID(), randomUUID()];
const potassium: SeenValue = { entry_id: 'k', name: 'Potassium', value: '7.4', unit: 'mmol/L', flag: 'HH' };
const glucose: SeenValue = { entry_id: 'g', name: 'Glucose', value: '31', unit: 'mg/dL', flag: 'LL' };
const see = (...values: SeenValue[]): CriticalResultCommand => ({
  type: 'SeeCriticalResult',
  command_id: randomUUID(),
  data: { lab_result_id, patient_id, values },
});
const seen = (...values: SeenValue[]): CriticalResultEvent => ({
  type: 'CriticalResultSeen',
  data: { lab_result_id, patient_id, values },
});
const given = specify(criticalResult);

it('says what a doctor has seen, once', () => {
  given().when(see(potassium, glucose)).then(seen(potassium, glucose));
  given(seen(potassium)).when(see(potassium)).thenNothing();
});
it('says only what was not seen before', () => {
  given(seen(potassium)).when(see(potassium, glucose)).then(seen(glucose));
});
it.each([
  { value: '7.9' },
  { unit: 'mEq/L' },
  { flag: 'AA' },
  { comparator: '>' as const },
  { name: 'Potassium in urine' },
  { value: null, text: 'see note' },
])('takes a value that says %j for another one', (other) => {
  const changed = { ...potassium, ...other };
  given(seen(potassium)).when(see(changed)).then(seen(changed));
  given(seen(potassium), seen(changed)).when(see(potassium)).thenNothing();
});
itIsHarmlessTwice(
  criticalResult,
  fc.subarray([potassium, glucose], { minLength: 1 }).map((values) => see(...values)),
);
