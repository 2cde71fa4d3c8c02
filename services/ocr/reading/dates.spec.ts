import fc from '#tests/support/fast-check';
import { dateOrderOf, datesIn } from './dates.ts';

const day = (text: string, order: 'mdy' | 'dmy' | null = null) => datesIn(text, order)[0];

it.each([
  ['2025-02-01', '2025-02-01'],
  ['21.01.2025 08:10', '2025-01-21'],
  ['08/14/2025 07:42 ET', '2025-08-14'],
  ['26/07/2025', '2025-07-26'],
  ['30-Jul-1980', '1980-07-30'],
  ['05 Dec 1990', '1990-12-05'],
  ['March 9, 1961', '1961-03-09'],
  ['12. Februar 1968', '1968-02-12'],
  ['3. März 2024', '2024-03-03'],
  ['07/07/2024', '2024-07-07'],
])('reads %s', (text, expected) => {
  expect(day(text)).toMatchObject({ day: expected, uncertain: false });
});

it('settles day and month by the other dates of the page', () => {
  expect(dateOrderOf(['DOB: 03/09/1961', 'COLLECTED: 08/14/2025'])).toBe('mdy');
  expect(dateOrderOf(['18/04/1951', '02/03/2025'])).toBe('dmy');
  expect(dateOrderOf(['03/09/1961'])).toBeNull();
  expect(day('03/09/1961', 'mdy')).toMatchObject({ day: '1961-03-09', uncertain: false });
  expect(day('03/09/1961', 'dmy')).toMatchObject({ day: '1961-09-03', uncertain: false });
});

it('is unsure where nothing settles it, and of years with two digits', () => {
  expect(day('03/09/1961')?.uncertain).toBe(true);
  expect(day('12.02.68')).toMatchObject({ day: '1968-02-12', uncertain: true });
});

it.each(['31.02.2025', '13/13/2025', '2025-00-10', '139-000-0000-0', '12.5', 'Foo 12, 2025'])('reads no date in %s', (text) => {
  expect(datesIn(text, null)).toEqual([]);
});

it('reads every day of a century in each way of writing', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1930-01-01'), max: new Date('2049-12-31'), noInvalidDate: true }), (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [y, m, d] = iso.split('-');
      for (const text of [iso, `${d}.${m}.${y}`]) expect(day(text)).toMatchObject({ day: iso, uncertain: false });
      expect(day(`${m}/${d}/${y}`, 'mdy')?.day).toBe(iso);
      expect(day(`${d}/${m}/${y}`, 'dmy')?.day).toBe(iso);
    }),
  );
});
