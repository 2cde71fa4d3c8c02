import {
  type ExternalReportContent,
  MAX_FORMS,
  MAX_REPORT_NAME,
  MAX_REPORT_TEXT,
  MAX_RESULT_NAME,
  MAX_RESULTS,
} from '#contracts/items/external-reports';
import type { Beside } from '#contracts/wire/beside';
import { codeInWords, leadingCode } from '#contracts/wire/code-systems';
import { codingOf, dateOf, nameOf, plain, plainLines, shortened } from '../resources/fhir-text.ts';
import type { RawResource } from '../resources/fhir-file.ts';
import { DiagnosticReport } from '../resources/resource.ts';
import { type ReadForm, readForm } from './report-form.ts';

/** A report as it is read: its forms are not stored yet. */
export type ReadReport = Omit<ExternalReportContent, 'patient_id' | 'source' | 'forms' | 'remark'> & {
  forms: ReadForm[];
  /** What of it is missing, in words. */
  without: string[];
};

/** Statuses that have a final report; a missing one and 'unknown' do not. */
const FINAL: ReadonlySet<string> = new Set(['final', 'amended', 'corrected', 'appended']);
const UNFINISHED: ReadonlySet<string> = new Set(['registered', 'partial', 'preliminary', 'unknown']);

/** Whether nobody can say what the status of a report means. */
export const isUnknownStatus = (status: string | undefined): boolean =>
  status !== undefined && !FINAL.has(status) && !UNFINISHED.has(status) && status !== 'cancelled' && status !== 'entered-in-error';

const named = ({ code, category }: DiagnosticReport): string => {
  const name = nameOf(code);
  if (name !== undefined) return name;
  const [kind = 'Report'] = category.flatMap((one) => nameOf(one) ?? []);
  const own = leadingCode(codingOf(code));
  return own === undefined ? kind : `${kind} (${codeInWords(own)})`;
};

const datedBy = ({ effectiveDateTime, effectivePeriod }: DiagnosticReport, without: string[]) => {
  const said = effectiveDateTime ?? effectivePeriod?.start ?? effectivePeriod?.end;
  const date = dateOf(said);
  if (said !== undefined && date === undefined) without.push('its date is none that can be held');
  return {
    date: date?.local ?? null,
    ...(date === undefined ? {} : { date_precision: date.precision }),
    ...(date?.offset === undefined ? {} : { date_offset: date.offset }),
  };
};

/** Letters of the texts of all its forms: an event holds no more than 1 MB. */
const MAX_ALL_TEXTS = 100_000;

/** Forms as they fit into one event: what is beyond that is stored as a file. */
const withinEvent = (forms: readonly ReadForm[]): ReadForm[] => {
  let letters = 0;
  return forms.map((read) => {
    const { text, ...form } = read.form;
    letters += text?.length ?? 0;
    return text === undefined || letters <= MAX_ALL_TEXTS ? read : { form: { ...form, charset: 'utf-8' }, bytes: Buffer.from(text) };
  });
};

const several = (count: number, what: string): string => `${count.toLocaleString('en-US')} ${what}`;

/**
 * What a DiagnosticReport says besides its results.
 * @param results names of what it lists
 */
export const readReport = (resource: RawResource, beside: Beside, results: readonly string[]): ReadReport => {
  const report = DiagnosticReport.parse(resource);
  const { status, conclusion: said, presentedForm } = report;
  const without: string[] = [];
  const conclusion = plainLines(said);
  if (conclusion !== undefined && conclusion.length > MAX_REPORT_TEXT)
    without.push(`its conclusion is cut: it has ${several(conclusion.length, 'letters')}`);
  const name = named(report);
  if (name.length > MAX_REPORT_NAME) without.push('its name is cut');
  if (presentedForm.length > MAX_FORMS) without.push(several(presentedForm.length - MAX_FORMS, 'more files are left out'));
  const listed = results.filter(({ length }) => length <= MAX_RESULT_NAME);
  if (listed.length < results.length)
    without.push(`of its results these many have names that are too long: ${results.length - listed.length}`);
  if (listed.length > MAX_RESULTS)
    without.push(`it lists ${several(listed.length, 'results')}, of which ${several(MAX_RESULTS, 'are')} stored`);
  const word = plain(status)?.slice(0, 40);
  return {
    name: shortened(name, MAX_REPORT_NAME),
    ...(word === undefined ? {} : { status: word }),
    ...(FINAL.has(status ?? '') ? {} : { draft: true as const }),
    ...datedBy(report, without),
    ...(conclusion === undefined ? {} : { conclusion: shortened(conclusion, MAX_REPORT_TEXT) }),
    ...(beside ? { beside } : {}),
    forms: withinEvent(presentedForm.slice(0, MAX_FORMS).map(readForm)),
    results: listed.slice(0, MAX_RESULTS),
    without,
  };
};
