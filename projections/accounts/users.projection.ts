import { type AccessDecisionEvent, type AccessUnverified, locksUnverified } from '#contracts/people/access-decisions';
import type { AccountCodeEvent } from '#contracts/people/account-codes';
import type { AccountEvent, UserView } from '#contracts/people/accounts';
import type { EmailChangeEvent } from '#contracts/people/email-change';
import type { SignUpEvent } from '#contracts/people/sign-up';
import type { SecondFactorEvent } from '#contracts/people/second-factor';
import { searchText } from '#contracts/rules/search-text';
import type { Projection } from '../runner/projection.ts';

/**
 * A user with the fields by which lists are sorted and searched. Removed users keep their name for the history of their actions; so do closed
 * ones, without username, occupations and NPI.
 */
export interface UserDocument extends Omit<UserView, 'organization_name'> {
  removed: boolean;
  /** The user whose key sealed the events behind it; missing for closed accounts, whose name has a key of its own. */
  sealed_by?: string;
  /** Folded 'last first username'. */
  sort_name: string;
  folded_first: string;
}

const named = <U extends Pick<UserView, 'first_name' | 'last_name' | 'username'>>(user: U) => ({
  ...user,
  sort_name: searchText(`${user.last_name} ${user.first_name} ${user.username}`),
  folded_first: searchText(user.first_name),
});

/** Changes nothing that is shown, but is a version of the account. */
const counted = (doc: UserDocument, _event: unknown, { revision }: { revision: number }): UserDocument => ({ ...doc, version: revision });

const closed = (
  { data }: { data: Extract<AccountEvent, { type: 'AccountClosed' }>['data'] },
  { revision }: { revision: number },
): UserDocument => named({ ...data, username: '', occupations: [], locked: false, unverified: false, version: revision, removed: true });

type Event = AccessUnverified | AccessDecisionEvent | AccountEvent | AccountCodeEvent | SignUpEvent | EmailChangeEvent | SecondFactorEvent;

/** Everybody who can or could sign in: for the list of users and for names beside ids. Nothing secret and no address is kept. */
export const users: Projection<Event, UserDocument, 'UserRegistered' | 'AccountClosed'> = {
  name: 'users',
  version: 5,
  key: ({ type, data }) => (type === 'AccessUnverified' ? data.id : data.user_id),
  partition: 'stream',
  create: {
    UserRegistered: ({ data }, { revision }) =>
      named({
        user_id: data.user_id,
        username: data.username,
        first_name: data.first_name,
        last_name: data.last_name,
        roles: data.roles,
        organization_id: data.organization_id,
        occupations: data.occupations,
        ...(data.npi === undefined ? {} : { npi: data.npi }),
        locked: false,
        unverified: false,
        version: revision,
        removed: false,
        sealed_by: data.user_id,
      }),
    // the other events of a closed account can no longer be read
    AccountClosed: closed,
  },
  apply: {
    UserCorrected: ({ npi: _before, ...doc }, { data }, { revision }) =>
      named({
        ...doc,
        first_name: data.first_name,
        last_name: data.last_name,
        occupations: data.occupations,
        ...(data.npi === undefined ? {} : { npi: data.npi }),
        version: revision,
      }),
    PasswordChanged: counted,
    PersonalFactsGiven: counted,
    ConsentGiven: counted,
    SignedUpByInvitation: counted,
    VerificationCodeIssued: counted,
    AccountVerified: counted,
    EmailChangeAsked: counted,
    EmailChangeWithdrawn: counted,
    EmailChanged: counted,
    SessionsEnded: counted,
    SecondFactorEnrolled: counted,
    SecondFactorConfirmed: counted,
    SecondFactorCodeSpent: counted,
    SecondFactorRemoved: counted,
    UserLocked: (doc, _event, { revision }) => ({ ...doc, locked: true, version: revision }),
    UserUnlocked: (doc, _event, { revision }) => ({ ...doc, locked: false, version: revision }),
    AccessUnverified: (doc, event, { revision }) => ({
      ...doc,
      locked: doc.locked || locksUnverified(event),
      unverified: true,
      version: revision,
    }),
    AccessDecided: (doc, _event, { revision }) => ({ ...doc, unverified: false, version: revision }),
    RolesChanged: (doc, { data }, { revision }) => ({ ...doc, roles: data.roles, version: revision }),
    AccountClosed: (_doc, event, meta) => closed(event, meta),
    UserRemoved: (doc, _event, { revision }) => ({ ...doc, removed: true, version: revision }),
  },
  indexes: [['organization_id', 'sort_name'], ['sort_name']],
  erasedWith: { user: { field: 'sealed_by' } },
};
