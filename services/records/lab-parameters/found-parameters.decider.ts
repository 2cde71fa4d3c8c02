import type { FoundParameterCommand, FoundParameterEvent } from '#contracts/lab/found-parameters';
import type { Decider } from '#infra/event-store/decider';

/** A name on a page: there, or there no more. Of a page that was erased nothing can be read, and nothing is to be forgotten. */
type Found = 'none' | 'found' | 'forgotten';

export const foundParameter: Decider<Found, FoundParameterCommand, FoundParameterEvent> = {
  initial: 'none',
  evolve: (_, { type }) => (type === 'ParameterFound' ? 'found' : 'forgotten'),
  decide: ({ type, data }, state) => {
    if (type === 'NoteFoundParameter') return state === 'none' ? [{ type: 'ParameterFound', data }] : [];
    return state === 'found' ? [{ type: 'FoundParameterForgotten', data: { found_id: data.found_id } }] : [];
  },
};
