import { mutate as mutateAll } from 'swr';
import { http, Problem } from './http.ts';
import { dropOfRecord } from './unsaved.ts';

/** Records that are not open to this person any more, by the patient's id, with the answer that said so. */
const closed = new Map<string, Problem>();
const looking = new Map<string, Promise<void>>();

const RECORD = /^\/api\/patients\/([0-9a-f-]{36})(?=[?]|$)/;

/** The record that an address reads; undefined for one that reads no record, or an entry of one. */
const recordOf = (path: string): string | undefined => {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  return RECORD.exec(path)?.[1] ?? query.get('patient_id') ?? undefined;
};

const isNotOpen = (cause: unknown): cause is Problem => cause instanceof Problem && (cause.status === 404 || cause.status === 403);

/** Asks again for all that was read of it: where it is closed, its answer takes the place of what is shown. */
const reread = (id: string): Promise<unknown> =>
  mutateAll((key) => Array.isArray(key) && typeof key[0] === 'string' && key[0].includes(id));

/** Tells failures that say that a record, or something of it, is not open: the screen itself says so. */
export const isOfClosedRecord =
  (path: string) =>
  (problem: Problem): boolean =>
    recordOf(path) !== undefined && isNotOpen(problem);

const close = (id: string, problem: Problem): void => {
  if (closed.has(id)) return;
  closed.set(id, problem);
  if (problem.status === 404) dropOfRecord(id);
  void reread(id);
};

/** The closed record that an address is about: it is not asked for then. */
export const closedRecordIn = (path: string): { id: string; problem: Problem } | undefined => {
  for (const [id, problem] of closed) if (path.includes(id)) return { id, problem };
  return undefined;
};

/** Asks once whether the record can be read; with everything that shows it where it can again. Several at the same time ask together. */
export const lookAgain = (id: string): Promise<void> => {
  const before = looking.get(id);
  if (before) return before;
  const asking = http
    .get(`/api/patients/${id}`, { quiet: true })
    .then(
      () => {
        if (closed.delete(id)) void reread(id);
      },
      (cause: unknown) => {
        if (isNotOpen(cause)) close(id, cause);
      },
    )
    .finally(() => looking.delete(id));
  looking.set(id, asking);
  return asking;
};

/**
 * Notes that a read failed. The record's own address says for all others whether it is open; where another one answers that something is not
 * there, that address is asked, once.
 */
export const noteFailedRead = (path: string, cause: unknown): void => {
  const id = recordOf(path);
  if (id === undefined || !isNotOpen(cause) || closed.has(id)) return;
  if (path === `/api/patients/${id}`) close(id, cause);
  else if (cause.status === 404) void lookAgain(id);
};

/** For another person all records are open until one is found closed. */
export const forgetClosedRecords = (): void => closed.clear();
