import { shownDay } from '#contracts/rules/calendar-days';
import type { IntakeSegment } from '#contracts/treatments/intake-views';
import { barWords, dayDoses, dayDosesText, endedText, nowTexts, roomOfDoses } from './day-doses.ts';

const taken = (order: string, average: number | null, as_needed = false): IntakeSegment =>
  ({ order, average, as_needed, to: null, ongoing: true, until_text: 'ongoing' }) as IntakeSegment;
const weekly = taken('15 mg once a week, avg 2.14 mg/day', 15 / 7);
const needed = taken('1000 mg 4 times a day as needed, + up to 4000 mg/day', 4000, true);
const said = (total: number | null, upTo: number, segments: IntakeSegment[], possiblySame = false) =>
  dayDoses({ total, upTo, segments, possiblySame }, 'mg');

const over = (change: Partial<IntakeSegment> = {}): IntakeSegment => {
  const { to = '2026-06-19T00:00:00' } = change;
  return {
    ...taken('1000 mg twice a day', 2000),
    dose_text: '1000 mg twice a day',
    draft: false,
    ongoing: to === null,
    until_text: to === null ? 'ongoing' : shownDay(to),
    to,
    ...change,
  };
};

describe('ruling 52: a dosage that is over', () => {
  it('says in its bar until when it held, since the bar of today may be too narrow for words', () => {
    expect(barWords(over(), 'mg')).toEqual([
      '1000 mg twice a day until 06/19/2026, avg 2000 mg/day',
      '1000 mg twice a day until 06/19/2026',
    ]);
    expect(barWords(over({ to: null, ongoing: true }), 'mg')[1]).toBe('1000 mg twice a day');
  });

  it('is named with its end where nothing is taken any more', () => {
    const after = Date.UTC(2026, 10, 1);
    expect(endedText({ segments: [over()] }, after)).toBe('1000 mg twice a day, ended 06/19/2026');
    expect(endedText({ segments: [over({ order: 'taper 40 to 5 mg until 06/19/2026' })] }, after)).toBe(
      'taper 40 to 5 mg until 06/19/2026',
    );
    expect(endedText({ segments: [over({ draft: true })] }, after)).toBeUndefined();
  });

  it('ruling 64: says that it is only probably over, or that nobody knows since when', () => {
    const after = Date.UTC(2026, 10, 1);
    const probably = over({ state_text: 'probably ended 06/19/2026' });
    expect(endedText({ segments: [probably] }, after)).toBe('1000 mg twice a day, probably ended 06/19/2026');
    expect(barWords(probably, 'mg')[1]).toBe('1000 mg twice a day, probably ended 06/19/2026');
    const stopped = over({ from: '2026-01-01T00:00:00', to: null, ongoing: false, state_text: 'stopped, day not said' });
    expect(endedText({ segments: [stopped] }, after)).toBe('1000 mg twice a day, stopped, day not said');
    expect(barWords(stopped, 'mg')[1]).toBe('1000 mg twice a day, stopped, day not said');
    expect(endedText({ segments: [stopped] }, Date.UTC(2025, 11, 31))).toBeUndefined();
  });
});

describe('after the name of a row', () => {
  const now = over({ ...taken('500 mg twice a day since 06/20/2026, avg 1000 mg/day', 1000), dose_text: '500 mg twice a day', to: null });
  const series = { segments: [over(), now], unit: 'mg' };
  const day = Date.UTC(2026, 10, 1);
  const texts = (segment: IntakeSegment, of = series) =>
    nowTexts({ total: segment.average, upTo: 0, segments: [segment], possiblySame: false }, of, day);

  it('ruling 52: the dose of today stands with its days; where there is no room for them it never reads as having always been so', () =>
    expect(texts(now)).toEqual([
      '500 mg twice a day since 06/20/2026, avg 1000 mg/day',
      '500 mg twice a day since 06/20/2026',
      'now 500 mg twice a day',
    ]));

  it('ruling 52: so does the dose of a treatment that came after another one, whose order has no days', () => {
    const next = over({ ...now, order: '500 mg twice a day, avg 1000 mg/day' });
    expect(texts(next)).toEqual(['500 mg twice a day, avg 1000 mg/day', 'now 500 mg twice a day']);
    expect(texts(next, { ...series, segments: [next] })).toEqual(['500 mg twice a day, avg 1000 mg/day', '500 mg twice a day']);
  });

  it('ruling 64: of a dose that nothing confirms any more says since when, and never that it is that of now', () => {
    const state_text = 'supply until 02/09/2025 by the order, not confirmed since';
    const supplied = { ...now, order: '500 mg twice a day', state_text, confirmed_to: '2025-02-09' };
    expect(texts(supplied)).toEqual([
      '500 mg twice a day, supply until 02/09/2025 by the order, not confirmed since',
      '500 mg twice a day, not confirmed since 02/09/2025',
    ]);
  });

  it('never cuts that it is on hold, or that it probably ends', () => {
    const held = { ...now, order: '500 mg twice a day', state_text: 'on hold by the order' };
    expect(texts(held)).toEqual(['500 mg twice a day, on hold by the order']);
    const probably = { ...held, state_text: 'probably until 12/01/2026', to: '2026-12-01T00:00:00' };
    expect(texts(probably)).toEqual(['500 mg twice a day, probably until 12/01/2026']);
  });

  it('ruling 30: of treatments that read alike says how many they are, so that none is lost where there is no room for the sum', () => {
    const half = over({ ...taken('250 mg twice a day until 12/23/2026, avg 500 mg/day', 500), dose_text: '250 mg twice a day' });
    const doses = { total: 2500, upTo: 0, segments: [{ ...half, to: '2026-12-23T00:00:00' }, now, now], possiblySame: true };
    expect(nowTexts(doses, series, day).at(-1)).toBe('now 250 mg twice a day and now 500 mg twice a day (2 treatments)');
  });

  it('a step of a tapering says that it does not stay', () => {
    const step = over({
      ...taken('taper 40 to 5 mg until 12/15/2026: 20 mg until 11/10/2026, avg 20 mg/day', 20),
      dose_text: '20 mg once a day',
      to: '2026-11-10T00:00:00',
    });
    expect(texts(step)).toEqual([
      'taper 40 to 5 mg until 12/15/2026: 20 mg until 11/10/2026, avg 20 mg/day',
      'taper 40 to 5 mg until 12/15/2026: 20 mg until 11/10/2026',
      'taper, now 20 mg once a day until 11/10/2026',
      'taper, now 20 mg once a day',
    ]);
  });

  it('stands when it ended, where nothing is taken any more', () => {
    expect(nowTexts(null, { ...series, segments: [over()] }, day)).toEqual(['1000 mg twice a day, ended 06/19/2026', 'ended 06/19/2026']);
    expect(nowTexts(null, { ...series, segments: [] }, day)).toEqual([]);
  });
});

describe('what a legend says of the doses of a day', () => {
  it('ruling 52: is the order first and its average after it', () =>
    expect(said(15 / 7, 0, [weekly])).toEqual(['15 mg once a week, avg 2.14 mg/day', '']));

  it('ruling 30: shows the addends of a sum, and what is taken as needed apart', () => {
    const daily = taken('5 mg once a day since 03/01/2026, avg 5 mg/day', 5);
    expect(said(50 / 7, 4000, [weekly, daily, needed])).toEqual([
      '15 mg once a week, avg 2.14 mg/day and 5 mg once a day since 03/01/2026, avg 5 mg/day, in all avg 7.14 mg/day',
      '1000 mg 4 times a day as needed, + up to 4000 mg/day',
    ]);
    expect(said(10, 0, [daily, daily], true)[0]).toMatch(/avg 5 mg\/day \(2 treatments\), in all avg 10 mg\/day, possibly the same order$/);
    expect(said(null, 8000, [needed, needed], true)).toEqual([
      '',
      '1000 mg 4 times a day as needed, + up to 4000 mg/day (2 treatments), in all + up to 8000 mg/day, possibly the same order',
    ]);
  });

  it('never leaves the place of a dose empty', () => {
    expect(said(null, 0, [taken('', null, true)])).toEqual(['', 'as needed']);
    expect(said(null, 0, [taken('one spoon', null)])).toEqual(['one spoon, no average', '']);
    expect(dayDosesText({ total: null, upTo: 0, segments: [taken('', null)], possiblySame: false }, 'mg')).toBe(
      'without a dosage, no average',
    );
  });

  it('has room for the longest, also where dosages overlap', () => {
    expect(roomOfDoses({ segments: [taken('5 mg', 5)], sums: [], unit: 'mg' })).toBe('not on this day');
    const sums = [{ from: null, to: null, average: 15 / 7, up_to: 4000, addends: [0, 1], possibly_same_order: false }];
    expect(roomOfDoses({ segments: [weekly, needed], sums, unit: 'mg' })).toBe(`${weekly.order} ${needed.order}`);
  });
});
