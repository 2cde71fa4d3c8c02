import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { accountCodes, type CodeState } from './account-codes.decider.ts';

const SYSTEM: Actor = { kind: 'system', part: 'sign-up' };

/** The codes that an account has; none where there is no account. */
export const openCodes = async (streams: Streams, user_id: string): Promise<CodeState> => {
  try {
    return (await streams.load(accountCodes, `user-${user_id}`, SYSTEM)).state;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return accountCodes.initial;
    throw error;
  }
};
