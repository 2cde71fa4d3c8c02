import { besideText } from '#contracts/wire/beside';
import { dateShown, otherOffset } from '#contracts/wire/clock';
import { conclusionText, type ExternalReportView, partsBesideConclusion, type ReportForm } from '#contracts/items/external-reports';
import { isUnsettled, statusLabel } from '#contracts/items/report-status';
import { type Column, type Figure, sheetOf } from '#web/charts/export/figure.ts';
import { http } from '#web/lib/http.ts';
import type { Live } from '#web/lib/live.ts';
import { useRecordLive } from '#web/record/patient/all-clinics.ts';

export type ExternalReports = Live<{ items: ExternalReportView[] }>;

export const REPORTS = 'Reports of external records';
export const REPORTS_ID = 'external-reports';

/** The reports of a record's external sources that say more than their results, newest first. */
export const useExternalReports = (patientId: string): ExternalReports =>
  useRecordLive<{ items: ExternalReportView[] }>(
    ['external-reports'],
    `/api/external-reports?${new URLSearchParams({ patient_id: patientId })}`,
    { quiet: true },
  );

/** The file of a form. @throws Problem */
export const readForm = (reportId: string, fileId: string, signal: AbortSignal): Promise<Blob> =>
  http.blob(`/api/external-reports/${reportId}/forms/${fileId}`, { signal, quiet: true });

/** Text of at most `maxLength` letters in one line; a cut one ends with '…', after a word if possible. */
const cut = (text: string, maxLength: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // a letter has at most two parts
  const letters = [...line.slice(0, 2 * maxLength + 2)];
  if (letters.length <= maxLength) return line;
  const start = letters.slice(0, maxLength).join('');
  return `${start.replace(/[\s,;:.]+\S*$/, '') || start}…`;
};

const FORMS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'Image',
  'image/jpeg': 'Image',
  'application/xhtml': 'Web page',
  'application/xhtml+xml': 'Web page',
  'text/html': 'Web page',
  'text/plain': 'Text',
  'application/octet-stream': 'File of a type not stated',
};

/** 'PDF', or the type as it was sent. */
export const formName = ({ content_type }: Pick<ReportForm, 'content_type'>): string => FORMS[content_type] ?? content_type;

type Words = Pick<ExternalReportView, 'conclusion' | 'beside' | 'forms'>;

/** The conclusion in words and codes, and without words the text of the forms; undefined without any. */
const wholeText = (report: Words): string | undefined =>
  [conclusionText(report), ...report.forms.flatMap((form) => (isPrinted(report, form) ? form.text : []))].filter(Boolean).join('\n\n') ||
  undefined;

/** The first words of the conclusion, otherwise of the text, otherwise the names of the forms. */
export const firstWords = (report: Words, maxLength = 60): string => {
  const text = wholeText(report);
  return text === undefined ? [...new Set(report.forms.map(formName))].join(', ') : cut(text, maxLength);
};

const MAX_NAME = 80;
/** The name, cut where it is very long. */
export const shortName = ({ name }: Pick<ExternalReportView, 'name'>): string => cut(name, MAX_NAME);

/** 'Urine culture: growth of E. coli…' */
export const reportLabel = (report: ExternalReportView): string => [shortName(report), firstWords(report)].filter(Boolean).join(': ');

/** A remark as a sentence. */
export const asSentence = (remark: string): string =>
  `${remark.charAt(0).toUpperCase()}${remark.slice(1)}${/[.!?]$/.test(remark) ? '' : '.'}`;

type Dated = Pick<ExternalReportView, 'date' | 'date_precision' | 'date_offset'>;

/** The date in words. @param zone of the clinic: an offset that its clocks had as well is left out */
export const reportDate = ({ date, date_precision, date_offset }: Dated, zone: string | undefined): string => {
  if (date === null) return 'no date';
  const exact = date_offset !== undefined || date.slice(11, 16) > '00:00' ? 'time' : 'day';
  return dateShown(date, date_precision ?? exact, otherOffset(date, date_offset, zone));
};

/** A form whose text is printed in place of a missing conclusion. */
const isPrinted = ({ conclusion }: Words, { text }: ReportForm): boolean => !conclusion?.trim() && text !== undefined;

/** Remarks of paper: forms that are not printed, parts that the import left out, the parts of the record in words. */
const paperRemarks = (report: Omit<ExternalReportView, 'draft'>): string =>
  [
    ...report.forms.map((form) => {
      const name = [formName(form), form.title].filter(Boolean).join(' ');
      if (isPrinted(report, form)) return form.remark && `${name}: ${form.remark}`;
      return `${name} not printed${form.remark ? ` (${form.remark})` : ''}`;
    }),
    report.remark,
    besideText(partsBesideConclusion(report)),
    `Source: ${report.source.system}`,
  ]
    .filter(Boolean)
    .join('; ');

const columns = (
  zone: string | undefined,
  ownClinic: string | null,
): readonly Column<Omit<ExternalReportView, 'draft'> & { draft: boolean }>[] => [
  { title: 'Date', of: (report) => reportDate(report, zone), isDate: true },
  {
    title: 'Report',
    of: ({ name, organization_id, organization_name }) =>
      organization_id !== ownClinic && organization_name ? `${name} [${organization_name}]` : name,
  },
  { title: 'Status', of: (report) => statusLabel(report) ?? 'final' },
  { title: 'Conclusion', of: (report) => wholeText(report) ?? 'none', isText: true },
  { title: 'Remarks', of: paperRemarks },
];

/** The reports on paper, behind the laboratory results. @param zone of the clinic */
export const reportsFigure = (reports: readonly ExternalReportView[], zone: string | undefined, ownClinic: string | null): Figure => ({
  id: REPORTS_ID,
  title: REPORTS,
  legend: [],
  leftOut: [],
  sheets: {
    paper: (maxRows) =>
      sheetOf(
        columns(zone, ownClinic),
        reports.slice(0, maxRows).map((report) => ({ ...report, draft: isUnsettled(report) })),
        reports.length,
      ),
  },
});
