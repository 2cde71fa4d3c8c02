import { reportBytes } from './fixtures/make-files.ts';
import { type ReadPage, ReadingPool } from './reading-pool.ts';

const pool = new ReadingPool({ workers: 1 });
afterAll(() => pool.close());

/** The report whose font draws each digit as it is and says `said` where it draws `digit`. */
const saying = (digit: number, said: number): Uint8Array => {
  const hex = (of: number): string => (0x30 + of).toString(16);
  const table = [
    `<20> <${hex(digit - 1)}> <0020>`,
    `<${hex(digit)}> <${hex(digit)}> <00${hex(said)}>`,
    `<${hex(digit + 1)}> <7e> <00${hex(digit + 1)}>`,
  ];
  const written = Buffer.from(reportBytes('wrong_characters')).toString('latin1');
  return new Uint8Array(Buffer.from(written.replace(/<20> <35>[^e]*<37> <7e> <0037>/, table.join('\n')), 'latin1'));
};

const read = async (bytes: Uint8Array): Promise<ReadPage> => {
  const [page] = (await pool.read(bytes, { parameters: [] })).pages;
  if (!page) throw new Error('There is no page');
  return page;
};

const valuesOf = ({ row_data }: ReadPage) =>
  Object.fromEntries(row_data.map(({ field_value, doubts }) => [field_value.name.field_value, [field_value.value.field_value, ...doubts]]));

it('doubts a figure that the page shows otherwise than its text, and takes the one that fits the flag', async () => {
  const page = await read(reportBytes('wrong_characters'));
  expect(page.source).toBe('text');
  expect(valuesOf(page)).toEqual({
    Sodium: ['139'],
    Potassium: ['6.9', 'two-readings'],
    Chloride: ['102'],
    Glucose: ['84', 'two-readings'],
    Creatinine: ['0.9'],
    Calcium: ['9.1'],
  });
  expect(page.header_doubts).toEqual({});
});

it('doubts limits and days that the page shows otherwise', async () => {
  const page = await read(saying(4, 8));
  expect(page).toMatchObject({ date_of_birth: '1972-03-18', date_collected: '2025-02-11' });
  expect(page.header_doubts).toEqual({ date_of_birth: ['low-confidence'] });
  expect(valuesOf(page)).toMatchObject({ Sodium: ['139', 'range-unclear'], Chloride: ['102'] });
});
