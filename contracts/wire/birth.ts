import { type BirthPrecision, dayShown, lastDayOf } from './precision.ts';

/** When somebody was born, as much as is known: the rest of the local date is padding and never decides anything. */
export interface Birth {
  /** `YYYY-MM-DD`, with or without a time behind it. */
  date_of_birth: string;
  /** Left out where the day is known. */
  date_of_birth_precision?: BirthPrecision | undefined;
}

/** The fields of a birth date alone. */
export const birthOf = ({ date_of_birth, date_of_birth_precision: precision }: Birth): Birth => ({
  date_of_birth,
  ...(precision === undefined ? {} : { date_of_birth_precision: precision }),
});

/** '05/12/1948', '05/1948' or '1948'. */
export const bornShown = ({ date_of_birth, date_of_birth_precision }: Birth): string => dayShown(date_of_birth, date_of_birth_precision);

/** The same for tables and programs: '1948-05-12', '1948-05' or '1948'. */
export const bornWritten = ({ date_of_birth, date_of_birth_precision: precision }: Birth): string =>
  date_of_birth.slice(0, precision === 'year' ? 4 : precision === 'month' ? 7 : 10);

/** The first and the last day, `YYYY-MM-DD`, on which somebody may have been born who is there on another day. */
export const birthSpan = ({ date_of_birth, date_of_birth_precision }: Birth, on: string): { first: string; last: string } => {
  const [first, day] = [date_of_birth.slice(0, 10), on.slice(0, 10)];
  const last = lastDayOf(first, date_of_birth_precision);
  return { first, last: last > day && day >= first ? day : last };
};

/** Whether a birth date agrees with another one as far as both are known. */
export const birthsAgree = (one: Birth, other: Birth): boolean => {
  const [a, b] = [bornWritten(one), bornWritten(other)];
  return a.startsWith(b) || b.startsWith(a);
};

/** Words for the least and the greatest of something that follows from a birth date: '76', '76 or 77', '3 to 14 months'. */
export const between = (least: string, most: string): string => {
  if (least === most) return least;
  return /^\d+$/.test(least) && Number(most) === Number(least) + 1 ? `${least} or ${most}` : `${least} to ${most}`;
};
