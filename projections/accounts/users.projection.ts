import type { AccountCodeEvent } from '#contracts/people/account-codes';
import type { AccountEvent, UserView } from '#contracts/people/accounts';
import type { EmailChangeEvent } from '#contracts/people/email-change';
import type { SignUpEvent } from '#contracts/people/sign-up';
import type { SecondFactorEvent } from '#contracts/people/second-factor';
import { searchText } from '#contracts/rules/search-text';
import type { Projection } from '../runner/projection.ts';

/** A user with what lists sort and search by. A removed one keeps its name: it stands beside what the person once did. */
export interface UserDocument extends Omit<UserView, 'organization_name'> {
  removed: boolean;
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

type Event = AccountEvent | AccountCodeEvent | SignUpEvent | EmailChangeEvent | SecondFactorEvent;

/** Everybody who can or could sign in: for the list of users and for names beside ids. Nothing secret and no address is kept. */
export const users: Projection<Event, UserDocument, 'UserRegistered'> = {
  name: 'users',
  version: 3,
  key: ({ data }) => data.user_id,
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
        version: revision,
        removed: false,
      }),
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
    RolesChanged: (doc, { data }, { revision }) => ({ ...doc, roles: data.roles, version: revision }),
    UserRemoved: (doc, _event, { revision }) => ({ ...doc, removed: true, version: revision }),
  },
  indexes: [['organization_id', 'sort_name'], ['sort_name']],
  erasedWith: { user: 'key' },
};
