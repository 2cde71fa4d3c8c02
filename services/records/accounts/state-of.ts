import type { Actor } from '#infra/event-store/actor';
import { type CommandShape, type Decider, type EventShape, Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';

const SYSTEM: Actor = { kind: 'system', part: 'sign-up' };

/** The state of a stream; that of the beginning where there is no stream. */
export const stateOf = async <S, C extends CommandShape, E extends EventShape>(
  streams: Streams,
  decider: Decider<S, C, E>,
  stream: string,
): Promise<S> => {
  try {
    return (await streams.load(decider, stream, SYSTEM)).state;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return decider.initial;
    throw error;
  }
};
