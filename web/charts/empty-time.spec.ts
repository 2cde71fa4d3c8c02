import fc from '#tests/support/fast-check';
import { axisTicks, clearOf, FIRST, foldsWithRoom, moves, nameAt, timeAxis, wordAt, wordsClearOf } from './axis.ts';
import { emptyTime, foldAt, foldLength, NO_FOLDS } from './empty-time.ts';
import { barScene } from './bar-scene.ts';
import { point, series } from './fixtures.ts';
import { dotOfPoint, nearestDot } from './hit.ts';
import { DAY, reach, startOfDay, timeOf, yearsFrom } from './local-time.ts';
import { placeOf } from './series.ts';
import { scene } from './scene.ts';
import { pathOf } from './strokes.ts';

const day = (text: string) => timeOf(`${text}T00:00:00`);
const today = timeOf('2026-11-21T12:00:00');
const bounds = reach(today);
const WIDTH = 1200;

/** Days on which something happened in the last fifty years, today among them. */
const lives = fc
  .array(fc.integer({ min: 0, max: 50 * 365 }), { minLength: 1, maxLength: 25 })
  .map((back) => [today, ...back.map((days) => today - days * DAY)].filter((time) => time > bounds.from));
const spans = fc
  .tuple(fc.integer({ min: 0, max: 49 * 365 }), fc.integer({ min: 30, max: 50 * 365 }))
  .map(([after, days]) => ({ from: bounds.from + after * DAY, to: Math.min(bounds.to, bounds.from + (after + days) * DAY) }));
const widths = fc.integer({ min: 240, max: 2400 });

describe('empty time', () => {
  it('is folded where it is longer than a year, with a month at scale on either side', () => {
    const times = [day('2010-03-01'), day('2016-03-01'), day('2016-09-01'), today];
    expect(emptyTime(times, bounds)).toEqual([
      { from: bounds.from, to: day('2010-01-30') },
      { from: day('2010-04-01'), to: day('2016-01-31') },
      { from: day('2016-10-02'), to: startOfDay(today) - 30 * DAY },
    ]);
  });
  it('is nothing where nothing is known', () => expect(emptyTime([], bounds)).toBe(NO_FOLDS));
  it('is named by its length', () => {
    expect(foldLength({ from: day('2010-01-01'), to: day('2013-03-01') })).toBe('3 years 2 months');
    expect(foldLength({ from: day('2010-01-01'), to: day('2011-01-01') })).toBe('1 year');
    expect(foldLength({ from: day('2010-01-01'), to: day('2013-03-01') }, true)).toBe('3 y');
  });
  it('holds nothing that happened, and its folds stand apart in order', () => {
    fc.assert(
      fc.property(lives, (times) => {
        const folds = emptyTime(times, bounds);
        for (const time of times) expect(foldAt(folds, time)).toBeUndefined();
        folds.forEach(({ from, to }, at) => {
          expect(to - from).toBeGreaterThan(365 * DAY);
          if (at > 0) expect(from).toBeGreaterThan(folds[at - 1]!.to);
        });
      }),
    );
  });
});

describe('an axis with folds', () => {
  it('is monotone, and begins and ends where the drawing does', () => {
    fc.assert(
      fc.property(
        lives,
        spans,
        widths,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
        (times, span, width, shares) => {
          const axis = timeAxis(span, width, emptyTime(times, bounds));
          expect(axis.x(span.from)).toBeCloseTo(axis.left, 3);
          expect(axis.x(span.to)).toBeCloseTo(axis.right, 3);
          const places = shares.toSorted((a, b) => a - b).map((share) => axis.x(span.from + share * (span.to - span.from)));
          places.forEach((place, at) => at > 0 && expect(place).toBeGreaterThanOrEqual(places[at - 1]! - 1e-6));
        },
      ),
    );
  });
  it('is invertible: a day outside of folds is the same day again', () => {
    fc.assert(
      fc.property(lives, spans, widths, fc.double({ min: 0, max: 1, noNaN: true }), (times, span, width, share) => {
        const folds = emptyTime(times, bounds);
        const axis = timeAxis(span, width, folds);
        const time = span.from + share * (span.to - span.from);
        if (!foldAt(folds, time)) expect(Math.abs(axis.invert(axis.x(time)) - time)).toBeLessThan(60_000);
      }),
    );
  });
  it('has one scale in all of its pieces, and its folds between them', () => {
    fc.assert(
      fc.property(lives, spans, widths, (times, span, width) => {
        const axis = timeAxis(span, width, emptyTime(times, bounds));
        expect(new Set(axis.pieces.map(({ kx }) => kx)).size).toBe(1);
        const wide = [
          ...axis.pieces.map(({ from, to }) => axis.x(to) - axis.x(from)),
          ...axis.folds.map(({ left, right }) => right - left),
        ];
        expect(wide.reduce((sum, one) => sum + one, 0)).toBeCloseTo(axis.right - axis.left, 2);
        const folded = axis.folds.reduce((sum, { left, right }) => sum + right - left, 0);
        expect(folded).toBeLessThanOrEqual((axis.right - axis.left) / 3 + 0.01);
        for (const { from, to, kx, bx } of axis.pieces) {
          expect(from * kx + bx).toBeCloseTo(axis.x(from), 2);
          expect(to * kx + bx).toBeCloseTo(axis.x(to), 2);
        }
      }),
    );
  });
  it('keeps its ticks true, and none stands in a fold', () => {
    fc.assert(
      fc.property(lives, spans, widths, (times, span, width) => {
        const folds = emptyTime(times, bounds);
        const axis = timeAxis(span, width, folds);
        for (const tick of axisTicks(axis)) {
          expect(Math.abs(tick.x - axis.x(tick.time))).toBeLessThan(0.1);
          if (axis.folds.length > 0) expect(foldAt(folds, tick.time)).toBeUndefined();
        }
      }),
    );
  });
  it('says after each fold which year it is', () => {
    const times = [day('2010-02-01'), day('2016-03-01'), today];
    const axis = timeAxis({ from: day('2009-12-20'), to: today }, WIDTH, emptyTime(times, bounds));
    for (const { from, to } of axis.pieces) {
      const said = axisTicks(axis).filter(({ time, label }) => time >= from && time <= to && label);
      expect(said.map(({ label }) => label).join(' ')).toMatch(/\b20\d\d\b/);
    }
  });
  it('says the year of a short piece too, and no two names stand on each other', () => {
    const times = [day('2004-03-01'), day('2004-06-01'), day('2010-02-01'), day('2011-01-15'), day('2019-05-01'), day('2026-02-01')];
    const axis = timeAxis({ from: day('2003-08-08'), to: today }, WIDTH, emptyTime(times, bounds));
    expect(axis.pieces).toHaveLength(4);
    for (const { from, to } of axis.pieces) {
      const said = axisTicks(axis).filter(({ time, label }) => time >= from && time <= to && label);
      expect(said.map(({ label }) => label).join(' ')).toMatch(/\b20\d\d\b/);
    }
    fc.assert(
      fc.property(lives, spans, widths, (lived, span, width) => {
        const any = timeAxis(span, width, emptyTime(lived, bounds));
        const ticks = axisTicks(any);
        const names = [
          ...ticks.filter(({ label }) => label).map((tick) => ({ at: nameAt(tick), half: tick.label.length * 3.1 })),
          ...foldsWithRoom(any, ticks, []).map(({ left, right, short }) => ({ at: (left + right) / 2, half: short.length * 3.1 })),
        ].sort((a, b) => a.at - b.at);
        for (const [index, { at, half }] of names.entries()) {
          const before = names[index - 1];
          if (before) expect(at - half).toBeGreaterThanOrEqual(before.at + before.half);
        }
      }),
    );
  });
  it('says its year also where no new year is in sight, and no name stands on another', () => {
    const ends = ['2026-09-24', '2026-10-08', '2026-10-20', '2026-12-30'].map(day);
    for (const width of [320, 600, WIDTH]) {
      for (const to of ends.slice(1)) {
        const named = axisTicks(timeAxis({ from: ends[0]!, to }, width)).filter(({ label }) => label);
        expect(named.map(({ label }) => label).join(' ')).toMatch(/\b2026\b/);
        const places = named.map((tick) => ({ at: nameAt(tick), half: tick.label.length * 3.1 }));
        // 'Date' comes first
        let end = 28;
        for (const { at, half } of places) {
          expect(at - half).toBeGreaterThan(end);
          end = at + half;
        }
      }
    }
  });
  it('says its year beside the word for today too', () => {
    for (const width of [320, 600, WIDTH]) {
      for (const days of [1, 2, 7, 9, 18, 60, 200]) {
        for (const from of ['2026-01-02', '2026-02-10', '2026-07-01', '2026-11-04'].map(day)) {
          const axis = timeAxis({ from, to: from + days * 86_400_000 - 1000 }, width);
          for (const share of [0, 0.3, 0.5, 0.75, 0.95]) {
            const words = [{ at: axis.x(from + share * days * 86_400_000), half: 17 }];
            const named = clearOf(axisTicks(axis, words), words).filter(({ label }) => label);
            expect(named.map(({ label }) => label).join(' ')).toMatch(/\b202\d\b/);
          }
        }
      }
    }
  });
  it('lets no name touch another one, nor the word for today or for the axis, at its edges too', () => {
    const check = (span: { from: number; to: number }, width: number, now: number, folds: readonly { from: number; to: number }[] = []) => {
      const axis = timeAxis(span, width, folds);
      const words = [wordAt(axis.x(now), 17, FIRST, axis.right + 11)];
      const named = clearOf(axisTicks(axis, words), words).filter(({ label }) => label);
      const names = named.map((tick) => ({ at: nameAt(tick), half: tick.label.length * 3.3 }));
      const all = [{ at: 15, half: 13 }, ...words, ...names].sort((a, b) => a.at - b.at);
      for (let at = 1; at < all.length; at += 1)
        expect(all[at]!.at - all[at]!.half - (all[at - 1]!.at + all[at - 1]!.half)).toBeGreaterThan(-0.2);
    };
    // a phone, and today at the end of what is shown
    check({ from: day('1968-07-30'), to: day('2026-12-30') }, 366, day('2026-11-29'));
    check({ from: day('1976-01-01'), to: day('2026-11-29') }, 366, day('2026-11-29'));
    check({ from: day('2025-03-24'), to: day('2025-04-05') }, 366, day('2025-03-24'));
    fc.assert(
      fc.property(
        lives,
        spans,
        fc.integer({ min: 320, max: 1400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (times, span, width, share) => {
          const now = span.from + share * (span.to - span.from);
          check(span, width, now);
          check(span, width, now, emptyTime(times, bounds));
        },
      ),
    );
  });
  it('keeps words within their edges, and gives way to the day of the focus line', () => {
    const now = wordAt(352, 17, FIRST, 363);
    expect([now.at, wordAt(44, 17, FIRST, 363).at, wordAt(200, 17, FIRST, 363).at]).toEqual([346, FIRST + 17, 200]);
    expect(wordsClearOf([now], wordAt(350, 38, 44, 352))).toEqual([]);
    expect(wordsClearOf([now], wordAt(100, 38, 44, 352))).toEqual([now]);
    expect(wordsClearOf([now], undefined)).toEqual([now]);
  });
  it('is the plain one where nothing is folded', () => {
    const span = { from: day('2020-01-01'), to: day('2021-01-01') };
    expect(timeAxis(span, WIDTH).folds).toEqual([]);
    expect(timeAxis(span, WIDTH).pieces).toMatchObject([span]);
  });
});

describe('moving over folds', () => {
  const folds = emptyTime([day('2008-05-01'), day('2015-05-01'), today], bounds);
  const span = { from: day('2014-01-01'), to: bounds.to };
  const { pan, zoom, reveal } = moves(WIDTH, folds, bounds);

  it('comes back to where it began, also across a fold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), (by) => {
        const there = pan({ from: day('2015-06-01'), to: day('2026-11-01') }, -by);
        const back = pan(there, by);
        expect(Math.abs(back.from - day('2015-06-01'))).toBeLessThan(DAY);
        expect(Math.abs(back.to - day('2026-11-01'))).toBeLessThan(DAY);
      }),
    );
  });
  it('stays within 50 years back and one ahead', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: -3000, max: 3000 }), fc.double({ min: 0.2, max: 5, noNaN: true }), (from, by, factor) => {
        for (const next of [pan(from, by), zoom(from, factor, WIDTH / 2)]) {
          expect(next.from).toBeGreaterThanOrEqual(bounds.from - 1000);
          expect(next.to).toBeLessThanOrEqual(bounds.to + 1000);
          expect(next.to).toBeGreaterThan(next.from);
        }
      }),
    );
  });
  it('zooms around what is under the hand', () => {
    const axis = timeAxis(span, WIDTH, folds);
    const held = day('2026-09-01');
    const next = zoom(span, 0.8, axis.x(held));
    expect(Math.abs(timeAxis(next, WIDTH, folds).x(held) - axis.x(held))).toBeLessThan(8);
  });
  it('reaches what lies before and after', () => {
    for (const time of [day('2008-05-01'), yearsFrom(today, -11.5)]) {
      const next = reveal({ from: day('2026-01-01'), to: today }, time, 0.1);
      expect(next.from).toBeLessThan(time);
      expect(next.to).toBeGreaterThan(time);
    }
  });
});

describe('charts with folds', () => {
  const one = series('Creatinine', 1, [
    point('2010-02-01'),
    point('2010-03-01'),
    point('2010-04-01'),
    point('2016-03-01'),
    point('2016-04-01'),
    point('2016-05-01', { raw: null, height: null, text: 'a long text that would run over whatever comes after it' }),
  ]);
  const span = { from: day('2010-01-15'), to: day('2018-01-01') };
  const folds = emptyTime([...one.columns.times, day('2018-01-01')], bounds);
  const given = { series: [one], span, width: WIDTH, paneHeight: 300, today, folds };

  it('ruling 33: joins no line across a fold', () => {
    const drawing = scene(given);
    const [stroke] = drawing.panes[0]!.strokes;
    expect(drawing.folds).toHaveLength(2);
    expect(pathOf(stroke!.line).match(/M/g)).toHaveLength(2);
    expect(pathOf(scene({ ...given, folds: [] }).panes[0]!.strokes[0]!.line).match(/M/g)).toHaveLength(1);
  });
  it('ruling 33: neither where the fold is out of view', () => {
    const near = { ...given, span: { from: day('2016-02-15'), to: day('2016-06-01') } };
    const [x] = scene(near).panes[0]!.strokes[0]!.line;
    expect(x).toBeGreaterThan(100);
    expect(scene({ ...near, folds: [] }).panes[0]!.strokes[0]!.line[0]).toBeLessThan(0);
  });
  it('breaks dense lines as well, and finds every point of them', () => {
    const many = series(
      'Many',
      1,
      Array.from({ length: 4000 }, (_, at) => ({
        ...point('2010-02-01'),
        id: `p${at}`,
        time: (at < 2000 ? day('2010-02-01') : day('2016-03-01')) + at * 3_600_000,
      })),
    );
    const drawing = scene({ ...given, series: [many] });
    expect(drawing.panes[0]!.dense?.points).toBe(4000);
    expect(pathOf(drawing.panes[0]!.strokes[0]!.line).match(/M/g)).toHaveLength(2);
    for (const id of ['p10', 'p1999', 'p2000', 'p3990']) {
      const dot = dotOfPoint(drawing, 'many', id)!;
      const x = timeAxis(span, WIDTH, folds).x(many.columns.times[placeOf(many, id)]!);
      expect(Math.abs(dot.x - x)).toBeLessThan(0.1);
      expect(nearestDot(drawing, dot.x, dot.y)).not.toBeNull();
    }
  });
  it('lets no words run over a fold', () => {
    const [dot] = scene({ ...given, span: { from: span.from, to: today } }).panes.at(-1)!.dots;
    const fold = scene({ ...given, span: { from: span.from, to: today } }).folds.find(({ left }) => left > dot!.x);
    expect(dot!.x + (dot!.text ?? '').length * 6.6).toBeLessThan(fold!.left);
  });
  it('carries a bar that holds across them', () => {
    const bar = { id: 'b', from: day('2010-02-01'), to: day('2016-04-01'), draft: false, corrected: false };
    const { rows, folds: marks } = barScene({
      series: [{ id: 'd', name: 'Asthma', kind: 'span', mark: 1, thickness: 30, bars: [bar] }],
      span,
      bounds,
      width: WIDTH,
      today,
      folds,
    });
    const [shape] = rows[0]!.shapes;
    expect(marks).toHaveLength(2);
    expect(shape!.x).toBeLessThan(marks[0]!.left);
    expect(shape!.x + shape!.width).toBeGreaterThan(marks[0]!.right);
  });
});
