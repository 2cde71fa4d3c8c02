import type { Measurement } from '#contracts/examinations/examinations';
import fc from '#tests/support/fast-check';
import { describeItem, describeItemOfOneRecord, describeItemOfValues, itemMessages, ofOneRecord } from '#tests/support/item-suite';
import { specify } from '#tests/support/specify';
import { examination } from './examinations.decider.ts';

const parameter_id = '44444444-4444-4444-8444-444444444444';
const pulse: Measurement = { entry_id: 'a', parameter_id, parameter_name: 'Heart rate', parameter_value: '72', unit: '/min' };
const entries = fc.record({ entry_id: fc.constantFrom('a', 'b'), parameter_value: fc.constantFrom('72', '75') });
const kind = {
  decider: examination,
  id: 'examination_id',
  event: 'Examination',
  code: 'examination',
  content: { collected: '2026-02-14T08:30:00', draft: false, note_writer: 'Helen Hart', measurements: [pulse] },
  other: { measurements: [{ ...pulse, parameter_value: '75' }] },
  ...ofOneRecord('Observation/1'),
  list: 'measurements',
  accepted: { code: 'implausible' as const, field: 'parameter_value', entry_id: 'a', text: 'Heart rate is hardly ever above 250' },
  changes: fc.record({
    draft: fc.boolean(),
    measurements: fc.array(
      entries.map((entry) => ({ ...pulse, ...entry })),
      { minLength: 1, maxLength: 2 },
    ),
  }),
};
const { record, correct, take, recorded, imported } = itemMessages(kind);
const given = specify(examination);

describeItem('an examination', kind);
describeItemOfOneRecord('an examination', kind);
describeItemOfValues('an examination', kind, { list: 'measurements', digits: { parameter_value: '72.0' } });

describe('an examination', () => {
  it('of nothing is none', () => {
    given()
      .when(record({ measurements: [] }))
      .thenRefuses('no-parameters', ['measurements']);
    given(recorded())
      .when(correct({ measurements: [] }))
      .thenRefuses('no-parameters', ['measurements']);
  });
  it('ruling 17: is taken from an external record as it is, also where it breaks the rules of the form', () => {
    const bare = { collected: null, measurements: [{ ...pulse, parameter_id: null, parameter_value: null }] };
    given().when(take('1', bare)).then(imported('1', bare));
  });
});
