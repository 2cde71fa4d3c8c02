import { collectedShown, dateShown, exactnessOf, Offset, otherOffset, shownAmong, whenShown } from './clock.ts';

const local = '2025-03-10T23:30:00';

it.each([
  ['+00:00', true],
  ['-05:00', true],
  ['+05:45', true],
  ['+14:00', true],
  ['Z', false],
  ['-5:00', false],
  ['+15:00', false],
  ['+05:60', false],
])('%s is an offset: %s', (said, is) => expect(Offset.safeParse(said).success).toBe(is));

describe('ruling 31: a date', () => {
  it('has time and offset beside it where the record mixes clocks', () => {
    expect(whenShown({ local, shown_offset: '-05:00' })).toBe('03/10/2025 23:30 UTC-05:00');
    expect(whenShown({ local, shown_offset: '+00:00' })).toBe('03/10/2025 23:30 UTC');
    expect(whenShown({ local })).toBe('03/10/2025');
    expect(whenShown({ local }, 'time')).toBe('03/10/2025 23:30');
    const collected = { collected: local, collected_offset: '-05:00' };
    expect([collectedShown(collected), collectedShown({ ...collected, shown_offset: '-05:00' })]).toEqual([
      '03/10/2025',
      '03/10/2025 23:30 UTC-05:00',
    ]);
  });
  it('says no more than was said', () => {
    const year = { collected: '2019-01-01T00:00:00', collected_precision: 'year' as const };
    expect([collectedShown(year), collectedShown(year, 'time')]).toEqual(['2019', '2019']);
    expect(dateShown('2019-01-01T00:00:00', 'year', '-05:00')).toBe('2019');
    expect(dateShown(local, 'time', '-05:00')).toBe('03/10/2025 23:30 UTC-05:00');
    expect(dateShown(local, 'day', undefined)).toBe('03/10/2025');
  });
  it('is told apart from others of its day by its time, as far as that is known', () => {
    const early = { collected: '2026-11-20T08:00:00', collected_precision: 'time' as const, collected_offset: '+01:00' };
    const late = { ...early, collected: '2026-11-20T23:45:00' };
    const day = { collected: '2026-11-20T00:00:00' };
    const other = { ...early, collected: '2026-11-21T08:00:00' };
    const all = [late, early, day, other];
    expect(all.map(shownAmong(all))).toEqual(['11/20/2026 23:45', '11/20/2026 08:00', '11/20/2026', '11/21/2026']);
    expect(shownAmong([early])(early)).toBe('11/20/2026');
    expect(shownAmong(all)({ ...late, shown_offset: '+01:00' })).toBe('11/20/2026 23:45 UTC+01:00');
    const month = { collected: '2026-11-01T00:00:00', collected_precision: 'month' as const };
    expect(shownAmong([month, { collected: '2026-11-01T07:00:00' }])(month)).toBe('11/2026');
  });
  it('of midnight has a time only where its source gave one', () => {
    const midnight = { collected: '2026-11-20T00:00:00' };
    expect(exactnessOf(midnight)).toBe('day');
    expect(exactnessOf({ ...midnight, collected_offset: '-06:00' })).toBe('time');
    expect(exactnessOf({ ...midnight, collected_precision: 'time' })).toBe('time');
    expect(exactnessOf({ ...midnight, collected_precision: 'day', collected_offset: '-06:00' })).toBe('day');
    expect(exactnessOf({ collected: '2026-11-20T07:30:00' })).toBe('time');
  });
  it('of the clinic’s own clock needs no offset', () => {
    expect(otherOffset(local, '-05:00', 'America/Chicago')).toBeUndefined();
    expect(otherOffset(local, '-06:00', 'America/Chicago')).toBe('-06:00');
    expect(otherOffset(local, '-05:00', undefined)).toBe('-05:00');
    expect(otherOffset(local, undefined, 'America/Chicago')).toBeUndefined();
  });
});
