import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { collect } from '#tests/support/engines';
import { orderRow, productFile } from '#tests/support/catalogue-lists';
import { countRows } from './sqlite/build.ts';
import { diseaseRows, termRows } from './disease-files.ts';
import { productRows, rxNormRows } from './medication-files.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const order = [orderRow('I10', 'Essential (primary) hypertension'), orderRow('E11', 'Type 2 diabetes mellitus', 0)].join('\r\n');

const refusal = async (rows: Promise<unknown>): Promise<string> => {
  const error = await rows.then(
    () => undefined,
    (caught: Error) => caught,
  );
  return error?.message ?? 'it was taken';
};

describe('the order file of ICD-10-CM', () => {
  it('is read plain and gzipped, headings told from valid codes', async () => {
    const expected = [
      { code: 'I10', billable: true, text: 'Essential (primary) hypertension' },
      { code: 'E11', billable: false, text: 'Type 2 diabetes mellitus' },
    ];
    expect(await collect(diseaseRows(bytes(order)))).toEqual(expected);
    expect(await collect(diseaseRows(gzipSync(order)))).toEqual(expected);
  });

  it.each([
    ['the addenda', 'Revise from: 1 B9621   Shiga toxin E coli                    Shiga toxin', /addenda file.*wanted is the order file/],
    ['the codes file', 'A000    Cholera due to Vibrio cholerae 01, biovar cholerae', /codes file.*wanted is the order file/],
    ['a table', 'code\tkind\tterm', /this is a table; wanted is the order file/],
    ['the tabular list', '<?xml version="1.0"?>', /XML/],
    ['an empty file', '', /empty/],
    ['a PDF', '%PDF-1.7', /PDF/],
    ['an archive', 'PK\u0003\u0004', /unpack/],
  ])('is told from %s, with the file that is wanted', async (_what, text, message) => {
    expect(await refusal(countRows('diseases', bytes(text)))).toMatch(message);
  });

  it('is refused where a later row is none, with its line', async () => {
    expect(await refusal(countRows('diseases', bytes(`${order}\r\nnonsense`)))).toMatch(/^line 3 is no row/);
  });

  it('is refused where the gzip file is cut short', async () => {
    expect(await refusal(countRows('diseases', gzipSync(order).subarray(0, 40)))).toMatch(/damaged or cut short/);
  });
});

describe('further terms', () => {
  it('are read by their columns, in any order', async () => {
    expect(await collect(termRows(bytes('term\tcode\tkind\nhigh blood pressure\tI10\tincludes\n')))).toEqual([
      { code: 'I10', term: 'high blood pressure' },
    ]);
  });
  it('are refused without a column, which is named', async () => {
    expect(await refusal(countRows('disease-terms', bytes('code\tterm\nI10\tx')))).toMatch(/its header has no kind$/);
  });
});

describe('the directory of products', () => {
  it('is read by the names of its columns, in UTF-8, Windows-1252 and UTF-16, packed too', async () => {
    const file = productFile(['Child’s Épilim™ – €', 'Valproate', '500']);
    const [utf8] = await collect(productRows(Buffer.from(file, 'utf8')));
    expect(utf8).toMatchObject({
      ...{ brand: 'Child’s Épilim™ – €', generic: 'Valproate', form: 'TABLET', route: 'ORAL', numerators: '500', units: 'mg/1' },
    });
    for (const encoding of ['windows-1252', 'utf-16le', 'utf-16be']) {
      const bytes = iconv.encode(file, encoding, { addBOM: encoding !== 'windows-1252' });
      expect([encoding, await collect(productRows(bytes))]).toEqual([encoding, [utf8]]);
      expect([encoding, await collect(productRows(gzipSync(bytes)))]).toEqual([encoding, [utf8]]);
    }
  });
  it('is read across the pieces that it comes in', async () => {
    const products = Array.from({ length: 3000 }, (_, n) => [`Né’e™ ${n}`, 'Valproate', '500'] as [string, string, string]);
    const file = productFile(...products);
    for (const encoding of ['utf-8', 'utf-16be', 'windows-1252']) {
      const rows = await collect(productRows(iconv.encode(file, encoding, { addBOM: encoding === 'utf-16be' })));
      expect(rows.map(({ brand }) => brand)).toEqual(products.map(([brand]) => brand));
    }
  });
  it('shows what is no character, rather than to do without the list', async () => {
    const damaged = Buffer.concat([bytes(productFile(['Épilim', 'A', '1'], ['É', 'B', '1'])), Buffer.from([0xc3])]);
    expect((await collect(productRows(damaged))).map(({ brand, units }) => [brand, units])).toEqual([
      ['Épilim', 'mg/1'],
      ['É', 'mg/1\ufffd'],
    ]);
    const undefinedByte = Buffer.from(productFile(['A\x81\xe9', 'A', '1']), 'latin1');
    expect((await collect(productRows(undefinedByte)))[0]?.brand).toBe('A\ufffdé');
  });
  it('is refused as a binary file, packed too', async () => {
    const workbook = Buffer.from('PK\u0003\u0004 xl/workbook.xml');
    for (const file of [workbook, gzipSync(workbook)])
      expect(await refusal(countRows('medications', file))).toBe('this is an Excel workbook: the list as a text file is wanted');
    expect(await refusal(countRows('medications', bytes('a\tb\nc\0')))).toMatch(/^this is no text file \(NUL character in line 2\)/);
  });
  it('takes a tab between quotation marks for part of a cell, and a single mark for itself', async () => {
    const file = productFile(['"Two\tparts ""A"""', 'Valproate', '500'], ['"Half', 'Valproate', '250']);
    const [quoted, half] = await collect(productRows(bytes(file)));
    expect(quoted).toMatchObject({ brand: 'Two parts "A"', generic: 'Valproate', form: 'TABLET', numerators: '500' });
    expect(half).toMatchObject({ brand: '"Half', generic: 'Valproate', numerators: '250' });
  });
  it('is told from the list of unfinished drugs', async () => {
    const header = 'PRODUCTID\tPRODUCTTYPENAME\tNONPROPRIETARYNAME\tDOSAGEFORMNAME';
    expect(await refusal(countRows('medications', bytes(`${header}\n1\tBULK INGREDIENT\tInsulin\tCRYSTAL`)))).toMatch(
      /wanted is the list of finished products.*no PROPRIETARYNAME/,
    );
    const bulk = productFile(['Insulin', 'Insulin', '1']).replace('HUMAN PRESCRIPTION DRUG', 'BULK INGREDIENT');
    expect(await refusal(countRows('medications', bytes(bulk)))).toMatch(/no finished products/);
  });
  it('is refused where a row is cut, rather than read into the wrong columns', async () => {
    expect(await refusal(countRows('medications', bytes(`${productFile(['A', 'B', '1'])}\r\n1\tHUMAN`)))).toMatch(/^line 3 has 2 columns/);
  });
});

describe('RxNorm', () => {
  const header = 'rxcui\ttty\tname\tbrand\tingredient\tstrength\tdose_form\tscd_rxcui';
  it('is read, drugs whose parts are not given by their name', async () => {
    const rows = [
      '861007\tSCD\tmetformin hydrochloride 500 MG Oral Tablet\t\tmetformin hydrochloride\t500mg\toral tablet\t',
      '259550\tSCD\tmenthol 60 MG/ML Topical Spray\t\t\t\t\t',
    ];
    expect(await collect(rxNormRows(bytes([header, ...rows].join('\n'))))).toEqual([
      { rxcui: '861007', brand: '', ingredient: 'metformin hydrochloride', strength: '500mg', form: 'oral tablet' },
      { rxcui: '259550', brand: '', ingredient: 'menthol', strength: '60 mg/ml', form: 'topical spray' },
    ]);
  });
});
