import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { Id } from '#contracts/wire/primitives';
import { OcrType } from '#contracts/reports/reports';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { type Expected, Refusal } from '#infra/event-store/decider';
import { InvalidInput } from '#infra/http/problems';

/** One part of a multipart form as Fastify's plugin gives it. */
interface Part {
  type: 'file' | 'field';
  fieldname: string;
  filename?: string;
  mimetype: string;
  value?: unknown;
  toBuffer?: () => Promise<Buffer>;
}

export interface Upload {
  /** Follows from the command's key, so that an upload sent again is the same report. */
  report_id: string;
  command_id: string;
  name: string;
  content_type: string;
  bytes: Buffer;
}

/** What a person sent of one file, as one text. */
export const contentOf = ({
  bytes,
  ...said
}: Omit<Upload, 'report_id' | 'command_id'> & { ocr_type: OcrType; patient_id?: string | undefined }): string =>
  canonicalJson({ ...said, file: createHash('sha256').update(bytes).digest('hex') });

const accepted = new Set(['image/png', 'image/jpeg', 'application/pdf']);
const byEnding: Record<string, string> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

/** What the browser said it is, or what the name's ending says where the browser does not know. */
const typeOf = (part: Part): string => {
  const ending = /\.(\w+)$/.exec(part.filename ?? '')?.[1]?.toLowerCase() ?? '';
  return accepted.has(part.mimetype) ? part.mimetype : (byEnding[ending] ?? part.mimetype);
};

/** All files of one form together: they are held in memory until all are known to be acceptable. */
const LARGEST_FORM = 200 * 1024 * 1024;

const refuse = (field: string, message: string, expected?: Expected) =>
  new Refusal('upload', message, { [field]: [message] }, 422, expected === undefined ? {} : { [field]: expected });

/** What the parser says of a form that is none, or that ended before its end. Its limits are told by a status of their own. */
const broken = (error: unknown): never => {
  if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error;
  throw new InvalidInput({ files: ['The upload did not arrive whole, please try again'] });
};

/** The parts as long as they come. @throws InvalidInput where the form breaks off */
async function* whole(parts: AsyncIterable<Part>): AsyncGenerator<Part, void> {
  try {
    yield* parts;
  } catch (error) {
    broken(error);
  }
}

const LONGEST_NAME = 255;

/** The file's own name without a path, in one line that can be stored and shown everywhere. */
const nameOf = ({ filename = '' }: Part): string => {
  const own = filename.replace(/^.*[\\/]/s, '').slice(0, LONGEST_NAME);
  return own.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || 'Unnamed file';
};

/**
 * Reads the documents' upload form: `files` (one or more), `ocr_type` (or the documents' `ocrType`), and `patient_id` where it comes from a patient's page.
 * A file of another kind refuses the whole form; what is broken inside shows on the file's own report later.
 */
export const readUpload = async (
  parts: AsyncIterable<Part>,
  key: string,
): Promise<{ uploads: Upload[]; ocr_type: OcrType; patient_id: string | undefined }> => {
  const uploads: Upload[] = [];
  let ocr_type: OcrType = 'tesseract';
  let patient_id: string | undefined;
  let total = 0;
  for await (const part of whole(parts)) {
    if (part.type === 'file') {
      const bytes = (await part.toBuffer?.().catch(broken)) ?? Buffer.alloc(0);
      const content_type = typeOf(part);
      if (!accepted.has(content_type)) throw refuse('files', 'Only PDF, JPG and PNG files can be read', [...accepted]);
      total += bytes.length;
      if (total > LARGEST_FORM)
        throw refuse('files', 'The files are too large to be uploaded at once; 200 MB is the most', 'at most 200 MB');
      const command_id = v5(`file-${uploads.length}`, key);
      uploads.push({ report_id: v5('report', command_id), command_id, name: nameOf(part), content_type, bytes });
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
