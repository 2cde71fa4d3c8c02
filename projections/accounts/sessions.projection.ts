import type { SessionEvent } from '#contracts/people/accounts';
import { gone, type Projection } from '../runner/projection.ts';

export interface SessionDocument {
  session_id: string;
  user_id: string;
  /** UTC with milliseconds. */
  signed_in_at: string;
  user_agent: string | null;
}

/** Sessions that nobody signed out of; whether one was ended from elsewhere or is too old is asked when they are listed. */
export const sessions: Projection<SessionEvent, SessionDocument, 'SignedIn'> = {
  name: 'sessions',
  version: 1,
  key: ({ data }) => data.session_id,
  partition: 'stream',
  create: {
    SignedIn: ({ data: { session_id, user_id, user_agent = null } }, { recorded_at }) => ({
      session_id,
      user_id,
      signed_in_at: recorded_at,
      user_agent,
    }),
  },
  apply: { SignedOut: () => gone },
  indexes: [['user_id', 'signed_in_at']],
  erasedWith: { user: { field: 'user_id' } },
};
