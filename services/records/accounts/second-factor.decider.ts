import type { AccountEvent } from '#contracts/people/accounts';
import type { SecondFactorCommand, SecondFactorEvent } from '#contracts/people/second-factor';
import { type Decider, Refusal } from '#infra/event-store/decider';

type SecondFactor =
  | { status: 'no-account' | 'none' | 'enrolled' }
  /** With the recovery codes that are left. */
  | { status: 'confirmed'; recovery_codes: readonly string[] };

const evolve = (state: SecondFactor, event: SecondFactorEvent | AccountEvent): SecondFactor => {
  switch (event.type) {
    case 'UserRegistered':
      return { status: 'none' };
    case 'UserRemoved':
      return { status: 'no-account' };
    case 'SecondFactorEnrolled':
      return { status: 'enrolled' };
    case 'SecondFactorConfirmed':
      return { status: 'confirmed', recovery_codes: event.data.recovery_codes };
    case 'SecondFactorCodeSpent':
      if (state.status !== 'confirmed') return state;
      return { ...state, recovery_codes: state.recovery_codes.filter((code) => code !== event.data.recovery_code) };
    case 'SecondFactorRemoved':
      return { status: 'none' };
    default:
      return state; // what else is decided about the account
  }
};

const decide = (command: SecondFactorCommand, state: SecondFactor): SecondFactorEvent[] => {
  if (state.status === 'no-account') throw new Refusal('not-found', 'This does not exist', {}, 404);
  switch (command.type) {
    case 'EnrolSecondFactor':
      if (state.status === 'confirmed') throw new Refusal('second-factor-exists', 'There is a second factor already', {}, 409);
      return [{ type: 'SecondFactorEnrolled', data: command.data }];
    case 'ConfirmSecondFactor':
      if (state.status !== 'enrolled') throw new Refusal('not-enrolled', 'There is no second factor to confirm', {}, 409);
      return [{ type: 'SecondFactorConfirmed', data: command.data }];
    case 'SpendSecondFactorCode':
      if (state.status !== 'confirmed' || !state.recovery_codes.includes(command.data.recovery_code)) {
        throw new Refusal('wrong-code', 'This code is wrong or was used already');
      }
      return [{ type: 'SecondFactorCodeSpent', data: command.data }];
    case 'RemoveSecondFactor':
      return state.status === 'none' ? [] : [{ type: 'SecondFactorRemoved', data: command.data }];
  }
};

/** The second factor of an account, stream `user-<id>`. Whether a code of the app is right is found out before. */
export const secondFactor: Decider<SecondFactor, SecondFactorCommand, SecondFactorEvent | AccountEvent> = {
  initial: { status: 'no-account' },
  evolve,
  decide,
  shown: ({ status }) => ({ status }),
};
