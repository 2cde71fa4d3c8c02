import { Button } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { isWaiting, type PageAccepted, type PageView, rowCounts, rowsStaying } from '#contracts/reports/reports';
import { showInstant } from '#web/lib/dates.ts';
import { markRow, wayBack } from '#web/lib/returning.ts';
import { useSession } from '#web/lib/session.tsx';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { closedTo } from './closed-to.ts';
import { linesLeft } from './page-draft.ts';
import { inputOf, marksOf, PERSON, type Place } from './marks.ts';
import { useFileOf, usePage } from './page.data.ts';
import { PageForm } from './page.form.tsx';
import { PageImage } from './page-image.tsx';
import { usePageForm } from './page.state.ts';
import { shownPageStatus, shownRate } from './statuses.ts';
import { usePageImage } from './use-page-image.ts';
import { WaitingPage } from './waiting-page.tsx';
import styles from './page.module.css';

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
  const staff = user.roles.some((role) => mayValidate.includes(role));
  const file = useFileOf(staff ? page : undefined);
  const at = ids.indexOf(page_id);
  const addressOf = (index: number) => `/ocr-page/${ids[index]}?pageIds=${ids.join(',')}`;
  const to = (index: number) => go(addressOf(index));
  const close = () => {
    // a patient came from a result of its own record, not from the list
    if (!staff && user.roles.includes('Patient') && history.length > 1) history.back();
    else {
      const list = wayBack(closedTo(user.roles));
      // its row where the file is open there, otherwise the file's
      const isOpen = page && new URLSearchParams(list.to.split('?')[1]).get('open')?.includes(page.report_id);
      if (page) markRow(isOpen ? page.id : page.report_id);
      go(list.to, { state: list.state });
    }
  };
  const title = staff ? 'Validate page' : 'Report page';
  useTitle(file ? `${title} ${page?.page_number} of ${file.name}` : title);

  const where = [file?.name, ids.length > 1 ? `page ${at + 1} of ${ids.length}` : undefined].filter(Boolean).join(', ');
  return (
    <div className={styles.screen}>
      <PageTitle title={title} count={where || undefined}>
        {page && <PageState page={page} />}
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
      {page?.status === 'Error' && <p className={styles.warning}>{page.error_message ?? 'Unspecified error occured'}</p>}
      {page && isWaiting(page.status) && <WaitingPage key={page.id} page={page} />}
      {page && !isWaiting(page.status) && (
        <PagePanes
          key={page.id}
          page={page}
          readOnly={!staff || page.status === 'Error'}
          onSaved={(text, { position, ...rows }, left) => {
            const goesOn = at < ids.length - 1;
            const isWhole = rowsStaying(rows) === 0 && left === 0;
            toast.show(goesOn && !isWhole ? <Saved text={text} to={addressOf(at)} /> : text, isWhole ? 'success' : 'warning');
            void refresh(position);
            if (goesOn) to(at + 1);
            // the button that saved has nothing more to save
            else if (document.activeElement?.matches('body, :disabled')) document.getElementById('main')?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

/** What was saved, with the way back to the rows that stayed. */
const Saved = ({ text, to }: { text: string; to: string }) => (
  <>
    {text}. <Link href={to}>Back to that page</Link>
  </>
);

/** Status, recognition rate, and by whom and when it was checked (ruling 23). */
function PageState({ page }: { page: PageView }) {
  const rows = page.validation ? rowCounts(page.validation.row_data) : undefined;
  const unread = linesLeft(page, page.validation?.row_data ?? []).length;
  const { kind, label, text } = shownPageStatus({ ...page, rows, unread });
  const isUnmatched = page.match?.patient_id === null && !page.validation;
  const rate = shownRate({ ...page, ...(isUnmatched ? { error_message: 'Patient not matched' } : {}) });
  return (
    <span className={styles.state} role="status">
      <StatusTag kind={kind} title={text}>
        {label}
      </StatusTag>
      {isUnmatched && <StatusTag kind="needs">Patient not matched</StatusTag>}
      {!isWaiting(page.status) && (
        <span className="bp6-text-muted">
          {rate !== '' && `${rate} recognised, `}
          {page.validation
            ? `checked by ${page.validation.validated_by_name ?? 'a user'}, ${showInstant(page.validation.validated_at)}`
            : 'not checked by a person'}
        </span>
      )}
    </span>
  );
}

interface PanesProps {
  page: PageView;
  readOnly: boolean;
  onSaved: (text: string, saved: PageAccepted, unread: number) => void;
}

/** Image and form, linked both ways: what the pointer is over, or else what has focus, is highlighted in both; the image follows the focus. */
function PagePanes({ page, readOnly, onSaved }: PanesProps) {
  const image = usePageImage(page.id);
  const state = usePageForm(page);
  const [hovered, setHovered] = useState<Place>();
  const [focused, setFocused] = useState<Place>();
  const active = hovered ?? focused;
  const marks = useMemo(() => marksOf(page, state.content, state.birth), [page, state.content, state.birth]);
  return (
    <div className={styles.panes}>
      <PageImage
        image={image}
        width={page.recognition?.width ?? 0}
        height={page.recognition?.height ?? 0}
        marks={marks}
        active={active}
        focused={focused}
        onHover={(mark) => setHovered(mark && { row: mark.row, field: mark.field })}
        onPick={(mark) => {
          const input = document.querySelector<HTMLElement>(inputOf(mark));
          input?.focus();
          (mark.row === PERSON ? input : input?.closest('[data-row]'))?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        }}
      />
      <PageForm
        page={page}
        state={state}
        url={image.url}
        readOnly={readOnly}
        active={active}
        onFocus={(place) => {
          setFocused(place);
          setHovered(undefined); // whoever types is not where the pointer happens to lie
        }}
        onHover={setHovered}
        onSaved={onSaved}
      />
    </div>
  );
}
