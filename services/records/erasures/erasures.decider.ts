import type { AccountEvent } from '#contracts/people/accounts';
import type { EmailChangeEvent } from '#contracts/people/email-change';
import { type ErasureCommand, type ErasureEvent, OWN_WISH } from '#contracts/people/erasures';
import type { SignUpEvent } from '#contracts/people/sign-up';
import { searchWords } from '#contracts/rules/search-text';
import type { PatientEvent } from '#contracts/people/patients';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** A patient record or an account as far as its erasure goes; its stream holds both its events and those of its erasure. */
export type Erasure =
  | { status: 'none' }
  | Kept
  /** As the last order says, and whether it was carried out. */
  | { status: 'ordered' | 'erased'; order: Order };

interface Kept {
  status: 'kept';
  /** That tell who it was. */
  words: readonly string[];
  /** Of an account: what stays where it is closed, and whether it was removed before. */
  account?: { person: ClosedPerson; isRemoved: boolean };
}
type ClosedPerson = Extract<AccountEvent, { type: 'AccountClosed' }>['data'];

type Order = Extract<ErasureEvent, { type: 'ErasureOrdered' }>['data'];

/** What a confirmation tells of an order whose reason was destroyed since. */
const orderBehind = ({ erasure_id, subject, keys }: Extract<ErasureEvent, { type: 'KeyDestroyed' }>['data']): Order => ({
  ...{ erasure_id, subject, reason: '', files: [], kept_pages: [] },
  keys: keys.map((key) => key.subject),
});

type Event = PatientEvent | AccountEvent | SignUpEvent | EmailChangeEvent | ErasureEvent;

/** Fields of a record or an account that tell who somebody is. */
const TELLING = ['first_name', 'middle_name', 'last_name', 'maiden_name', 'email', 'username'] as const;

/** Words that tell who somebody is; short ones are part of too many others. */
const tellingWords = (data: object): string[] => {
  const said = data as Partial<Record<(typeof TELLING)[number] | 'social_security_number', string>>;
  return [...searchWords(TELLING.map((field) => said[field] ?? '').join(' ')), said.social_security_number ?? ''].filter(
    (word) => word.length > 2,
  );
};

const withAccount = (account: Kept['account'], event: Event): Kept['account'] => {
  if (event.type === 'UserRegistered') {
    const { user_id, organization_id, roles, first_name, last_name } = event.data;
    return { person: { user_id, organization_id, roles, first_name, last_name }, isRemoved: false };
  }
  if (account === undefined) return undefined;
  switch (event.type) {
    case 'UserCorrected': {
      const { first_name, last_name } = event.data;
      return { ...account, person: { ...account.person, first_name, last_name } };
    }
    case 'RolesChanged':
      return { ...account, person: { ...account.person, roles: event.data.roles } };
    case 'UserRemoved':
      return { ...account, isRemoved: true };
    default:
      return account;
  }
};

const evolve = (state: Erasure, event: Event): Erasure => {
  if (event.type === 'ErasureOrdered') return { status: 'ordered', order: event.data };
  if (event.type === 'KeyDestroyed') return { status: 'erased', order: 'order' in state ? state.order : orderBehind(event.data) };
  const begins = event.type === 'PatientRegistered' || event.type === 'UserRegistered';
  if ('order' in state || (state.status === 'none' && !begins)) return state;
  const before: Kept = state.status === 'kept' ? state : { status: 'kept', words: [] };
  const account = withAccount(before.account, event);
  return { ...before, words: [...before.words, ...tellingWords(event.data)], ...(account && { account }) };
};

/** What is destroyed is named in one event, which an append of 1 MB has to hold: 110 bytes a key, more where a subject has several. */
const MOST_KEYS = 8000;

const refuseMore = (keys: number): void => {
  if (keys <= MOST_KEYS) return;
  const message = `This record has ${keys} keys, and at most ${MOST_KEYS} are erased at once: please remove some of its reports before`;
  throw new Refusal('too-large', message);
};

/** The reason outlives the record: what it tells of the person would too. */
const refuseTelling = (reason: string, words: readonly string[]): void => {
  const digits = reason.replace(/\D/g, '');
  const said = new Set(searchWords(reason));
  if (!words.some((word) => said.has(word) || (/^\d{9}$/.test(word) && digits.includes(word)))) return;
  const message = 'The reason is kept when everything else is gone: please leave out names, addresses and numbers of the person';
  throw new Refusal('reason-tells-who', message, { reason: [message] });
};

const union = (known: readonly string[], more: readonly string[]): string[] => [...new Set([...known, ...more])];

/** The order with what belongs to the record besides; the record's own key stays last. */
const extended = ({ order }: { order: Order }, { keys, files, kept_pages }: Pick<Order, 'keys' | 'files' | 'kept_pages'>): Order => ({
  ...order,
  keys: union(order.keys, keys).toSorted((a, b) => Number(a === order.subject) - Number(b === order.subject)),
  files: union(order.files, files),
  kept_pages: union(order.kept_pages, kept_pages),
});

/** Whether an order names something that another one of the same record does not. */
export const isLarger = (one: Pick<Order, 'keys' | 'files'>, than: Pick<Order, 'keys' | 'files'>): boolean =>
  one.keys.length > than.keys.length || one.files.length > than.files.length;

const notOrdered = () => new Refusal('not-ordered', 'The erasure of this record was not ordered');

const ordered = (command: Extract<ErasureCommand, { type: 'OrderErasure' }>, { words, account }: Kept): Event[] => {
  const { version: _seen, closes, ...order } = command.data;
  if (order.reason !== OWN_WISH) refuseTelling(order.reason, words);
  refuseMore(order.keys.length);
  return [
    ...(account && !account.isRemoved ? [{ type: 'UserRemoved', data: { user_id: account.person.user_id } } as const] : []),
    // before the order, which takes every document that the account's own key holds together
    ...(account && closes ? [{ type: 'AccountClosed', data: account.person } as const] : []),
    { type: 'ErasureOrdered', data: order },
  ];
};

const decide = (command: ErasureCommand, state: Erasure): Event[] => {
  const isAccount = command.data.subject.startsWith('user:');
  if (state.status === 'none')
    throw new Refusal(isAccount ? 'user-missing' : 'patient-missing', `There is no such ${isAccount ? 'user' : 'patient'}`, {}, 404);
  switch (command.type) {
    case 'OrderErasure':
      return state.status === 'kept' ? ordered(command, state) : [];
    case 'ExtendErasure': {
      if (state.status === 'kept') throw notOrdered();
      const order = extended(state, command.data);
      if (!isLarger(order, state.order)) return [];
      refuseMore(order.keys.length);
      return [{ type: 'ErasureOrdered', data: order }];
    }
    case 'ConfirmErasure': {
      if (state.status === 'erased') return [];
      if (state.status === 'kept') throw notOrdered();
      const { erasure_id, subject, keys } = state.order;
      // a further order came meanwhile, and is carried out with everything that this one names
      if (keys.length > command.data.keys.length) return [];
      return [{ type: 'KeyDestroyed', data: { ...command.data, erasure_id, subject } }];
    }
  }
};

export const erasure: Decider<Erasure, ErasureCommand, Event> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: ({ status }) => ({ status }),
};
