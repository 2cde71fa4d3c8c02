import { z } from 'zod';
import { Beside } from '../wire/beside.ts';
import { Offset } from '../wire/clock.ts';
import { ExternalSource } from '../wire/coding.ts';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Precision } from '../wire/precision.ts';
import { Id, Instant, LocalDateTime, Version } from '../wire/primitives.ts';

/** Letters of a conclusion, and of the text of a form. */
export const MAX_REPORT_TEXT = 20_000;
/** How many forms and results are stored of one report. */
export const MAX_FORMS = 20;
export const MAX_RESULTS = 1000;
/** Letters of the name of a result. */
export const MAX_RESULT_NAME = 500;
/** Letters of its name. */
export const MAX_REPORT_NAME = 400;

/** The whole report as its source formatted it: R4's `presentedForm`. */
export const ReportForm = z.object({
  /** As sent. */
  title: z.string().max(200).optional(),
  /** 'application/pdf'; 'application/octet-stream' where it is not known. */
  content_type: z.string().max(100),
  /** Of a file that is HTML or text: 'windows-1252'; missing where the file says so itself. */
  charset: z.string().max(40).optional(),
  /** Of a form that is text. */
  text: z.string().max(MAX_REPORT_TEXT).optional(),
  /** Of a form that is stored as a file. */
  file_id: Id.optional(),
  /** Why it is neither, in words, or why its text is cut. */
  remark: z.string().max(200).optional(),
});
export type ReportForm = z.infer<typeof ReportForm>;

const content = {
  patient_id: Id,
  source: ExternalSource,
  /** As sent. */
  name: z.string().min(1).max(MAX_REPORT_NAME),
  /** 'preliminary', 'final', 'amended', ... */
  status: z.string().max(40).optional(),
  /** It is not final, or what it depends on is in doubt: for the staff alone (ruling 24). */
  draft: z.literal(true).optional(),
  /** Clinical time, on the wall clock of its source; null where it says none. */
  date: LocalDateTime.nullable(),
  date_precision: Precision.optional(),
  date_offset: Offset.optional(),
  conclusion: z.string().max(MAX_REPORT_TEXT).optional(),
  /** Why a part of it is missing, in words. */
  remark: z.string().max(400).optional(),
  beside: Beside,
  forms: z.array(ReportForm).max(MAX_FORMS),
  /** `Type/id` of the results that it lists, as their `source.reference` has it; empty for a report that is only text or a file. */
  results: z.array(z.string().max(MAX_RESULT_NAME)).max(MAX_RESULTS),
};
/** A report of an external record: what it says besides its results. */
export const ExternalReportContent = z.object(content);
export type ExternalReportContent = z.infer<typeof ExternalReportContent>;

export const ExternalReportCommand = z.discriminatedUnion('type', [
  /** Records the report, or its newer version. `confirmed_by`: types of the resources of the file that could withhold it and do not. */
  command('TakeExternalReport', { report_id: Id, ...content, confirmed_by: z.array(z.string()) }),
  /** Its source takes it back, or it is another patient's. */
  command('WithdrawExternalReport', { report_id: Id, withdrawn_by: ExternalSource }),
]);
export type ExternalReportCommand = z.infer<typeof ExternalReportCommand>;

const open = ['report_id', 'patient_id', 'file_ids'] as const;
export const externalReportEvents = [
  /** `file_ids`: of all forms that are stored as files. */
  event('ExternalReportTaken', { report_id: Id, ...content, file_ids: z.array(Id) }, { open, by: 'patient', id: 'patient_id' }),
  event(
    'ExternalReportWithdrawn',
    { report_id: Id, patient_id: Id, withdrawn_by: ExternalSource },
    { open: ['report_id', 'patient_id'], by: 'patient', id: 'patient_id' },
  ),
] as const;
export type ExternalReportEvent = EventOf<(typeof externalReportEvents)[number]>;

export const ExternalReportView = z.object({
  id: Id,
  organization_id: Id,
  organization_name: z.string().optional(),
  ...content,
  imported_at: Instant,
  version: Version,
});
export type ExternalReportView = z.infer<typeof ExternalReportView>;

/** Element of FHIR under which the words of the codes of a conclusion stand beside a report. */
const CODES = 'conclusionCode';

/** What a report concludes, as its sender says it: its words, and those of its codes. */
export const conclusionOf = ({ conclusion, beside = [] }: Pick<ExternalReportContent, 'conclusion' | 'beside'>) => ({
  words: conclusion?.trim() ? conclusion : undefined,
  codes: beside.find(({ element }) => element === CODES)?.text,
});

/** Both as one text: 'Growth. Coded as: Urinary tract infection'; undefined without either. */
export const conclusionText = (report: Pick<ExternalReportContent, 'conclusion' | 'beside'>): string | undefined => {
  const { words, codes } = conclusionOf(report);
  return [words, words && codes ? `Coded as: ${codes}` : codes].filter(Boolean).join('\n') || undefined;
};

/** Parts that stand beside the conclusion. */
export const partsBesideConclusion = ({ beside = [] }: Pick<ExternalReportContent, 'beside'>) =>
  beside.filter(({ element }) => element !== CODES);
