import { tableRows, textLines, WrongCatalogueFile } from './text-lines.ts';

/** A row of the order file. `code` without its dot. */
export interface DiseaseRow {
  code: string;
  billable: boolean;
  text: string;
}

/** A further term for a code. `isIncluded`: the code is meant by it, not only one of what it includes. */
export interface TermRow {
  code: string;
  term: string;
}

const WANTED = "wanted is the order file of ICD-10-CM ('icd10cm_order_YYYY.txt': order number, code, 0 or 1, short and long text)";
const ORDER = /^\d{5} ([A-Z]\d[0-9A-Z]{1,5}) *$/;
const CODE = /^[A-Z]\d[0-9A-Z]\.?[0-9A-Z]{0,4}$/;

const whatElse = (line: string): string => {
  if (/^(Add|Delete|Revise from|Revise to|No change)\b/i.test(line))
    return 'this is the addenda file, which holds only what changed from the year before';
  if (/^[A-Z]\d[0-9A-Z]{1,5}\s+\S/.test(line))
    return "this is the codes file ('icd10cm_codes_YYYY.txt'), which lacks the headings and says nothing of what is billable";
  if (/^\s*<\?xml|^\s*</.test(line)) return 'this is an XML file';
  if (line.includes('\t')) return 'this is a table';
  return 'this is no order file';
};

/** Reads the order file of CMS: fixed places, a heading or a valid code each line. @throws WrongCatalogueFile naming what was given instead */
export async function* diseaseRows(bytes: Uint8Array): AsyncIterable<DiseaseRow> {
  let line = 0;
  for await (const text of textLines(bytes)) {
    line += 1;
    if (text.trim() === '') continue;
    const code = ORDER.exec(text.slice(0, 14))?.[1];
    const flag = text[14];
    const long = text.slice(77).trim();
    if (code === undefined || (flag !== '0' && flag !== '1') || long === '') {
      throw new WrongCatalogueFile(line === 1 ? `${whatElse(text)}; ${WANTED}` : `line ${line} is no row of an order file; ${WANTED}`);
    }
    yield { code, billable: flag === '1', text: long };
  }
  if (line === 0) throw new WrongCatalogueFile(`the file is empty; ${WANTED}`);
}

/** Reads further terms: a table separated by tabs with the columns code, kind, term. @throws WrongCatalogueFile */
export async function* termRows(bytes: Uint8Array): AsyncIterable<TermRow> {
  const wanted = 'wanted are the inclusion terms of ICD-10-CM as a table separated by tabs with the columns code, kind, term';
  for await (const { code, kind, term } of tableRows(bytes, ['code', 'kind', 'term'] as const, wanted)) {
    if (!CODE.test(code)) throw new WrongCatalogueFile(`'${code.slice(0, 20)}' is no code; ${wanted}`);
    if (/^(inclusionTerm|includes|synonym|alias)$/i.test(kind) && term !== '') yield { code: code.replace('.', ''), term };
  }
}

/** 'E119' is 'E11.9'. */
export const dotted = (code: string): string => (code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code);
