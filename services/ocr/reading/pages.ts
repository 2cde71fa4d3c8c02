import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp, { type Sharp } from 'sharp';
import { checkPages, checkPdfStreams, checkPixels, limits } from './limits.ts';
import { isPicture, textWords } from './pdf-text.ts';
import type { FileKind } from './sniff.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { Word } from './word.ts';

/** A picture without compression: 8 bit grey. */
export type Grey = { data: Buffer; width: number; height: number };

/** One page of a file, opened but not yet read. */
export type SourcePage = {
  /** Pixels of the page image. */
  width: number;
  height: number;
  /** The page image, PNG, as people see it. */
  image(): Promise<Uint8Array>;
  /** The page's own words in pixels of the page image; null where only a picture is there. */
  words(): Promise<Word[] | null>;
  /** The page in grey for recognition, where possible finer than the page image, and its pixels per pixel of the page image. */
  grey(): Promise<Grey & { scale: number }>;
};

/** A file's pages, read one at a time. */
export type SourceFile = { count: number; page(index: number): Promise<SourcePage>; close(): Promise<void> };

/** Resolution of page images, and of the finer picture for recognition. */
const DPI = 200;
const FINE_DPI = 300;
/** Longest side of a photograph's page image. */
const LONGEST = 2600;
/** Fewer own characters than this, and the page is taken for a picture. */
const FEW = 30;

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folderUrl = (name: string): string => `${join(pdfjsFolder, name)}/`;

let library: Promise<PDFiumLibrary> | undefined;

const openText = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  try {
    // the reader takes its bytes away: it gets a copy
    return await getDocument({
      data: bytes.slice(),
      cMapUrl: folderUrl('cmaps'),
      standardFontDataUrl: folderUrl('standard_fonts'),
      wasmUrl: folderUrl('wasm'),
      isEvalSupported: false,
      enableXfa: false,
      useSystemFonts: false,
      disableFontFace: true,
      maxImageSize: limits.pixels,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    throw new UnreadableFile((error as Error).name === 'PasswordException' ? 'encrypted' : 'broken');
  }
};

const openPicture = async (bytes: Uint8Array): Promise<PDFiumDocument> => {
  library ??= PDFiumLibrary.init();
  try {
    return await (await library).loadDocument(bytes);
  } catch {
    throw new UnreadableFile('broken');
  }
};

const openPdf = async (bytes: Uint8Array): Promise<SourceFile> => {
  checkPdfStreams(bytes);
  const text = await openText(bytes);
  checkPages(text.numPages);
  const pictures = await openPicture(bytes);
  return {
    count: text.numPages,
    page: async (index) => {
      const page = await text.getPage(index + 1);
      const size = page.getViewport({ scale: 1 });
      // a poster is drawn coarser rather than refused
      const fit = (dpi: number): number => Math.min(dpi / 72, Math.sqrt(limits.pixels / 3 / (size.width * size.height)));
      const scale = fit(DPI);
      const draw = (at: number, colorSpace: 'BGRA' | 'Gray') => pictures.getPage(index).render({ scale: at, colorSpace });
      return {
        width: Math.floor(Math.floor(size.width) * scale),
        height: Math.floor(Math.floor(size.height) * scale),
        image: async () => {
          const { data, width, height } = await draw(scale, 'BGRA'); // in spite of the name in the order RGBA
          return sharp(data, { raw: { width, height, channels: 4 } })
            .removeAlpha()
            .png()
            .toBuffer();
        },
        words: async () => {
          const words = await textWords(page, scale);
          const few = words.reduce((sum, word) => sum + word.text.length, 0) < FEW;
          return few || (await isPicture(page)) ? null : words;
        },
        grey: async () => {
          const fine = fit(FINE_DPI);
          const { data, width, height } = await draw(fine, 'Gray');
          return { data: Buffer.from(data.buffer, data.byteOffset, data.byteLength), width, height, scale: fine / scale };
        },
      };
    },
    close: async () => {
      pictures.destroy();
      await text.loadingTask.destroy();
    },
  };
};

const openImage = async (bytes: Uint8Array): Promise<SourceFile> => {
  const open = (): Sharp => sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' }).autoOrient();
  const broken = (): never => {
    throw new UnreadableFile('broken');
  };
  const { autoOrient, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(broken);
  checkPixels(width, height);
  const shrink = Math.min(1, LONGEST / Math.max(width, height));
  const size = { width: Math.round(autoOrient.width * shrink), height: Math.round(autoOrient.height * shrink) };
  return {
    count: 1,
    page: async () => ({
      ...size,
      image: () =>
        open()
          .resize({ ...size, fit: 'fill' })
          .flatten({ background: 'white' })
          .png()
          .toBuffer()
          .catch(broken),
      words: async () => null,
      grey: async () => {
        const { data, info } = await open()
          .flatten({ background: 'white' })
          .grayscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
          .catch(broken);
        return { data, width: info.width, height: info.height, scale: info.width / size.width };
      },
    }),
    close: async () => undefined,
  };
};

/**
 * Opens a file's pages. Nothing is unpacked before its size is known.
 * @throws UnreadableFile `encrypted`, `broken`, `too-many-pages`, `too-many-pixels`, `too-much-inside`
 */
export const openFile = (bytes: Uint8Array, kind: FileKind): Promise<SourceFile> => (kind === 'pdf' ? openPdf(bytes) : openImage(bytes));
