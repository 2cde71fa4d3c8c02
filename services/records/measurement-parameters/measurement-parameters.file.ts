import { searchText } from '#contracts/rules/search-text';
import type { MeasurementNormalization, PlausibleRange } from '#contracts/examinations/measurement-parameters';
import { readLimit, readList, refusedFile } from '../../lists/list-file.ts';

/** What a row of a list of office parameters says. */
export interface ListedMeasurement {
  line: number;
  code: string | undefined;
  name: string;
  aliases: string[];
  /** The unit: 'Unit or # per interval'. */
  description: string;
  normalization_type: MeasurementNormalization;
  scale_divider: number;
  plausible: PlausibleRange | undefined;
}

const layouts = { plain: ['code', 'primary name', 'aliases', 'unit', 'min', 'max'] } as const;

/** What the formulas of a Bmi need to know about a list's rows, by LOINC code. */
const types: Readonly<Record<string, MeasurementNormalization>> = { '29463-7': 'Weight', '8302-2': 'Height', '39156-5': 'Bmi' };

/** Limits beyond which a value of a living patient is a slip of the pen more likely than true, by LOINC code in the unit given here. */
const possible: Readonly<Record<string, { unit: string; min: string; max: string }>> = {
  '39156-5': { unit: 'kg/m2', min: '9', max: '80' },
  '8480-6': { unit: 'mm[Hg]', min: '40', max: '300' },
  '8462-4': { unit: 'mm[Hg]', min: '20', max: '200' },
  '8867-4': { unit: '/min', min: '20', max: '300' },
  '9279-1': { unit: '/min', min: '4', max: '80' },
  '8310-5': { unit: 'Cel', min: '25', max: '44' },
  '59408-5': { unit: '%', min: '40', max: '100' },
  '2708-6': { unit: '%', min: '40', max: '100' },
  '9843-4': { unit: 'cm', min: '20', max: '70' },
  '8280-0': { unit: 'cm', min: '20', max: '250' },
  '72514-3': { unit: '{score}', min: '0', max: '10' },
  '41653-7': { unit: 'mg/dL', min: '15', max: '900' },
  '33452-4': { unit: 'L/min', min: '30', max: '1000' },
  '3140-1': { unit: 'm2', min: '0.1', max: '4' },
  '9269-2': { unit: '{score}', min: '3', max: '15' },
};

/** A range of weight and height says what is possible, of everything else what is usual: its maximum is the upper limit of normal. */
const rangeOf = (code: string | undefined, unit: string, min: string | null, max: string | null) => {
  const type = code === undefined ? undefined : types[code];
  const known = code === undefined ? undefined : possible[code];
  const plausible = known && known.unit === unit ? { min: known.min, max: known.max } : undefined;
  if (type === 'Weight' || type === 'Height')
    return { normalization_type: type, scale_divider: 1, plausible: min === null && max === null ? undefined : { min, max } };
  if (type === 'Bmi') return { normalization_type: type, scale_divider: 1, plausible };
  const limit = max === null ? 0 : Number(max);
  return limit > 0
    ? { normalization_type: 'Arithmetic' as const, scale_divider: limit, plausible }
    : { normalization_type: 'NoNormalization' as const, scale_divider: 1, plausible };
};

/**
 * Reads a list of office parameters, columns by their header's name in any order, more columns allowed.
 * @param name of the file, for messages
 * @throws Refusal whose field `file` says every problem, with its line; then nothing of the file is good
 */
export const readMeasurementParameterFile = (bytes: Uint8Array, name: string): ListedMeasurement[] => {
  const { header, rows } = readList(bytes, name, layouts, 'office parameters');
  const problems: string[] = [];
  const lines = new Map<string, number>();
  const listed = rows.map(({ line, fields }): ListedMeasurement => {
    const wrong: string[] = [];
    if (fields.length !== header.length) wrong.push(`has ${fields.length} fields, the header has ${header.length}`);
    const cell = (column: string) => (fields[header.indexOf(column)] ?? '').trim();
    const [code, primary, unit] = [cell('code'), cell('primary name'), cell('unit')];
    if (primary === '') wrong.push('has no primary name');
    const [min, max] = [readLimit(cell('min'), 'min', wrong), readLimit(cell('max'), 'max', wrong)];
    if (min !== null && max !== null && Number(min) > Number(max)) wrong.push(`min ${min} is above max ${max}`);
    for (const key of [code === '' ? '' : `code ${code}`, `name ${searchText(primary)}`].filter((one) => one !== '')) {
      const earlier = lines.get(key);
      if (earlier !== undefined) wrong.push(`is the same parameter as line ${earlier} (${key.slice(key.indexOf(' ') + 1)})`);
      lines.set(key, earlier ?? line);
    }
    problems.push(...wrong.map((text) => `line ${line}: ${text}`));
    return {
      line,
      code: code === '' ? undefined : code,
      name: primary,
      aliases: [
        ...new Set(
          cell('aliases')
            .split('|')
            .map((alias) => alias.trim())
            .filter((alias) => alias !== ''),
        ),
      ],
      description: unit,
      ...rangeOf(code === '' ? undefined : code, unit, min, max),
    };
  });
  if (rows.length === 0) problems.push('the file has a header and no rows');
  if (problems.length > 0) throw refusedFile(name, problems);
  return listed;
};
