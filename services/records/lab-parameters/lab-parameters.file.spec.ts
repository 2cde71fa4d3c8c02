import { readFileSync } from 'node:fs';
import { searchText } from '#contracts/rules/search-text';
import { Refusal } from '#infra/event-store/decider';
import { readLabParameterFile } from './lab-parameters.file.ts';

const read = (text: string | Uint8Array) =>
  readLabParameterFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, 'list.csv');
const problems = (text: string | Uint8Array): string[] => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Refusal) return error.fields.file ?? [];
    throw error;
  }
  return [];
};

const plain = 'code,primary name,aliases,unit,min,max\n';
const bySex = 'code,primary_name,aliases,ucum_unit,female_min,female_max,male_min,male_max,panel\n';

describe('a list of lab parameters', () => {
  it('is read in the plain layout', () =>
    expect(read(`${plain}718-7,Hemoglobin,"HGB|Hb|Hemoglobin, blood",g/dL,12,17.5\n`)).toEqual([
      {
        line: 2,
        code: '718-7',
        name: 'Hemoglobin',
        aliases: ['Hemoglobin', 'HGB', 'Hb', 'Hemoglobin, blood'],
        unit: 'g/dL',
        usual_ranges: [{ min: '12', max: '17.5' }],
        wrong: [],
      },
    ]));

  it('is read in the layout by sex, digits as they are, empty limits left open', () => {
    const ranges = (row: string) => read(`${bySex}${row}`)[0]?.usual_ranges;
    expect(ranges('718-7,Hemoglobin,,g/dL,12.0,15.5,13.5,17.5,CBC')).toEqual([
      { sex: 'Female', min: '12.0', max: '15.5' },
      { sex: 'Male', min: '13.5', max: '17.5' },
    ]);
    expect(ranges('2857-1,PSA,,ng/mL,,,,4.0,TUMOR')).toEqual([{ sex: 'Male', min: null, max: '4.0' }]);
    expect(ranges('x,HDL,,mg/dL,50,,40,,LIPID')).toEqual([
      { sex: 'Female', min: '50', max: null },
      { sex: 'Male', min: '40', max: null },
    ]);
  });

  it('takes columns by name, in any order and case, with more of them beside, and other delimiters', () => {
    const [parameter] = read('Max;MIN;Unit;Remark;Aliases;Primary_Name;Code\n5,5;0;mg/L;"x;y";;CRP;\n');
    expect(parameter).toMatchObject({ name: 'CRP', code: undefined, unit: 'mg/L', usual_ranges: [{ min: '0', max: '5.5' }] });
  });

  it('is read with a byte order mark, and in the bytes that Windows writes', () => {
    expect(read(`\ufeff${plain}1,Eiweiß,,µmol/L,,\r\n`)[0]).toMatchObject({ name: 'Eiweiß', unit: 'µmol/L' });
    expect(read(Buffer.from(`${plain}1,Eiwei\xdf,,\xb5mol/L,,\n`, 'latin1'))[0]).toMatchObject({ name: 'Eiweiß', unit: 'µmol/L' });
  });

  it('is refused in another layout, with the columns that are wanted and those that are missing', () =>
    expect(problems('code,name,aliases,unit,min,max\n1,a,,,,\n')).toEqual([
      'this is no list of lab parameters. Wanted are the columns code, primary name, aliases, unit, min, max; or code, primary name, aliases, ucum unit, female min, female max, male min, male max',
      'missing: primary name',
    ]));

  it('is refused with every wrong row and its line, over line ends in quotes', () =>
    expect(problems(`${plain}1,A,"a\nb",,x,5\n2,,,,,\n3,C,,,9,5\n1,D,,,,\n4,E,,\n5,F,,,"1,000",\n`)).toEqual([
      "line 2: min 'x' is not a number",
      'line 4: has no primary name',
      'line 5: min 9 is above max 5',
      'line 6: is the same parameter as line 2 (1)',
      'line 7: has 4 fields, the header has 6',
      "line 8: min '1,000' could be 1.000 or 1000",
    ]));

  it('names the same parameter by its folded name where there is no code', () =>
    expect(problems(`${plain},Éiweiß,,,,\n,eiweiss,,,,\n`)).toEqual(['line 3: is the same parameter as line 2 (eiweiss)']));

  it('lists at most twenty problems and counts the others', () => {
    const found = problems(plain + Array.from({ length: 30 }, (_, n) => `${n},,,,,\n`).join(''));
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('and 10 more');
  });

  it.each([
    ['an empty file', '', ['the file is empty']],
    ['a header alone', plain, ['the file has a header and no rows']],
    ['a spreadsheet', Buffer.from('PK\x03\x04\0\0'), ['this is no text file: save it as CSV (UTF-8)']],
    ['open quotes', `${plain}1,"A,,,,\n`, ['the quotes opened on line 2 are never closed']],
    ['something huge', Buffer.alloc(21 * 1024 * 1024, 65), ['the file is larger than 20 MB']],
  ])('refuses %s', (_name, file, said) => expect(problems(file)).toEqual(said));
});

describe('the starter lists', () => {
  const starter = (name: string) => readLabParameterFile(readFileSync(new URL(`./starter/${name}`, import.meta.url)), name);

  it('hold the same 76 parameters', () => {
    const lists = [starter('lab-parameters-starter.csv'), starter('lab-parameters-starter-bysex.csv')];
    expect(lists.map((list) => list.length)).toEqual([76, 76]);
    const names = lists.map((list) => list.map(({ code, name, aliases, unit }) => [code, name, aliases, unit]));
    expect(names[0]).toEqual(names[1]);
  });

  it('give no name to two parameters', () => {
    const names = starter('lab-parameters-starter.csv').flatMap(({ aliases }) => [...new Set(aliases.map(searchText))]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
