import type { Coding } from '#contracts/coding';
import { Decimal } from '#contracts/decimals';
import type { Precision } from '#contracts/precision';
import { isLocalDateTime } from '#contracts/primitives';
import type { CodeableConcept } from './resource.ts';

/** One line without control characters: what records and screens can hold. */
export const plain = (text: string | undefined): string | undefined => {
  const line = text
    ?.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line === '' ? undefined : line;
};

/** What a concept is called: as a person wrote it, or as its first code with a name displays. */
export const nameOf = (concept: CodeableConcept | undefined): string | undefined =>
  plain(concept?.text) ?? plain(concept?.coding.find(({ display }) => plain(display))?.display);

/** The codes of a concept as they came; undefined where it has none. */
export const codingOf = (concept: CodeableConcept | undefined): Coding[] | undefined => {
  const codes = (concept?.coding ?? []).flatMap(({ system, code, display }): Coding[] => {
    const name = plain(display);
    return code === undefined ? [] : [{ system: system ?? '', code, ...(name === undefined ? {} : { display: name.slice(0, 2000) }) }];
  });
  return codes.length === 0 ? undefined : codes;
};

/** Whether one of the concept's codes is one of these, whatever the system. */
export const hasCode = (concept: CodeableConcept | undefined, ...codes: readonly string[]): boolean =>
  concept?.coding.some(({ code }) => code !== undefined && codes.includes(code)) ?? false;

export const LOINC = 'http://loinc.org';

/** The concept's LOINC code; what is padded to another shape under that system is none. */
export const loincOf = (concept: CodeableConcept | undefined): string | undefined =>
  concept?.coding.find(({ system, code }) => system === LOINC && code !== undefined && /^\d{1,5}-\d$/.test(code))?.code;

export interface SaidDate {
  /** `YYYY-MM-DDTHH:mm:ss`: the wall clock where it was written, whatever its zone. */
  local: string;
  precision: Precision;
}

/** A FHIR date or dateTime; undefined where it is none, or lies outside 1900 to 2050. */
export const dateOf = (said: string | undefined): SaidDate | undefined => {
  const [, year, month, day, time] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?).*)?)?)?$/.exec(said ?? '') ?? [];
  if (year === undefined) return undefined;
  const clock = time === undefined ? '00:00:00' : time.length === 5 ? `${time}:00` : time.slice(0, 8);
  const local = `${year}-${month ?? '01'}-${day ?? '01'}T${clock}`;
  const precision = time !== undefined ? 'time' : day !== undefined ? 'day' : month !== undefined ? 'month' : 'year';
  return isLocalDateTime(local) ? { local, precision } : undefined;
};

/** A number with its digits as they were written, an exponent written out; undefined where records cannot hold it. */
export const decimalOf = (written: string | undefined): string | undefined => {
  if (written === undefined) return undefined;
  const [, sign = '', whole = '', fraction = '', power] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? [];
  if (whole === '' || (power !== undefined && Math.abs(Number(power)) > 40)) return undefined;
  const shifted = power === undefined ? plainDigits(whole, fraction) : shift(whole, fraction, Number(power));
  const decimal = /[1-9]/.test(shifted) ? `${sign}${shifted}` : shifted;
  return Decimal.safeParse(decimal).success ? decimal : undefined;
};

const plainDigits = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '');
  return fraction === '' ? digits : `${digits}.${fraction}`;
};

const shift = (whole: string, fraction: string, power: number): string => {
  const digits = whole + fraction;
  const point = whole.length + power;
  if (point <= 0) return plainDigits('0', '0'.repeat(-point) + digits);
  if (point >= digits.length) return plainDigits(digits + '0'.repeat(point - digits.length), '');
  return plainDigits(digits.slice(0, point), digits.slice(point));
};
