import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfReadStore } from '#tests/support/read-store';

/** A text as it may lie in a file: as such, as UTF-16 in both orders, in hexadecimal, and in base64 wherever it begins among three bytes. */
export const writings = (word: string): Buffer[] => {
  const plain = Buffer.from(word, 'utf8');
  const wide = Buffer.from(word, 'utf16le');
  const base64 = (bytes: Buffer) =>
    [0, 1, 2].map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
      // Only the characters that the word alone decides.
      return Buffer.from(text.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3)), 'latin1');
    });
  return [
    plain,
    wide,
    Buffer.from(wide).swap16(),
    Buffer.from(plain.toString('hex')),
    Buffer.from(JSON.stringify(word).slice(1, -1)),
    ...base64(plain),
    ...base64(wide),
  ];
};

/** Every file below a folder. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Which of the words lie in which files, in any writing: '<word> in <file>'. Reads every byte of every file, and what the database of the folder answers. */
export const searchFolder = async (folder: string, words: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  const look = (bytes: Buffer, where: string): void => {
    for (const word of words) if (writings(word).some((needle) => bytes.includes(needle))) found.push(`${word} in ${where}`);
  };
  for (const file of await filesIn(folder)) look(await readFile(file), file.slice(folder.length + 1));
  look(Buffer.from((await textOfReadStore(folder)) ?? ''), 'MongoDB');
  return found;
};
