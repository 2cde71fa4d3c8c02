import type { AccountEvent } from '#contracts/people/accounts';
import type { EmailChangeCommand, EmailChangeEvent } from '#contracts/people/email-change';
import { sameEmail } from '#contracts/rules/email';
import { type Decider, Refusal } from '#infra/event-store/decider';
import { codeInvalid } from './account-codes.decider.ts';

type Event = AccountEvent | EmailChangeEvent;
type Asked = Extract<EmailChangeEvent, { type: 'EmailChangeAsked' }>['data'];

interface State {
  status: 'none' | 'registered' | 'locked' | 'removed';
  email: string;
  /** Waits for its link to be opened; its time may be over. */
  pending?: Asked | undefined;
  /** The code that was spent last: the same again is nothing new. */
  changedBy?: string;
}

const initial: State = { status: 'none', email: '' };

const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'UserRegistered':
      return { status: 'registered', email: event.data.email };
    case 'UserCorrected': {
      const { email } = event.data;
      return sameEmail(email) === sameEmail(state.email) ? { ...state, email } : { ...state, email, pending: undefined };
    }
    // who asked knew the password of before, and may be whom the new one is to keep out
    case 'PasswordChanged':
    case 'EmailChangeWithdrawn':
      return { ...state, pending: undefined };
    case 'UserLocked':
      return state.status === 'removed' ? state : { ...state, status: 'locked' };
    case 'UserUnlocked':
      return state.status === 'removed' ? state : { ...state, status: 'registered' };
    case 'UserRemoved':
      return { ...state, status: 'removed', pending: undefined };
    case 'EmailChangeAsked':
      return { ...state, pending: event.data };
    case 'EmailChanged':
      return { ...state, email: event.data.email, pending: undefined, changedBy: event.data.nonce };
    default:
      return state; // what others decide about the account
  }
};

const decide = (command: EmailChangeCommand, state: State): EmailChangeEvent[] => {
  const { user_id } = command.data;
  const isHere = state.status === 'registered';
  switch (command.type) {
    case 'AskEmailChange':
      if (!isHere) throw new Refusal('user-removed', 'This does not exist', {}, 404);
      if (state.pending?.nonce === command.data.nonce) return [];
      if (sameEmail(command.data.email) === sameEmail(state.email)) {
        throw new Refusal('same-email', 'This is your present address', { email: ['This is your present address'] });
      }
      return [{ type: 'EmailChangeAsked', data: { ...command.data, former_email: state.email } }];
    case 'WithdrawEmailChange':
      return state.pending ? [{ type: 'EmailChangeWithdrawn', data: { user_id } }] : [];
    case 'ConfirmEmailChange': {
      const { nonce } = command.data;
      if (isHere && state.changedBy === nonce) return [];
      if (!isHere || state.pending?.nonce !== nonce) throw codeInvalid();
      return [{ type: 'EmailChanged', data: { user_id, nonce, email: state.pending.email, former_email: state.email } }];
    }
  }
};

/** How a person gets another e-mail address: asked for, then confirmed by the link that went to it. Stream `user-<id>`. */
export const emailChange: Decider<State, EmailChangeCommand, Event> = { initial, evolve, decide };
