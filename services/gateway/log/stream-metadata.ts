import { isInteger, isLosslessNumber, parse, stringify } from 'lossless-json';

/** What a stream's metadata hide of it; nothing where a field is undefined. */
export interface StreamMetadata {
  /** Seconds. */
  maxAge?: number;
  maxCount?: number;
  /** Revisions below it; `all`: the stream was deleted and may come back. */
  truncateBefore?: number | 'all';
}

/** 2^63 - 1: more than a number holds. */
const ALL = '9223372036854775807';

export const metastreamOf = (stream: string): string => `$$${stream}`;

/** The stream that a metastream describes; undefined for any other name. */
export const describedBy = (metastream: string): string | undefined => (metastream.startsWith('$$') ? metastream.slice(2) : undefined);

/** A stream's own metadata keep only the last of them. */
const ofMetastream: StreamMetadata = { maxCount: 1 };

/**
 * What the last event of a metastream says. What cannot be read hides nothing.
 * @param data its data; undefined where there are no metadata
 */
export const readMetadata = (stream: string, data: Uint8Array | undefined): StreamMetadata => {
  if (describedBy(stream) !== undefined) return ofMetastream;
  const { $maxAge, $maxCount, $tb } = fieldsOf(data) ?? {};
  const truncateBefore = digits($tb) === ALL ? 'all' : wholeNumber($tb);
  const [maxAge, maxCount] = [wholeNumber($maxAge), wholeNumber($maxCount)];
  return {
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(maxCount === undefined ? {} : { maxCount }),
    ...(truncateBefore === undefined ? {} : { truncateBefore }),
  };
};

/** The same metadata with another `$tb`, everything else as it was written. */
export const withTruncateBefore = (data: Uint8Array | undefined, before: number | 'all'): Buffer =>
  Buffer.from(stringify({ ...fieldsOf(data), $tb: BigInt(before === 'all' ? ALL : before) })!);

/** What is wrong with metadata that somebody writes, in words; undefined where nothing is. */
export const wrongMetadata = (data: Uint8Array): string | undefined => {
  const fields = fieldsOf(data);
  if (fields === undefined) return 'the metadata of a stream are a JSON object';
  if (fields['$acl'] !== undefined) return 'access control lists ($acl) are not supported: nobody would be kept out by one';
  for (const name of ['$maxAge', '$maxCount', '$tb', '$cacheControl']) {
    const value = fields[name];
    if (value !== undefined && digits(value) === undefined) return `${name} is a whole number from 0 on`;
  }
  return undefined;
};

const fieldsOf = (data: Uint8Array | undefined): Record<string, unknown> | undefined => {
  if (data === undefined) return undefined;
  try {
    const value = parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

const wholeNumber = (value: unknown): number | undefined => {
  const text = digits(value);
  return text === undefined ? undefined : Number(text);
};

/** A whole number from 0 on as it was written. */
const digits = (value: unknown): string | undefined => {
  const text = isLosslessNumber(value) ? value.value : '';
  return isInteger(text) && !text.startsWith('-') ? text : undefined;
};
