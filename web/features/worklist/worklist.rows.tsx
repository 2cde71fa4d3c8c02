import { Button } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { WaitingComment, WaitingDraft, WaitingInvitation, WaitingReport, Worklist } from '#contracts/items/worklist';
import { bornShown } from '#contracts/wire/birth';
import { showInstant } from '#web/lib/dates.ts';
import { fullName } from '#web/lib/names.ts';
import { markRow } from '#web/lib/returning.ts';
import { CommentDialog } from '#web/record/comments/comment-dialog.tsx';
import { CommentViewer } from '#web/record/comments/comment-viewer.tsx';
import { formOf, kindOf, titleOf } from '#web/record/history/medical-item.ts';
import { classes, type Column, Table } from '#web/ui/table.tsx';
import { DraftTag, UncheckedTag } from '#web/ui/tags.tsx';
import table from '#web/ui/table.module.css';
import styles from './worklist.module.css';

interface PartProps<T> {
  title: string;
  part: { items: readonly T[]; overall_count: number };
  columns: readonly Column<T>[];
  onOpen: (one: T) => void;
  onMore: () => void;
}

/** The rows of one kind; nothing where none waits. */
function Part<T extends { id: string }>({ title, part, columns, onOpen, onMore }: PartProps<T>) {
  const { items, overall_count: count } = part;
  if (count === 0) return null;
  const hidden = count - items.length;
  return (
    <section aria-label={title} className={styles.part}>
      <h2>
        {title} <span className="bp6-text-muted">{count.toLocaleString('en-US')}</span>
      </h2>
      <Table
        className={classes(table.stacked, styles.rows)}
        rows={items}
        keyOf={({ id }) => id}
        columns={columns}
        row={(one) => ({ id: one.id, onOpen: () => onOpen(one) })}
      />
      {hidden > 0 && (
        <p className="bp6-text-muted">
          {hidden.toLocaleString('en-US')} earlier are not shown{' '}
          {items.length < 200 && <Button size="small" variant="minimal" text="Show more" onClick={onMore} />}
        </p>
      )}
    </section>
  );
}

/** Name and birth date, on the way to the record: nobody answers or confirms anything for somebody else. */
const patientColumn = <T extends { patient: WaitingDraft['patient'] }>(): Column<T> => ({
  title: 'Patient',
  className: styles.who,
  cell: ({ patient }): ReactNode => (
    <>
      <Link to={`/patients/${patient.id}`}>{fullName(patient)}</Link> <span className="bp6-text-muted">{bornShown(patient)}</span>
    </>
  ),
});
const since = <T,>(title: string, at: (one: T) => string): Column<T> => ({
  title,
  className: styles.when,
  cell: (one) => showInstant(at(one)),
});

/** Comments of patients; a row opens the conversation on its item. */
export function Comments({ part, onMore }: { part: Worklist['comments']; onMore: () => void }) {
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<WaitingComment>();
  const [isWriting, setIsWriting] = useState(false);
  const close = () => {
    setOpened(undefined);
    setIsWriting(false);
  };
  const { item, patient } = opened ?? {};
  const on = item && patient && { type: item.type, id: item.id, of: `${fullName(patient)}: ${titleOf(item)}` };
  return (
    <>
      <Part
        title="Comments of patients"
        part={part}
        onMore={onMore}
        onOpen={(one) => (one.item ? setOpened(one) : navigate(`/patients/${one.patient.id}`))}
        columns={[
          patientColumn<WaitingComment>(),
          { title: 'Comment', cell: ({ comment }) => <q className={styles.words}>{comment}</q> },
          {
            title: 'About',
            className: styles.where,
            cell: ({ item: about }) => (about ? titleOf(about) : <span className="bp6-text-muted">removed</span>),
          },
          since('Written', ({ created_at }: WaitingComment) => created_at),
        ]}
      />
      {on && patient && isWriting && <CommentDialog patientId={patient.id} on={on} byPatient={false} onClose={close} />}
      {on && patient && !isWriting && (
        <CommentViewer patientId={patient.id} on={on} isDoctor isPatient={false} onNew={() => setIsWriting(true)} onClose={close} />
      )}
    </>
  );
}

/** Drafts and what was read and not checked; a row opens the form, or the page it was read from. */
export function Drafts({ part, onMore }: { part: Worklist['drafts']; onMore: () => void }) {
  const [, navigate] = useLocation();
  return (
    <Part
      title="Drafts"
      part={part}
      onMore={onMore}
      onOpen={(one) => navigate(formOf(one.patient.id, one))}
      columns={[
        patientColumn<WaitingDraft>(),
        {
          title: 'Entry',

          cell: (one) => (
            <>
              {titleOf(one)} {one.origin === 'ocr' ? <UncheckedTag /> : <DraftTag />}
            </>
          ),
        },
        { title: 'Type', className: styles.where, cell: (one) => kindOf(one).title },
        since('Recorded', ({ recorded_at }: WaitingDraft) => recorded_at),
      ]}
    />
  );
}

/** Files with pages to validate; a row opens the first of them. */
export function Reports({ part, onMore }: { part: Worklist['reports']; onMore: () => void }) {
  const [, navigate] = useLocation();
  return (
    <Part
      title="Reports to validate"
      part={part}
      onMore={onMore}
      onOpen={({ pages }: WaitingReport) => navigate(`/ocr-page/${pages[0]?.id}?pageIds=${pages.map(({ id }) => id).join(',')}`)}
      columns={[
        { title: 'File', cell: ({ name }) => name },
        { title: 'Pages', className: styles.where, cell: ({ pages }) => pages.map(({ page_number }) => page_number).join(', ') },
        since('Uploaded', ({ issued_time }: WaitingReport) => issued_time),
      ]}
    />
  );
}

/** Invitations of patients and clinics; a row leads to where they are answered. */
export function Invitations({ part, onMore }: { part: Worklist['invitations']; onMore: () => void }) {
  const [, navigate] = useLocation();
  return (
    <Part
      title="Invitations"
      part={part}
      onMore={onMore}
      onOpen={({ id }: WaitingInvitation) => {
        markRow(id);
        navigate('/invited-patients?tab=received');
      }}
      columns={[
        { title: 'Patient', className: styles.who, cell: (one: WaitingInvitation) => fullName(one) },
        {
          title: 'Asks',

          cell: ({ organization_name: clinic }) =>
            clinic === undefined ? 'The patient shares records with you' : `${clinic} shares its record`,
        },
        since('Sent', ({ sent_at }: WaitingInvitation) => sent_at),
      ]}
    />
  );
}
