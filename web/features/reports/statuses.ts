import { linesNotRead, NOT_CHECKED, reportProgress } from '#contracts/reports/report-progress';
import { isWaiting, type PageStatus, type PageSummary, type ReportView, type RowCounts, rowsStaying } from '#contracts/reports/reports';
import type { TagKind } from '#web/ui/tags.tsx';

interface Shown {
  kind: TagKind;
  label: string;
  /** The documents' sentence, for the tooltip. */
  text: string;
}

const pageTexts: Record<Exclude<PageStatus, 'Error'>, Shown> = {
  Generated: { kind: 'waiting', label: 'Generated', text: 'Page record has been generated' },
  Empty: { kind: 'waiting', label: 'Empty', text: 'Scanned page image was added to the record' },
  Processing: { kind: 'running', label: 'Processing', text: 'Page image is being processed by OCR service' },
  Recognized: { kind: 'running', label: 'Recognized', text: "Laboratory form's definition was identified but data was not parsed yet" },
  Unrecognized: {
    kind: 'failed',
    label: 'Unrecognized',
    text: "Laboratory form's definition was unrecognized due to unknown document type or poor quality scan",
  },
  ValidationRequired: {
    kind: 'check',
    label: 'Validation required',
    text: 'Data recognized on the page was not saved to the database. Please validate page manually',
  },
  ValidationAdvised: {
    kind: 'check',
    label: 'Validation advised',
    text: "Data recognized on the page was saved to the database, but recognition rate didn't achieve 100%. You can still validate page manually and fill the gaps",
  },
  ValidationDone: { kind: 'done', label: 'Validation done', text: 'Validation was done. Page data was saved to the database' },
};

/** 'Saved 14 of 24', '10 wait for the catalogue': what became of the rows of a validated page (ruling 26). */
export const savedParts = ({ saved, awaiting, empty, ignored, unchecked = 0 }: RowCounts, unread = 0): string[] =>
  [
    `Saved ${saved} of ${saved + awaiting + empty + ignored + unchecked}`,
    unchecked > 0 && `${unchecked} not looked at`,
    awaiting > 0 && `${awaiting} ${awaiting === 1 ? 'waits' : 'wait'} for the catalogue`,
    empty > 0 && `${empty} without a value`,
    ignored > 0 && `${ignored} ignored`,
    unread > 0 && linesNotRead(unread),
  ].filter((part) => part !== false);

/** A page's status in the documents' words; a validated one of which rows stayed there says how many were saved instead. */
export const shownPageStatus = (page: Pick<PageSummary, 'status' | 'error_message' | 'rows' | 'unread'>): Shown => {
  if (page.status === 'Error') return { kind: 'failed', label: 'Error', text: page.error_message ?? 'Unspecified error occured' };
  const shown = pageTexts[page.status];
  const { rows, unread = 0 } = page;
  if (page.status !== 'ValidationDone') {
    const parts = [shown.label, rows?.unchecked && `${rows.unchecked} not looked at`, unread > 0 && linesNotRead(unread)];
    return { ...shown, kind: unread > 0 ? 'needs' : shown.kind, label: parts.filter(Boolean).join(', ') };
  }
  // ruling 23: by itself, it was validated by nobody
  if (!rows) return { ...shown, kind: 'check', label: `${shown.label}, ${NOT_CHECKED}` };
  if (rowsStaying(rows) + unread === 0) return shown;
  const left = [
    rowsStaying(rows) > 0 && (rowsStaying(rows) === 1 ? 'one row that stays' : `${rowsStaying(rows)} rows that stay`),
    unread > 0 && (unread === 1 ? 'one line that was not read' : `${unread} lines that were not read`),
  ].filter(Boolean);
  return { kind: 'needs', label: savedParts(rows, unread).join(', '), text: `${shown.text}, but for ${left.join(' and ')} on the page` };
};

const finishedKinds = { done: 'done', check: 'check', left: 'needs' } as const;

/** A file's status in the documents' words; a finished one looks done, waiting for a person, or as if something is left. */
export const shownFileStatus = (file: Pick<ReportView, 'status' | 'pages' | 'error_message'>): Shown => {
  switch (file.status) {
    case 'Queued':
      return {
        kind: 'waiting',
        label: 'Queued',
        text: 'OCR is busy or full at the moment. The file is in the queue and will be processed as soon as possible',
      };
    case 'Processing':
      return { kind: 'running', label: 'Processing', text: 'The file is being processed by OCR at the moment' };
    case 'Error':
      return { kind: 'failed', label: 'Error', text: file.error_message ?? 'Unspecified error occured' };
    case 'Finished':
      return {
        kind: finishedKinds[reportProgress(file).state],
        label: 'Finished',
        text: 'The file was processed. Detailed statues are available for each page',
      };
  }
};

/** Count of pages of a file that are read, of how many; undefined while that is not known, and once reading has ended. */
export const readOf = ({ status, pages }: Pick<ReportView, 'status' | 'pages'>): { read: number; total: number } | undefined =>
  status === 'Processing' && pages.length > 0
    ? { read: pages.filter((page) => !isWaiting(page.status)).length, total: pages.length }
    : undefined;

/** Progress of reading a file, afterwards what is left of its pages; '' where there is nothing to do. */
export const shownProgress = (file: Pick<ReportView, 'status' | 'pages'>): string => {
  const reading = readOf(file);
  if (reading) return `Reading page ${Math.min(reading.read + 1, reading.total)} of ${reading.total}`;
  if (file.status === 'Processing') return 'Opening the file';
  return reportProgress(file).text;
};

const reviewable: readonly PageStatus[] = ['ValidationRequired', 'ValidationAdvised', 'ValidationDone'];

/** Tells whether a page may be validated: not while it waits for reading, nor after an error. */
export const canValidate = (status: PageStatus): boolean => !isWaiting(status) && status !== 'Error';

export const canReviewPage = (page: PageSummary): boolean => reviewable.includes(page.status);

/** 'Review OCR': once the file is finished or failed and has a page that can be validated. */
export const canReviewFile = (file: ReportView): boolean =>
  (file.status === 'Finished' || file.status === 'Error') && file.pages.some(({ status }) => canValidate(status));

/** '96.43 %', two decimals; empty where the page was not read, and beside an error. */
export const shownRate = (page: Pick<PageSummary, 'status' | 'recognition_rate' | 'error_message'>): string =>
  reviewable.includes(page.status) && page.error_message === undefined ? `${(page.recognition_rate * 100).toFixed(2)} %` : '';

/** The address that steps through all pages of a file. */
export const reviewAddress = (pages: readonly { id: string }[], first: string | undefined = pages[0]?.id): string =>
  `/ocr-page/${first}?pageIds=${pages.map((page) => page.id).join(',')}`;
