import fc from '#tests/support/fast-check';
import type { FoundParameterCommand, FoundParameterEvent } from '#contracts/lab/found-parameters';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { foundParameter } from './found-parameters.decider.ts';

const found_id = '11111111-1111-4111-8111-111111111111';
const command_id = '22222222-2222-4222-8222-222222222222';
const data = {
  ...{ found_id, parameter_id: '33333333-3333-4333-8333-333333333333', report_id: '44444444-4444-4444-8444-444444444444' },
  ...{ page_id: '55555555-5555-4555-8555-555555555555', name: 'Ferritin', value: '41', unit: 'ng/mL', range: '13-150', region: null },
};
const note: FoundParameterCommand = { type: 'NoteFoundParameter', command_id, data };
const forget: FoundParameterCommand = { type: 'ForgetFoundParameter', command_id, data: { found_id } };
const found: FoundParameterEvent = { type: 'ParameterFound', data };
const forgotten: FoundParameterEvent = { type: 'FoundParameterForgotten', data: { found_id } };
const given = specify(foundParameter);

describe('a name found on a page', () => {
  it('is noted once', () => {
    given().when(note).then(found);
    given(found).when(note).thenNothing();
  });
  it('goes with its page, for good', () => {
    given(found).when(forget).then(forgotten);
    given(found, forgotten).when(note).thenNothing();
    given().when(forget).thenNothing();
  });
  itIsHarmlessTwice(foundParameter, fc.constantFrom(note, forget));
});
