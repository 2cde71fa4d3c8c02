import type { Filter, GatewayLog, LoggedEvent, Page } from '../log/gateway-log.ts';
import type { SourceSpec } from './settings.ts';

/** What a group reads, by places: revisions of a stream, or positions of the whole log. */
export interface Source {
  /** Wakes who waits for it to grow. */
  watch(): ReturnType<GatewayLog['growth']['watch']>;
  /** From a place on (inclusive). */
  read(from: number, limit: number): Promise<Page>;
  placeOf(event: LoggedEvent): number;
  /** The event at a place, unless it is no longer there. */
  find(place: number): Promise<LoggedEvent | undefined>;
  /** Place of the last event; undefined where there is none. */
  last(): Promise<number | undefined>;
  /** The first place that there can be. */
  first: number;
  /** A place as clients read it in information about a group. */
  written(place: number): string;
}

/** Events looked at for one page of a filtered group. */
const SCAN = 2000;

const ofStream = (log: GatewayLog, stream: string): Source => ({
  watch: () => log.growth.watch(stream),
  read: (from, limit) => log.readStream(stream, { from, direction: 'forwards', limit }),
  placeOf: ({ revision }) => revision,
  find: async (place) => {
    const { events } = await log.readStream(stream, { from: place, direction: 'forwards', limit: 1 });
    return events[0]?.revision === place ? events[0] : undefined;
  },
  last: async () => {
    const state = await log.state(stream);
    return state.kind === 'there' && state.last >= 0 ? state.last : undefined;
  },
  first: 0,
  written: String,
});

const ofAll = (log: GatewayLog, filter: Filter | undefined): Source => ({
  watch: () => log.growth.watch(),
  read: (from, limit) => log.readAll({ from, direction: 'forwards', limit, ...(filter && { filter, scan: SCAN }) }),
  placeOf: ({ position }) => position,
  find: async (place) => {
    const { events } = await log.readAll({ from: place, direction: 'forwards', limit: 1 });
    return events[0]?.position === place ? events[0] : undefined;
  },
  last: async () => log.head() || undefined,
  first: 1,
  written: (place) => `C:${place}/P:${place}`,
});

/** @throws ServiceError where a filter's expression cannot be used */
export const sourceOf = (log: GatewayLog, spec: SourceSpec, filter: Filter | undefined): Source =>
  spec.stream === '$all' ? ofAll(log, filter) : ofStream(log, spec.stream);
