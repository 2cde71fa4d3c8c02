import './reports.css';
import { Button } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import type { PageView } from '#contracts/reports';
import { showInstant } from '#web/lib/dates.ts';
import { useSession } from '#web/lib/session.tsx';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { usePage } from './page.data.ts';
import { type Active, PageForm, useRows } from './page.form.tsx';
import type { RowDraft } from './page-draft.ts';
import { type Mark, PageImage, usePageImage } from './page-image.tsx';
import { shownPageStatus, shownRate } from './statuses.ts';

const mayValidate = ['OrganizationAdmin', 'Doctor', 'Assistant'];

/** '/ocr-page/:page_id?pageIds=a,b': a page's image beside what was read, stepping through the listed pages. */
export default function PageScreen() {
  const { page_id = '' } = useParams();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const { user } = useSession();
  const ids = useMemo(() => {
    const listed = (search.get('pageIds') ?? '').split(',').filter(Boolean);
    return listed.includes(page_id) ? listed : [page_id];
  }, [search, page_id]);
  const { data: page, error, isLoading, refresh } = usePage(page_id);
  const at = ids.indexOf(page_id);
  const to = (index: number) => go(`/ocr-page/${ids[index]}?pageIds=${ids.join(',')}`);
  const close = () => go(user.roles.includes('SuperUser') ? '/lab-params-requests-management' : '/reports');
  const status = page && shownPageStatus(page);

  return (
    <div className="page-screen">
      <PageTitle title="Validate page" count={ids.length > 1 ? `Page ${at + 1} of ${ids.length}` : undefined}>
        {page && status && (
          <span className="page-state" role="status">
            <StatusTag kind={status.kind} title={status.text}>
              {status.label}
            </StatusTag>
            <span className="muted">
              {shownRate(page)}{' '}
              {page.validation
                ? `checked by ${page.validation.validated_by_name ?? 'a user'}, ${showInstant(page.validation.validated_at)}`
                : 'not checked by a person'}
            </span>
          </span>
        )}
        {ids.length > 1 && (
          <>
            <Button text="Back" disabled={at <= 0 || isLoading} onClick={() => to(at - 1)} />
            <Button text="Next" disabled={at >= ids.length - 1 || isLoading} onClick={() => to(at + 1)} />
          </>
        )}
        <Button text="Close" onClick={close} />
      </PageTitle>
      {isLoading && <Loading label="Reading the page" rows={12} />}
      {!isLoading && !page && <Failed what="page" error={error} onRetry={() => void refresh()} />}
      {page && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {page?.error_message && page.status === 'Error' && <p className="page-warning">{page.error_message}</p>}
      {page && (
        // A page that changed elsewhere starts anew; what was typed here is kept and offered again.
        <PagePanes
          key={`${page.id} ${page.version}`}
          page={page}
          readOnly={!user.roles.some((role) => mayValidate.includes(role))}
          onSaved={(text, position) => {
            toast.show(text, 'success');
            if (at < ids.length - 1) to(at + 1);
            else void refresh(position);
          }}
        />
      )}
    </div>
  );
}

const marksOf = (rows: readonly RowDraft[]): Mark[] =>
  rows.flatMap((row) =>
    Object.entries(row.regions).map(([name, region]): Mark => {
      const field = name as Mark['field'];
      const text = { name: row.name, value: row.value, unit: row.unit, range: `${row.min}${row.max}` }[field];
      const plain = row.ignored || field === 'unit';
      return { row: row.id, field, region, shade: plain ? 'none' : text.trim() === '' ? 'empty' : 'filled' };
    }),
  );

interface PanesProps {
  page: PageView;
  readOnly: boolean;
  onSaved: (text: string, position: string) => void;
}

function PagePanes({ page, readOnly, onSaved }: PanesProps) {
  const { url } = usePageImage(page.id);
  const [rows, setRows] = useRows(page);
  const [active, setActive] = useState<Active>();
  const marks = useMemo(() => marksOf(rows), [rows]);
  const inputs: Record<Mark['field'], string> = { name: 'name', value: 'value', unit: 'unit', range: 'max' };
  return (
    <div className="page-panes">
      <PageImage
        url={url}
        width={page.recognition?.width ?? 0}
        height={page.recognition?.height ?? 0}
        marks={marks}
        active={active}
        onHover={(mark) => setActive(mark && { row: mark.row, field: mark.field })}
        onPick={(mark) => document.getElementById(`${mark.row}-${inputs[mark.field]}`)?.focus()}
      />
      <PageForm
        page={page}
        url={url}
        readOnly={readOnly}
        active={active}
        onActive={setActive}
        rows={rows}
        onRows={setRows}
        onSaved={onSaved}
      />
    </div>
  );
}
