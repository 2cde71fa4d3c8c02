import type { ErasureCommand, ErasureEvent } from '#contracts/people/erasures';
import { searchWords } from '#contracts/rules/search-text';
import type { PatientEvent } from '#contracts/people/patients';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** A patient record as far as its erasure goes; its stream holds both the record's events and those of its erasure. */
export type Erasure =
  | { status: 'none' }
  | { status: 'kept'; words: readonly string[] }
  | { status: 'ordered'; erasure_id: string; subject: string }
  | { status: 'erased' };

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
      return state.status === 'erased' ? state : { status: 'ordered', erasure_id: event.data.erasure_id, subject: event.data.subject };
    case 'KeyDestroyed':
      return { status: 'erased' };
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
    case 'ConfirmErasure': {
      if (state.status === 'erased') return [];
      if (state.status === 'kept') throw new Refusal('not-ordered', 'The erasure of this record was not ordered');
      const { patient_id: _, ...destroyed } = command.data;
      return [{ type: 'KeyDestroyed', data: { erasure_id: state.erasure_id, subject: state.subject, ...destroyed } }];
    }
  }
};

export const erasure: Decider<Erasure, ErasureCommand, PatientEvent | ErasureEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: ({ status }) => ({ status }),
};
