import { longDate } from './dates.ts';
import { readTypedDate } from './typed-date.ts';

const asked = { today: '2026-11-22' };
const birth = { ...asked, isBirth: true };
/** In words as the field echoes them; several where it asks. */
const read = (typed: string, how: typeof asked = asked): string | string[] | undefined => {
  const date = readTypedDate(typed, how);
  if (date.kind === 'none') return undefined;
  return date.kind === 'ask' ? date.days.map(longDate) : longDate(date.day);
};

describe('ruling 51: a typed date', () => {
  it.each([
    ['03/04/2026', 'Wed Mar 4, 2026'],
    [' 3/4/2026 ', 'Wed Mar 4, 2026'],
    ['03042026', 'Wed Mar 4, 2026'],
    ['2026-03-04', 'Wed Mar 4, 2026'],
    ['11/21/26', 'Sat Nov 21, 2026'],
    ['11/21/2026', 'Sat Nov 21, 2026'],
    ['21.11.2026', 'Sat Nov 21, 2026'],
    ['21.11.26', 'Sat Nov 21, 2026'],
    ['21-11-2026', 'Sat Nov 21, 2026'],
    ['11-21-2026', 'Sat Nov 21, 2026'],
    ['13/01/2026', 'Tue Jan 13, 2026'],
    ['5.5.2026', 'Tue May 5, 2026'],
    ['1/1/27', 'Fri Jan 1, 2027'],
    ['5/2/68', 'Thu May 2, 1968'],
    ['t', 'Sun Nov 22, 2026'],
    ['today', 'Sun Nov 22, 2026'],
    ['Today', 'Sun Nov 22, 2026'],
  ])('%s is %s', (typed, day) => expect(read(typed)).toBe(day));

  it.each([
    ['3.4.2026', ['Wed Mar 4, 2026', 'Fri Apr 3, 2026']],
    ['3-4-2026', ['Wed Mar 4, 2026', 'Fri Apr 3, 2026']],
    ['5/2/45', ['Wed May 2, 1945', 'Tue May 2, 2045']],
  ])('%s is asked', (typed, days) => expect(read(typed)).toEqual(days));

  it.each([
    '',
    '02/30/2026',
    '30.02.2026',
    '13/13/2026',
    '31.4.2026',
    '01/01/1899',
    '01/01/2051',
    '03/04',
    '3/4.2026',
    'tod',
    '03/04/2026 25:00',
  ])('%s is none', (typed) => expect(read(typed)).toBeUndefined());

  it('keeps a time that was typed after it', () =>
    expect([readTypedDate('03/04/2026 8:30', asked), readTypedDate('21.11.2026 14:05', asked)]).toEqual([
      { kind: 'day', day: '2026-03-04T08:30:00' },
      { kind: 'day', day: '2026-11-21T14:05:00' },
    ]));

  it('asks for the year of birth wherever it has two digits, and never one to come', () => {
    expect(read('5/2/26', birth)).toEqual(['Sun May 2, 1926', 'Sat May 2, 2026']);
    expect(read('5/2/68', birth)).toEqual(['Thu May 2, 1968']);
    expect(read('05/02/1968', birth)).toBe('Thu May 2, 1968');
    expect(read('2.5.68', birth)).toEqual(['Mon Feb 5, 1968', 'Thu May 2, 1968']);
  });
});
