import type { ErasureCommand, ErasureEvent } from '#contracts/people/erasures';
import { searchWords } from '#contracts/rules/search-text';
import type { PatientEvent } from '#contracts/people/patients';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** A patient record as far as its erasure goes; its stream holds both the record's events and those of its erasure. */
export type Erasure =
  | { status: 'none' }
  | { status: 'kept'; words: readonly string[] }
  /** As the last order says, and whether it was carried out. */
  | { status: 'ordered' | 'erased'; order: Order };

type Order = Extract<ErasureEvent, { type: 'ErasureOrdered' }>['data'];

/** What a confirmation tells of an order whose reason was destroyed since. */
const orderBehind = ({ erasure_id, subject, keys }: Extract<ErasureEvent, { type: 'KeyDestroyed' }>['data']): Order => ({
  ...{ erasure_id, subject, reason: '', files: [], kept_pages: [] },
  keys: keys.map((key) => key.subject),
});

type Content = Extract<PatientEvent, { type: 'PatientRegistered' }>['data'];

/** Words that tell who somebody is; short ones are part of too many others. */
const tellingWords = ({ first_name, middle_name, last_name, maiden_name, email, social_security_number }: Content): string[] =>
  [...searchWords([first_name, middle_name, last_name, maiden_name, email].join(' ')), social_security_number].filter(
    (word) => word.length > 2,
  );

const evolve = (state: Erasure, event: PatientEvent | ErasureEvent): Erasure => {
  switch (event.type) {
    case 'PatientRegistered':
    case 'PatientCorrected':
      if (state.status !== 'none' && state.status !== 'kept') return state;
      return { status: 'kept', words: [...(state.status === 'kept' ? state.words : []), ...tellingWords(event.data)] };
    case 'PatientRemoved':
      return state;
    case 'ErasureOrdered':
      return { status: 'ordered', order: event.data };
    case 'KeyDestroyed':
      return { status: 'erased', order: 'order' in state ? state.order : orderBehind(event.data) };
  }
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
  const message = 'The reason is kept when the record is gone: please leave out names, addresses and numbers of the person';
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

const decide = (command: ErasureCommand, state: Erasure): ErasureEvent[] => {
  if (state.status === 'none') throw new Refusal('patient-missing', 'There is no such patient', {}, 404);
  switch (command.type) {
    case 'OrderErasure': {
      if (state.status !== 'kept') return [];
      const { patient_id, ...ordered } = command.data;
      refuseTelling(ordered.reason, state.words);
      refuseMore(ordered.keys.length);
      return [{ type: 'ErasureOrdered', data: { ...ordered, subject: `patient:${patient_id}` } }];
    }
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
      const { patient_id: _, ...destroyed } = command.data;
      const { erasure_id, subject, keys } = state.order;
      // a further order came meanwhile, and is carried out with everything that this one names
      if (keys.length > destroyed.keys.length) return [];
      return [{ type: 'KeyDestroyed', data: { erasure_id, subject, ...destroyed } }];
    }
  }
};

export const erasure: Decider<Erasure, ErasureCommand, PatientEvent | ErasureEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: ({ status }) => ({ status }),
};
