import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'lossless-json';
import { jsonLines } from './json-lines.ts';

/** A resource as it stands in a file; numbers are texts with their digits as written. */
export type Json = string | boolean | null | Json[] | { [name: string]: Json };
export type RawResource = { [name: string]: Json };

export interface FileEntry {
  /** What others in the same bundle call it, where the bundle says so. */
  fullUrl?: string;
  resource: RawResource;
}

/** Something in a file that is no resource, while the rest of the file can be read. */
export interface Unread {
  /** 'line 7', 'entry 3'. */
  place: string;
  reason: string;
}

/** A file to import, wherever its bytes are. */
export interface SourceFile {
  /** Its name for the person who imports it. */
  path: string;
  /** Its bytes from the beginning; the first part has at least two if the file has. @throws UnreadableBundle */
  read(): AsyncIterable<Buffer>;
}

/** A file that is no FHIR: says which one and why, for the person at the terminal. */
export class UnreadableBundle extends Error {
  constructor(
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** More than this in one JSON document is refused: bulk exports are NDJSON, which is read line by line. */
const LARGEST = 256 * 1024 * 1024;

/** As many values as a document of that size has at the most; a small file that unpacks to more is no record of a patient. */
const MOST_VALUES = 16_000_000;

/** Bundles within bundles. */
const DEEPEST = 10;

/** Numbers keep their digits ('7.0' stays '7.0'): they are parsed to their text. */
const parsed = (text: string): unknown => parse(text, undefined, (number) => number);

const isObject = (value: unknown): value is RawResource => typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (place: string, index: number): string => (place === '' ? `entry ${index}` : `${place}, entry ${index}`);

/** A bundle that reports or asks says so by entries without a resource. */
const withoutResource = (entry: RawResource): string => {
  const { request } = entry;
  return isObject(request) && request['method'] === 'DELETE'
    ? 'a request to delete a resource: it is not carried out here'
    : 'an entry without a resource';
};

function* entriesOf(document: RawResource, place: string, depth = 0): Generator<FileEntry | Unread> {
  const { entry: entries = [] } = document;
  if (!Array.isArray(entries) || depth > DEEPEST) {
    yield { place, reason: depth > DEEPEST ? `bundles within bundles, more than ${DEEPEST} deep` : 'a Bundle whose entry is no list' };
    return;
  }
  // a history has the newest version first
  const numbered = [...entries.entries()];
  for (const [index, entry] of document['type'] === 'history' ? numbered.reverse() : numbered) {
    const where = at(place, index + 1);
    if (!isObject(entry)) yield { place: where, reason: 'an entry that is none' };
    else if (!isObject(entry['resource'])) yield { place: where, reason: withoutResource(entry) };
    else if (entry['resource']['resourceType'] === 'Bundle') yield* entriesOf(entry['resource'], where, depth + 1);
    else {
      const { resource, fullUrl } = entry as { resource: RawResource; fullUrl?: Json };
      yield { resource, ...(typeof fullUrl === 'string' ? { fullUrl } : {}) };
    }
  }
}

function* resourcesOf(document: unknown, place: string): Generator<FileEntry | Unread> {
  if (!isObject(document) || typeof document['resourceType'] !== 'string')
    yield { place, reason: 'no FHIR resource: it has no resourceType' };
  else if (document['resourceType'] === 'Bundle') yield* entriesOf(document, place);
  else yield { resource: document };
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** The bytes, unpacked if they are gzipped. */
async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = bytes[Symbol.asyncIterator]();
  const { value: first, done } = await parts.next();
  if (done) return;
  const all = joined(first, parts);
  const isPacked = first[0] === 0x1f && first[1] === 0x8b;
  yield* isPacked ? pipeline(Readable.from(all), createGunzip(), () => undefined) : all;
}

const whole = async (bytes: AsyncIterable<Buffer>, path: string): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > LARGEST) throw new UnreadableBundle(`${path} is larger than 256 MB; an export of that size comes as NDJSON`, path);
    parts.push(part);
  }
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.concat(parts));
  let values = 0;
  for (let from = text.indexOf(','); from >= 0; from = text.indexOf(',', from + 1)) values++;
  if (values > MOST_VALUES)
    throw new UnreadableBundle(`${path} holds more values than one document may; an export of that size comes as NDJSON`, path);
  return text;
};

/** NDJSON says it by its name, or by a first line that is a whole document with another behind it. */
const isLines = (text: string): boolean => {
  const end = text.indexOf('\n');
  const first = end < 0 ? '' : text.slice(0, end).trim();
  return first.startsWith('{') && first.endsWith('}') && text.slice(end).trim().startsWith('{');
};

/** Bulk exports name their files so. */
export const isLinesName = (path: string): boolean => /\.ndjson(\.gz)?$/i.test(path);

/**
 * The resources of a file: one resource, a Bundle, or NDJSON of either; plain or gzipped. NDJSON is read line by line. Anything
 * else in a file is yielded with its place and the reason.
 * @throws UnreadableBundle with the file's name
 */
export async function* readFhirFile(file: SourceFile): AsyncGenerator<FileEntry | Unread> {
  const { path } = file;
  try {
    const bytes = unpacked(file.read());
    if (isLinesName(path)) {
      yield* lines(bytes);
      return;
    }
    const text = await whole(bytes, path);
    if (isLines(text)) {
      yield* lines([Buffer.from(text)]);
      return;
    }
    const document = json(text);
    if (document === NO_JSON) throw new UnreadableBundle(`${path} is not JSON`, path);
    if (!isObject(document) || typeof document['resourceType'] !== 'string') {
      throw new UnreadableBundle(`${path} is no FHIR resource: it has no resourceType`, path);
    }
    if (document['resourceType'] === 'Bundle' && !Array.isArray(document['entry'] ?? [])) {
      throw new UnreadableBundle(`${path} is a Bundle whose entry is no list`, path);
    }
    yield* resourcesOf(document, '');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new UnreadableBundle(`${path} is not UTF-8 text`, path);
    if (code.startsWith('Z_')) throw new UnreadableBundle(`${path} cannot be read: ${message}`, path);
    throw error;
  }
}

async function* lines(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<FileEntry | Unread> {
  for await (const { number, text, reason } of jsonLines(source)) {
    const place = `line ${number}`;
    if (text === undefined) {
      yield { place, reason };
      continue;
    }
    if (text.trim() === '') continue;
    const document = json(text);
    if (document === NO_JSON) yield { place, reason: 'not JSON' };
    else yield* resourcesOf(document, place);
  }
}

const NO_JSON = Symbol('no JSON');

/** The words of the parser may quote the text around an error: only that there is one is told on. */
const json = (text: string): unknown => {
  try {
    return parsed(text.replace(/^\ufeff/, ''));
  } catch {
    return NO_JSON;
  }
};
