import fc from '#tests/support/fast-check';
import { isNews } from './critical-results.ts';

const at = '2026-11-27T12:00:00.000Z';
const added = [{ entry_id: 'k' }];
const came = (collected: string, rest: object = {}) => ({ origin: 'fhir' as const, collected, ...rest });

it.each([
  ['yesterday', came('2026-11-26T08:00:00'), true],
  ['14 days before', came('2026-11-13T12:00:00', { collected_offset: '+00:00' }), true],
  ['a minute more', came('2026-11-13T11:59:00', { collected_offset: '+00:00' }), false],
  ['the same time on another clock', came('2026-11-13T11:59:00', { collected_offset: '-05:00' }), true],
  ['at a time that is 14 days before on some clock', came('2026-11-13T00:01:00'), true],
  ['at a time that is more than that on every clock', came('2026-11-12T23:59:00'), false],
  ['on a day of which a part may be', came('2026-11-13T00:00:00'), true],
  ['on the day before', came('2026-11-12T00:00:00'), false],
  ['years before', came('2019-03-01T08:00:00'), false],
  ['in a month that is not over', came('2026-11-01T00:00:00', { collected_precision: 'month' }), true],
  ['in a year that is not over', came('2026-01-01T00:00:00', { collected_precision: 'year' }), true],
  ['in the year before', came('2025-01-01T00:00:00', { collected_precision: 'year' }), false],
  ['after the import', came('2027-01-01T00:00:00'), true],
])('ruling 62: an import of what was collected %s', (_when, result, isNew) => {
  expect(isNews(result, added, [], at)).toBe(isNew);
});

it('is news where a value of the record is corrected, however old it is', () => {
  expect(isNews(came('2019-03-01T08:00:00'), added, [{ entry_id: 'k' }], at)).toBe(true);
  expect(isNews(came('2019-03-01T08:00:00'), added, [{ entry_id: 'other' }], at)).toBe(false);
});

it('is news whenever a person or a page brings it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2050 }), fc.constantFrom('manual' as const, 'ocr' as const), (year, origin) => {
      expect(isNews({ origin, collected: `${year}-03-01T08:00:00` }, added, [], at)).toBe(true);
    }),
  );
});
