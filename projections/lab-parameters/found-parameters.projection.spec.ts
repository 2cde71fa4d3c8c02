import type { FoundParameterEvent } from '#contracts/lab/found-parameters';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { foundParameters } from './found-parameters.projection.ts';

const found_id = '11111111-1111-4111-8111-111111111111';
const found = {
  ...{ parameter_id: '33333333-3333-4333-8333-333333333333', report_id: '44444444-4444-4444-8444-444444444444' },
  ...{ page_id: '55555555-5555-4555-8555-555555555555', name: 'Ferritin', value: '41', unit: 'ng/mL', range: '13-150', region: null },
};
const noted: FoundParameterEvent = { type: 'ParameterFound', data: { found_id, ...found } };

describe('names found on pages', () => {
  const spec = projectionSpec(foundParameters);
  it('stand until their page goes', () => {
    spec.given(noted).then({ [found_id]: { id: found_id, ...found, since: metaOf(0).recorded_at } });
    spec.given(noted, { type: 'FoundParameterForgotten', data: { found_id } }).then({ [found_id]: null });
  });
  spec.itCoversEveryEvent();
});
