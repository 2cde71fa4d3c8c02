import { readFileSync, writeFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { amountText, barScene, barUnder, doseHeight, laneHeight, spanHeight } from './bar-scene.ts';
import { BarSvg } from './bar-svg.tsx';
import { type Bar, barDays, barsAt, barsBeyond, type BarSeries, isUnsure, stepsOf } from './bars.ts';
import { reach, timeOf } from './local-time.ts';

const start = (day: string) => timeOf(`${day}T00:00:00`);
const end = (day: string) => timeOf(`${day}T23:59:59`);
const today = timeOf('2026-11-21T12:00:00');
const bounds = reach(today);
const bar = (id: string, from: string, to: string | null, change: Partial<Bar> = {}): Bar => ({
  id,
  from: start(from),
  to: to === null ? null : end(to),
  draft: false,
  corrected: false,
  ...change,
});
const dose = (id: string, from: string, to: string | null, amount: number | null, change: Partial<Bar> = {}) =>
  bar(id, from, to, { amount, ...change });

const metformin: BarSeries = {
  id: 'metformin',
  name: 'Metformin',
  unit: 'mg/day',
  kind: 'dose',
  mark: 1,
  thickness: 100,
  bars: [
    dose('a', '2023-01-01', '2024-05-31', 1000),
    dose('b', '2024-06-01', null, 2000),
    dose('c', '2025-01-01', '2025-03-31', 500, { corrected: true }),
    dose('d', '2025-06-01', null, 850, { draft: true }),
  ],
};
it('what holds for one day is wide enough to be seen, however long the time is', () => {
  const series: BarSeries = { ...metformin, kind: 'span', bars: [bar('v', '2019-02-04', '2019-02-04', { isOfDay: true })] };
  const span = { from: start('1990-01-01'), to: end('2026-11-21') };
  const [row] = barScene({ series: [series], span, bounds, width: 800, today, focused: null, folds: [] }).rows;
  expect(row!.shapes.map(({ width }) => width)).toEqual([4]);
  const year = bar('y', '2019-01-01', '2019-12-31', { isOfDay: true, fromUntil: end('2019-12-31') });
  const [vague] = barScene({ series: [{ ...series, bars: [year] }], span, bounds, width: 800, today, focused: null, folds: [] }).rows;
  expect(vague!.shapes.map(({ kind }) => kind)).toEqual(['vague']);
});

describe('a bar that nobody is sure of', () => {
  const tumour: BarSeries = {
    ...metformin,
    name: 'C50.911 Malignant neoplasm of unspecified site of right female breast',
    now: ['differential'],
    kind: 'span',
    bars: [bar('u', '2025-06-01', null, { isUnsure: true })],
  };
  const drawnAt = (from: string, width: number, series = tumour) =>
    barScene({ series: [series], span: { from: start(from), to: end('2026-12-20') }, bounds, width, today }).rows[0]!;

  it('is an outline until today, then hatched as all that lasts', () => {
    expect(drawnAt('2018-06-01', 900).shapes.map(({ kind }) => kind)).toEqual(['unsure', 'ahead']);
    const scene = barScene({ series: [tumour], span: { from: start('2018-06-01'), to: today }, bounds, width: 900, today });
    const [mark] = renderToStaticMarkup(<BarSvg scene={scene} id="t" />).match(/<rect[^>]*><\/rect><path[^>]*>/)!;
    expect(mark).toContain('fill="none"');
    expect(mark).not.toContain('stroke-dasharray');
  });
  it('has the word for it after its name, never cut', () => {
    expect(drawnAt('2018-06-01', 900).name?.text).toBe(`${tumour.name}: differential`);
    for (const [from, width] of [
      ['2018-06-01', 366],
      ['2025-05-01', 366],
      ['1968-07-30', 366],
      ['2026-11-01', 240],
    ] as const) {
      expect(drawnAt(from, width).name?.text).toMatch(/^C50\.911 .*…: differential$/);
    }
    // as much of the name as there is room for
    expect(drawnAt('1968-07-30', 366).name!.text.length).toBeGreaterThan(35);
  });
  it('is none once a bar of its row is sure', () => {
    expect(isUnsure(tumour)).toBe(true);
    expect(isUnsure({ bars: [...tumour.bars, bar('s', '2026-01-01', null)] })).toBe(false);
    expect(isUnsure({ bars: [...tumour.bars, bar('s', '2026-01-01', null, { draft: true })] })).toBe(true);
    expect(isUnsure({ bars: [] })).toBe(false);
  });
});

const ibuprofen: BarSeries = {
  ...metformin,
  id: 'ibuprofen',
  name: 'Ibuprofen',
  mark: 2,
  bars: [dose('e', '2024-01-01', null, 1200, { asNeeded: true })],
};
const hypertension: BarSeries = {
  id: 'i10',
  name: 'I10 Essential (primary) hypertension',
  kind: 'span',
  mark: 3,
  thickness: 30,
  bars: [bar('f', '2019-01-01', null, { fromUntil: end('2019-12-31') })],
};
const pneumonia: BarSeries = {
  ...hypertension,
  id: 'j18',
  name: 'J18.9 Pneumonia',
  mark: 4,
  bars: [bar('g', '2022-11-02', '2022-12-05'), bar('h', '2024-01-10', null, { to: start('2024-01-10') })],
};
const span = { from: start('2018-06-01'), to: end('2027-11-21') };
const all = [metformin, ibuprofen, hypertension, pneumonia];
const scene = (series: readonly BarSeries[] = all, given: Partial<Parameters<typeof barScene>[0]> = {}) =>
  barScene({ series, span, bounds, width: 900, today, ...given });
const shapes = (series: BarSeries, given = {}) => scene([series], given).rows[0]?.shapes ?? [];

it('draws doses, what is as needed, drafts, ongoing and vague bars as stored', () => {
  const drawn = renderToStaticMarkup(<BarSvg scene={scene()} id="t" />).replaceAll('><', '>\n<');
  const file = new URL('./drawings/bars.svg', import.meta.url);
  if (process.env['UPDATE_DRAWINGS']) writeFileSync(file, `${drawn}\n`);
  expect(`${drawn}\n`).toBe(readFileSync(file, 'utf8'));
});

it('says after the name what holds today, where there is room for all of it', () => {
  const now = ['500 mg twice a day since 06/20/2026, avg 1000 mg/day', '500 mg twice a day'];
  expect(scene([{ ...metformin, now }]).rows[0]?.name?.text).toBe(`Metformin: ${now[0]}`);
});

describe('on a phone, the dose of today', () => {
  const [width, phone] = [366, { from: start('2020-01-01'), to: end('2026-12-20') }];
  const long = { ...metformin, name: 'GLUCOPHAGE XR (Metformin Hydrochloride)', shortName: 'Metformin Hydrochloride' };
  const bars = [dose('a', '2020-02-01', '2026-09-30', 1000), dose('b', '2026-10-01', null, 500)];
  const named = (change: Partial<BarSeries>, given = {}) =>
    scene([{ ...long, bars, ...change }], { width, span: phone, ...given }).rows[0]?.name?.text;

  it('comes before its average and before the whole name, its days before the whole name', () => {
    const now = ['500 mg twice a day since 10/01/2026, avg 1000 mg/day', '500 mg twice a day since 10/01/2026', 'now 500 mg twice a day'];
    expect(named({ now, shortName: 'Metformin' })).toBe('Metformin: 500 mg twice a day since 10/01/2026');
    expect(named({ now })).toBe('Metformin Hydrochlo…: now 500 mg twice a day');
    expect(named({ now, shortName: 'Dihydroergocristine mesylate' })).toBe('Dihydroergocristine…: now 500 mg twice a day');
  });
  it('is never cut: where it fits nowhere, the row says where it is', () => {
    const now = ['taper', ' of 40 to 5 mg in steps of four days'].map((text) => `500 mg at 8 in the morning, 1000 mg at noon and ${text}`);
    expect(named({ now })).toBe('Metformin Hydrochloride: dose in the legend');
  });
  it('needs no room where the bar of today says it', () => {
    const said = [{ ...dose('a', '2020-02-01', null, 1000), words: ['1000 mg once a day'] }];
    expect(named({ bars: said, now: ['1000 mg once a day, avg 1000 mg/day'] })).toBe(long.name);
  });
});

describe('overlapping dosages', () => {
  it('ruling 30: are summed as steps, drafts and what is as needed left out', () =>
    expect(stepsOf(metformin.bars, bounds).map(({ total, bars }) => [total, bars.map(({ id }) => id).join('')])).toEqual([
      [1000, 'a'],
      [2000, 'b'],
      [2500, 'bc'],
      [2000, 'b'],
    ]));
  it('ruling 29: have no total where one has no average', () =>
    expect(stepsOf([dose('a', '2024-01-01', '2024-02-01', 10), dose('b', '2024-01-01', '2024-02-01', null)], bounds)[0]?.total).toBeNull());
  it('leave no gap between the end of a day and the next one', () => {
    const [before, after] = shapes({ ...metformin, bars: metformin.bars.slice(0, 2) });
    expect((before?.x ?? 0) + (before?.width ?? 0)).toBeCloseTo(after?.x ?? 0, 0);
  });
});

describe('the width of bars', () => {
  it('of doses lies between 5 and 50 and follows the dose', () => {
    expect([doseHeight(1, 100, 50), doseHeight(0.5, 100, 50), doseHeight(0.001, 100, 50), doseHeight(1, 100, 90)]).toEqual([50, 25, 5, 50]);
    expect([laneHeight(1), laneHeight(6), laneHeight(100)]).toEqual([50, 40, 22]);
  });
  it('of others lies between 20 and 50 as their style says', () =>
    expect([20, 30, 40, 50, 2, 100].map(spanHeight)).toEqual([20, 30, 40, 50, 20, 50]));
});

describe('what is ongoing', () => {
  it('ruling 40: is hatched after today, one year ahead', () => {
    const [vague, solid, ahead] = shapes(hypertension);
    expect([vague?.kind, solid?.kind, ahead?.kind]).toEqual(['vague', 'solid', 'ahead']);
    expect(ahead?.closes).toBe(false);
    expect((ahead?.x ?? 0) + (ahead?.width ?? 0)).toBeCloseTo(886, 0);
  });
  it('ruling 64: is hatched from the day on which nothing confirms it any more, and counts on', () => {
    const supplied = dose('a', '2024-01-01', null, 5, { confirmedTo: end('2025-02-09') });
    const own = shapes({ ...metformin, bars: [supplied] });
    expect(own.map(({ kind, closes }) => [kind, closes])).toEqual([
      ['solid', true],
      ['ahead', false],
    ]);
    const [solid, ahead] = own;
    expect((solid?.x ?? 0) + (solid?.width ?? 0)).toBeCloseTo(ahead?.x ?? 0, 0);
    const both = stepsOf([supplied, dose('b', '2025-01-01', null, 10)], bounds);
    expect(both.map(({ total, isUnconfirmed }) => [total, isUnconfirmed])).toEqual([
      [5, false],
      [15, false],
      [15, true],
    ]);
  });
  it('ruling 64: says in no bar what nothing confirms any more, and after its name since when', () => {
    const own: BarSeries = { ...metformin, now: ['500 mg, not confirmed since 02/09/2025'] };
    const supplied = dose('a', '2024-01-01', null, 500, { confirmedTo: end('2025-02-09'), words: ['500 mg'] });
    const [row] = scene([{ ...own, bars: [supplied] }]).rows;
    expect(row!.shapes.map(({ kind, label }) => [kind, label])).toEqual([
      ['solid', '500 mg'],
      ['ahead', undefined],
    ]);
    expect(row!.name?.text).toBe('Metformin: 500 mg, not confirmed since 02/09/2025');
    const [empty] = scene([{ ...own, now: ['stopped, day not said'], bars: [] }]).rows;
    expect(empty!.name?.text).toBe('Metformin: stopped, day not said');
  });
  it('says its order once: in the bar only where the name above it does not end with the same words', () => {
    const order = '500 mg twice a day, avg 1000 mg/day';
    const bars = [dose('a', '2024-01-01', null, 1000, { words: [order] })];
    const row = (now: string[], width = 900) => barScene({ series: [{ ...metformin, now, bars }], span, bounds, width, today }).rows[0]!;
    expect(row([order]).name?.text).toBe(`Metformin: ${order}`);
    expect(row([order]).shapes.map(({ label }) => label)).toEqual([undefined, undefined]);
    expect(row([`${order}, no average`]).shapes[0]?.label).toBeUndefined();
    expect(row([`${order}, from 01/01/2024`]).shapes[0]?.label).toBe(order);
    expect(row([]).shapes[0]?.label).toBe(order);
  });
  it('is hatched after today where it is planned with an end, as the steps of a tapering are', () => {
    const steps = [
      dose('a', '2026-11-01', '2026-11-21', 20),
      dose('b', '2026-11-22', '2026-11-28', 10),
      dose('c', '2026-11-29', '2026-12-15', 5),
    ];
    const { rows } = barScene({ series: [{ ...metformin, bars: steps }], span, bounds, width: 9000, today });
    expect(rows[0]?.shapes.map(({ bars, kind, closes }) => [bars[0], kind, closes])).toEqual([
      ['a', 'solid', true],
      ['b', 'ahead', true],
      ['c', 'ahead', true],
    ]);
    const one = barScene({
      series: [{ ...metformin, bars: [dose('d', '2026-11-01', '2026-12-15', 20, { corrected: true })] }],
      span,
      bounds,
      width: 9000,
      today,
    });
    expect(one.rows[0]?.shapes.map(({ kind, opens, closes, corrected }) => [kind, opens, closes, corrected])).toEqual([
      ['solid', true, false, true],
      ['ahead', false, true, false],
    ]);
  });
  it('ends solid where it has an end', () => expect(shapes(pneumonia).map(({ kind }) => kind)).not.toContain('ahead'));
});

it('ruling 31: draws a start that is only known to the year as a span of its own', () =>
  expect(shapes(hypertension)[0]?.kind).toBe('vague'));
it('ruling 23: draws what nobody checked hollow', () =>
  expect(shapes(metformin).find(({ bars }) => bars.includes('d'))?.kind).toBe('draft'));
it('ruling 30: hatches what is taken as needed, apart from the doses', () => {
  const [needed] = shapes(ibuprofen);
  expect([needed?.kind, needed?.height]).toEqual(['needed', 6]);
});

it('names a bar beside it rather than half in it: no edge goes through a word', () => {
  const row = scene([{ ...pneumonia, bars: [bar('a', '2019-02-01', '2019-03-01')] }], { width: 900 }).rows[0]!;
  const [shape] = row.shapes;
  expect(row.name).toMatchObject({ text: pneumonia.name, anchor: 'start' });
  expect(row.name!.x).toBeGreaterThan(shape!.x + shape!.width);
  const again = bar('b', '2022-06-01', '2022-07-01');
  const next = scene([{ ...pneumonia, bars: [bar('a', '2022-02-01', '2022-03-01'), again] }], { width: 900 }).rows[0]!;
  // no room between the two: before the first
  expect(next.name).toMatchObject({ text: pneumonia.name, anchor: 'end' });
});

it('names bars of one row that begin within a few days of each other in the drawing', () => {
  const again = { ...pneumonia, bars: [bar('g', '2026-03-04', null), bar('h', '2026-03-05', null), bar('i', '2026-03-07', null)] };
  const { name } = scene([again]).rows[0]!;
  expect(name?.text).toMatch(/^J18/);
  expect(Number.isFinite(name?.x)).toBe(true);
});

it('cuts the name of a bar only where it fits nowhere', () => {
  const name = 'E11.22 Type 2 diabetes mellitus with diabetic chronic kidney disease';
  const named = (width: number, ...bars: BarSeries['bars']) => scene([{ ...pneumonia, name, bars }], { width }).rows[0]?.name;
  const late = bar('a', '2025-02-01', null, { to: null });
  expect(named(900, bar('a', '2019-02-01', null, { to: null }))).toMatchObject({ text: name, anchor: 'start' });
  expect(named(900, late)).toMatchObject({ text: name, anchor: 'end' });
  expect(named(900, bar('a', '2019-02-01', '2019-03-01'), late)).toMatchObject({ text: name, anchor: 'start' });
  expect(named(420, late)?.text).toMatch(/^E11.22 Type 2 diabetes .*…$/);
});

it('finds the row and the bars under the pointer', () => {
  const drawing = scene();
  const first = drawing.rows[0]?.shapes[0];
  const found = barUnder(drawing, (first?.x ?? 0) + 4, (first?.y ?? 0) + 2);
  expect([found?.row.id, found?.shapes.map(({ bars }) => bars)]).toEqual(['metformin', [['a']]]);
});

it('ruling 31: counts a stop date to the end of its day', () => {
  expect(barsAt(metformin, start('2024-05-31'), bounds).map(({ id }) => id)).toEqual(['a']);
  expect(barsAt(metformin, start('2024-06-01'), bounds).map(({ id }) => id)).toEqual(['b']);
});

it('counts what lies outside of the span, and walks over starts and stops', () => {
  const early = { from: start('2020-01-01'), to: end('2020-06-01') };
  const { before, after, inside } = barsBeyond([metformin, pneumonia], early, bounds);
  expect([before, after?.count, inside]).toEqual([null, 6, 0]);
  expect(barDays([pneumonia], today)).toContain(start('2022-11-02'));
});

it('writes doses with two decimals and at least three digits', () =>
  expect([1000, 2.142857, 0.0123456, 0].map(amountText)).toEqual(['1000', '2.14', '0.0123', '0']));

it('ruling 30: what was given lies below the bars of its row, and leaves their steps and heights as they are', () => {
  const span = { from: start('2023-01-01'), to: end('2026-11-21') };
  const given = [
    bar('g', '2024-03-01', '2024-03-01', { amount: null, isOfDay: true }),
    bar('h', '2025-02-01', '2025-02-02', { amount: null, isOfDay: true }),
  ];
  const rowOf = (bars: BarSeries['bars']) =>
    barScene({ series: [{ ...metformin, bars }], span, bounds, width: 800, today, focused: null, folds: [] }).rows[0]!;
  const [without, beside] = [rowOf(metformin.bars), rowOf([...metformin.bars, ...given])];
  expect(stepsOf([...metformin.bars, ...given], bounds)).toEqual(stepsOf(metformin.bars, bounds));
  const isGiven = ({ bars: [id] }: { bars: readonly string[] }) => id === 'g' || id === 'h';
  expect(beside.shapes.filter((shape) => !isGiven(shape))).toEqual(without.shapes);
  const bottom = without.top + without.height;
  const marks = beside.shapes.filter(isGiven);
  expect(marks).toHaveLength(2);
  for (const { y, height, width } of marks) {
    expect(y).toBeGreaterThan(bottom);
    expect(y + height).toBeLessThanOrEqual(beside.top + beside.height);
    expect(width).toBeGreaterThanOrEqual(4);
  }
  // a row of nothing else has no empty lane
  expect(rowOf(given).height).toBeLessThan(without.height);
});
