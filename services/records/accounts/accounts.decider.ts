import { saysTheSame } from '#contracts/rules/equal';
import { type AccessUnverified, locksUnverified } from '#contracts/people/access-decisions';
import type { AccountCommand, AccountEvent } from '#contracts/people/accounts';
import { messages } from '#contracts/rules/messages';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Facts = Extract<AccountEvent, { type: 'UserRegistered' }>['data'];
type Profile = Omit<Extract<AccountEvent, { type: 'UserCorrected' }>['data'], 'user_id'>;
type Account = { status: 'none' } | { status: 'registered' | 'locked' | 'removed'; facts: Facts };

const evolve = (state: Account, event: AccountEvent | AccessUnverified): Account => {
  if (event.type === 'UserRegistered') return { status: 'registered', facts: event.data };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'UserCorrected': {
      const { npi: _before, ...kept } = state.facts;
      return { ...state, facts: { ...kept, ...event.data } };
    }
    case 'PasswordChanged':
      return { ...state, facts: { ...state.facts, password_hash: event.data.password_hash } };
    case 'RolesChanged':
      return { ...state, facts: { ...state.facts, roles: event.data.roles } };
    case 'UserLocked':
      return state.status === 'removed' ? state : { ...state, status: 'locked' };
    case 'AccessUnverified':
      return locksUnverified(event) && state.status !== 'removed' ? { ...state, status: 'locked' } : state;
    case 'UserUnlocked':
      return state.status === 'removed' ? state : { ...state, status: 'registered' };
    case 'UserRemoved':
      return { ...state, status: 'removed' };
    default:
      return state; // what others decide about the account
  }
};

/** Clinics are made of staff: these roles mean nothing without one. */
const needsOrganization = ['OrganizationAdmin', 'Doctor', 'Assistant'] as const;

const checkNpi = (npi: string | undefined, roles: Facts['roles']): void => {
  if (npi !== undefined && !roles.includes('Doctor'))
    throw new Refusal('npi', 'Only doctors have an NPI', { npi: ['Only doctors have an NPI'] });
};

const register = ({ data }: Extract<AccountCommand, { type: 'RegisterUser' }>): AccountEvent => {
  checkNpi(data.npi, data.roles);
  if (data.organization_id === null && needsOrganization.some((role) => data.roles.includes(role))) {
    throw new Refusal('organization-required', 'Staff belong to an organization', { organization_id: [messages.required] });
  }
  return { type: 'UserRegistered', data: { ...data, roles: [...new Set(data.roles)] } };
};

const profileOf = ({ first_name, last_name, email, phone_number, occupations, npi }: Profile): Profile => ({
  first_name,
  last_name,
  email,
  phone_number,
  occupations,
  ...(npi === undefined ? {} : { npi }),
});

const endSessions = ({ data: { none_open, ...data } }: Extract<AccountCommand, { type: 'EndSessions' }>): AccountEvent[] =>
  none_open ? [] : [{ type: 'SessionsEnded', data }];

const decide = (command: AccountCommand, state: Account): AccountEvent[] => {
  if (command.type === 'RegisterUser') {
    const registered = register(command);
    if (state.status === 'none') return [registered];
    if (state.status !== 'removed' && saysTheSame(state.facts, registered.data)) return [];
    throw new Refusal('user-exists', 'This user exists already', {}, 409);
  }
  if (state.status === 'none') throw new Refusal('not-found', 'This does not exist', {}, 404);
  if (state.status === 'removed') {
    if (command.type === 'RemoveUser' || command.type === 'MakeAdministrator') return [];
    throw new Refusal('user-removed', 'This user was removed', {}, 404);
  }
  const { user_id } = command.data;
  switch (command.type) {
    case 'CorrectUser': {
      checkNpi(command.data.npi, state.facts.roles);
      const profile = profileOf(command.data);
      return saysTheSame(profile, profileOf(state.facts)) ? [] : [{ type: 'UserCorrected', data: { user_id, ...profile } }];
    }
    case 'ChangePassword': {
      if (command.data.password_hash === state.facts.password_hash) return [];
      return [{ type: 'PasswordChanged', data: command.data }];
    }
    case 'MakeAdministrator': {
      const { roles } = state.facts;
      if (roles.includes('OrganizationAdmin')) return [];
      return [{ type: 'RolesChanged', data: { user_id, roles: ['OrganizationAdmin', ...roles] } }];
    }
    case 'LockUser':
      return state.status === 'locked' ? [] : [{ type: 'UserLocked', data: { user_id } }];
    case 'UnlockUser':
      return state.status === 'locked' ? [{ type: 'UserUnlocked', data: { user_id } }] : [];
    case 'EndSessions':
      return endSessions(command);
    case 'RemoveUser':
      return [{ type: 'UserRemoved', data: { user_id } }];
  }
};

/** What the form shows of a user: never the hash of the password. */
const shown = (state: Account): unknown => {
  if (state.status === 'none' || state.status === 'removed') return null;
  const { password_hash: _hidden, ...facts } = state.facts;
  return { ...facts, status: state.status };
};

/** One user account, stream `user-<id>`. Who may register whom is checked before, by `accounts.roles.ts`. */
export const account: Decider<Account, AccountCommand, AccountEvent> = { initial: { status: 'none' }, evolve, decide, shown };
