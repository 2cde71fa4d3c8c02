import { Tooltip } from '@blueprintjs/core';
import { Link } from 'wouter';
import type { ReportView } from '#contracts/reports';
import { StatusTag } from '#web/ui/tags.tsx';
import { canReviewPage, reviewAddress, shownPageStatus, shownRate } from './statuses.ts';

/** The pages of an expanded file: whose they are, how well they were read, what they wait for. */
export function PageRows({ file }: { file: ReportView }) {
  return file.pages.map((page) => {
    const { kind, label, text } = shownPageStatus(page);
    const name = [page.patient_first_name, page.patient_last_name].filter(Boolean).join(' ') || '---';
    return (
      <tr key={page.id} className="reports-page">
        <td>
          Page {page.page_number}: <strong>{name}</strong>
        </td>
        <td colSpan={2}>{page.status !== 'Error' && page.error_message && <StatusTag kind="needs">{page.error_message}</StatusTag>}</td>
        <td className="number">{page.status === 'Error' ? '' : shownRate(page)}</td>
        <td>
          <Tooltip content={text} hoverOpenDelay={300}>
            <StatusTag kind={kind}>{label}</StatusTag>
          </Tooltip>
          {page.status === 'Error' && <span className="reports-error">{text}</span>}
        </td>
        <td className="actions">
          {canReviewPage(page) && (
            <Link className="bp6-button bp6-small" href={reviewAddress(file.pages, page.id)}>
              Review Page
            </Link>
          )}
        </td>
      </tr>
    );
  });
}
