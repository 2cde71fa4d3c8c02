import { csvOf } from './csv.ts';

const csv = (...rows: string[][]) => csvOf(['Name', 'Value'], rows);

describe('a table as CSV', () => {
  it('begins with a byte order mark and ends its lines as RFC 4180 says', () =>
    expect(csv(['Potassium', '5.0'])).toBe('\uFEFFName,Value\r\nPotassium,5.0\r\n'));

  it('keeps the digits that were recorded', () => expect(csv(['Ferritin', '0.010'], ['Base excess', '-2.50'])).toContain('-2.50\r\n'));

  it('quotes what holds commas, quotes and lines', () =>
    expect(csv(['Iron, serum', 'said "high"\nrepeat'])).toBe('\uFEFFName,Value\r\n"Iron, serum","said ""high""\nrepeat"\r\n'));

  it('does not let a spreadsheet compute a cell', () => expect(csv(['=1+1', '-2'])).toContain("\r\n'=1+1,-2\r\n"));
});
