import { v5 } from 'uuid';
import { Id } from '#contracts/wire/primitives';
import { OcrType } from '#contracts/reports/reports';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { type Expected, Refusal } from '#infra/event-store/decider';
import type { ArrivedFile, Receive } from '#infra/files/arriving-files';
import { InvalidInput } from '#infra/http/problems';
import { bytesOfPart, type FilePart } from '#infra/http/uploads';

/** One part of a multipart form as Fastify's plugin gives it. */
type Part = (FilePart & { type: 'file'; filename?: string }) | { type: 'field'; fieldname: string; value?: unknown };

export interface Upload {
  /** Follows from the command's key, so that an upload sent again is the same report. */
  report_id: string;
  command_id: string;
  name: string;
  content_type: string;
  file: ArrivedFile;
}

/** What a person sent of one file, as one text. */
export const contentOf = ({
  file,
  ...said
}: Omit<Upload, 'report_id' | 'command_id'> & { ocr_type: OcrType; patient_id?: string | undefined }): string =>
  canonicalJson({ ...said, file: file.sha256 });

const accepted = new Set(['image/png', 'image/jpeg', 'application/pdf']);
const byEnding: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/** What the browser said it is, or what the name's ending says where the browser does not know. */
const typeOf = ({ filename = '', mimetype }: { filename?: string; mimetype: string }): string => {
  const ending = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return accepted.has(mimetype) ? mimetype : (byEnding[ending] ?? mimetype);
};

/** All files of one form together. */
const LARGEST_FORM = 200 * 1024 * 1024;

const refuse = (field: string, message: string, expected?: Expected) =>
  new Refusal('upload', message, { [field]: [message] }, 422, expected === undefined ? {} : { [field]: expected });

/** What the parser says of a form that is none, or that ended before its end. Its limits are told by a status of their own. */
const broken = (error: unknown): never => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
  throw new InvalidInput({ files: ['The upload did not arrive whole, please try again'] });
};

/** The parts of a form, or the bytes of one, as long as they come. @throws InvalidInput where the form breaks off */
async function* whole<T>(parts: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* parts;
  } catch (error) {
    broken(error);
  }
}

const LONGEST_NAME = 255;

/** The file's own name without a path, in one line that can be stored and shown everywhere. */
const nameOf = ({ filename = '' }: { filename?: string }): string => {
  const own = filename.replace(/^.*[\\/]/s, '').slice(0, LONGEST_NAME);
  return own.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || 'Unnamed file';
};

/**
 * Reads the documents' upload form: `files` (one or more), `ocr_type` (or the documents' `ocrType`), and `patient_id` where it comes from a patient's page.
 * A file of another kind refuses the whole form, and so does a limit, as soon as it shows; what is broken inside shows on the file's own report later.
 */
export const readUpload = async (
  parts: AsyncIterable<Part>,
  key: string,
  receive: Receive,
): Promise<{ uploads: Upload[]; ocr_type: OcrType; patient_id: string | undefined }> => {
  const uploads: Upload[] = [];
  let ocr_type: OcrType = 'tesseract';
  let patient_id: string | undefined;
  let total = 0;
  const withinForm = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      total += chunk.length;
      if (total > LARGEST_FORM)
        throw refuse('files', 'The files are too large to be uploaded at once; 200 MB is the most', 'at most 200 MB');
      yield chunk;
    }
  };
  for await (const part of whole(parts)) {
    if (part.type === 'file') {
      const content_type = typeOf(part);
      if (!accepted.has(content_type)) throw refuse('files', 'Only PDF, JPG and PNG files can be read', [...accepted]);
      const file = await receive(withinForm(whole(bytesOfPart(part))));
      const command_id = v5(`file-${uploads.length}`, key);
      uploads.push({ report_id: v5('report', command_id), command_id, name: nameOf(part), content_type, file });
    } else if (part.fieldname === 'ocr_type' || part.fieldname === 'ocrType') {
      const type = OcrType.safeParse(part.value);
      if (!type.success) throw refuse(part.fieldname, `Must be one of ${OcrType.options.join(', ')}`, OcrType.options);
      ocr_type = type.data;
    } else if (part.fieldname === 'patient_id' && part.value) {
      const id = Id.safeParse(part.value);
      if (!id.success) throw refuse('patient_id', 'Field should be in a proper format', 'UUID');
      patient_id = id.data;
    }
  }
  if (uploads.length === 0) throw refuse('files', 'Field is required', 'at least 1 file');
  return { uploads, ocr_type, patient_id };
};
