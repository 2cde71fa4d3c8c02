import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from '#tests/support/fast-check';
import { idBytes, idText } from '#infra/event-store/event-id';
import { type LoggedEvent, TOMBSTONE } from './gateway-log.ts';
import { eventAnswer, revisionText } from './wire.ts';

const anyEvent: fc.Arbitrary<LoggedEvent> = fc.record({
  position: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 1 }),
  stream: fc.string({ minLength: 1, unit: 'grapheme' }),
  revision: fc.oneof(
    fc.nat(),
    fc.maxSafeNat().filter((n) => n < TOMBSTONE),
    fc.constant(TOMBSTONE),
  ),
  type: fc.string({ minLength: 1, unit: 'grapheme' }),
  id: fc.uuid().map(idBytes),
  created: fc.integer({ min: 1, max: 4_102_444_800_000 }),
  isJson: fc.boolean(),
  metadata: fc.uint8Array({ maxLength: 300 }),
  data: fc.uint8Array({ maxLength: 20_000 }),
});

type Recorded = streams.ReadResp.ReadEvent.RecordedEvent;

const idIn = (event: Recorded): string => {
  const structured = event.getId()!.getStructured();
  if (!structured) return event.getId()!.getString();
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt(structured.getMostSignificantBits()), 0);
  bytes.writeBigInt64BE(BigInt(structured.getLeastSignificantBits()), 8);
  return idText(bytes);
};

const decoded = (event: Recorded) => ({
  position: event.getCommitPosition(),
  prepare: event.getPreparePosition(),
  stream: Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString(),
  revision: event.getStreamRevision(),
  id: idIn(event),
  map: Object.fromEntries(event.getMetadataMap().toArray()),
  metadata: Buffer.from(event.getCustomMetadata_asU8()),
  data: Buffer.from(event.getData_asU8()),
});

const expected = (event: LoggedEvent) => ({
  position: String(event.position),
  prepare: String(event.position),
  stream: event.stream,
  revision: revisionText(event.revision),
  id: idText(event.id),
  map: {
    type: event.type,
    'content-type': event.isJson ? 'application/json' : 'application/octet-stream',
    created: `${BigInt(event.created) * 10_000n}`,
  },
  metadata: Buffer.from(event.metadata),
  data: Buffer.from(event.data),
});

it('encodes any event so that the generated classes read it as it was', () => {
  fc.assert(
    fc.property(anyEvent, fc.option(anyEvent), fc.constantFrom('string' as const, 'structured' as const), (event, link, form) => {
      const answer = streams.ReadResp.deserializeBinary(eventAnswer({ event, ...(link ? { link } : {}) }, form)).getEvent()!;
      expect(decoded(answer.getEvent()!)).toEqual(expected(event));
      expect(answer.getCommitPosition()).toBe(String((link ?? event).position));
      if (link) expect(decoded(answer.getLink()!)).toEqual(expected(link));
      else expect(answer.hasLink()).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('shows a link that leads nowhere alone', () => {
  const [link] = fc.sample(anyEvent, 1);
  const answer = streams.ReadResp.deserializeBinary(eventAnswer({ link: link! }, 'string')).getEvent()!;
  expect(answer.hasEvent()).toBe(false);
  expect(decoded(answer.getLink()!)).toEqual(expected(link!));
});
