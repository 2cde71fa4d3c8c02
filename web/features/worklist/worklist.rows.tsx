import { useState } from 'react';
import { useLocation } from 'wouter';
import type { WaitingComment, WaitingDraft, WaitingInvitation, WaitingReport, Worklist } from '#contracts/worklist/worklist';
import { fullName } from '#web/lib/names.ts';
import { markRow } from '#web/lib/returning.ts';
import { CommentDialog } from '#web/record/comments/comment-dialog.tsx';
import { CommentViewer } from '#web/record/comments/comment-viewer.tsx';
import { changedText, formOf, kindOf, titleOf } from '#web/record/history/medical-item.ts';
import { DraftTag, UncheckedTag } from '#web/ui/tags.tsx';
import { type OnMore, Part, patientColumn, since } from './worklist.part.tsx';
import styles from './worklist.module.css';

/** Comments of patients; a row opens the conversation on its item. */
export function Comments({ part, onMore }: { part: Worklist['comments']; onMore: OnMore }) {
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
            cell: ({ item: about, changed_since }) =>
              changed_since ? changedText(changed_since) : about ? titleOf(about) : <span className="bp6-text-muted">removed</span>,
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
export function Drafts({ part, onMore }: { part: Worklist['drafts']; onMore: OnMore }) {
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
export function Reports({ part, onMore }: { part: Worklist['reports']; onMore: OnMore }) {
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
export function Invitations({ part, onMore }: { part: Worklist['invitations']; onMore: OnMore }) {
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
