import { leadingCode } from '#contracts/wire/code-systems';
import type { Coding } from '#contracts/wire/coding';
import { externalWords, standing } from '#contracts/observations/lab-values';
import type { ObservationSeries, ObservedValue } from '#contracts/observations/observations';
import type { Origin } from '#contracts/wire/origin';
import type { SourceTime } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import type { ExportRow, Said, VersionedDocument } from './versions.ts';

export const SOURCE: Readonly<Record<Origin, string>> = { manual: 'Manual entry', ocr: 'OCR', fhir: 'External record' };
export const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** A local date as far as it was said, with its offset where it has one: '2019', '2019-05-03', '2019-05-03T08:30', '2019-05-03T08:30-05:00'. */
const saidDate = (local: string, { collected_precision, collected_offset }: SourceTime): [date: string, precision: Precision] => {
  const precision = collected_offset === undefined ? exactPrecision(local, collected_precision) : 'time';
  return [`${exactDate(local, precision)}${collected_offset ?? ''}`, precision];
};

/** How much of a date was said; what was stored without a word of it is exact to the minute unless it is midnight. */
export const exactPrecision = (local: string, precision?: Precision): Precision =>
  precision ?? (local.slice(11, 16) > '00:00' ? 'time' : 'day');

/** A local date as far as it was said: '2019', '2019-05', '2019-05-03', '2019-05-03T08:30'. */
export const exactDate = (local: string, precision?: Precision): string =>
  local.slice(0, { year: 4, month: 7, day: 10, time: 16 }[exactPrecision(local, precision)]);

/** Of laboratory results and of examinations. 'Reports': names and conclusions of the external reports that list a value. */
export const VALUE_TITLES = [
  ...['Date', 'Date precision', 'Parameter', 'Parameter as recorded', 'Parameter code', 'Comparator', 'Value', 'Unit'],
  ...['Range low', 'Range high', 'Range in words', 'Flag', 'Against its range', 'Computed', 'Source'],
  'Source details',
  'Reports',
];

/** UTF-16 units of one cell: less than a spreadsheet takes, and a bound for a file in which many values name long reports. */
const MAX_REPORTS_CELL = 10_000;

/** Reports of one value, one below the other; a cell that was cut says so. */
export const reportsCell = (texts: readonly string[]): string => {
  const cell = texts.join('\n');
  return cell.length <= MAX_REPORTS_CELL ? cell : `${cell.slice(0, MAX_REPORTS_CELL).replace(/[\uD800-\uDBFF]$/, '')}… (cut)`;
};

/** Of the columns from 'Range low' to 'Against its range'. */
const NO_RANGE = ['', '', '', '', ''];
const AGAINST = { low: 'below', normal: 'within', high: 'above' } as const;
/** LOINC of the body mass index. */
const BMI = '39156-5';

/** The catalogue's code, otherwise the one that an external record gave. */
const codeOf = (catalogue: string | undefined, coding: readonly Coding[] | undefined): string =>
  catalogue ?? leadingCode(coding)?.code ?? '';

/** What a document with values is to an export. */
interface Dated extends SourceTime {
  collected: string | null;
  clinic_time?: string | undefined;
  origin: Origin;
}

/**
 * Values as they were recorded, wherever the chart shows them in another unit. Nobody recorded a range with a measurement: what the chart draws
 * it by is a divider of the catalogue (ruling 18).
 * @param parameterOf what the catalogue says of a parameter
 * @param reportText name and conclusion of an external report by its id
 */
export const valuesSaid = (
  { collected, clinic_time, origin, ...said }: Dated,
  entries: readonly ObservedValue[],
  parameterOf: (id: string) => { name: string; code?: string | undefined } | undefined,
  reportText: (id: string) => string | undefined,
): Said[] =>
  entries.map((entry) => {
    const parameter = entry.parameter_id === null ? undefined : parameterOf(entry.parameter_id);
    const against = standing(entry);
    return {
      entry_id: entry.entry_id,
      date: clinic_time ?? collected ?? '',
      cells: [
        ...(collected === null ? ['', ''] : saidDate(collected, said)),
        parameter?.name ?? entry.name,
        entry.name,
        codeOf(parameter?.code, entry.coding),
        entry.comparator ?? '',
        entry.value ?? entry.text ?? '',
        entry.unit,
        entry.min ?? '',
        entry.max ?? '',
        entry.range_text ?? '',
        entry.flag ?? '',
        against === null ? '' : AGAINST[against],
        'no',
        SOURCE[origin],
        externalWords(entry) ?? '',
        reportsCell(entry.reports?.flatMap((id) => reportText(id) ?? []) ?? []),
      ],
    };
  });

/** What was computed of examinations: it has the version of the examination, and no entry of its own. */
export const bmiRows = (
  { name, code, points }: Pick<ObservationSeries, 'name' | 'code' | 'points'>,
  examinations: ReadonlyMap<string, VersionedDocument & SourceTime>,
): ExportRow[] =>
  points.flatMap(({ examination_id = '', date_applies, clinic_time = date_applies, value, unit, origin }) => {
    const document = examinations.get(examination_id);
    const cells = [
      ...saidDate(date_applies, document ?? {}),
      name,
      name,
      code ?? BMI,
      '',
      value ?? '',
      unit,
      ...NO_RANGE,
      'yes',
      SOURCE[origin],
      '',
      '',
    ];
    return document ? [{ entry_id: 'bmi', date: clinic_time, cells, state: 'current' as const, document }] : [];
  });
