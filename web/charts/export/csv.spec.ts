import { csvOf, guarded } from './csv.ts';
import { type Figure, fileName, identified, sheetOf } from './figure.ts';
import { who } from './fixtures.ts';

const columns = [
  { title: 'Name', of: ({ name }: { name: string }) => name },
  { title: 'Value', of: ({ value }: { value: string }) => value },
];
const sheet = (...rows: [name: string, value: string, draft?: boolean][]) =>
  sheetOf(
    columns,
    rows.map(([name, value, draft = false], index) => ({ id: String(index), name, value, draft })),
  );

describe('a table as CSV', () => {
  it('begins with a byte order mark and ends its lines as RFC 4180 says', () =>
    expect(csvOf(sheet(['Potassium', '5.0']))).toBe('\uFEFFName,Value\r\nPotassium,5.0\r\n'));

  it('keeps the digits that were recorded', () =>
    expect(csvOf(sheet(['Ferritin', '0.010'], ['Base excess', '-2.50']))).toContain('-2.50\r\n'));

  it('quotes what holds commas, quotes and lines', () =>
    expect(csvOf(sheet(['Iron, serum', 'said "high"\nrepeat']))).toBe('\uFEFFName,Value\r\n"Iron, serum","said ""high""\nrepeat"\r\n'));

  it.each(['=1+1', '+SUM(A1)', '-cmd', '@now', '\tx', '\rx', '\uFF1Dx'])('does not let a spreadsheet compute %j', (text) =>
    expect(guarded(text)).toBe(`'${text}`),
  );

  it.each(['-2', '-0.5', '<5', "'quoted", '5 - 7', ''])('leaves %j as it is', (text) => expect(guarded(text)).toBe(text));

  it('ruling 24: lists drafts apart, after what was checked', () =>
    expect(sheet(['a', '1', true], ['b', '2']).rows.map(({ cells }) => cells[0])).toEqual(['b', 'a']));

  it('says in each row whose it is, and in the name of the file nothing of a person', () => {
    expect(csvOf(identified(sheet(['a', '1']), who))).toContain('a,1,Ava Louise Morgan,1968-05-02\r\n');
    const name = fileName({ title: 'Lab results' } as Figure, '2026-11-21', 'csv');
    expect(name).toBe('anamnesis-lab-results-2026-11-21.csv');
  });
});
