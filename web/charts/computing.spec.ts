import fc from '#tests/support/fast-check';
import { moves } from './axis.ts';
import { beyond } from './beyond.ts';
import { point, series } from './fixtures.ts';
import { measuredDays, nextDay, placeAt } from './focus.ts';
import { polyline } from './polylines.ts';
import { applies, DAY, localOf, panned, reach, timeOf, wholeDays, yearsFrom, zoomed } from './local-time.ts';
import { timeTicks } from './time-ticks.ts';
import { yDomain, yTicks } from './y-domain.ts';

const day = (text: string) => timeOf(`${text}T00:00:00`);
const span = (from: string, to: string) => ({ from: day(from), to: day(to) });

describe('the time axis', () => {
  it('reads times as the engine does, and what is no time as none', () => {
    const times = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    const digits = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 7, maxLength: 7 }).map((each) => {
      const [a, b, c, d, e, f, g] = each.map((one) => String(one).padStart(2, '0'));
      return `${a}${b}-${c}-${d}T${e}:${f}:${g}`;
    });
    const same = (local: string) => expect(timeOf(local)).toBe(Date.parse(`${local}Z`));
    fc.assert(fc.property(times, (time) => same(time.toISOString().slice(0, 19))));
    fc.assert(fc.property(digits, same));
    for (const local of [
      '',
      '2026-02-30T00:00:00',
      '2026-02-29T10:00:00',
      '2026-01-01T24:00:00',
      '2026-01-01 10:00:00',
      '2026-1-01T10:00:00',
    ])
      same(local);
  });

  it('reaches 50 years back and 1 year ahead', () => {
    const { from, to } = reach(day('2026-11-21'));
    expect([localOf(from), localOf(to)]).toEqual(['1976-11-21T00:00:00', '2027-11-21T23:59:59']);
  });

  it('lets 29 February fall on the 28th in other years', () =>
    expect(localOf(yearsFrom(day('2024-02-29'), 1))).toBe('2025-02-28T00:00:00'));

  it('has a tick per quarter, with the years among them', () => {
    const ticks = timeTicks(span('2018-01-01', '2019-12-31'), 900);
    expect(ticks.filter((tick) => tick.kind === 'year').map((tick) => tick.label)).toEqual(['2018', '2019']);
    expect(ticks.filter((tick) => tick.kind === 'quarter').map((tick) => tick.label)).toEqual(['Apr', 'Jul', 'Oct', 'Apr', 'Jul', 'Oct']);
  });

  it('names only some years and drops the quarters where fifty years stand side by side', () => {
    const ticks = timeTicks(span('1976-11-21', '2027-11-21'), 900);
    expect(ticks.every((tick) => tick.kind === 'year')).toBe(true);
    expect(ticks.filter((tick) => tick.label).map((tick) => tick.label)).toContain('1980');
    expect(ticks.filter((tick) => tick.label).length).toBeLessThan(30);
  });

  it('names days where the span is a fortnight', () => {
    const labels = timeTicks(span('2019-02-20', '2019-03-05'), 900).map((tick) => tick.label);
    expect(labels).toContain('Feb 21');
  });

  it('zooms around a point that stays where it is', () => {
    const bounds = span('1970-01-01', '2030-01-01');
    const next = zoomed(span('2018-01-01', '2020-01-01'), 0.5, day('2019-01-01'), bounds);
    expect((day('2019-01-01') - next.from) / (next.to - next.from)).toBeCloseTo(0.5, 2);
  });

  it('keeps the length of a span that is dragged against the end', () => {
    const bounds = span('2000-01-01', '2020-01-01');
    const next = panned(span('2019-01-01', '2019-12-31'), 100 * DAY, bounds);
    expect(next.to).toBe(bounds.to);
    expect(next.to - next.from).toBe(day('2019-12-31') - day('2019-01-01'));
  });

  it('applies a zoom that moves only the end, and none that turns the span round', () => {
    const current = span('2019-01-01', '2019-06-01');
    expect(applies({ ...current, to: day('2019-07-01') }, current)).toBe(true);
    expect(applies(current, current)).toBe(false);
    expect(applies({ from: current.to, to: current.from }, current)).toBe(false);
  });

  it('counts an end date to the end of its day', () => {
    expect(localOf(wholeDays(span('2019-01-01', '2019-06-01')).to)).toBe('2019-06-01T23:59:59');
  });
});

describe('the y axis', () => {
  it('ends at 1.5 where there is nothing', () => expect(yDomain([])).toEqual([0, 1.5]));
  it('ends at 1.1 times the highest value', () => expect(yDomain([0.4, 2])).toEqual([0, 2.2]));
  it('starts at 1.1 times a negative lowest value', () => expect(yDomain([-1, 2])[0]).toBeCloseTo(-1.1));
  it('keeps the reference line in sight above low values', () => expect(yDomain([0.2], 1)).toEqual([0, 1.1]));
  it('writes a true minus and the digits that tell marks apart', () =>
    expect(yTicks([-1, 1], 4).map((tick) => tick.label)).toEqual(['\u22121.0', '\u22120.5', '0.0', '0.5', '1.0']));
  it('writes numbers that would run into the legend as powers of ten, all of the same', () => {
    const said = (low: number, high: number) =>
      yTicks([low, high], 3).map(({ label, power }) => (power === undefined ? label : `${label}^${power}`));
    expect(said(0, 5.5e12)).toEqual(['0', '2×10^12', '4×10^12']);
    expect(said(0, 5.5e-9)).toEqual(['0', '2×10^-9', '4×10^-9']);
    expect(said(0, 1.1e-15)).toEqual(['0', '5×10^-16', '10×10^-16']);
    expect(said(-3.3e9, 0)).toEqual(['\u22123×10^9', '\u22122×10^9', '\u22121×10^9', '0']);
    expect(said(0, 450_000)).toEqual(['0', '200\u202f000', '400\u202f000']);
  });
});

describe('the line of a series', () => {
  /** The months that each stretch of the line joins. */
  const runs = (...points: ReturnType<typeof point>[]) => {
    const { columns } = series('Creatinine', 1, points);
    const all = [0, points.length] as const;
    const line = [...polyline(columns, columns.heights, { window: all, reach: all }, { x: (time) => time / DAY, y: (value) => value })];
    const found: number[][] = [[]];
    line.forEach((value, at) => {
      if (at % 2 === 1) return;
      if (Number.isNaN(value)) found.push([]);
      else found.at(-1)!.push(new Date(Math.floor(value) * DAY).getUTCMonth() + 1);
    });
    return found.filter((run) => run.length > 0);
  };

  it('passes drafts by', () =>
    expect(runs(point('2019-01-01'), point('2019-02-01', { draft: true }), point('2019-03-01'))).toEqual([[1, 3]]));

  it.each([
    ['a comparator', { comparator: '<' as const }],
    ['a corrected value', { corrected: true }],
    ['a value without a height', { height: null }],
  ])('has a gap at %s', (_, given) =>
    expect(runs(point('2019-01-01'), point('2019-02-01'), point('2019-03-01', given), point('2019-04-01'), point('2019-05-01'))).toEqual([
      [1, 2],
      [4, 5],
    ]),
  );

  it('is no line at a single point', () => expect(runs(point('2019-01-01'))).toEqual([]));
});

describe('the focus line', () => {
  const one = series('Creatinine', 1, [point('2019-01-10'), point('2019-02-10', { draft: true }), point('2019-03-10')]);
  const idAt = (on: string) => {
    const place = placeAt(one, day(on));
    return place < 0 ? undefined : one.idAt(place);
  };

  it('ruling 33: shows the value at or before the day, to the end of the day', () => expect(idAt('2019-03-10')).toBe('2019-03-10'));
  it('never shows what lies between two results', () => expect(idAt('2019-03-09')).toBe('2019-01-10'));
  it('has nothing before the first result', () => expect(idAt('2019-01-09')).toBeUndefined());
  it('walks from one measured day to the next', () => {
    const days = measuredDays([one]);
    expect(nextDay(days, day('2019-01-10'), 1)).toBe(day('2019-02-10'));
    expect(nextDay(days, day('2019-01-10'), -1)).toBeUndefined();
  });
});

describe('what lies outside the span', () => {
  const one = series('Creatinine', 1, [point('2015-01-10'), point('2016-02-10'), point('2020-03-10')]);

  it('is counted on either side', () => {
    const { before, after, inside } = beyond([one], span('2017-01-01', '2019-01-01'));
    expect([before?.count, after?.count, inside]).toEqual([2, 1, 0]);
    expect(localOf(before?.nearest ?? 0)).toBe('2016-02-10T08:00:00');
  });

  it('is reached by a span of the same length', () => {
    const current = span('2017-01-01', '2019-01-01');
    const next = moves(1200, [], reach(day('2026-01-01'))).reveal(current, timeOf('2016-02-10T08:00:00'), 0.1);
    expect(next.to - next.from).toBeCloseTo(current.to - current.from, -1);
    expect(beyond([one], next).inside).toBeGreaterThan(0);
  });
});
