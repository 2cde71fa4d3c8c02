import type { Page } from 'playwright-core';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A printed sheet: its size in points, its words, and whether it has pictures of pixels. */
export interface PrintedSheet {
  width: number;
  height: number;
  text: string;
  /** Paths that were drawn as vectors. */
  paths: number;
  /** Pictures made of pixels. */
  images: number;
}

/** Prints a page as a person would, and reads what came out sheet by sheet. */
export const printed = async (page: Page, format: 'A4' | 'Letter'): Promise<PrintedSheet[]> => {
  const data = new Uint8Array(await page.pdf({ format, printBackground: false }));
  const pdf = await getDocument({ data, verbosity: 0 }).promise;
  const sheets: PrintedSheet[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number);
    const { items } = await sheet.getTextContent();
    const { fnArray } = await sheet.getOperatorList();
    const count = (...kinds: number[]) => fnArray.filter((kind) => kinds.includes(kind)).length;
    const [, , width = 0, height = 0] = sheet.view;
    sheets.push({
      width: Math.round(width),
      height: Math.round(height),
      text: items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      paths: count(OPS.constructPath, OPS.stroke, OPS.fill),
      images: count(OPS.paintImageXObject, OPS.paintInlineImageXObject),
    });
  }
  await pdf.destroy();
  return sheets;
};
