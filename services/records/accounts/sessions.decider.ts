import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { SessionCommand, SessionEvent } from '#contracts/people/accounts';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Session = { status: 'none' } | { status: 'signed-in' | 'signed-out'; user_id: string };

const evolve = (state: Session, event: SessionEvent | AccessUnverified): Session => {
  switch (event.type) {
    case 'SignedIn':
      return { status: 'signed-in', user_id: event.data.user_id };
    case 'AccessUnverified': // it may have been this
    case 'SignedOut':
      return state.status === 'none' ? state : { ...state, status: 'signed-out' };
  }
};

const decide = (command: SessionCommand, state: Session): SessionEvent[] => {
  switch (command.type) {
    case 'SignIn':
      if (state.status === 'none') return [{ type: 'SignedIn', data: command.data }];
      if (state.status === 'signed-in' && state.user_id === command.data.user_id) return [];
      throw new Refusal('session-over', 'This session is over, please sign in again', {}, 409);
    case 'SignOut':
      if (state.status === 'none') throw new Refusal('not-found', 'This does not exist', {}, 404);
      return state.status === 'signed-out' ? [] : [{ type: 'SignedOut', data: command.data }];
  }
};

/** One sign-in, stream `session-<id>`. A renewal writes nothing. */
export const session: Decider<Session, SessionCommand, SessionEvent> = { initial: { status: 'none' }, evolve, decide };
