import { rangeMessages } from './range-messages.ts';

const DOCUMENTS = "no range defined, it's not possible to normalize value and display it on the plot";

it('ruling 18: says a lower limit before the documents’ message, and nothing before it where there is none', () => {
  expect(rangeMessages('60')).toEqual(['Lower limit only: at least 60', DOCUMENTS]);
  expect(rangeMessages('60', true)).toEqual(['Lower limit only: above 60', DOCUMENTS]);
  expect(rangeMessages(null)).toEqual([DOCUMENTS]);
});
