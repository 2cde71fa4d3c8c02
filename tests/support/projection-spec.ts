import { v5 as uuidv5 } from 'uuid';
import type { EventMeta } from '#contracts/wire/envelope';
import { eventContracts } from '#contracts/events';
import { type Folded, foldEvent, keyOf, typesOf } from '#projections/runner/folding';
import type { EnvelopeProjection, Projection } from '#projections/runner/projection';

const NAMESPACE = '5f0f8a4e-6c62-4b5c-9a0e-0a4f1f4b6d11';

type EventBase = { type: string; data: object };

/** An event of the history, alone or with what its envelope says besides the defaults. */
export type Given<E extends EventBase> = E | { event: E; meta: Partial<EventMeta> };

/** Envelope of the n-th event of a test's history (from 0): one event a minute since 2024-03-01T08:00:00.000Z, by a doctor. */
export const metaOf = (n: number, meta: Partial<EventMeta> = {}): EventMeta => ({
  schema: 1,
  command_id: uuidv5(`command ${n}`, NAMESPACE),
  correlation_id: uuidv5(`command ${n}`, NAMESPACE),
  actor: { user_id: uuidv5('doctor', NAMESPACE), role: 'Doctor' },
  key_ids: [],
  recorded_at: new Date(Date.UTC(2024, 2, 1, 8, n)).toISOString(),
  event_id: uuidv5(`event ${n}`, NAMESPACE),
  stream: 'stream-1',
  revision: n,
  position: String(n + 1).padStart(16, '0'),
  ...meta,
});

/**
 * Reads a projection's test as a sentence: `projectionSpec(users).given(registered, corrected).then({ [id]: { ... } })`; a removed document
 * is null. The data of each event must hold by its contract, folds must answer JSON and must not change what they are given.
 * `itCoversEveryEvent()`, last in the describe, fails where an event type of the projection was never given.
 */
export const projectionSpec = <E extends EventBase, Doc extends object, Creating extends E['type']>(
  projection: Projection<E, Doc, Creating> | EnvelopeProjection<Doc>,
) => {
  const given = new Set<string>();
  const fold = (history: readonly Given<E>[]): Record<string, Doc | null> => {
    const documents = new Map<string, Folded>();
    for (const [n, one] of history.entries()) {
      const { event, meta } = 'event' in one ? one : { event: one, meta: {} };
      given.add(event.type);
      const kind = 'of' in projection ? ('envelope' as const) : ('opened' as const);
      if (kind === 'opened') eventContracts.get(event.type)?.data.parse(event.data);
      const incoming = frozen({ kind, type: event.type, event, meta: metaOf(n, meta) });
      const key = keyOf(projection, incoming);
      if (key === undefined) continue;
      const folded = foldEvent(projection, frozen(documents.get(key)), incoming);
      if (folded !== undefined) documents.set(key, folded);
    }
    return Object.fromEntries([...documents].map(([key, { data }]) => [key, data as Doc | null]));
  };
  return {
    given: (...history: Given<E>[]) => ({
      /** All documents by key after these events. */
      then: (expected: Record<string, Doc | null>): void => {
        const documents = fold(history);
        expect(JSON.parse(JSON.stringify(documents))).toEqual(documents);
        expect(documents).toEqual(expected);
      },
      /** The one document there is, partly. */
      thenShows: (expected: object): void => {
        const documents = Object.values(fold(history));
        expect(documents).toHaveLength(1);
        expect(documents[0]).toMatchObject(expected);
      },
      thenNothing: (): void => expect(fold(history)).toEqual({}),
    }),
    itCoversEveryEvent: (): void =>
      it(`has a spec for every event of ${projection.name}`, () => {
        expect((typesOf(projection) ?? []).filter((type) => !given.has(type))).toEqual([]);
      }),
  };
};

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
};
