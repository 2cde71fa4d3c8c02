import fc from '#tests/support/fast-check';
import { instantIn, instantWith, isTwiceIn, localIn, offsetIn } from './time-zones.ts';

const ZONES = ['America/Chicago', 'Europe/Zurich', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia', 'UTC'];
const anInstant = fc.integer({ min: Date.UTC(1901, 0, 1), max: Date.UTC(2050, 11, 30) }).map((at) => Math.floor(at / 1000) * 1000);
const at = (utc: string): number => Date.parse(utc);

describe('a local time of a zone', () => {
  it.each([
    ['2025-03-10T23:30:00', 'America/Chicago', '2025-03-11T04:30:00Z'],
    ['2025-01-10T23:30:00', 'America/Chicago', '2025-01-11T05:30:00Z'],
    ['2025-07-01T00:30:00', 'Europe/Zurich', '2025-06-30T22:30:00Z'],
    ['2025-07-01T00:30:00', 'Asia/Kolkata', '2025-06-30T19:00:00Z'],
    // an hour before and after each change of the clocks
    ['2025-03-09T01:00:00', 'America/Chicago', '2025-03-09T07:00:00Z'],
    ['2025-03-09T03:00:00', 'America/Chicago', '2025-03-09T08:00:00Z'],
    ['2024-11-03T00:59:59', 'America/Chicago', '2024-11-03T05:59:59Z'],
    ['2024-11-03T02:00:00', 'America/Chicago', '2024-11-03T08:00:00Z'],
  ])('%s in %s is %s', (local, zone, utc) => {
    expect(instantIn(local, zone)).toBe(at(utc));
    expect(localIn(at(utc), zone)).toBe(local);
    expect(offsetIn(at(utc), zone)).toBe(offsetIn(instantIn(local, zone), zone));
  });

  it('counts a skipped time as the moment of the change, and one that exists twice as the moment between both', () => {
    expect(instantIn('2025-03-09T02:30:00', 'America/Chicago')).toBe(at('2025-03-09T08:00:00Z'));
    expect(instantIn('2024-11-03T01:30:00', 'America/Chicago')).toBe(at('2024-11-03T07:00:00Z'));
    expect(isTwiceIn('2024-11-03T01:30:00', 'America/Chicago')).toBe(true);
    expect(['2024-11-03T00:59:59', '2024-11-03T02:00:00'].map((local) => isTwiceIn(local, 'America/Chicago'))).toEqual([false, false]);
  });

  it('has two places in the hour that exists twice', () => {
    const [first, second] = ['-05:00', '-06:00'].map((offset) => localIn(instantWith('2024-11-03T01:30:00', offset), 'America/Chicago'));
    expect([first, second]).toEqual(['2024-11-03T01:15:00', '2024-11-03T01:45:00']);
  });

  it('never runs back', () =>
    fc.assert(
      fc.property(anInstant, fc.integer({ min: 1, max: 3 * 86_400 }), fc.constantFrom(...ZONES), (instant, seconds, zone) => {
        expect(localIn(instant + seconds * 1000, zone) >= localIn(instant, zone)).toBe(true);
      }),
    ));

  it('is the same instant again, to the second', () =>
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...ZONES), (instant, zone) => {
        expect(Math.abs(instantIn(localIn(instant, zone), zone) - instant)).toBeLessThanOrEqual(2000);
      }),
    ));

  it('with its offset is that instant', () =>
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...ZONES), (instant, zone) => {
        const offset = offsetIn(instant, zone);
        const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
        const length = (hours * 60 + minutes) * 60_000 * (offset.startsWith('-') ? -1 : 1);
        expect(instantWith(new Date(instant + length).toISOString().slice(0, 19), offset)).toBe(instant);
      }),
    ));
});
