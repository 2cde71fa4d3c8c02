import type { Death } from '#contracts/people/external-states';
import { between, type Birth, birthSpan } from '#contracts/wire/birth';
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/;

const two = (n: number): string => String(n).padStart(2, '0');

/** 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:mm:ss' as 'MM/DD/YYYY'; a text that is no date comes back as it is. */
export const showDate = (local: string): string => {
  const match = LOCAL.exec(local);
  return match ? `${match[2]}/${match[3]}/${match[1]}` : local;
};

/** The same with the time of day, 'MM/DD/YYYY HH:mm'. */
export const showDateTime = (local: string): string => {
  const match = LOCAL.exec(local);
  return match?.[4] ? `${showDate(local)} ${match[4]}:${match[5]}` : showDate(local);
};

/** The day of a UTC time in a clinic's zone, 'MM/DD/YYYY'. */
export const dayIn = (timeZone: string | undefined, utc: string): string => showDate(todayIn(timeZone, new Date(utc)));

/** A UTC time as the reader's clock shows it, 'MM/DD/YYYY HH:mm'. */
export const showInstant = (utc: string): string => {
  const at = new Date(utc);
  if (Number.isNaN(at.getTime())) return utc;
  return `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()} ${showClock(at)}`;
};

/** 'HH:mm' of the reader's clock. */
export const showClock = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** 'Wed Mar 4, 2026'; '' for what is no date. */
export const longDate = (local: string): string => {
  const match = LOCAL.exec(local);
  if (!match) return '';
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return `${DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]} ${MONTHS[month - 1]} ${day}, ${year}`;
};

const wordFormats = new Map<string, Intl.DateTimeFormat>();

const STYLES = {
  long: { dateStyle: 'long', timeZone: 'UTC' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
} as const;

const wordFormat = (language: string, style: keyof typeof STYLES): Intl.DateTimeFormat => {
  const options = STYLES[style];
  try {
    return new Intl.DateTimeFormat(language, options);
  } catch {
    // some browsers give a name that is no language, such as 'en-US@posix'
    return new Intl.DateTimeFormat('en-US', options);
  }
};

/** The day in words of a language, '4 de marzo de 2026', or short with its weekday, 'Mi., 4. März 2026'; '' for what is no date. */
export const dateInWords = (local: string, language: string, style: keyof typeof STYLES = 'long'): string => {
  const match = LOCAL.exec(local);
  if (!match) return '';
  const known = `${style} ${language}`;
  const format = wordFormats.get(known) ?? wordFormat(language, style);
  wordFormats.set(known, format);
  return format.format(new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`));
};

/** The days that a text of ours names as MM/DD/YYYY, in words of a language; '' for none. */
export const daysInWords = (text: string, language: string): string =>
  [...text.matchAll(/\b(\d\d)\/(\d\d)\/(\d{4})\b/g)]
    .map(([, month, day, year]) => dateInWords(`${year}-${month}-${day}`, language))
    .join(' – ');

const dayFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Made once for each zone: to make one takes longer than all that it writes. */
const dayFormat = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const known = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', timeZone ? { ...options, timeZone } : options);
  dayFormats.set(timeZone, known);
  return known;
};

/** The local day of the zone (IANA name; the reader's own where none is known), 'YYYY-MM-DD'. */
export const todayIn = (timeZone: string | undefined, now: Date = new Date()): string => {
  const parts = dayFormat(timeZone).formatToParts(now);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
};

/** The local time of the zone, 'YYYY-MM-DDTHH:mm:00'. */
export const nowIn = (timeZone: string | undefined, now: Date = new Date()): string => {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', timeZone ? { ...options, timeZone } : options).format(now);
  return `${todayIn(timeZone, now)}T${clock}:00`;
};

/** Full years on the given local day, as far as the birth date tells: '76', or '76 or 77'. */
export const agesAt = (birth: Birth, today: string): string => {
  const { first, last } = birthSpan(birth, today);
  return between(String(ageAt(last, today)), String(ageAt(first, today)));
};

/**
 * '76 OLD' on the given local day, and on the day of a death; none where a death has no day.
 * @param today `YYYY-MM-DD`
 */
export const ageShown = ({ deceased, ...birth }: Birth & { deceased?: Death | undefined }, today: string): string | undefined => {
  if (deceased === undefined) return `${agesAt(birth, today)} OLD`;
  const { date, date_precision: precision } = deceased;
  return date === undefined || precision === 'year' || precision === 'month' ? undefined : `${agesAt(birth, date.slice(0, 10))} OLD`;
};

/** Full years from the day of birth to the given local day; born on 29 February counts from 1 March in other years. */
export const ageAt = (birth: string, today: string): number => {
  const [b, t] = [LOCAL.exec(birth), LOCAL.exec(today)];
  if (!b || !t) return 0;
  const years = Number(t[1]) - Number(b[1]);
  return `${t[2]}${t[3]}` < `${b[2]}${b[3]}` ? years - 1 : years;
};
