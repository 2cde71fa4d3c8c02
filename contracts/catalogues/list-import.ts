import { z } from 'zod';

/** How many rows a list may have. */
export const MOST_ROWS = 10_000;

/** How large the file of a list may be. */
export const LARGEST_LIST = 20 * 1024 * 1024;

/** A column that the row changes; `before` is empty where the row adds. */
export const ListChange = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type ListChange = z.infer<typeof ListChange>;

export const ListResult = z.enum(['added', 'changed', 'conflicting', 'unchanged']);
export type ListResult = z.infer<typeof ListResult>;

/** What a row of a list does to the catalogue. */
export const ListRow = z.object({
  /** Of the file, from 1 on; the header is one. */
  line: z.int(),
  name: z.string(),
  result: ListResult,
  changes: z.array(ListChange),
  /** Why a conflicting row is left out. */
  reasons: z.array(z.string()),
});
export type ListRow = z.infer<typeof ListRow>;

/** What an import did, or with `dry_run` would do. */
export const ListImport = z.object({
  dry_run: z.boolean(),
  added: z.int(),
  changed: z.int(),
  conflicting: z.int(),
  unchanged: z.int(),
  rows: z.array(ListRow),
  /** Rows of a long list that still wait: the same request, sent again with its key, goes on with them. */
  remaining: z.int(),
  /** Names what is shown here: an import that sends it along is refused where the catalogue would give another answer by then. */
  plan: z.string(),
  /** Of the last event, where something was written. */
  position: z.string().optional(),
});
export type ListImport = z.infer<typeof ListImport>;

/** The form of an import. */
export const ListUpload = z.object({
  file: z.file(),
  /** 'true' writes nothing. */
  dry_run: z.enum(['true', 'false']).default('false'),
  /** As the dry run answered it. */
  plan: z.string().max(200).optional(),
});
