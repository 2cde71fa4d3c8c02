import { type PageStatus, type PageSummary, rowsStaying } from './reports.ts';

const count = (many: number, one: string): string => `${many.toLocaleString('en-US')} ${many === 1 ? one : `${one}s`}`;

/** '3 lines not read': they look like results and are no row. */
export const linesNotRead = (unread: number): string => `${count(unread, 'line')} not read`;

type Page = Pick<PageSummary, 'status' | 'rows' | 'unread'>;

/**
 * State of a file's pages after reading: `left` where something of them is neither in the record nor comes there by checking what was read,
 * `check` where a person has to check it, `done` otherwise. `text`, '' where done, is that of the list and of the notification:
 * '1 of 2 pages to be checked, 3 rows not in the record'.
 */
export const reportProgress = (pages: readonly Page[]): { state: 'done' | 'check' | 'left'; text: string } => {
  const having = (...statuses: PageStatus[]): number => pages.filter(({ status }) => statuses.includes(status)).length;
  const ofAll = (some: number): string => (pages.length === 1 ? '' : `${some} of ${count(pages.length, 'page')} `);
  const [toCheck, failed] = [having('ValidationRequired', 'ValidationAdvised'), having('Error', 'Unrecognized')];
  const staying = pages.reduce((sum, { rows }) => sum + (rows ? rowsStaying(rows) : 0), 0);
  const unread = pages.reduce((sum, page) => sum + (page.unread ?? 0), 0);
  const parts = [
    toCheck > 0 && `${ofAll(toCheck)}to be checked`,
    failed > 0 && `${ofAll(failed)}could not be read`,
    staying > 0 && `${count(staying, 'row')} not in the record`,
    unread > 0 && linesNotRead(unread),
  ].filter(Boolean);
  const isDone = having('ValidationDone') === pages.length;
  return { state: failed + staying + unread > 0 ? 'left' : isDone ? 'done' : 'check', text: parts.join(', ') };
};
