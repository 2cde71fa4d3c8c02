import { rangeMessages } from './range-messages.ts';

const DOCUMENTS = "no range defined, it's not possible to normalize value and display it on the plot";

it.each([
  ['a lower limit', { min: '60', max: null }, ['Lower limit only: at least 60', DOCUMENTS]],
  ['a lower limit that is outside', { min: '60', max: null, range_text: '> 60' }, ['Lower limit only: above 60', DOCUMENTS]],
  [
    'a lower limit and other words',
    { min: '60', max: null, range_text: 'Male: >= 60' },
    ['Lower limit only: at least 60 (Male: >= 60)', DOCUMENTS],
  ],
  ['0 to 0 and words', { min: '0', max: '0', range_text: 'Negative' }, ['Negative', DOCUMENTS]],
  ['words', { min: null, max: null, range_text: 'follicular 3.5-12.5' }, ['follicular 3.5-12.5', DOCUMENTS]],
  ['nothing', { min: null, max: null }, [DOCUMENTS]],
  ['0 to 0', { min: '0', max: '0' }, [DOCUMENTS]],
])('ruling 18: of %s says what was printed before the documents’ message', (_what, range, said) => {
  expect(rangeMessages(range)).toEqual(said);
});
