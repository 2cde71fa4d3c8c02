import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { diseaseRows, dotted } from '#catalogues/disease-files';
import { productRows } from '#catalogues/medication-files';

/** Rows as a peer gets them: what the official file says, nothing else. */
export interface PeerRow {
  id: number;
  code: string;
  text: string;
}

export const icdRows = async (file: string): Promise<PeerRow[]> => {
  const rows: PeerRow[] = [];
  for await (const { code, text } of diseaseRows(readFileSync(file))) rows.push({ id: rows.length + 1, code: dotted(code), text });
  return rows;
};

/** Each product, brand and generic once where they are the same. */
export const drugRows = async (file: string): Promise<PeerRow[]> => {
  const rows: PeerRow[] = [];
  for await (const { brand, generic, form, route, numerators, units } of productRows(readFileSync(file))) {
    const text = [brand, ...(generic.toLowerCase() === brand.toLowerCase() ? [] : [generic]), form, route, numerators, units].join(' ');
    rows.push({ id: rows.length + 1, code: '', text });
  }
  return rows;
};

/** A search of which the answer is known. */
export interface Labelled {
  catalogue: 'diseases' | 'medications';
  query: string;
  /** Any of them is right; of a code that ends with '*' all that begin so; of a medication all words of one must be there. */
  expected: string[];
}

export const labelled = (file: string): Labelled[] => {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [catalogue = '', query = '', expected = ''] = line.split('\t');
      return { catalogue: catalogue as Labelled['catalogue'], query, expected: expected.split('|') };
    });
};

/** What somebody types on the way to a text, from the second letter on, as the search is asked. */
export const whileTyping = (texts: readonly string[], most: number): string[] => {
  const typed = new Set(
    texts.flatMap((text) => Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(0, index + 2).trimStart())),
  );
  const all = [...typed];
  return all.filter((_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length));
};
