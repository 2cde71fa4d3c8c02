import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { ResetCodeCommand, ResetCodeEvent } from '#contracts/people/account-codes';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Issued = Omit<Extract<ResetCodeEvent, { type: 'ResetCodeIssued' }>['data'], 'user_id'>;

interface ResetCodes {
  /** Issued and not spent; some of them may be over. */
  open: Issued[];
  /** The one that was spent last, for who repeats the call that did. */
  spent: (Issued & { spent_by: string })[];
}

const evolve = ({ open, spent }: ResetCodes, event: ResetCodeEvent | AccessUnverified): ResetCodes => {
  switch (event.type) {
    case 'ResetCodeIssued':
      return { open: [...open, event.data], spent };
    case 'AccessUnverified':
      return { open: [], spent: [] }; // they may have been spent
    case 'ResetCodeSpent': {
      const { nonce, spent_by } = event.data;
      return { open: [], spent: open.filter((issued) => issued.nonce === nonce).map((issued) => ({ ...issued, spent_by })) };
    }
  }
};

const decide = ({ type, data }: ResetCodeCommand, { open, spent }: ResetCodes): ResetCodeEvent[] => {
  const isOpen = open.some(({ nonce }) => nonce === data.nonce);
  switch (type) {
    case 'IssueResetCode':
      return isOpen ? [] : [{ type: 'ResetCodeIssued', data }];
    case 'SpendResetCode':
      if (isOpen) return [{ type: 'ResetCodeSpent', data }];
      if (spent.some(({ nonce, spent_by }) => nonce === data.nonce && spent_by === data.spent_by)) return [];
      throw new Refusal('code-invalid', 'This link is not valid any more. Please ask for a new one');
  }
};

/** The codes that set a new password of one account, stream `password_reset-<user id>`. Spending one closes all. */
export const resetCodes: Decider<ResetCodes, ResetCodeCommand, ResetCodeEvent> = { initial: { open: [], spent: [] }, evolve, decide };
