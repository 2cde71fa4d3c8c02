import { renderToStaticMarkup } from 'react-dom/server';
import type { BarSeries } from '../bars.ts';
import { point, series } from '../fixtures.ts';
import { timeOf } from '../local-time.ts';
import { drawn } from './chart-drawing.tsx';
import type { Drawing } from './figure.ts';
import { figure, lines, header } from './fixtures.ts';
import { beyondSaid, hiddenSaid } from './left-out.ts';
import { Picture, titleOf } from './picture.tsx';
import { covers } from './raster.ts';

const words = (drawing: Drawing, given: Parameters<typeof figure>[1] = {}): string =>
  renderToStaticMarkup(<Picture figure={figure(drawing, given)} drawing={drawing} header={header} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const treatments = (): Drawing => {
  const bar = { fromUntil: undefined, toFrom: undefined, draft: false, corrected: false };
  const one: BarSeries = {
    id: 'a',
    name: 'metformin',
    unit: 'mg/day',
    kind: 'dose',
    mark: 1,
    thickness: 100,
    bars: [
      { ...bar, id: '1', from: timeOf('2018-02-01T00:00:00'), to: null, amount: 500 },
      { ...bar, id: '2', from: timeOf('2018-09-01T00:00:00'), to: timeOf('2018-10-01T00:00:00'), amount: 500, draft: true },
      { ...bar, id: '3', from: timeOf('2018-03-01T00:00:00'), to: timeOf('2018-06-01T00:00:00'), amount: 100, asNeeded: true },
    ],
  };
  const { span, today, bounds } = lines();
  return { kind: 'bars', series: [one], span, today, bounds };
};

describe('an exported picture', () => {
  it('says whose it is, of which time, as of when, from which clinic and by whom', () => {
    const said = words(lines());
    expect(said).toContain('Ava Louise Morgan');
    expect(said).toContain('born 05/02/1968 · 58 OLD · ***-**-2231 · Lindenhof Family Practice');
    expect(said).toContain('01/01/2018 to 06/30/2019 · as of 05/02/2019 07:04');
    expect(said).toContain('taken 05/02/2019 07:04 (America/Chicago) by Helen Hart, Doctor');
  });

  it('says what is not in it', () => {
    const said = words(lines());
    expect(said).toContain('Not in this picture 3 series hidden, 1 abnormal: Sodium, Urea, Zinc 14 results before 01/01/2018');
    expect(words(lines(), { leftOut: [] })).toContain('Words of text results where there was no room');
    expect(words(lines([]), { leftOut: [] })).not.toContain('Not in this picture');
  });

  it('says how many results stand behind lines that are too close for symbols', () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      point('2018-05-01', { id: String(index), time: timeOf('2018-02-01T00:00:00') + index * 1e7 }),
    );
    expect(words(lines([series('Glucose', 1, many)]))).toContain('3,000 results drawn close together');
  });

  it('explains the marks that it uses, and no others', () => {
    const said = words(lines());
    for (const mark of ['above its range', 'below its range', 'not checked; not joined', 'corrected', 'less than the point'])
      expect(said).toContain(mark);
    expect(words(lines([series('Sodium', 1, [point('2018-05-01')])]))).not.toContain('above its range');
  });

  it('is named by its parameters where they are few', () => {
    expect(titleOf(figure(lines([series('Sodium', 1, [])])))).toBe('Lab results: Sodium, mg/dL');
    expect(titleOf(figure(lines()))).toBe('Lab results: 4 series');
  });

  it('gives bars an axis of their own and tells what is hatched and hollow', () => {
    const said = words(treatments());
    expect(said).toContain('Date');
    for (const mark of ['ongoing or planned after today', 'as needed, never summed', 'draft, not checked']) expect(said).toContain(mark);
    expect(drawn(treatments(), 600, 't').notes[0]).toContain('average daily dosage');
  });

  it('is drawn by marks alone, never by a style of the page', () =>
    expect(renderToStaticMarkup(<Picture figure={figure(lines())} drawing={lines()} header={header} />)).not.toContain(' style='));
});

describe('what is left out', () => {
  it('names what is hidden, and counts what is too much to be named', () => {
    expect(hiddenSaid(['Sodium', 'Zinc'], 1, ['series', 'series'])).toEqual(['2 series hidden, 1 abnormal: Sodium, Zinc']);
    expect(
      hiddenSaid(
        Array.from({ length: 40 }, (_, n) => `S${n}`),
        0,
        ['series', 'series'],
      )[0],
    ).toMatch(/S29 and 10 more$/);
  });

  it('counts what lies on either side of the span', () =>
    expect(
      beyondSaid({ before: { count: 1, nearest: 0 }, after: { count: 1200, nearest: 0 }, inside: 0 }, lines().span, ['result', 'results']),
    ).toEqual(['1 result before 01/01/2018', '1,200 results after 06/30/2019']));
});

it('takes the fonts that have the letters of a picture', () => {
  const letters = new Set([...'Äß'].map((letter) => letter.codePointAt(0)!));
  expect(covers('U+0-FF, U+131', letters)).toBe(true);
  expect(covers('U+400-45F', letters)).toBe(false);
  expect(covers('U+1F??', new Set([0x1f10]))).toBe(true);
  expect(covers('', letters)).toBe(true);
});
