import { rangeMessages } from './range-messages.ts';

const DOCUMENTS = "no range defined, it's not possible to normalize value and display it on the plot";

it('ruling 18: says a lower limit before the documents’ message, and nothing before it where there is no limit or both are 0', () => {
  expect(rangeMessages({ min: '60', max: null })).toEqual(['Lower limit only: at least 60', DOCUMENTS]);
  expect(rangeMessages({ min: null, max: null })).toEqual([DOCUMENTS]);
  expect(rangeMessages({ min: '0', max: '0' })).toEqual([DOCUMENTS]);
});
