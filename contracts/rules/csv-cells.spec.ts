import fc from '#tests/support/fast-check';
import { guarded, joinedCell, partsOfCell, unguarded } from './csv-cells.ts';

describe('a guarded cell', () => {
  it.each(['=1+1', '+SUM(A1)', '-cmd', '@now', '\uFF1Dx', "'=1", "'-5", "''@x"])('of %j begins with one apostrophe more', (text) =>
    expect(guarded(text)).toBe(`'${text}`),
  );
  it.each(['-2', '-0.5', '<5', "'quoted", '"quoted"', ' x', '5 - 7', ''])('of %j is as it was', (text) => expect(guarded(text)).toBe(text));
  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(1)', "x\t'@SUM(1)"],
    ['\t=1', "\t'=1"],
    ['first line\r\n=1', "first line\r\n'=1"],
    ["-5;-5;'=1;x", "-5;-5;''=1;x"],
    // what a spreadsheet takes off before it looks at the cell
    ['x; =1+1', "x;' =1+1"],
    ['x;\u00A0 @SUM(1)', "x;'\u00A0 @SUM(1)"],
    ['x;"=1+1', 'x;\'"=1+1'],
    ['x; "" -cmd', 'x;\' "" -cmd'],
  ])('of %j has one also where another cell may begin', (text, cell) => expect(guarded(text)).toBe(cell));
  it('is read back as what it was', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '"', ' ', '=', '-', '+', '@', '5', 'x', ';', '\t', '\n') });
    fc.assert(fc.property(text, (each) => expect(unguarded(guarded(each))).toBe(each)));
  });
  it('leaves what nobody guarded', () => expect(["'quoted", "'", "'5"].map(unguarded)).toEqual(["'quoted", "'", "'5"]));
});

describe('several texts in one cell', () => {
  it('stand behind each other, their own bars and backslashes behind a backslash', () =>
    expect(joinedCell(['HGB', 'a|b', 'c\\d'])).toBe('HGB|a\\|b|c\\\\d'));
  it('are trimmed, each once, without empty ones', () => expect(partsOfCell(' HGB | |Hb|HGB|')).toEqual(['HGB', 'Hb']));
  it('may hold a backslash that means nothing', () => expect(partsOfCell('10\\L|x')).toEqual(['10\\L', 'x']));
  it('are read back as they were', () => {
    const text = fc.string({ unit: fc.constantFrom('|', '\\', 'a', '"', '\u{1F600}'), minLength: 1 });
    fc.assert(fc.property(fc.uniqueArray(text, { maxLength: 5 }), (texts) => expect(partsOfCell(joinedCell(texts))).toEqual(texts)));
  });
});
