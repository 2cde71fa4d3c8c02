import { isUtf8 } from 'node:buffer';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import { idBytes, idText } from '#infra/event-store/event-id';
import type { Expectation, ProposedEvent } from '../log/gateway-log.ts';
import { wrongMetadata } from '../log/stream-metadata.ts';
import { invalid } from '../protocol/errors.ts';

/** The most bytes that one append may carry: what servers of the protocol take by default. */
export const MAX_APPEND_BYTES = 1_048_576;
/** What an event costs in memory besides its bytes, about: the smallest is an object with six fields. */
export const EVENT_PRICE = 1000;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Bytes of a stream's name: it goes along with each event, and into the trailers of errors. */
const LONGEST_NAME = 4096;

/** Why the log would not give a stream of this name back as it was, in words; undefined where it does. SQLite ends a text at a NUL. */
export const wrongStreamName = (name: string): string | undefined => {
  if (name === '') return 'The name of a stream is missing';
  if (name.includes('\0')) return 'The name of a stream has no NUL in it';
  return Buffer.byteLength(name) > LONGEST_NAME ? `The name of a stream has at most ${LONGEST_NAME} bytes` : undefined;
};

/** @throws ServiceError where there is no name, or one that no stream can have */
export const streamName = (identifier: shared.StreamIdentifier | undefined): string => {
  const bytes = identifier?.getStreamName_asU8() ?? new Uint8Array();
  if (!isUtf8(bytes)) throw invalid('The name of a stream is a text in UTF-8');
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const wrong = wrongStreamName(name);
  if (wrong !== undefined) throw invalid(wrong);
  return name;
};

/** A revision as a request has it. @throws ServiceError where it is more than any stream has */
export const wholeNumber = (text: string): number => {
  const number = Number(text);
  if (!(number >= 0)) throw invalid('A revision or position is a whole number from 0 on');
  return Math.min(number, Number.MAX_SAFE_INTEGER - 1);
};

/** What all requests that write say of where they believe the stream to be. */
export interface Expects {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
}

export const expectation = (options: Expects, revision: () => string): Expectation => {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  return wholeNumber(revision());
};

/** An event as Append and BatchAppend send it. */
export interface ProposedMessage {
  getId(): shared.UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

/** @throws ServiceError where id or type are missing, or metadata of a stream cannot be taken */
export const proposed = (stream: string, message: ProposedMessage): ProposedEvent => {
  const type = message.getMetadataMap().get('type');
  if (!type) throw invalid("An event needs its type: metadata 'type'");
  if (type.includes('\0')) throw invalid('The type of an event has no NUL in it');
  const data = message.getData_asU8();
  if (stream.startsWith('$$')) {
    const wrong = wrongMetadata(data);
    if (wrong !== undefined) throw invalid(wrong);
  }
  return {
    type,
    id: idOf(message.getId()),
    isJson: message.getMetadataMap().get('content-type') === 'application/json',
    metadata: message.getCustomMetadata_asU8(),
    data,
  };
};

/** What an event counts for in an append, as other servers of the protocol count. */
export const sizeOf = ({ type, metadata, data }: ProposedEvent): number => 2 * type.length + metadata.byteLength + data.byteLength;

/** 16 bytes. @throws ServiceError where it is none */
export const idOf = (id: shared.UUID | undefined): Buffer => {
  const structured = id?.getStructured();
  if (structured) {
    const bytes = Buffer.alloc(16);
    bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getMostSignificantBits())), 0);
    bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getLeastSignificantBits())), 8);
    return bytes;
  }
  const text = id?.getString() ?? '';
  if (!UUID.test(text)) throw invalid('An event needs an id that is a UUID');
  return idBytes(text);
};

/** In the form that clients compare. */
export const idAsText = (id: shared.UUID | undefined): string => idText(idOf(id));
