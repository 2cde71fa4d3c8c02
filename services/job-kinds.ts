/** A kind of job: its topic, its consumer group, and whether it may take longer than ten seconds. */
export interface JobKind {
  topic: string;
  group: string;
  isLong: boolean;
}

/** All kinds of jobs. */
export const jobKinds = {
  /** An uploaded report is read; body { report_id, organization_id }. */
  reading: { topic: 'ocr', group: 'reading', isLong: true },
  /** Stored FHIR files are imported into the records of one clinic; body { import_id }. */
  importing: { topic: 'fhir-import', group: 'importing', isLong: true },
} satisfies Record<string, JobKind>;
