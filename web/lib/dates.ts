import type { Death } from '#contracts/people/external-states';
import { between, type Birth, birthSpan } from '#contracts/wire/birth';
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/;

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

/** IANA name of the time zone in which recorded moments are shown; undefined is the browser's. */
let clock: string | undefined;

/**
 * Sets the clock on which moments are shown that the program recorded (UTC): the clinic's, as local times of its records are, so that both can
 * be compared; a patient's is the clinic of the first own record. The browser's for users without either.
 */
export const setClock = (timeZone: string | undefined): void => {
  clock = timeZone;
};

/** Name of the zone whose clock recorded moments are shown on, where the browser's shows another time: 'America/New York'. */
export const clockName = (now: Date = new Date()): string | undefined => nameWhereOther(clock, undefined, now);

/** Name of a record's zone, where its clock shows another time than the one that recorded moments are shown on. */
export const recordClockName = (timeZone: string | undefined, now: Date = new Date()): string | undefined =>
  nameWhereOther(timeZone, clock, now);

const nameWhereOther = (zone: string | undefined, than: string | undefined, now: Date): string | undefined =>
  zone === undefined || nowIn(zone, now) === nowIn(than, now) ? undefined : zoneName(zone);

/** 'America/New York'. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** A UTC time on the clock of recorded moments, 'MM/DD/YYYY HH:mm'. */
export const showInstant = (utc: string): string => {
  const at = new Date(utc);
  return Number.isNaN(at.getTime()) ? utc : showDateTime(nowIn(clock, at));
};

/** UTC time as a number, of what the clock of recorded moments shows. */
const shownAt = (at: number): number => Date.parse(`${nowIn(clock, new Date(at))}Z`);

/**
 * First moment of a day 'YYYY-MM-DD' on the clock of recorded moments, in UTC; undefined for what is no day. Where clocks are put forward at
 * midnight the day begins later.
 * @param later days to add
 */
export const startOfDay = (day: string, later = 0): string | undefined => {
  const midnight = Date.parse(`${day}T00:00:00Z`) + later * 24 * HOUR;
  if (Number.isNaN(midnight)) return undefined;
  // zones are at most 12 hours behind and 14 ahead
  let [before, from] = [midnight - 15 * HOUR, midnight + 13 * HOUR];
  while (from - before > MINUTE) {
    const middle = before + Math.floor((from - before) / MINUTE / 2) * MINUTE;
    if (shownAt(middle) < midnight) before = middle;
    else from = middle;
  }
  return new Date(from).toISOString();
};

/** 'HH:mm' on the clock of recorded moments. */
export const showClock = (at: Date): string => nowIn(clock, at).slice(11, 16);

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

const timeFormats = new Map<string | undefined, Intl.DateTimeFormat>();

const timeFormat = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const known = timeFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', timeZone ? { ...options, timeZone } : options);
  timeFormats.set(timeZone, known);
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
  return `${todayIn(timeZone, now)}T${timeFormat(timeZone).format(now)}:00`;
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
