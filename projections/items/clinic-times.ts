import { instantIn, instantWith, isTwiceIn, localIn, offsetIn } from '#contracts/rules/time-zones';
import type { OnClock, SourceTime } from '#contracts/wire/clock';
import { organizationNames } from '../organizations/organizations.names.ts';
import type { Reader } from '../runner/reader.ts';

/** An item with one time, as it was recorded. */
export interface Timed extends SourceTime {
  organization_id: string;
  collected: string | null;
}

/** IANA names of time zones: of the clinic whose record is read, and of the clinics that recorded items. */
export interface Zones {
  zone: string;
  zoneOf: (organization_id: string) => string;
}

/** @throws Rebuilding */
export const zonesOf = async (reader: Reader, organization_id: string, documents: readonly Timed[]): Promise<Zones> => {
  const clinics = await organizationNames(reader, [...new Set([organization_id, ...documents.map((one) => one.organization_id)])]);
  const zoneOf = (id: string): string => clinics.get(id)?.time_zone ?? 'UTC';
  return { zone: zoneOf(organization_id), zoneOf };
};

const MIDNIGHT = 'T00:00:00';

/** Instant and offset of an item; undefined for days, months and years, which are the same on every clock. */
const momentOf = (item: Timed, { zoneOf }: Zones): { instant: number; offset: string } | undefined => {
  const { collected, collected_precision: precision, collected_offset: offset, organization_id } = item;
  if (collected === null || precision === 'year' || precision === 'month') return undefined;
  if (offset !== undefined) return { instant: instantWith(collected, offset), offset };
  if (collected.endsWith(MIDNIGHT)) return undefined;
  const own = zoneOf(organization_id);
  const instant = instantIn(collected, own);
  return { instant, offset: offsetIn(instant, own) };
};

/** Name of the clock of an item: its offset, unless the clinic's clock had the same. */
const clockOf = (item: Timed, zones: Zones): string | undefined => {
  const moment = momentOf(item, zones);
  return moment && offsetIn(moment.instant, zones.zone) === moment.offset ? 'own' : moment?.offset;
};

/** True if times are of more than one clock. The clinic's own counts as one, summer and winter. */
export const mixesClocks = (items: readonly Timed[], zones: Zones): boolean => {
  let first: string | undefined;
  return items.some((item) => {
    const clock = clockOf(item, zones);
    first ??= clock;
    return clock !== undefined && clock !== first;
  });
};

/**
 * Items with their time on the clinic's clock, if that is another one. Offsets are to be shown if the record mixes clocks; otherwise where the day is
 * another one on the clinic's clock, and in the hour that exists twice.
 * @param isMixed see `mixesClocks`, of all items of the record
 */
export const withClinicTimes = <D extends Timed>(items: readonly D[], zones: Zones, isMixed: boolean): (D & OnClock)[] =>
  items.map((item) => {
    const { collected, collected_offset, organization_id } = item;
    if (!isMixed && collected_offset === undefined && zones.zoneOf(organization_id) === zones.zone) return item;
    const moment = momentOf(item, zones);
    if (collected === null || moment === undefined) return item;
    const clinic_time = localIn(moment.instant, zones.zone);
    const isTwice = () => collected_offset !== undefined && isTwiceIn(collected, zones.zone) && clockOf(item, zones) === 'own';
    const isShown = isMixed || clinic_time.slice(0, 10) !== collected.slice(0, 10) || isTwice();
    return {
      ...item,
      ...(clinic_time === collected ? {} : { clinic_time }),
      ...(isShown ? { shown_offset: moment.offset } : {}),
    };
  });
