import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import { parse } from 'lossless-json';

/** A resource as it stands in a file; numbers are texts with their digits as written. */
export type Json = string | boolean | null | Json[] | { [name: string]: Json };
export type RawResource = { [name: string]: Json };

export interface FileEntry {
  /** What others in the same bundle call it, where the bundle says so. */
  fullUrl?: string;
  resource: RawResource;
}

/** A file that is no FHIR: says which one and why, for the person at the terminal. */
export class UnreadableBundle extends Error {}

/** More than this in one JSON document is refused: bulk exports are NDJSON, which is read line by line. */
const LARGEST = 512 * 1024 * 1024;

/** Numbers keep their digits ('7.0' stays '7.0'): they are parsed to their text. */
const parsed = (text: string): unknown => parse(text, undefined, (number) => number);

const isObject = (value: unknown): value is RawResource => typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = (document: unknown, where: string): FileEntry[] => {
  if (!isObject(document) || typeof document['resourceType'] !== 'string') {
    throw new UnreadableBundle(`${where} is no FHIR resource: it has no resourceType`);
  }
  if (document['resourceType'] !== 'Bundle') return [{ resource: document }];
  const entries = document['entry'] ?? [];
  if (!Array.isArray(entries)) throw new UnreadableBundle(`${where} is a Bundle whose entry is no list`);
  return entries.flatMap((entry): FileEntry[] => {
    if (!isObject(entry) || !isObject(entry['resource'])) return [];
    const { resource, fullUrl } = entry as { resource: RawResource; fullUrl?: Json };
    return [{ resource, ...(typeof fullUrl === 'string' ? { fullUrl } : {}) }];
  });
};

const openFile = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnreadableBundle(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`);
  }
};

const isGzip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
};

const whole = async (stream: Readable, path: string): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST) throw new UnreadableBundle(`${path} is larger than 512 MB; an export of that size comes as NDJSON`);
    parts.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.concat(parts));
};

/** NDJSON says it by its name, or by a first line that is a whole document with another behind it. */
const isLines = (text: string): boolean => {
  const end = text.indexOf('\n');
  const first = end < 0 ? '' : text.slice(0, end).trim();
  return first.startsWith('{') && first.endsWith('}') && text.slice(end).trim().startsWith('{');
};

const isLinesName = (path: string): boolean => /\.ndjson(\.gz)?$/i.test(path);

/**
 * The resources of a local file: one resource, a Bundle, or NDJSON of either; plain or gzipped. NDJSON is read line by line.
 * @throws UnreadableBundle with the file's name and, for NDJSON, the line
 */
export async function* readFhirFile(path: string): AsyncGenerator<FileEntry> {
  const file = await openFile(path);
  const bytes = file.createReadStream();
  try {
    const stream = (await isGzip(path)) ? bytes.pipe(createGunzip()).on('error', () => {}) : bytes;
    if (isLinesName(path)) {
      yield* lines(createInterface({ input: stream, crlfDelay: Infinity }), path);
      return;
    }
    const text = await whole(stream, path);
    if (isLines(text)) yield* lines(text.split('\n'), path);
    else yield* entriesOf(json(text, path), path);
  } catch (error) {
    if (error instanceof UnreadableBundle) throw error;
    if (error instanceof TypeError) throw new UnreadableBundle(`${path} is not UTF-8 text`);
    throw new UnreadableBundle(`${path} cannot be read: ${(error as Error).message}`);
  } finally {
    bytes.destroy();
  }
}

async function* lines(source: AsyncIterable<string> | Iterable<string>, path: string): AsyncGenerator<FileEntry> {
  let number = 0;
  for await (const line of source) {
    number++;
    if (line.trim() !== '') yield* entriesOf(json(line, `${path}, line ${number}`), `${path}, line ${number}`);
  }
}

/** The words of the parser may quote the text around an error: only that there is one is told on. */
const json = (text: string, where: string): unknown => {
  try {
    return parsed(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UnreadableBundle(`${where} is not JSON`);
  }
};
