import { leadingCode } from '#contracts/wire/code-systems';
import type { Coding } from '#contracts/wire/coding';
import { standing } from '#contracts/observations/lab-values';
import type { ObservationSeries, ObservedValue } from '#contracts/observations/observations';
import type { Origin } from '#contracts/wire/origin';
import type { Precision } from '#contracts/wire/precision';
import type { ExportRow, Said, VersionedDocument } from './versions.ts';

export const SOURCE: Readonly<Record<Origin, string>> = { manual: 'Manual entry', ocr: 'OCR', fhir: 'External record' };
export const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** How much of a date was said; what was stored without a word of it is exact to the minute unless it is midnight. */
export const exactPrecision = (local: string, precision?: Precision): Precision =>
  precision ?? (local.slice(11, 16) > '00:00' ? 'time' : 'day');

/** A local date as far as it was said: '2019', '2019-05', '2019-05-03', '2019-05-03T08:30'. */
export const exactDate = (local: string, precision?: Precision): string =>
  local.slice(0, { year: 4, month: 7, day: 10, time: 16 }[exactPrecision(local, precision)]);

/** Of laboratory results and of examinations. */
export const VALUE_TITLES = [
  ...['Date', 'Date precision', 'Parameter', 'Parameter as recorded', 'Parameter code', 'Comparator', 'Value', 'Unit'],
  ...['Range low', 'Range high', 'Range in words', 'Flag', 'Against its range', 'Computed', 'Source'],
];

/** Of the columns from 'Range low' to 'Against its range'. */
const NO_RANGE = ['', '', '', '', ''];
const AGAINST = { low: 'below', normal: 'within', high: 'above' } as const;
/** LOINC of the body mass index. */
const BMI = '39156-5';

/** The catalogue's code, otherwise the one that an external record gave. */
const codeOf = (catalogue: string | undefined, coding: readonly Coding[] | undefined): string =>
  catalogue ?? leadingCode(coding)?.code ?? '';

/** What a document with values is to an export. */
interface Dated {
  collected: string | null;
  collected_precision?: Precision | undefined;
  origin: Origin;
}

/**
 * Values as they were recorded, wherever the chart shows them in another unit. Nobody recorded a range with a measurement: what the chart draws
 * it by is a divider of the catalogue (ruling 18).
 * @param parameterOf what the catalogue says of a parameter
 */
export const valuesSaid = (
  { collected, collected_precision, origin }: Dated,
  entries: readonly ObservedValue[],
  parameterOf: (id: string) => { name: string; code?: string | undefined } | undefined,
): Said[] =>
  entries.map((entry) => {
    const parameter = entry.parameter_id === null ? undefined : parameterOf(entry.parameter_id);
    const against = standing(entry);
    return {
      entry_id: entry.entry_id,
      date: collected ?? '',
      cells: [
        collected === null ? '' : exactDate(collected, collected_precision),
        collected === null ? '' : exactPrecision(collected, collected_precision),
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
      ],
    };
  });

/** What was computed of examinations: it has the version of the examination, and no entry of its own. */
export const bmiRows = (
  { name, code, points }: Pick<ObservationSeries, 'name' | 'code' | 'points'>,
  examinations: ReadonlyMap<string, VersionedDocument>,
): ExportRow[] =>
  points.flatMap(({ examination_id = '', date_applies, precision, value, unit, origin }) => {
    const document = examinations.get(examination_id);
    const date = [exactDate(date_applies, precision), exactPrecision(date_applies, precision)];
    const cells = [...date, name, name, code ?? BMI, '', value ?? '', unit, ...NO_RANGE, 'yes', SOURCE[origin]];
    return document ? [{ entry_id: 'bmi', date: date_applies, cells, state: 'current' as const, document }] : [];
  });
