import type { AccountCodeCommand, AccountCodeEvent } from '#contracts/people/account-codes';
import type { AccountEvent } from '#contracts/people/accounts';
import type { SignUpCommand, SignUpEvent } from '#contracts/people/sign-up';
import { messages } from '#contracts/rules/messages';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Issued = Omit<Extract<AccountCodeEvent, { type: 'VerificationCodeIssued' }>['data'], 'user_id'>;
type Command = SignUpCommand | AccountCodeCommand;
type Event = AccountEvent | AccountCodeEvent | SignUpEvent;

export interface CodeState {
  status: 'none' | 'registered' | 'removed';
  isVerified: boolean;
  /** Codes that were issued and not spent; some of them may be over. */
  verification: Issued[];
  /** What was done last: the same again is nothing new. */
  verifiedBy?: string;
  password_hash?: string;
}

const initial: CodeState = { status: 'none', isVerified: false, verification: [] };

const evolve = (state: CodeState, event: Event): CodeState => {
  switch (event.type) {
    case 'UserRegistered':
      return { ...state, status: 'registered', isVerified: event.data.awaits_verification !== true };
    case 'UserRemoved':
      return { ...state, status: 'removed' };
    case 'VerificationCodeIssued':
      return { ...state, verification: [...state.verification, event.data] };
    case 'AccountVerified':
      return { ...state, isVerified: true, verification: [], ...(event.data.nonce === undefined ? {} : { verifiedBy: event.data.nonce }) };
    case 'PasswordChanged':
      return { ...state, password_hash: event.data.password_hash };
    default:
      return state; // what others decide about the account
  }
};

/** The one answer to a code that is wrong, spent, over or another's. */
export const codeInvalid = () => new Refusal('code-invalid', messages.link);

const signUp = ({ data }: SignUpCommand): Event[] => {
  const { user_id, consent, code, invitation_id, username, password_hash, first_name, last_name, email, phone_number, ...facts } = data;
  const account = { username, password_hash, first_name, last_name, email, phone_number, occupations: [] };
  const fixed = {
    roles: ['Patient' as const],
    organization_id: null,
    patient_ids: [],
    seeded: false,
    ...(invitation_id === undefined && { awaits_verification: true as const }),
  };
  return [
    { type: 'UserRegistered', data: { user_id, ...fixed, ...account } },
    { type: 'PersonalFactsGiven', data: { user_id, ...facts } },
    ...(consent === undefined ? [] : [{ type: 'ConsentGiven' as const, data: { user_id, ...consent } }]),
    ...(code === undefined ? [] : [{ type: 'VerificationCodeIssued' as const, data: { user_id, ...code } }]),
    ...(invitation_id === undefined ? [] : [{ type: 'SignedUpByInvitation' as const, data: { user_id, invitation_id } }]),
  ];
};

const isIssued = (issued: readonly Issued[], { nonce }: { nonce: string }): boolean => issued.some((one) => one.nonce === nonce);

const decide = (command: Command, state: CodeState): Event[] => {
  if (command.type === 'SignUpPatient') {
    if (state.status === 'none') return signUp(command);
    throw new Refusal('user-exists', 'This user exists already', {}, 409);
  }
  const isHere = state.status === 'registered';
  const { user_id } = command.data;
  switch (command.type) {
    case 'IssueVerificationCode':
      return isHere && !state.isVerified && !isIssued(state.verification, command.data)
        ? [{ type: 'VerificationCodeIssued', data: command.data }]
        : [];
    case 'VerifyAccount':
      if (isHere && state.verifiedBy === command.data.nonce) return [];
      if (!isHere || !isIssued(state.verification, command.data)) throw codeInvalid();
      return [{ type: 'AccountVerified', data: { user_id, nonce: command.data.nonce } }];
    case 'ResetPassword': {
      const { password_hash } = command.data;
      if (!isHere) throw codeInvalid();
      return [
        ...(state.password_hash === password_hash ? [] : [{ type: 'PasswordChanged' as const, data: { user_id, password_hash } }]),
        // who reads the mails of the address has shown that it is theirs
        ...(state.isVerified ? [] : [{ type: 'AccountVerified' as const, data: { user_id } }]),
      ];
    }
  }
};

/** How a person comes into an account without an administrator: signing up, confirming the address, setting a new password. Stream `user-<id>`. */
export const accountCodes: Decider<CodeState, Command, Event> = { initial, evolve, decide };
