import { Refusal } from '#infra/event-store/decider';
import { type Jpeg, type Pictures, UnreadablePicture } from '#infra/pictures/pictures';

/** The most that an agreement may have, as uploads of reports. */
export const LARGEST_AGREEMENT = 50 * 1024 * 1024;
/** Pixels of the longer side as it is kept: 300 dpi of a letter. */
const LONGEST_SIDE = 3300;
/** Points of a page: US letter. */
const [WIDTH, HEIGHT] = [612, 792];

export const wrongAgreement = (message: string): Refusal => new Refusal('agreement', message, { agreement: [message] });
export const tooLarge = (): Refusal => wrongAgreement('The file is too large; 50 MB is the most');
const UNREADABLE = 'The picture cannot be read. Please scan or photograph the agreement again';

const [PNG, JPEG] = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex')];

const begins = (bytes: Buffer, signature: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);
/** Readers take the header anywhere in the first kilobyte. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

/** An upload as the PDF that is kept: a picture on a page of its own. Its first bytes say what it is. @throws Refusal 422 */
export const agreementPdf = async (bytes: Buffer, pictures: Pictures): Promise<Uint8Array> => {
  if (begins(bytes, PNG) || begins(bytes, JPEG)) return pageOf(await pictures.jpeg(bytes, LONGEST_SIDE).catch(unreadable));
  if (isPdf(bytes)) return bytes;
  throw wrongAgreement('Only PDF, JPG and PNG files can be filed');
};

const unreadable = (error: unknown): never => {
  throw error instanceof UnreadablePicture ? wrongAgreement(UNREADABLE) : error;
};

/** A PDF of one page that the picture fills as far as its shape allows. */
const pageOf = ({ data, width, height }: Jpeg): Uint8Array => {
  const [across, down] = width > height ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const scale = Math.min(across / width, down / height);
  const [w, h] = [width * scale, height * scale];
  const place = `q ${w.toFixed(2)} 0 0 ${h.toFixed(2)} ${((across - w) / 2).toFixed(2)} ${((down - h) / 2).toFixed(2)} cm /I Do Q`;
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  return pdfOf([
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>`],
    [`<< ${image} /Length ${data.length} >>\nstream\n`, data, '\nendstream'],
    [`<< /Length ${place.length} >>\nstream\n${place}\nendstream`],
  ]);
};

/** The objects, numbered from 1, with the table of where each begins; the first is the catalog. */
const pdfOf = (objects: readonly (readonly (string | Uint8Array)[])[]): Uint8Array => {
  const written: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const length = () => written.reduce((sum, part) => sum + part.length, 0);
  const starts = objects.map((parts, at) => {
    const start = length();
    written.push(Buffer.from(`${at + 1} 0 obj\n`), ...parts.map((part) => Buffer.from(part as string)), Buffer.from('\nendobj\n'));
    return start;
  });
  const table = length();
  const count = objects.length + 1;
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  written.push(
    Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`),
  );
  return Buffer.concat(written);
};
