import { showInstant } from '#web/lib/dates.ts';

/** The most that one upload takes; the server says the same. */
const MOST_FILES = 20;
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_TOGETHER = 200 * 1024 * 1024;
const TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

const isSame = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

const wrongWith = (file: File): string | undefined => {
  if (!TYPES.includes(file.type) && !/\.(pdf|jpe?g|png)$/i.test(file.name)) return 'only PDF, JPG and PNG files can be read';
  if (file.size === 0) return 'the file is empty';
  return file.size > MOST_BYTES ? 'the file is too large; 50 MB is the most' : undefined;
};

/** The files to send after some more were chosen, and why some of them are not among them. A file chosen twice is sent once. */
export const withChosen = (before: readonly File[], chosen: readonly File[]): { files: File[]; refused: string[] } => {
  const files = [...before];
  const refused: string[] = [];
  let total = before.reduce((sum, { size }) => sum + size, 0);
  for (const file of chosen) {
    if (files.some((other) => isSame(other, file))) continue;
    const wrong =
      wrongWith(file) ??
      (files.length >= MOST_FILES ? `${MOST_FILES} files are the most at once` : undefined) ??
      (total + file.size > MOST_TOGETHER ? '200 MB are the most at once' : undefined);
    if (wrong === undefined) {
      files.push(file);
      total += file.size;
    } else refused.push(`${file.name}: ${wrong}`);
  }
  return { files, refused };
};

/** DD/MM/Y HH:mm on the clock of recorded moments, as the documents want for files; its header says so. */
export const fileDate = (modified: number): string => showInstant(new Date(modified).toISOString()).replace(/^(\d\d)\/(\d\d)/, '$2/$1');
