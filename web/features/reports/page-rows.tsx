import type { PageSummary, ReportView } from '#contracts/reports/reports';
import { TableRow } from '#web/ui/table.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { moveInRows, ReviewLink, StatusLine } from './file-row.tsx';
import { canReviewPage, reviewAddress, shownPageStatus, shownRate } from './statuses.ts';
import styles from './reports.module.css';
import table from '#web/ui/table.module.css';

/** The pages of an expanded file: whose they are, how well they were read, what they wait for. */
export function PageRows({ file }: { file: ReportView }) {
  return file.pages.map((page) => <PageRow key={page.id} file={file} page={page} />);
}

function PageRow({ file, page }: { file: ReportView; page: PageSummary }) {
  const shown = shownPageStatus(page);
  const name = [page.patient_first_name, page.patient_last_name].filter(Boolean).join(' ') || '---';
  return (
    <TableRow id={page.id} className={styles.page} onKeyDown={moveInRows}>
      <td className={styles.name} colSpan={3}>
        Page {page.page_number}: <strong>{name}</strong>
      </td>
      <td className={`${table.number} ${styles.pages}`} title="Recognition rate">
        {shownRate(page)}
      </td>
      <td className={styles.status}>
        <StatusLine {...shown}>
          {page.status === 'Error' && <span className={styles.error}>{shown.text}</span>}
          {page.status !== 'Error' && page.error_message && <StatusTag kind="needs">{page.error_message}</StatusTag>}
        </StatusLine>
      </td>
      <td className={table.actions}>
        <ReviewLink
          href={reviewAddress(file.pages, page.id)}
          text="Review Page"
          label={`Review Page ${page.page_number} of ${file.name}`}
          isReady={canReviewPage(page)}
        />
      </td>
    </TableRow>
  );
}
