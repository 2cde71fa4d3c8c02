import { LARGEST_LIST, ListUpload } from '#contracts/catalogues/list-import';
import { messages } from '#contracts/rules/messages';
import { Refusal } from '#infra/event-store/decider';
import { type FilePart, wholePart } from '#infra/http/uploads';
import { refusedFile } from './list-file.ts';

/** One part of a multipart form as Fastify's plugin gives it. */
type Part = (FilePart & { type: 'file'; filename?: string }) | { type: 'field'; fieldname: string; value?: unknown };

/** What Fastify's multipart plugin adds to a request. */
export interface ListRequest {
  isMultipart(): boolean;
  parts(options: { limits: { fileSize: number; files: number } }): AsyncIterable<Part>;
}

const Said = ListUpload.omit({ file: true });

const LONGEST_NAME = 255;

/** The file's own name without a path, in one line. */
const nameOf = (filename = ''): string =>
  filename
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME) || 'Unnamed file';

const isTooLarge = (error: unknown): boolean => error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/** Reads the form of an import. @throws Refusal 422 keyed by field, ZodError */
export const readListUpload = async (request: ListRequest) => {
  const fields: Record<string, unknown> = {};
  let file: { name: string; bytes: Buffer } | undefined;
  try {
    const parts = request.isMultipart() ? request.parts({ limits: { fileSize: LARGEST_LIST, files: 1 } }) : [];
    for await (const part of parts) {
      if (part.type === 'file' && part.fieldname === 'file') {
        file = { name: nameOf(part.filename), bytes: await wholePart(part) };
      } else if (part.type === 'file') await wholePart(part);
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if (isTooLarge(error)) throw refusedFile(file?.name ?? 'this file', [`the file is larger than ${LARGEST_LIST / 1024 / 1024} MB`]);
    throw new Refusal('upload', 'The upload did not arrive whole, please try again', {
      file: ['The upload did not arrive whole, please try again'],
    });
  }
  if (!file) throw new Refusal('upload', 'A form with a file is wanted', { file: [messages.required] }, 422, { file: 'a CSV file' });
  const { dry_run, plan } = Said.parse(fields);
  return { ...file, dry_run: dry_run === 'true', plan };
};
