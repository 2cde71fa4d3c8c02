import type { IntakeSegment } from '#contracts/intake-views';
import { doseSaid, roomOfDoses } from './dose-said.ts';

const taken = (average: number | null, as_needed = false): IntakeSegment => ({ average, as_needed }) as IntakeSegment;

describe('what a legend says of a dose', () => {
  it('ruling 30: what is taken as needed stands apart', () => {
    expect(doseSaid({ total: 1000, upTo: 4000, segments: [taken(1000), taken(4000, true)] }, 'mg')).toEqual([
      '1000 mg/day',
      '+ up to 4000 mg',
    ]);
    expect(doseSaid({ total: 20, upTo: 0, segments: [taken(20), taken(null, true)] }, 'mg')).toEqual(['20 mg/day', '+ as needed']);
  });

  it('never leaves the place of a dose empty', () => {
    expect(doseSaid({ total: null, upTo: 0, segments: [taken(null, true)] }, 'mg')).toEqual(['', 'as needed']);
    expect(doseSaid({ total: null, upTo: 800, segments: [taken(800, true)] }, 'mg')).toEqual(['', 'up to 800 mg as needed']);
    expect(doseSaid({ total: null, upTo: 0, segments: [taken(null)] }, 'tablet')).toEqual(['', 'no average']);
  });

  it('has room for the longest, also where dosages overlap', () => {
    const segments = [taken(12.5), taken(1000), taken(4000, true)];
    expect(roomOfDoses({ segments: [segments[0]!], sums: [], unit: 'mg' })).toBe('ended 00/00/0000');
    const sums = [{ from: null, to: null, average: 1012.5, up_to: 4000, addends: [0, 1, 2], possibly_same_order: false }];
    expect(roomOfDoses({ segments, sums, unit: 'mg' })).toBe('1012.5 mg/day + up to 4000 mg');
  });
});
