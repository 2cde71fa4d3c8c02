import { isLocalDateTime } from '#contracts/wire/primitives';

/** How a typed date was understood: a day, several that it may mean, or none. Days are 'YYYY-MM-DDTHH:mm:ss'. */
export type TypedDate = { kind: 'day'; day: string } | { kind: 'ask'; days: string[] } | { kind: 'none' };

interface Asked {
  /** The clinic's local day, 'YYYY-MM-DD'. */
  today: string;
  /** A two-digit year of birth may be a hundred years off, and is asked however it reads. */
  isBirth?: boolean;
}

const TIME = String.raw`(?:\s+(\d{1,2}):(\d{2}))?`;
const TYPED = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})${TIME}$`);
const COMPACT = /^(\d{2})(\d{2})(\d{4})$/;
const ISO = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${TIME}$`);

const two = (text: string | undefined): string => (text ?? '0').padStart(2, '0');

/** A two-digit year is of this century, or of the last one where that lies ahead; with more than one possible, both. */
const yearsOf = (year: string, { today, isBirth = false }: Asked): string[] => {
  if (year.length === 4) return [year];
  const now = Number(today.slice(0, 4));
  const [past, recent] = [1900 + Number(year), 2000 + Number(year)];
  if (isBirth) return (recent <= now ? [past, recent] : [past]).map(String);
  return (recent <= now + 1 ? [recent] : [past, recent]).map(String);
};

/**
 * Reads what was typed as a date (ruling 51): mm/dd/yyyy, also mmddyyyy, mm/dd/yy, an ISO day, `t` and 'today', a time after it. With a slash
 * the month comes first unless that is no day. Other marks are written in both orders: where both are days they are asked, and so is a
 * two-digit year of birth. Days are real ones of 1900 to 2050.
 */
export const readTypedDate = (typed: string, asked: Asked): TypedDate => {
  const text = typed.trim();
  if (/^t(oday)?$/i.test(text)) return { kind: 'day', day: `${asked.today}T00:00:00` };
  const [iso, compact, parts] = [ISO.exec(text), COMPACT.exec(text), TYPED.exec(text)];
  const at = (year: string, month: string | undefined, day: string | undefined, [hour, minute]: (string | undefined)[]): string[] => {
    const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute ?? '00'}:00`;
    return isLocalDateTime(local) ? [local] : [];
  };
  if (iso) return oneOf(at(iso[1] ?? '', iso[2], iso[3], iso.slice(4)), false);
  if (compact) return oneOf(at(compact[3] ?? '', compact[1], compact[2], []), false);
  if (!parts) return { kind: 'none' };
  const [, first, mark, second, year = '', ...time] = parts;
  const years = yearsOf(year, asked);
  const monthFirst = years.flatMap((one) => at(one, first, second, time));
  const dayFirst = years.flatMap((one) => at(one, second, first, time));
  const days = mark === '/' && monthFirst.length > 0 ? monthFirst : [...new Set([...monthFirst, ...dayFirst])];
  return oneOf(days, asked.isBirth === true && year.length === 2);
};

const oneOf = (days: string[], isAsked: boolean): TypedDate => {
  const [day] = days;
  if (day === undefined) return { kind: 'none' };
  return days.length > 1 || isAsked ? { kind: 'ask', days } : { kind: 'day', day };
};
