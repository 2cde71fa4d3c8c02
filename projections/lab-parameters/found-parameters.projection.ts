import type { FoundParameter, FoundParameterEvent } from '#contracts/lab/found-parameters';
import { gone, type Projection } from '../runner/projection.ts';

/** A name on a page that the catalogue did not have. `since` orders them: UTC with milliseconds. */
export type FoundParameterDocument = FoundParameter & { id: string; since: string };

export const foundParameters: Projection<FoundParameterEvent, FoundParameterDocument, 'ParameterFound'> = {
  name: 'found-parameters',
  version: 1,
  key: ({ data }) => data.found_id,
  create: { ParameterFound: ({ data: { found_id, ...found } }, { recorded_at }) => ({ id: found_id, ...found, since: recorded_at }) },
  apply: { FoundParameterForgotten: () => gone },
  indexes: [['parameter_id', 'since'], ['page_id']],
  erasedWith: { page: { field: 'page_id' } },
};
