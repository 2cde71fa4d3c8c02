import type { PatientView } from '#contracts/people/patients';
import type { PageView } from '#contracts/reports/reports';
import { recognition } from '#tests/support/report-events';
import { acceptedHead, agreedTo, dayFirst, headDoubts } from './head-doubts.ts';
import { contentOf } from './page-content.ts';

const ORDER = ['date-order-uncertain' as const];
const read = {
  ...recognition,
  ...{ date_of_birth: '1961-03-09', date_collected: '2026-05-06', header_doubts: { date_of_birth: ORDER, date_collected: ORDER } },
};
const page = { recognition: read, match: null, validation: null } as unknown as PageView;
const content = contentOf(page, null);
const born = (day: string, change: Partial<PatientView> = {}) =>
  ({ first_name: 'Janet', last_name: 'Doeman', date_of_birth: `${day}T00:00:00`, ...change }) as PatientView;
const open = (...of: Parameters<typeof headDoubts>) => headDoubts(...of).map(({ field }) => field);

it('counts the doubts of the dates until a person agrees to them or types another date', () => {
  expect(open(page, content, undefined)).toEqual(['born', 'collected']);
  expect(open(page, agreedTo(content, 'collected'), undefined)).toEqual(['born']);
  expect(open(page, { ...content, collected: '2026-06-05T00:00:00' }, undefined)).toEqual(['born']);
  expect(open(page, { ...content, date_of_birth: '1961-09-03T00:00:00' }, undefined)).toEqual(['collected']);
  expect(open({ ...page, validation: {} as never }, content, undefined)).toEqual([]);
});

it('takes the birth date of the record for an answer only where it is the same', () => {
  expect(open(page, content, born('1961-03-09'))).toEqual(['collected']);
  expect(open(page, content, born('1961-09-03'))).toEqual(['born', 'collected']);
  expect(open(page, content, born('1961-03-09', { date_of_birth_precision: 'year' }))).toEqual(['born', 'collected']);
});

it('sends them with the page: agreed to as they stand, or not looked at', () => {
  const text = 'Day and month, or the century, could be meant otherwise';
  expect(acceptedHead(page, agreedTo(content, 'born'), undefined)).toEqual([
    { code: 'date-order-uncertain', field: 'date_of_birth', text: `Date of birth on the page, 03/09/1961: ${text}` },
    { code: 'not-looked-at', field: 'collected', text: `Date collected on the page, 05/06/2026: ${text} (not looked at)` },
  ]);
});

it('knows that the page writes the day first by a birth date that is the record’s with day and month swapped', () => {
  expect(dayFirst(page, content, born('1961-09-03'))).toEqual({ collected: '2026-06-05', isSamePerson: true });
  expect(dayFirst(page, content, born('1961-09-03', { last_name: 'Roe' }))).toMatchObject({ isSamePerson: false });
  expect(dayFirst(page, { ...content, collected: '2026-06-05T00:00:00' }, born('1961-09-03'))).toMatchObject({ collected: undefined });
  for (const other of ['1961-03-09', '1961-09-04']) expect(dayFirst(page, content, born(other))).toBeUndefined();
  // the order of that date is certain
  const certain = { ...page, recognition: { ...read, header_doubts: { date_of_birth: ORDER } } } as PageView;
  expect(dayFirst(certain, content, born('1961-09-03'))).toMatchObject({ collected: undefined });
});
