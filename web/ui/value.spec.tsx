import { renderToStaticMarkup } from 'react-dom/server';
import { AlignedValue, Range, Value } from './value.tsx';

/** What is read, glyphs by their words. */
const text = (element: React.ReactElement): string =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

it.each([
  ['out of its range, and flagged so', { value: '6.4', flag: 'H' }, 'high', '6.4 above range'],
  ['critical', { value: '7.4', flag: 'HH' }, 'high', '7.4 above range HH , critical'],
  ['flagged without a range', { value: '2.1', flag: 'L' }, null, '2.1 flagged low L'],
  ['flagged against its range', { value: '4.1', flag: 'H' }, 'normal', '4.1 H'],
  ['abnormal in words', { value: null, text: 'Moderate', flag: 'A' }, null, 'Moderate A'],
  ['normal by both', { value: '4.1', flag: 'N' }, 'normal', '4.1'],
  ['flagged for what is no limit', { value: '4.1', flag: 'POS' }, null, '4.1'],
] as const)('ruling 36: shows a value that is %s', (_what, entry, standing, said) =>
  expect(text(<Value entry={entry} standing={standing} />)).toBe(said),
);

it('marks in a list what is flagged, whose flag has a column of its own', () => {
  expect(text(<AlignedValue entry={{ value: '2.1', flag: 'HH' }} standing={null} />)).toBe('2 .1 flagged high');
  const tone = (flag: string) => /abnormal/.test(renderToStaticMarkup(<AlignedValue entry={{ value: '2', flag }} standing="normal" />));
  expect([tone('A'), tone('N')]).toEqual([true, false]);
});

it('ruling 18: shows a range as it was printed', () => {
  expect(text(<Range min="13" max="18" range_text="13 to 18" />)).toBe('13 to 18');
  expect(text(<Range min={null} max={null} range_text="see report" />)).toBe('see report');
  expect(text(<Range min={null} max="5" />)).toBe('at most 5');
});
