import { isWaiting, type PageStatus, type PageSummary, type ReportView, rowsStaying } from './reports.ts';

const count = (many: number, one: string): string => `${many.toLocaleString('en-US')} ${many === 1 ? one : `${one}s`}`;

/** '3 lines not read': they look like results and are no row. */
export const linesNotRead = (unread: number): string => `${count(unread, 'line')} not read`;

/** Of a page that was saved by itself: nobody has looked at it yet (ruling 23). */
export const NOT_CHECKED = 'read, not checked';

interface ReadReport extends Pick<ReportView, 'status'> {
  pages: readonly Pick<PageSummary, 'status' | 'rows' | 'unread'>[];
}

/**
 * State of a file's pages after reading: `left` where something of them is neither in the record nor comes there by checking what was read,
 * `check` where a person has to check it or has not checked it yet, `done` otherwise. `text`, '' where done, is that of the list and of the notification:
 * '1 of 2 pages to be checked, 3 rows not in the record'. Pages that wait for reading are left once the file has failed: nobody reads them.
 */
export const reportProgress = ({ status: fileStatus, pages }: ReadReport): { state: 'done' | 'check' | 'left'; text: string } => {
  const countOf = (...statuses: PageStatus[]): number => pages.filter(({ status }) => statuses.includes(status)).length;
  const ofAll = (some: number): string => (pages.length === 1 ? '' : `${some} of ${count(pages.length, 'page')} `);
  const [toCheck, failed] = [countOf('ValidationRequired', 'ValidationAdvised'), countOf('Error', 'Unrecognized')];
  const unchecked = pages.filter(({ status, rows }) => status === 'ValidationDone' && !rows).length;
  const unreached = fileStatus === 'Error' ? pages.filter(({ status }) => isWaiting(status)).length : 0;
  const staying = pages.reduce((sum, { rows }) => sum + (rows ? rowsStaying(rows) : 0), 0);
  const unread = pages.reduce((sum, page) => sum + (page.unread ?? 0), 0);
  const parts = [
    toCheck > 0 && `${ofAll(toCheck)}to be checked`,
    unchecked > 0 && `${ofAll(unchecked)}${NOT_CHECKED}`,
    failed > 0 && `${ofAll(failed)}could not be read`,
    unreached > 0 && `${ofAll(unreached)}${unreached === 1 ? 'was' : 'were'} not read`,
    staying > 0 && `${count(staying, 'row')} not in the record`,
    unread > 0 && linesNotRead(unread),
  ].filter(Boolean);
  const isDone = countOf('ValidationDone') - unchecked === pages.length;
  return { state: failed + unreached + staying + unread > 0 ? 'left' : isDone ? 'done' : 'check', text: parts.join(', ') };
};
