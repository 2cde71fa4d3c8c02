import type { OrganizationView } from '#contracts/people/organizations';
import type { Reader } from '../runner/reader.ts';
import { mixesClocks, type Timed, withClinicTimes, zonesOf } from './clinic-times.ts';

const [CHICAGO, ZURICH] = ['chicago', 'zurich'];
const zones: Record<string, string> = { [CHICAGO]: 'America/Chicago', [ZURICH]: 'Europe/Zurich' };
const reader = {
  getMany: (_projection, ids) =>
    Promise.resolve(new Map(ids.map((id) => [id, { name: id, time_zone: zones[id] } as Partial<OrganizationView>]))),
} as Pick<Reader, 'getMany'> as Reader;

const at = (said: string, change: Partial<Timed> = {}): Timed => {
  const [collected, offset] = [said.slice(0, 19), said.slice(19)];
  return { organization_id: CHICAGO, collected, ...(offset === '' ? {} : { collected_offset: offset }), ...change };
};
const times = async (...documents: Timed[]) => {
  const zones = await zonesOf(reader, CHICAGO, documents);
  const timed = withClinicTimes(documents, zones, mixesClocks(documents, zones));
  return timed.map(({ clinic_time, shown_offset }) => [clinic_time, shown_offset]);
};
const NOTHING = [undefined, undefined];

describe('times on the clinic’s clock', () => {
  it('are those of all other clocks; where a record mixes clocks all offsets are shown, of what was typed too', async () => {
    const mixed = [at('2025-03-10T23:30:00-05:00'), at('2025-03-11T03:00:00+00:00'), at('2025-03-10T22:30:00'), at('2025-03-10T00:00:00')];
    expect(await times(...mixed)).toEqual([[undefined, '-05:00'], ['2025-03-10T22:00:00', '+00:00'], [undefined, '-05:00'], NOTHING]);
  });

  it('are nothing to be shown where all are of the clinic’s own, summer and winter', async () => {
    expect(await times(at('2025-03-10T23:30:00-05:00'), at('2025-01-10T23:30:00-06:00'), at('2025-03-10T22:30:00'))).toEqual([
      NOTHING,
      NOTHING,
      NOTHING,
    ]);
  });

  it('of one other clock show their offset only where the day is another one', async () => {
    expect(await times(at('2025-03-11T03:00:00+00:00'), at('2025-01-11T15:00:00+00:00'), at('2025-01-11T00:00:00'))).toEqual([
      ['2025-03-10T22:00:00', '+00:00'],
      ['2025-01-11T09:00:00', undefined],
      NOTHING,
    ]);
  });

  it('are two in the hour that exists twice, from its first minute, and show their offsets there alone', async () => {
    const twice = ['00:59:59-05:00', '01:00:00-05:00', '01:30:00-05:00', '01:00:00-06:00', '01:30:00-06:00', '02:00:00-06:00'];
    expect(await times(...twice.map((time) => at(`2024-11-03T${time}`)))).toEqual([
      NOTHING,
      [undefined, '-05:00'],
      ['2024-11-03T01:15:00', '-05:00'],
      ['2024-11-03T01:30:00', '-06:00'],
      ['2024-11-03T01:45:00', '-06:00'],
      NOTHING,
    ]);
  });

  it('of another clinic are of its zone; a day is the same day everywhere', async () => {
    const zurich = { organization_id: ZURICH };
    expect(
      await times(
        at('2025-03-10T23:30:00'),
        at('2025-03-11T03:00:00', zurich),
        at('2025-03-11T00:00:00', zurich),
        at('2019-01-01T00:00:00', { ...zurich, collected_precision: 'year' }),
        at('2025-03-11T03:00:00', { ...zurich, collected: null }),
      ),
    ).toEqual([[undefined, '-05:00'], ['2025-03-10T21:00:00', '+01:00'], NOTHING, NOTHING, NOTHING]);
  });
});
