import { Refusal } from '../event-store/decider.ts';

/** What is known of the person whose password it is to be. */
export interface PasswordOwner {
  username: string;
  email: string;
  first_name: string;
  last_name: string;
}

/** So many characters that are the person's own idea have to be left beside names. */
const LEAST_OWN = 8;
/** So many characters before and behind a common password do not make it another one. */
const MOST_AROUND = 6;
/** Parts of names that are shorter stand in many words by chance. */
const SHORTEST_PART = 3;

const texts = {
  common: 'This is one of the passwords that are tried first. Please choose another one',
  personal: 'This is made of the name, username or e-mail address. Please choose another one',
} as const;

let common: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords of published breaches in small letters (the list of zxcvbn-ts, MIT), and what one is likely to choose here. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(['anamnesis', 'clinic', 'doctor', 'passphrase', ...dictionary['passwords-common']]),
  );
  return common;
};

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'l',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const asLetters = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign]!);

/** 'abab' -> 'ab'; a text that repeats nothing is its own unit. */
const unitOf = (text: string): string => {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
};

/** 'aaaa', '1234', 'hgfe', '890123': each sign follows the one before it in the same way. */
const isRun = (text: string): boolean => {
  const codes = [...text].map((sign) => sign.codePointAt(0)!);
  const steps = codes.slice(1).map((code, n) => (/^\d+$/.test(text) ? (code - codes[n]! + 10) % 10 : code - codes[n]!));
  return new Set(steps).size <= 1 && [0, 1, 9, -1, undefined].includes(steps[0]);
};

const isCommon = (password: string, list: ReadonlySet<string>): boolean => {
  const unit = unitOf(password);
  if (list.has(password) || isRun(password) || (unit !== password && (unit.length < 6 || list.has(unit)))) return true;
  // 'Summer2024!!' is 'summer', and so is 'P4ssw0rd1234' 'password'
  return [password, asLetters(password)].some((text) => {
    const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    const around = password.length - core.length;
    return core !== '' && (list.has(core) || isRun(core)) && around <= Math.max(MOST_AROUND, core.length);
  });
};

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether little is left of it without the person's names. */
const isPersonal = (password: string, { username, email, first_name, last_name }: PasswordOwner): boolean => {
  const parts = [username, email.split('@')[0] ?? '', ...email.split(/[@.+_-]/), ...`${first_name} ${last_name}`.split(/[\s-]+/)]
    .map(plain)
    .filter(({ length }) => length >= SHORTEST_PART)
    .sort((a, b) => b.length - a.length);
  const whole = plain(password);
  const left = parts.reduce((rest, part) => rest.replaceAll(part, ''), whole);
  return left !== whole && left.length < LEAST_OWN;
};

/**
 * Refuses what is guessed first. Its length is checked by the schema.
 * @param field of the form that holds it
 * @throws Refusal 422 keyed by the field
 */
export const assertChoosable = async (password: string, owner: PasswordOwner, field: string): Promise<void> => {
  const folded = password.normalize('NFKC').toLowerCase();
  const text = isPersonal(folded, owner) ? texts.personal : isCommon(folded, await commonPasswords()) ? texts.common : undefined;
  if (text) throw new Refusal('password', text, { [field]: [text] });
};
