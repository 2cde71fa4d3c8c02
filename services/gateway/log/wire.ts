import streams from '@eventstore/db-client/generated/streams_pb.js';
import { idBytes, idText } from '#infra/event-store/event-id';
import { type LoggedEvent, TOMBSTONE } from './gateway-log.ts';

/** How a reader wants ids: as text, or as two numbers. */
export type IdForm = 'string' | 'structured';

/** What an answer holds of an event: itself, and the link that led to it. The event is missing where a link leads nowhere. */
export interface Resolved {
  event?: LoggedEvent;
  link?: LoggedEvent;
}

// Tags of the protocol's fields: number * 8 + kind (0: whole number, 2: bytes). Events are encoded here because they are nearly everything that a
// server sends, and the generated classes take several times as long; what is rare is left to them.
const MESSAGE = 2;
const tag = (field: number, kind: 0 | typeof MESSAGE): number => field * 8 + kind;
const FIELD = {
  resolvedEvent: tag(1, MESSAGE),
  link: tag(2, MESSAGE),
  commitPosition: tag(3, 0),
  id: tag(1, MESSAGE),
  stream: tag(2, MESSAGE),
  revision: tag(3, 0),
  prepare: tag(4, 0),
  commit: tag(5, 0),
  map: tag(6, MESSAGE),
  customMetadata: tag(7, MESSAGE),
  data: tag(8, MESSAGE),
  idStructured: tag(1, MESSAGE),
  idString: tag(2, MESSAGE),
  mostSignificant: tag(1, 0),
  leastSignificant: tag(2, 0),
  streamName: tag(3, MESSAGE),
  key: tag(1, MESSAGE),
  value: tag(2, MESSAGE),
} as const;

/** Bytes of a whole number as the protocol writes it. */
const lengthOf = (number: number): number => {
  if (number === TOMBSTONE) return 9;
  let length = 1;
  for (let rest = number; rest >= 128; rest = Math.floor(rest / 128)) length += 1;
  return length;
};

/** Length and content of a field of bytes, with its tag. */
const sized = (length: number): number => 1 + lengthOf(length) + length;

class Writer {
  at = 0;
  constructor(readonly bytes: Buffer) {}

  number(number: number): void {
    const { bytes } = this;
    if (number === TOMBSTONE) {
      bytes.fill(0xff, this.at, this.at + 8);
      bytes[this.at + 8] = 0x7f;
      this.at += 9;
      return;
    }
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[this.at++] = (rest % 128) + 128;
    bytes[this.at++] = rest;
  }

  big(number: bigint): void {
    let rest = BigInt.asUintN(64, number);
    for (; rest >= 128n; rest >>= 7n) this.bytes[this.at++] = Number(rest & 127n) + 128;
    this.bytes[this.at++] = Number(rest);
  }

  field(tagged: number, number: number): void {
    this.bytes[this.at++] = tagged;
    this.number(number);
  }

  text(tagged: number, text: string, length: number): void {
    this.field(tagged, length);
    this.at += this.bytes.write(text, this.at, 'utf8');
  }

  raw(tagged: number, some: Uint8Array): void {
    this.field(tagged, some.byteLength);
    this.bytesAt(some);
  }

  /** Bytes that are encoded already. */
  bytesAt(some: Uint8Array): void {
    this.bytes.set(some, this.at);
    this.at += some.byteLength;
  }
}

const TYPE = 'type';
const CONTENT_TYPE = 'content-type';
const CREATED = 'created';
const JSON_TYPE = 'application/json';
const BYTES_TYPE = 'application/octet-stream';
/** Of 100 ns, in a millisecond. */
const TICKS = 10_000n;

interface Sizes {
  total: number;
  id: number;
  stream: number;
  type: number;
  contentType: string;
  /** Ticks of 100 ns since 1970. */
  created: string;
}

const bitsOf = (id: Uint8Array): [bigint, bigint] => {
  const bytes = Buffer.from(id.buffer, id.byteOffset, id.byteLength);
  return [bytes.readBigUInt64BE(0), bytes.readBigUInt64BE(8)];
};

const lengthOfBig = (number: bigint): number => Math.max(1, Math.ceil(number.toString(2).length / 7));
const structuredLength = (id: Uint8Array): number => bitsOf(id).reduce((sum, bits) => sum + 1 + lengthOfBig(bits), 0);
const entryLength = (key: number, value: number): number => sized(key) + sized(value);

const sizesOf = ({ id, stream, revision, position, type, created, isJson, metadata, data }: LoggedEvent, form: IdForm): Sizes => {
  const sizes = {
    id: form === 'string' ? sized(36) : sized(structuredLength(id)),
    stream: Buffer.byteLength(stream),
    type: Buffer.byteLength(type),
    contentType: isJson ? JSON_TYPE : BYTES_TYPE,
    created: `${created}0000`,
  };
  const total =
    sized(sizes.id) +
    sized(sized(sizes.stream)) +
    1 +
    lengthOf(revision) +
    2 * (1 + lengthOf(position)) +
    sized(entryLength(TYPE.length, sizes.type)) +
    sized(entryLength(CONTENT_TYPE.length, sizes.contentType.length)) +
    sized(entryLength(CREATED.length, sizes.created.length)) +
    sized(metadata.byteLength) +
    sized(data.byteLength);
  return { ...sizes, total };
};

const writeEntry = (writer: Writer, key: string, value: string, length: number): void => {
  writer.field(FIELD.map, entryLength(key.length, length));
  writer.text(FIELD.key, key, key.length);
  writer.text(FIELD.value, value, length);
};

const writeId = (writer: Writer, id: Uint8Array, form: IdForm): void => {
  if (form === 'string') return writer.text(FIELD.idString, idText(id), 36);
  const [most, least] = bitsOf(id);
  writer.field(FIELD.idStructured, structuredLength(id));
  writer.bytes[writer.at++] = FIELD.mostSignificant;
  writer.big(most);
  writer.bytes[writer.at++] = FIELD.leastSignificant;
  writer.big(least);
};

const writeEvent = (writer: Writer, event: LoggedEvent, sizes: Sizes, form: IdForm): void => {
  writer.field(FIELD.id, sizes.id);
  writeId(writer, event.id, form);
  writer.field(FIELD.stream, sized(sizes.stream));
  writer.text(FIELD.streamName, event.stream, sizes.stream);
  writer.field(FIELD.revision, event.revision);
  writer.field(FIELD.prepare, event.position);
  writer.field(FIELD.commit, event.position);
  writeEntry(writer, TYPE, event.type, sizes.type);
  writeEntry(writer, CONTENT_TYPE, sizes.contentType, sizes.contentType.length);
  writeEntry(writer, CREATED, sizes.created, sizes.created.length);
  writer.raw(FIELD.customMetadata, event.metadata);
  writer.raw(FIELD.data, event.data);
};

/** The event as answers hold it, with its id as text. */
export const encodedEvent = (event: LoggedEvent): Buffer => {
  const sizes = sizesOf(event, 'string');
  const writer = new Writer(Buffer.allocUnsafe(sizes.total));
  writeEvent(writer, event, sizes, 'string');
  return writer.bytes;
};

/** What an encoded event holds besides what it was found by. */
export const decodedEvent = (encoded: Uint8Array): Pick<LoggedEvent, 'id' | 'created' | 'isJson' | 'metadata' | 'data'> => {
  const event = streams.ReadResp.ReadEvent.RecordedEvent.deserializeBinary(encoded);
  const map = event.getMetadataMap();
  return {
    id: idBytes(event.getId()!.getString()),
    created: Number(BigInt(map.get(CREATED)!) / TICKS),
    isJson: map.get(CONTENT_TYPE) === JSON_TYPE,
    metadata: event.getCustomMetadata_asU8(),
    data: event.getData_asU8(),
  };
};

/** An event inside an answer: as it lies in the log, or encoded now. */
interface Part {
  length: number;
  write: (writer: Writer) => void;
}

const partOf = (event: LoggedEvent, form: IdForm): Part => {
  const { encoded } = event;
  if (encoded && form === 'string') return { length: encoded.byteLength, write: (writer) => writer.bytesAt(encoded) };
  const sizes = sizesOf(event, form);
  return { length: sizes.total, write: (writer) => writeEvent(writer, event, sizes, form) };
};

/**
 * The answer of Read, and with `retries` of a persistent subscription, that carries an event: bytes as they go over the line.
 * @param retries how often it was given to somebody before
 */
export const eventAnswer = ({ event, link }: Resolved, form: IdForm, retries?: number): Buffer => {
  const { position } = link ?? event!;
  const [eventPart, linkPart] = [event && partOf(event, form), link && partOf(link, form)];
  const content =
    (eventPart ? sized(eventPart.length) : 0) +
    (linkPart ? sized(linkPart.length) : 0) +
    1 +
    lengthOf(position) +
    (retries === undefined ? 0 : 1 + lengthOf(retries));
  const writer = new Writer(Buffer.allocUnsafe(sized(content)));
  writer.field(FIELD.resolvedEvent, content);
  if (eventPart) {
    writer.field(FIELD.resolvedEvent, eventPart.length);
    eventPart.write(writer);
  }
  if (linkPart) {
    writer.field(FIELD.link, linkPart.length);
    linkPart.write(writer);
  }
  writer.field(FIELD.commitPosition, position);
  if (retries !== undefined) writer.field(tag(5, 0), retries);
  return writer.bytes;
};

/** A revision as the protocol writes it. */
export const revisionText = (revision: number): string => (revision === TOMBSTONE ? '9223372036854775807' : String(revision));
