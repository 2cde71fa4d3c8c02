import { Button } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { isWaiting, type PageView } from '#contracts/reports/reports';
import { useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { closedTo } from './closed-to.ts';
import { marksOf, type Place } from './marks.ts';
import { contentOf } from './page-content.ts';
import { useFileOf, usePage } from './page.data.ts';
import { PageImage } from './page-image.tsx';
import { shownPageStatus } from './statuses.ts';
import { usePageImage } from './use-page-image.ts';
import styles from './page.module.css';

/** '/page-preview?page_id=…&entry_id=…': a page of a report to look at, with the value that was asked for marked on it. */
export default function PagePreviewScreen() {
  const [search] = useSearchParams();
  const pageId = search.get('page_id');
  return pageId ? (
    <Preview pageId={pageId} entryId={search.get('entry_id') ?? undefined} />
  ) : (
    <>
      <PageTitle title="Page preview" />
      <Empty title="No page was chosen" text="Values that were read from a report lead to their page." />
    </>
  );
}

function Preview({ pageId, entryId }: { pageId: string; entryId: string | undefined }) {
  const { user } = useSession();
  const [, go] = useLocation();
  const { data: page, error, isLoading, refresh } = usePage(pageId);
  const file = useFileOf(user.roles.includes('Patient') ? undefined : page);
  const title = 'Page preview';
  useTitle(file ? `${title}, page ${page?.page_number} of ${file.name}` : title);
  return (
    <div className={styles.screen}>
      <PageTitle title={title} count={[file?.name, page && `page ${page.page_number}`].filter(Boolean).join(', ') || undefined}>
        {page && <Link href={`/reports/${page.report_id}/page/${page.id}`}>Open the report page</Link>}
        <Button text="Close" onClick={() => (history.length > 1 ? history.back() : go(closedTo(user.roles)))} />
      </PageTitle>
      {isLoading && <Loading label="Reading the page" rows={12} />}
      {!isLoading && !page && <Failed what="page" error={error} onRetry={() => void refresh()} />}
      {page && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {page && <Sheet key={page.id} page={page} entryId={entryId} />}
    </div>
  );
}

/** The image with what was read marked on it; above stands the value that was asked for, or the one that is pointed at. */
function Sheet({ page, entryId }: { page: PageView; entryId: string | undefined }) {
  const image = usePageImage(page.id);
  const [pointed, setPointed] = useState<string>();
  const marks = useMemo(() => marksOf(page, contentOf(page, page.validation), page.recognition?.date_of_birth ?? ''), [page]);
  const placeOf = (row: string | undefined): Place | undefined => (row === undefined ? undefined : { row, field: 'value' });
  return (
    <>
      <p className={styles.asked} role="status">
        {saidOf(page, pointed ?? entryId)}
      </p>
      <PageImage
        image={image}
        width={page.recognition?.width ?? 0}
        height={page.recognition?.height ?? 0}
        marks={marks}
        active={placeOf(pointed ?? entryId)}
        focused={placeOf(entryId)}
        onHover={(mark) => setPointed(mark?.row)}
      />
    </>
  );
}

/** 'Glucose: 105 mg/dL, 65-99' as it is printed; what is known of the page where no value of it is meant. */
const saidOf = (page: PageView, row: string | undefined): string => {
  const read = page.recognition?.row_data.find(({ id }) => id === row);
  if (read) {
    const { name, value, unit, range } = read.field_value;
    const result = [value, unit]
      .map((each) => each.field_value)
      .join(' ')
      .trim();
    return `On the page: ${name.field_value || 'no name'}: ${[result || 'no value', range.field_value].filter(Boolean).join(', ')}`;
  }
  if (isWaiting(page.status)) return `${shownPageStatus(page).text}.`;
  return row !== undefined && page.validation?.row_data.some(({ id }) => id === row)
    ? 'This value was added by hand: it was not read from the page.'
    : 'Point at a value to see how it was read.';
};
