import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { PatientView } from '#contracts/people/patients';
import { CommentDialog, type KeptComment } from '#web/record/comments/comment-dialog.tsx';
import { fullName } from '#web/lib/names.ts';
import { goOnWith, type UnsavedForm, lookAgain, throwAway } from '#web/lib/unsaved.ts';
import { useKeptForms } from '#web/lib/use-typed.ts';
import { useLive } from '#web/lib/live.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { keptAt, unsavedEntry } from './unsaved-forms.ts';
import { hideKeptPanel, isPanelShown, resumeComment, showKeptPanel, useKeptPanel } from './unsaved-panel.state.ts';
import styles from './unsaved-panel.module.css';

const EVERY_MINUTE = 60_000;

/** While the screen is locked nobody learns whose records were worked on. */
const useShownForms = (): readonly UnsavedForm[] => {
  const { status } = useSessionControl();
  const forms = useKeptForms();
  return status.kind === 'in' ? forms : [];
};

/** How many forms were typed in and never saved; shows and hides their list. */
export function KeptButton() {
  const forms = useShownForms();
  const [address] = useLocation();
  const isShown = isPanelShown(useKeptPanel(), address);
  if (forms.length === 0) return null;
  return (
    <Button
      variant="minimal"
      icon={<Document />}
      text={forms.length}
      title="Typed and never saved"
      aria-label={`${showCount(forms.length, 'form')} typed and never saved`}
      aria-expanded={isShown}
      onClick={() => (isShown ? hideKeptPanel() : showKeptPanel(address))}
    />
  );
}

/** What this person typed on this computer and the server never accepted: to go on with or to throw away. Nothing is ever sent by itself. */
export function KeptPanel() {
  const forms = useShownForms();
  const [address] = useLocation();
  const isShown = isPanelShown(useKeptPanel(), address);
  const [asked, setAsked] = useState<UnsavedForm>();

  // another tab may have dealt with some of it; what is too old goes
  useEffect(() => {
    const look = () => void lookAgain();
    const timer = setInterval(look, EVERY_MINUTE);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', look);
    };
  }, []);

  if (forms.length === 0 || !isShown) return null;
  return (
    <section className={styles.panel} aria-label="Typed and never saved">
      <div className={styles.head}>
        <h2>{showCount(forms.length, 'form')} typed and never saved</h2>
        <span className="bp6-text-muted">Kept on this computer for you, for 24 hours.</span>
        <Button size="small" variant="minimal" text="Not now" onClick={hideKeptPanel} />
      </div>
      <ul className="bp6-list-unstyled">
        {forms.map((form) => (
          <Entry key={form.id} form={form} onDiscard={() => setAsked(form)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title="Throw it away?"
        confirm="Throw it away"
        cancel="Keep it"
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) throwAway(asked);
          setAsked(undefined);
        }}
      >
        {asked && `${unsavedEntry(asked).what}, typed ${keptAt(asked)}, would be lost.`}
      </ConfirmDialog>
    </section>
  );
}

function Entry({ form, onDiscard }: { form: UnsavedForm; onDiscard: () => void }) {
  const [, navigate] = useLocation();
  const { what, patientId, to } = unsavedEntry(form);
  const patient = useLive<PatientView>(['patients'], patientId ? `/api/patients/${patientId}` : null, { quiet: true });
  const isGone = patient.error?.status === 404 && !patient.data;
  const name = patientId && (patient.data ? fullName(patient.data) : isGone ? 'a record that is not open to you' : '---');
  const goOn = () => {
    if (to === undefined) return;
    goOnWith(form);
    if (form.place.form === 'comments') resumeComment(form);
    navigate(to);
  };
  const typed = keptAt(form);
  const all = `${[what, name].filter(Boolean).join(' of ')}, typed ${typed}`;
  return (
    <li className={styles.entry}>
      <span>
        {what}
        {name && (
          <>
            {' · '}
            <strong>{name}</strong>
          </>
        )}
      </span>
      <span className="bp6-text-muted">{typed}</span>
      <span>
        <Button
          size="small"
          intent="primary"
          text="Continue"
          aria-label={`Continue: ${all}`}
          disabled={to === undefined || isGone}
          onClick={goOn}
        />
        <Button size="small" variant="minimal" text="Discard" aria-label={`Discard: ${all}`} onClick={onDiscard} />
      </span>
    </li>
  );
}

/** A comment that somebody chose to go on with, in its dialog over the patient's page. */
export function ResumedComment() {
  const { status } = useSessionControl();
  const { comment } = useKeptPanel();
  if (status.kind !== 'in' || comment?.place.patient === undefined) return null;
  const { roles } = status.user;
  return (
    <CommentDialog
      patientId={comment.place.patient}
      on={(comment.content as KeptComment).on}
      byPatient={roles.every((role) => role === 'Patient')}
      onClose={() => resumeComment(undefined)}
    />
  );
}
