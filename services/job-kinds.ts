/** A kind of job: where it waits, who does it, and whether one may take longer than ten seconds. */
export interface JobKind {
  topic: string;
  group: string;
  isLong: boolean;
}

/** Every kind of job. */
export const jobKinds = {
  /** An uploaded report is read; body { report_id, organization_id }. */
  reading: { topic: 'ocr', group: 'reading', isLong: true },
} satisfies Record<string, JobKind>;
