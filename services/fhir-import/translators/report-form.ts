import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';
import { MAX_REPORT_TEXT, type ReportForm } from '#contracts/items/external-reports';
import { noTextOf } from '#infra/text/signatures';
import { decodeText, encodingSearch, UnreadableText } from '#infra/text/text-encoding';
import { plain, plainLines, shortened } from '../resources/fhir-text.ts';
import { Attachment } from '../resources/resource.ts';

/** The most that a form may have, and as base64. */
const MAX_FORM_BYTES = 25 * 1024 * 1024;
const MAX_FORM_LETTERS = Math.ceil(MAX_FORM_BYTES / 3) * 4;

/** A form as it will be stored; with bytes it is stored as a file. */
export interface ReadForm {
  form: Omit<ReportForm, 'file_id'>;
  bytes?: Buffer;
}

/** What a form comes to, or why it is not taken. */
type Content = Pick<ReadForm, 'bytes'> & Pick<ReportForm, 'text' | 'charset' | 'remark'> & { content_type?: string };

const UNKNOWN_TYPE = 'application/octet-stream';
const WEB_PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'application/xhtml']);
const UNREADABLE = 'its data cannot be read';
const NO_CHARACTERS = 'some of its characters cannot be read';

const SIGNATURES: readonly (readonly [type: string, begin: Buffer])[] = [
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
];

/** The type that the first bytes say. Readers of PDF take its header anywhere in the first kilobyte; a text may speak of it there. */
const typeBySignature = (bytes: Buffer, isText: boolean): string | undefined => {
  const found = SIGNATURES.find(([, begin]) => bytes.subarray(0, begin.length).equals(begin));
  const header = bytes.subarray(0, 1024).indexOf('%PDF-');
  return found?.[0] ?? (header === 0 || (header > 0 && !isText) ? 'application/pdf' : undefined);
};

/** 'text/plain' and its charset. */
const mediaOf = (said: string | undefined): { type: string | undefined; charset: string | undefined } => {
  const [type = '', ...parameters] = (plain(said) ?? '').toLowerCase().split(';');
  const charset = parameters.flatMap((one) => /^\s*charset\s*=\s*"?([a-z0-9._:-]{1,40})"?\s*$/.exec(one)?.[1] ?? [])[0];
  return { type: /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.exec(type.trim())?.[0].slice(0, 100), charset };
};

/** Undefined where it is no base64; line breaks within it are allowed. */
const decoded = (data: string): Buffer | undefined => {
  const letters = data.replace(/[ \t\r\n]+/g, '');
  if (letters === '' || letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) return undefined;
  return Buffer.from(letters, 'base64');
};

/** Bytes of these names are Windows-1252 wherever they differ. */
const LATIN_1 = /^(?:iso[-_]?8859[-_]?1|latin-?1|l1|cp819)$/;
/** Nothing says more than what is found by looking: what is called so is often something else. */
const UNSAID = /^(?:utf-?8|(?:us-?)?ascii)$/;

/** @throws UnreadableText */
const textOf = (bytes: Buffer, charset: string | undefined): string => {
  if (charset === undefined || UNSAID.test(charset)) return decodeText(bytes, '');
  if (!iconv.encodingExists(charset)) throw new UnreadableText(charset);
  return iconv.decode(bytes, LATIN_1.test(charset) ? 'windows-1252' : charset);
};

const text = (bytes: Buffer, charset: string | undefined): Content => {
  const said = textOf(bytes, charset);
  const lines = plainLines(said);
  if (lines === undefined) return { remark: 'it is empty' };
  const remark = said.includes('\ufffd') ? { remark: NO_CHARACTERS } : {};
  if (lines.length <= MAX_REPORT_TEXT) return { text: lines, ...remark };
  const found = charset === undefined || UNSAID.test(charset) ? encodingOf(bytes) : charset;
  return { bytes, charset: found, ...remark };
};

/** @throws UnreadableText */
const encodingOf = (bytes: Buffer): string => {
  const search = encodingSearch('');
  search.add(bytes);
  return search.end().encoding;
};

/** Of a web page that does not say it itself. @throws UnreadableText */
const charsetOf = (bytes: Buffer, type: string): string | undefined => {
  const head = bytes.subarray(0, 1024).toString('latin1');
  if (type === 'text/html') return /<meta[^>]+charset/i.test(head) ? undefined : encodingOf(bytes);
  return (/^<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(head)?.[1] ?? encodingOf(bytes)).toLowerCase();
};

const NAMED_BY_BYTES: ReadonlySet<string> = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/jpg']);

const contentOf = (bytes: Buffer, { type, charset }: ReturnType<typeof mediaOf>): Content => {
  const isText = type === 'text/plain' || WEB_PAGES.has(type ?? '');
  const signed = typeBySignature(bytes, isText);
  if (signed !== undefined) return { content_type: signed, bytes };
  if (type === undefined) return { remark: 'its type is not said' };
  if (NAMED_BY_BYTES.has(type) || (isText && noTextOf(bytes))) return { remark: `its content is not what its type says: ${type}` };
  if (!isText) return { remark: shortened(`files of this type are not taken: ${type}`, 150) };
  try {
    if (type === 'text/plain') return text(bytes, charset);
    const found = charset ?? charsetOf(bytes, type);
    return { bytes, ...(found === undefined ? {} : { charset: found }) };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return { bytes, remark: 'its text may not be shown as it was written' };
  }
};

const readData = (data: unknown, said: ReturnType<typeof mediaOf>, hash: string | undefined): Content => {
  if (typeof data !== 'string') return { remark: UNREADABLE };
  if (data.length > MAX_FORM_LETTERS * 1.1) return { remark: 'it is larger than 25 MB' };
  const bytes = decoded(data);
  if (bytes === undefined) return { remark: UNREADABLE };
  if (bytes.length > MAX_FORM_BYTES) return { remark: 'it is larger than 25 MB' };
  const content = contentOf(bytes, said);
  const isOther = hash !== undefined && createHash('sha1').update(bytes).digest('base64') !== hash.trim();
  const remarks = [content.remark, isOther ? 'its checksum does not fit' : undefined].flatMap((one) => one ?? []);
  return remarks.length === 0 ? content : { ...content, remark: remarks.join('; ') };
};

/** One `presentedForm`. Its address is never stored. */
export const readForm = (attachment: unknown): ReadForm => {
  const parsed = Attachment.safeParse(attachment);
  if (!parsed.success) return { form: { content_type: UNKNOWN_TYPE, remark: 'it cannot be read' } };
  const { contentType, data, url, hash, title } = parsed.data;
  const said = mediaOf(contentType);
  const without = url === undefined ? 'it has no content' : 'the file is with its source, not in the import';
  const {
    bytes,
    content_type = said.type ?? UNKNOWN_TYPE,
    ...content
  }: Content = data === undefined || data === '' ? { remark: without } : readData(data, said, hash);
  const name = plain(title);
  return {
    form: { ...(name === undefined ? {} : { title: shortened(name, 200) }), content_type, ...content },
    ...(bytes === undefined ? {} : { bytes }),
  };
};
