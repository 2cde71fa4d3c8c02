import {
  ageAt,
  agesAt,
  clockName,
  dateInWords,
  daysInWords,
  longDate,
  nowIn,
  recordClockName,
  setClock,
  showClock,
  showDate,
  showDateTime,
  showInstant,
  startOfDay,
  todayIn,
} from './dates.ts';

it('shows stored days as MM/DD/YYYY and leaves other texts alone', () => {
  expect(showDate('2026-03-04T00:00:00')).toBe('03/04/2026');
  expect(showDateTime('2026-03-04T08:30:00')).toBe('03/04/2026 08:30');
  expect(showDate('soon')).toBe('soon');
});

it('echoes a day with its weekday', () => {
  expect(longDate('2026-03-04T00:00:00')).toBe('Wed Mar 4, 2026');
  expect(longDate('03/04/2026')).toBe('');
});

it('counts age in full years, those born on 29 February from 1 March', () => {
  expect(ageAt('1980-06-15T00:00:00', '2026-06-14')).toBe(45);
  expect(ageAt('1980-06-15T00:00:00', '2026-06-15')).toBe(46);
  expect(ageAt('2000-02-29T00:00:00', '2026-02-28')).toBe(25);
  expect(ageAt('2000-02-29T00:00:00', '2026-03-01')).toBe(26);
});

describe('recorded moments', () => {
  afterEach(() => setClock(undefined));

  it.each([
    ['America/Chicago', '2026-11-27', '2026-11-27T06:00:00.000Z', '2026-11-28T06:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-27', '2026-11-26T10:00:00.000Z', '2026-11-27T10:00:00.000Z'],
    ['Pacific/Chatham', '2026-11-27', '2026-11-26T10:15:00.000Z', '2026-11-27T10:15:00.000Z'],
    // clocks are put forward at 2, back at 2, and forward at midnight
    ['America/Chicago', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
    ['America/Chicago', '2026-11-01', '2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('are of a day on that clock: in %s of %s from %s until %s', (zone, day, from, until) => {
    setClock(zone);
    expect([startOfDay(day), startOfDay(day, 1)]).toEqual([from, until]);
    expect(showInstant(from).slice(0, 10)).toBe(showDate(day));
    expect(showInstant(new Date(Date.parse(from) - 60_000).toISOString()).slice(0, 10)).not.toBe(showDate(day));
  });

  it('are of no day that is not typed in full', () => {
    for (const day of ['', '2026-13-01', 'soon']) expect(startOfDay(day)).toBeUndefined();
  });
  const at = '2026-11-27T12:13:14.000Z';

  it('are shown on one clock: the clinic’s, or the browser’s where there is no clinic', () => {
    expect(showInstant(at)).toBe(showDateTime(nowIn(undefined, new Date(at))));
    setClock('America/Chicago');
    expect([showInstant(at), showClock(new Date(at))]).toEqual(['11/27/2026 06:13', '06:13']);
    expect(showInstant('2026-11-27T05:30:00.000Z')).toBe('11/26/2026 23:30');
    expect(showInstant('soon')).toBe('soon');
  });

  it('name their clock only where another one shows another time', () => {
    expect(clockName()).toBeUndefined();
    setClock(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(clockName()).toBeUndefined();
    // nobody else has a quarter of an hour
    setClock('Pacific/Chatham');
    expect(clockName()).toBe('Pacific/Chatham');
    expect([recordClockName('Pacific/Chatham'), recordClockName(undefined)]).toEqual([undefined, undefined]);
    expect(recordClockName('America/New_York')).toBe('America/New York');
  });
});

it("takes today from the clinic's time zone", () => {
  const now = new Date('2026-03-01T03:00:00Z');
  expect(todayIn('America/New_York', now)).toBe('2026-02-28');
  expect(todayIn('Europe/Berlin', now)).toBe('2026-03-01');
});

it('writes a day in words of the reader’s language', () => {
  expect(dateInWords('2026-03-04T08:30:00', 'es')).toBe('4 de marzo de 2026');
  expect(dateInWords('2026-03-04', 'de')).toBe('4. März 2026');
  expect(dateInWords('2026-03-04T00:00:00', 'de', 'weekday')).toBe('Mi., 4. März 2026');
  expect(dateInWords('soon', 'de')).toBe('');
  expect(dateInWords('2026-03-04', 'en-US@posix')).toBe('March 4, 2026');
});

it('ruling 51: writes the days that a text names in words of the reader’s language', () => {
  expect(daysInWords('since 11/03/2020', 'de')).toBe('3. November 2020');
  expect(daysInWords('02/12/2023 08:30 to 12/05/2023', 'de')).toBe('12. Februar 2023 – 5. Dezember 2023');
  expect(daysInWords('2019 to 03/2020', 'de')).toBe('');
});

it('tells an age as far as the birth date does', () => {
  const year = { date_of_birth: '1948-01-01T00:00:00', date_of_birth_precision: 'year' as const };
  const month = { date_of_birth: '1948-05-01T00:00:00', date_of_birth_precision: 'month' as const };
  expect(['2024-12-31', '2025-01-01', '2025-12-30'].map((day) => agesAt(year, day))).toEqual(['76', '76 or 77', '76 or 77']);
  expect(['2024-04-30', '2024-05-02', '2024-05-31'].map((day) => agesAt(month, day))).toEqual(['75', '75 or 76', '76']);
  expect(agesAt({ date_of_birth: '1948-05-12T00:00:00' }, '2024-05-12')).toBe('76');
});
