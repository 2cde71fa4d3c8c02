const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** As Intl prints the offset of a zone: 'GMT-05:00', 'GMT' for none; with seconds before zones were whole minutes. */
const PRINTED = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, known);
  return known;
};

const computedOffset = (zone: string, instant: number): number => {
  const printed = formatOf(zone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes, seconds = '0'] = PRINTED.exec(printed ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1000);
};

/** Offsets at the beginning of UTC days, by zone: a long record asks for the same days again and again. */
const known = new Map<string, Map<number, number>>();
const MAX_DAYS = 40_000;

const offsetOfDay = (zone: string, day: number): number => {
  const days = known.get(zone) ?? new Map<number, number>();
  known.set(zone, days);
  let offset = days.get(day);
  if (offset === undefined) {
    offset = computedOffset(zone, day * DAY);
    if (days.size >= MAX_DAYS) days.clear();
    days.set(day, offset);
  }
  return offset;
};

/** Change of a zone's offset: from `before` to `after` at the instant `at`. */
interface Change {
  at: number;
  before: number;
  after: number;
}

/** Changes that were found, by zone and UTC day: there are two a year. */
const changes = new Map<string, Change>();

/** Change of the zone's offset during that UTC day. No zone changed twice in a day. */
const changeOn = (zone: string, day: number): Change | undefined => {
  const [before, after] = [offsetOfDay(zone, day), offsetOfDay(zone, day + 1)];
  if (before === after) return undefined;
  const known = changes.get(`${zone} ${day}`);
  if (known) return known;
  let [from, to] = [day * DAY, (day + 1) * DAY];
  while (to - from > 1000) {
    const middle = from + Math.floor((to - from) / 2000) * 1000;
    if (computedOffset(zone, middle) === before) from = middle;
    else to = middle;
  }
  const change = { at: to, before, after };
  changes.set(`${zone} ${day}`, change);
  return change;
};

/** Change less than a day from an instant. */
const changeNear = (zone: string, instant: number): Change | undefined => {
  const day = Math.floor(instant / DAY);
  for (const near of [day, day - 1, day + 1]) {
    const change = changeOn(zone, near);
    if (change && Math.abs(instant - change.at) < DAY) return change;
  }
  return undefined;
};

const offsetAt = (zone: string, instant: number, change: Change | undefined): number => {
  if (!change) return offsetOfDay(zone, Math.floor(instant / DAY));
  return instant < change.at ? change.before : change.after;
};

/** Milliseconds of a local time, `YYYY-MM-DDTHH:mm:ss`, as if it were UTC. */
const millisecondsOf = (local: string): number => Date.parse(`${local}Z`);
const localOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

/** Milliseconds of an offset: '-05:00'. */
const lengthOf = (offset: string): number => {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4, 6))];
  return (offset.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * 60_000);
};

/** Instant of a local time with its offset from UTC. @returns milliseconds since 1970 */
export const instantWith = (local: string, offset: string): number => millisecondsOf(local) - lengthOf(offset);

/** The change near a local time, and the instant that the time has without it. */
const near = (local: string, zone: string): { time: number; instant: number; change: Change | undefined } => {
  const time = millisecondsOf(local);
  const instant = time - offsetOfDay(zone, Math.floor(time / DAY));
  return { time, instant, change: changeNear(zone, instant) };
};

/**
 * Instant of a local time in a zone. A time that the clocks skip counts as the moment of the change, one that exists twice as the
 * moment halfway between both: so later local times are never earlier instants.
 * @param zone IANA name
 * @returns milliseconds since 1970
 */
export const instantIn = (local: string, zone: string): number => {
  const { time, instant, change } = near(local, zone);
  if (!change) return time - offsetAt(zone, instant, change);
  const { at, before, after } = change;
  const [earliest, latest] = [at + Math.min(before, after), at + Math.max(before, after)];
  if (time < earliest) return time - before;
  if (time >= latest) return time - after;
  return before < after ? at : at - (before - after) + 2 * (time - earliest);
};

/**
 * Local time of an instant in a zone, in an order that never runs back: during the hour that exists twice the clock counts at half its speed.
 * The inverse of `instantIn`.
 * @param instant milliseconds since 1970
 * @returns `YYYY-MM-DDTHH:mm:ss`
 */
export const localIn = (instant: number, zone: string): string => {
  const change = changeNear(zone, instant);
  if (change && change.before > change.after) {
    const { at, before, after } = change;
    const twice = before - after;
    if (instant >= at - twice && instant < at + twice) return localOf(at + after + Math.floor((instant - (at - twice)) / 2000) * 1000);
  }
  return localOf(instant + offsetAt(zone, instant, change));
};

/** True for a time that the clocks of the zone show twice. */
export const isTwiceIn = (local: string, zone: string): boolean => {
  const { time, change } = near(local, zone);
  return change !== undefined && time >= change.at + change.after && time < change.at + change.before;
};

/** Offset of a zone at an instant, without seconds: '-05:00'. */
export const offsetIn = (instant: number, zone: string): string => {
  const minutes = Math.round(offsetAt(zone, instant, changeNear(zone, instant)) / 60_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
};
