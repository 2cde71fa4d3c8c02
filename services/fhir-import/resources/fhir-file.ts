import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { joined, openFile, type OpenedFile, type Refused } from './file-format.ts';
import { jsonLines } from './json-lines.ts';
import { hasSeveralDocuments, json, NO_JSON } from './json-text.ts';

/** A resource as it stands in a file; numbers are texts with their digits as written. */
export type Json = string | boolean | null | Json[] | { [name: string]: Json };
export type RawResource = { [name: string]: Json };

export interface FileEntry {
  /** What others in the same bundle call it, where the bundle says so. */
  fullUrl?: string;
  /** 'line 7', 'entry 3'; '' for the only resource of a file. */
  place: string;
  resource: RawResource;
}

/** A document that says something about the file itself: a Bundle, an OperationOutcome, or the manifest of a bulk export. */
export interface AboutFile {
  place: string;
  about: RawResource;
}

/** Something in a file that is no resource, while the rest of the file can be read. */
export interface Unread {
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

const isObject = (value: unknown): value is RawResource => typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (place: string, part: string): string => (place === '' ? part : `${place}, ${part}`);

const isDelete = ({ request }: RawResource): boolean => isObject(request) && request['method'] === 'DELETE';
const isOutcome = (value: unknown): value is RawResource => isObject(value) && value['resourceType'] === 'OperationOutcome';

/** A bundle that reports or asks says so by entries without a resource. */
const withoutResource = (entry: RawResource): string => {
  if (isDelete(entry)) return 'a request to delete a resource: it is not carried out here';
  const { response } = entry;
  const failure =
    isObject(response) && typeof response['status'] === 'string' ? /^[45]\d\d(?!\d)/.exec(response['status'])?.[0] : undefined;
  return failure === undefined ? 'an entry without a resource' : `an entry without a resource: the server answered ${failure}`;
};

type Part = FileEntry | AboutFile | Unread;

function* entriesOf(document: RawResource, place: string, depth = 0): Generator<Part> {
  const { entry: entries = [] } = document;
  if (!Array.isArray(entries) || depth > DEEPEST) {
    yield { place, reason: depth > DEEPEST ? `bundles within bundles, more than ${DEEPEST} deep` : 'a Bundle whose entry is no list' };
    return;
  }
  yield { place, about: document };
  if (isOutcome(document['issues'])) yield { place, about: document['issues'] };
  // a history has the newest version first
  const isReversed = document['type'] === 'history';
  for (let count = 0; count < entries.length; count++) {
    const index = isReversed ? entries.length - 1 - count : count;
    const entry = entries[index]!;
    const where = within(place, `entry ${index + 1}`);
    if (!isObject(entry)) {
      yield { place: where, reason: 'an entry that is none' };
      continue;
    }
    const { resource, response, fullUrl } = entry;
    if (isObject(response) && isOutcome(response['outcome'])) yield { place: where, about: response['outcome'] };
    if (!isObject(resource) || isDelete(entry)) yield { place: where, reason: withoutResource(entry) };
    else if (isOutcome(resource)) yield { place: where, about: resource };
    else if (resource['resourceType'] === 'Bundle') yield* entriesOf(resource, where, depth + 1);
    else yield { resource, place: where, ...(typeof fullUrl === 'string' ? { fullUrl } : {}) };
  }
}

/** The answer of a server to a bulk export, which names the files. */
const isManifest = ({ resourceType, transactionTime, output }: RawResource): boolean =>
  resourceType === undefined && typeof transactionTime === 'string' && Array.isArray(output);

const isRead = (document: unknown): document is RawResource =>
  isObject(document) && (typeof document['resourceType'] === 'string' || isManifest(document));

function* resourcesOf(document: unknown, place: string): Generator<Part> {
  if (!isRead(document)) yield { place, reason: NO_RESOURCE };
  else if (document['resourceType'] === 'Bundle') yield* entriesOf(document, place);
  else if (isOutcome(document) || isManifest(document)) yield { place, about: document };
  else yield { resource: document, place };
}

const NO_RESOURCE = 'no FHIR resource: it has no resourceType';

/** Resources of a document, which may be a list of resources and bundles. */
function* partsOf(document: unknown, place: string): Generator<Part> {
  if (!Array.isArray(document)) yield* resourcesOf(document, place);
  else for (const [index, item] of document.entries()) yield* resourcesOf(item, within(place, `item ${index + 1}`));
}

/** The bytes, looking at the signal before each piece: much of a file may be nothing to read. @throws the signal's reason */
async function* unlessAborted(bytes: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    yield piece;
  }
}

/** The bytes, unpacked if they are gzipped. */
async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = bytes[Symbol.asyncIterator]();
  const { value: first, done } = await parts.next();
  if (done) return;
  const all = joined([first], parts);
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

/** Bulk exports name their files so. */
const isLinesName = (path: string): boolean => /\.ndjson(\.gz)?$/i.test(path);

const opened = (file: SourceFile, signal: AbortSignal | undefined): Promise<OpenedFile | Refused> =>
  openFile(unlessAborted(unpacked(file.read()), signal), isLinesName(file.path));

/** Errors of decoding and unpacking as what they mean for the file. */
const readingError = (error: unknown, path: string): unknown => {
  // the reason of a signal may be anything
  const { code: named, message } = (error ?? {}) as { code?: unknown; message?: string };
  const code = typeof named === 'string' ? named : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return new UnreadableBundle(`${path} is not UTF-8 text`, path);
  return code.startsWith('Z_') ? new UnreadableBundle(`${path} cannot be read: ${message}`, path) : error;
};

/** True for NDJSON, by its beginning; of a file that cannot be read its name says whether it would be. @throws the signal's reason */
export const isLinesFile = async (file: SourceFile, signal?: AbortSignal): Promise<boolean> => {
  try {
    const content = await opened(file, signal);
    if ('refusal' in content) return isLinesName(file.path);
    for await (const _ of content.bytes) break; // ends the reading
    return content.isLines;
  } catch (error) {
    if (readingError(error, file.path) instanceof UnreadableBundle) return isLinesName(file.path);
    throw error;
  }
};

/**
 * The resources of a file: one resource, a Bundle, a list of both, or NDJSON of any of them; plain or gzipped. NDJSON is read line by line. Anything
 * else in a file is yielded with its place and the reason.
 * @throws UnreadableBundle with the file's name, the signal's reason
 */
export async function* readFhirFile(file: SourceFile, signal?: AbortSignal): AsyncGenerator<Part> {
  const { path } = file;
  try {
    const content = await opened(file, signal);
    if ('refusal' in content) throw new UnreadableBundle(`${path} ${content.refusal}`, path);
    if (content.isLines) {
      yield* lines(content.bytes);
      return;
    }
    const text = await whole(content.bytes, path);
    const document = json(text);
    if (document === NO_JSON) {
      const why = hasSeveralDocuments(text) ? 'holds several JSON documents one after the other, and not one on each line' : 'is not JSON';
      throw new UnreadableBundle(`${path} ${why}`, path);
    }
    if (Array.isArray(document) ? !document.some(isRead) : !isRead(document)) {
      throw new UnreadableBundle(`${path} is ${Array.isArray(document) ? 'a list without FHIR resources' : NO_RESOURCE}`, path);
    }
    if (isObject(document) && document['resourceType'] === 'Bundle' && !Array.isArray(document['entry'] ?? [])) {
      throw new UnreadableBundle(`${path} is a Bundle whose entry is no list`, path);
    }
    yield* partsOf(document, '');
  } catch (error) {
    throw readingError(error, path);
  }
}

async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  for await (const { number, text, reason } of jsonLines(source)) {
    const place = `line ${number}`;
    if (text === undefined) {
      yield { place, reason };
      continue;
    }
    const document = json(text);
    if (document === NO_JSON) yield { place, reason: hasSeveralDocuments(text) ? 'several JSON documents on one line' : 'not JSON' };
    else yield* partsOf(document, place);
  }
}
