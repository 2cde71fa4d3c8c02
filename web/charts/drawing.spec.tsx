import { messages } from '#contracts/rules/messages';
/// <reference types="node" />
import { readFileSync, writeFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SceneInput } from './drawing.ts';
import { type ChartPoint, hardCases, point, series } from './fixtures.ts';
import { dayOfDot, dotsAt, nearestDot } from './hit.ts';
import { timeOf } from './local-time.ts';
import { markOf, symbols } from './marks.ts';
import { SceneSvg } from './scene-svg.tsx';
import { scene } from './scene.ts';

const input = (given: Partial<SceneInput> = {}): SceneInput => ({
  series: hardCases(),
  span: { from: timeOf('2018-01-01T00:00:00'), to: timeOf('2019-06-30T23:59:59') },
  width: 900,
  paneHeight: 300,
  today: timeOf('2019-05-01T00:00:00'),
  ...given,
});

/** Compares a drawing with the stored one; UPDATE_DRAWINGS=1 stores it anew, to be looked at in the change. */
const expectDrawing = (name: string, given: SceneInput): void => {
  const drawn = renderToStaticMarkup(<SceneSvg scene={scene(given)} id="t" />).replaceAll('><', '>\n<');
  const file = new URL(`./drawings/${name}.svg`, import.meta.url);
  if (process.env['UPDATE_DRAWINGS']) writeFileSync(file, `${drawn}\n`);
  expect(`${drawn}\n`).toBe(readFileSync(file, 'utf8'));
};

const panes = (given: SceneInput) => Object.fromEntries(scene(given).panes.map((pane) => [pane.kind, pane]));

it('draws every hard case as stored', () => expectDrawing('hard-cases', input()));
it('draws the focused series with its own range as stored', () => expectDrawing('focused', input({ focused: 'creatinine' })));
it('draws an empty span as stored', () => expectDrawing('empty', input({ series: [] })));

it('gives values without a range an axis of their own with the documents’ message', () => {
  const { common, raw } = panes(input());
  expect(raw?.title).toBe('Ferritin, mg/dL');
  expect(raw?.notes).toEqual(["no range defined, it's not possible to normalize value and display it on the plot"]);
  expect(raw?.dots.map((dot) => dot.series)).toEqual(['ferritin', 'ferritin']);
  expect(common?.dots.some((dot) => dot.series === 'ferritin')).toBe(false);
});

it('breaks the message where the chart is narrow, and keeps its words', () => {
  const { raw } = panes(input({ width: 360 }));
  expect(raw?.notes?.length).toBeGreaterThan(1);
  expect(raw?.notes?.join(' ')).toBe("no range defined, it's not possible to normalize value and display it on the plot");
});

it('knows the day of a point where a pixel is a month wide', () => {
  const many = [
    series(
      'Index',
      1,
      ['2001-03-01', '2001-03-02', '2017-11-30'].map((day) => point(day, { time: timeOf(`${day}T00:00:00`) })),
    ),
  ];
  const span = { from: timeOf('1976-01-01T00:00:00'), to: timeOf('2019-06-30T23:59:59') };
  const dots = panes(input({ series: many, span }))['common']!.dots;
  expect(dots.map((dot) => dayOfDot(many, dot))).toEqual([...many[0]!.columns.times]);
});

it('ruling 31: draws what is only known to the year as a span, no further than the edge', () => {
  const until = (day: string) => timeOf(`${day}T23:59:59`);
  const { common } = panes(
    input({
      series: [
        series('Index', 1, [point('2018-01-01', { until: until('2018-12-31') }), point('2019-01-01', { until: until('2019-12-31') })]),
      ],
    }),
  );
  const [whole, cut] = common!.dots;
  expect(whole!.x + whole!.vague!).toBeCloseTo(cut!.x, -1);
  expect(cut!.x + cut!.vague!).toBeCloseTo(900 - 14, 0);
});

it('labels the red line only where a series is normalised by its limit', () => {
  const label = (given: SceneInput) => panes(given)['common']?.references.map((line) => line.label);
  expect(label(input())).toEqual(['1 = upper limit of normal']);
  expect(label(input({ series: [series('Index', 1, [point('2018-05-01')], { limit: false })] }))).toEqual([]);
});

it('gives relative series a line at 0', () =>
  expect(
    panes(input({ series: [series('Index', 1, [point('2018-05-01')], { relative: true })] }))['common']?.references.map(
      (line) => line.kind,
    ),
  ).toEqual(['limit', 'zero']));

const judged = (given: Partial<ChartPoint> = {}): Partial<ChartPoint> => ({
  height: null,
  raw: 55,
  judgement: 'low',
  band: null,
  limits: { lo: 60, hi: null },
  ...given,
});
const lowerOnly = () => [
  series('eGFR', 1, [point('2018-03-01', judged({ limits: { lo: 90, hi: null } })), point('2018-09-01', judged())], {
    lowerLimit: '60',
    rawNotes: [messages.lowerLimitOnly('60'), messages.noRange],
    limit: false,
  }),
];

it('ruling 18: says and shades a lower limit that has no upper one, before the documents’ message', () => {
  const raw = panes(input({ series: lowerOnly(), width: 1200 }))['raw'];
  expect(raw?.notes).toEqual([
    'Lower limit only: at least 60',
    "no range defined, it's not possible to normalize value and display it on the plot",
  ]);
  // up to the edge of the strip, in two steps
  const heights = [...new Set(raw?.bands[0]?.area.match(/,[\d.]+/g))];
  expect(heights).toHaveLength(3);
  expect(heights).toContain(`,${raw?.top}`);
  const narrow = panes(input({ series: lowerOnly(), width: 360 }))['raw'];
  expect([raw?.titleGoesOn, narrow?.titleGoesOn]).toEqual([0, 0]);
  const [long] = lowerOnly();
  const named = panes(input({ series: [{ ...long!, name: 'Estimated glomerular filtration rate (CKD-EPI 2021)' }], width: 360 }))['raw'];
  expect([named?.titleGoesOn, named?.notes?.[1]]).toEqual([1, 'Lower limit only: at least 60']);
  expect(narrow?.notes?.[0]).toBe('Lower limit only: at least 60');
});

it('ruling 49: marks where the range changed as stored, and says what the mark means', () =>
  expectDrawing(
    'range-changed',
    input({
      series: [
        series('Creatinine', 1, [
          point('2018-05-14', { height: 1.08, raw: 1.29, judgement: 'high' }),
          point('2018-11-14', { height: 1.16, raw: 1.28, judgement: 'high', isRangeChanged: true }),
        ]),
      ],
    }),
  ));

it('ruling 36: marks what the laboratory flagged, twice what it called critical, as stored', () =>
  expectDrawing(
    'flagged',
    input({
      series: [
        series('Potassium', 1, [
          point('2018-05-14', { judgement: 'abnormal' }),
          point('2018-08-14', { height: 1.4, raw: 1.7, judgement: 'high', isCritical: true }),
          point('2018-11-14', { height: 0.4, raw: 0.5, judgement: 'low', isCritical: true }),
          point('2019-01-14', { judgement: 'abnormal', isCritical: true }),
          point('2019-03-14', { height: 1.4, raw: 1.7, judgement: 'high', isCritical: true, isDisputed: true }),
        ]),
        series('Anisocytosis', 2, [point('2018-08-14', { height: null, raw: null, text: 'moderate', judgement: 'abnormal', band: null })]),
      ],
    }),
  ));

it('keeps a one-sided range open to the edge of the chart', () => {
  const { common } = panes(input({ focused: 'troponin i' }));
  expect(common?.bands[0]?.area).toContain(',326');
});

it('puts text results into a lane at the bottom, with as many words as fit', () => {
  const { text } = panes(input());
  expect(text?.dots.map((dot) => dot.text)).toEqual(['neg…', 'indeterminate, please repeat']);
});

it('marks what is out of its own range, drafts, corrections and open values', () => {
  const dots = panes(input())['common']?.dots ?? [];
  expect(dots.filter((dot) => dot.arrow === 'up').length).toBe(3);
  expect(dots.filter((dot) => dot.arrow === 'down').length).toBe(1);
  expect(dots.filter((dot) => dot.hollow).length).toBe(1);
  expect(dots.filter((dot) => dot.corrected).length).toBe(1);
  expect(dots.map((dot) => dot.shape).filter((shape) => shape !== 'symbol')).toEqual(['below', 'above']);
});

it('keeps the y axis still while the chart is dragged', () => {
  const settled = input().span;
  const dragged = { from: settled.from, to: timeOf('2018-06-01T00:00:00') };
  const axis = (given: SceneInput) => panes(given)['common']?.axis;
  expect(axis(input({ span: dragged, settled }))).toEqual(axis(input()));
  expect(axis(input({ span: dragged }))).not.toEqual(axis(input()));
});

it('finds the point under the pointer, and none far from it', () => {
  const drawing = scene(input());
  const dot = drawing.panes[0]?.dots[2];
  if (!dot) throw new Error('no point was drawn');
  expect(nearestDot(drawing, dot.x + 5, dot.y - 4)).toBe(dot);
  expect(nearestDot(drawing, dot.x, dot.y + 150)).toBeNull();
  expect(dotsAt(drawing, dot.x)).toEqual([dot]);
});

describe('marks', () => {
  const marks = Array.from({ length: 95 }, (_, index) => markOf(index + 1));
  const lookOf = ({ symbol, dash }: (typeof marks)[number]) => `${symbol} ${dash}`;

  it('ruling 20: are told apart without colour as long as there are no more than 38', () => {
    expect(new Set(marks.slice(0, 38).map(lookOf)).size).toBe(38);
    expect(new Set(marks.slice(0, symbols.length).map((mark) => mark.symbol)).size).toBe(8);
  });

  it('ruling 53: differ in symbol and line where they share a colour', () => {
    const colors = new Set(marks.map(({ color }) => color));
    expect(colors.size).toBe(19);
    for (const each of colors) {
      const alike = marks.filter(({ color }) => color === each);
      expect(new Set(alike.map(({ symbol }) => symbol)).size).toBe(5);
      expect(new Set(alike.map(({ dash }) => dash)).size).toBe(5);
    }
  });
});
