import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How many pages the HIPAA form has (document 1 section 9). */
const PAGES = 2;
const sample = fileURLToPath(new URL('./sample/', import.meta.url));

/** How a page is stored: as an image, or as the text of it for who cannot see the image. */
export const consentFormats = { jpg: 'image/jpeg', png: 'image/png', txt: 'text/plain; charset=utf-8' } as const;
export type ConsentFormat = keyof typeof consentFormats;

/**
 * Forms that people agree to, as pages: `<name>-<page>.jpg` or `.png`, `<name>-<page>.txt` and `version.txt` in a folder. A clinic puts its own
 * form there; without one the sample that comes with the program is shown, which says that it is one.
 */
export class ConsentForms {
  constructor(private readonly folder: string) {}

  /** A page from 1 on; undefined where there is none in this format. */
  async page(name: string, page: number, format: ConsentFormat): Promise<Buffer | undefined> {
    if (!/^[a-z]{1,20}$/.test(name) || !Number.isInteger(page) || page < 1 || page > PAGES) return undefined;
    return absent(readFile(join(await this.place(name), `${name}-${page}.${format}`)));
  }

  /** What somebody agrees to now: the version, and the SHA-256 over the pages as they are shown. */
  async current(name: string): Promise<{ document: string; version: string; content_hash: string }> {
    const hash = createHash('sha256');
    for (let page = 1; page <= PAGES; page++) hash.update((await this.image(name, page)) ?? '');
    const version = await absent(readFile(join(await this.place(name), 'version.txt'), 'utf8'));
    return { document: name, version: version?.trim().slice(0, 200) || 'unnamed', content_hash: hash.digest('hex') };
  }

  private async image(name: string, page: number): Promise<Buffer | undefined> {
    return (await this.page(name, page, 'jpg')) ?? this.page(name, page, 'png');
  }

  /** Never pages of both: the clinic's folder counts where it has the first page. */
  private async place(name: string): Promise<string> {
    for (const format of ['jpg', 'png']) {
      if (await absent(readFile(join(this.folder, `${name}-1.${format}`)))) return this.folder;
    }
    return sample;
  }
}

const absent = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
