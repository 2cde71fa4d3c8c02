import { readFileSync } from 'node:fs';
import { LAB_COLUMNS } from '#contracts/lab/lab-lists';
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
        id: undefined,
        code: '718-7',
        name: 'Hemoglobin',
        aliases: ['Hemoglobin', 'HGB', 'Hb', 'Hemoglobin, blood'],
        unit: 'g/dL',
        usual_ranges: [{ min: '12', max: '17.5' }],
        configured: undefined,
        source: undefined,
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
      'this is no list of lab parameters. Wanted are the columns code, primary name, aliases, unit, normalization type, scale divider, default, ignored during validation, sex, age from, age below, min, max; or code, primary name, aliases, unit, min, max; or code, primary name, aliases, ucum unit, female min, female max, male min, male max',
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

  describe('with a row for each range', () => {
    const whole = `${LAB_COLUMNS.join(',')}\n`;
    const row = (range: string, name = 'Bilirubin', unit = 'mg/dL') => `,1975-2,${name},TBil,${unit},Logarithmic,2,yes,,,${range}\n`;

    it('is read as one parameter with all its ranges', () =>
      expect(read(`${whole}${row(',,,0.1,1.2,')}${row('female,1 d,28 d,,12,Nomograms')}${row('Other,65 y,,0.2,1.4,')}`)).toEqual([
        {
          ...{
            line: 2,
            id: undefined,
            code: '1975-2',
            name: 'Bilirubin',
            aliases: ['Bilirubin', 'TBil'],
            unit: 'mg/dL',
            source: undefined,
          },
          usual_ranges: [
            { min: '0.1', max: '1.2' },
            { sex: 'Female', age_from: '1 d', age_below: '28 d', min: null, max: '12', source: 'Nomograms' },
            { sex: 'Other', age_from: '65 y', min: '0.2', max: '1.4' },
          ],
          configured: { normalization_type: 'Logarithmic', scale_divider: 2, is_default: true, ignored_during_validation: false },
          wrong: [],
        },
      ]));

    it.each([
      ['a row without a further range', row(',,,,,'), 'line 3 names the same, and no further range'],
      ['another unit', row('Male,,,1,2,', 'Bilirubin', 'umol/L'), 'line 3 names the same and says something else of it'],
      ['a range of the same sex and age', row(',,,1,2,'), 'line 3 has a range of the same sex and age'],
      ['no age', row(',18,,1,2,'), "line 3: age from '18' must be like '18 y', '6 mo', '2 wk' or '28 d'"],
      ['ages that end before they begin', row(',2 y,18 mo,1,2,'), 'line 3: age from 2 y is not below 18 mo'],
      ['no sex', row('W,,,1,2,'), 'line 3: sex must be one of Female, Male, Other, or empty'],
      ['a sex without limits', row('Male,,,,,'), 'line 3: has a sex or an age, and neither min nor max'],
      ['limits that are none', row('Male,,,9,2,'), 'line 3: min 9 is above max 2'],
    ])('is refused with %s', (_what, second, said) =>
      expect(problems(`${whole}${row(',,,0.1,1.2,')}${second}`)).toContain(`line 2: ${said}`),
    );

    it('is refused with a setting that is none', () =>
      expect(problems(`${whole},,A,,,Best,x,perhaps,,,,,,,,\n`)).toEqual([
        'line 2: normalization type must be one of Arithmetic, RelativeArithmetic, Logarithmic, RelativeLogarithmic, NoNormalization',
        "line 2: scale divider 'x' is not a number",
        'line 2: default must be yes or no',
      ]));
  });

  it('lists at most twenty problems and counts the others', () => {
    const found = problems(plain + Array.from({ length: 30 }, (_, n) => `${n},,,,,\n`).join(''));
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('and 10 more');
  });

  it.each([
    ['an empty file', '', ['the file is empty']],
    ['a header alone', plain, ['the file has a header and no rows']],
    ['a spreadsheet', Buffer.from('PK\x03\x04\0\0xl/workbook.xml'), ['this is an Excel workbook: save it as CSV (UTF-8)']],
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
