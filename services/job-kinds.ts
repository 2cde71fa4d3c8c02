/** A kind of job: its topic, its consumer group, and whether it may take longer than ten seconds. */
export interface JobKind {
  topic: string;
  group: string;
  isLong: boolean;
  /** Milliseconds for which it may keep the process from doing anything else; default as messaging has it. */
  max_block_ms?: number;
}

/** All kinds of jobs. */
export const jobKinds = {
  /** An uploaded report is read; body { report_id, organization_id }. */
  reading: { topic: 'ocr', group: 'reading', isLong: true },
  /** Stored FHIR files are imported into the records of one clinic; body { import_id }. A JSON document of 256 MB is parsed at once. */
  importing: { topic: 'fhir-import', group: 'importing', isLong: true, max_block_ms: 30_000 },
} satisfies Record<string, JobKind>;
