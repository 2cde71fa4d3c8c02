import { type Birth, birthsAgree, bornShown, bornWritten } from '#contracts/wire/birth';
import { isNameless, isSameAsFarAsNamed, isSameName, mayBeSameName } from './translators/patient-name.ts';

export interface Person extends Birth {
  first_name: string;
  last_name: string;
}

/** Day and month exchanged, or one digit another one: slips of whoever typed it. */
const isSlip = (one: string, other: string): boolean => {
  if (one.length !== 10 || other.length !== 10) return false;
  const [year, month, day] = one.split('-');
  const digits = [...one].filter((digit, at) => digit !== other[at]).length;
  return digits === 1 || `${year}-${day}-${month}` === other;
};

/**
 * What a version of one Patient is to another one: the same person, the same one with a corrected birth date, which is to be checked, or somebody
 * else. A birth date is only taken for corrected under the same two names, and many people were born in one year or month: there too the name decides.
 */
export const comparePatients = (next: Person, before: Person): 'same' | 'corrected' | 'other' => {
  const [now, then] = [bornWritten(next), bornWritten(before)];
  const isWhole = now.length === 10 && then.length === 10;
  if (now === then) return (isWhole ? mayBeSameName : isSameAsFarAsNamed)(next, before) ? 'same' : 'other';
  const isCorrection = isSameName(next, before) && (birthsAgree(next, before) || isSlip(now, then));
  return isCorrection ? 'corrected' : 'other';
};

/** Whether a version says the same name and birth date as an earlier one. */
export const isSaidAgain = (next: Person, earlier: Person): boolean =>
  next.first_name === earlier.first_name && next.last_name === earlier.last_name && bornWritten(next) === bornWritten(earlier);

/** Whether a version says nothing else than the record, which may know more. */
export const isSaidPartly = (next: Person, record: Person): boolean =>
  bornWritten(record).startsWith(bornWritten(next)) && (isNameless(next) || isSameAsFarAsNamed(next, record));

export const BIRTH_CORRECTED = 'its source gives another birth date than before: check that it is the same person';

/** In the comment of the record, which is sealed. */
export const birthCorrection = (next: Birth, before: Birth): string =>
  `birth date was ${bornShown(before)}, is now ${bornShown(next)} by its source: check that it is the same person`;
