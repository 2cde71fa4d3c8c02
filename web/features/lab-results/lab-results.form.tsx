import { Button, Callout, Menu, MenuItem, PopoverNext, ProgressBar } from '@blueprintjs/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { v4 as newId } from 'uuid';
import type { LabResultView, PreviousLabValue } from '#contracts/lab-results';
import type { PatientView } from '#contracts/patients';
import { fullName } from '#web/features/patients/names.ts';
import { showClock, showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Conflict } from '#web/ui/conflict.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ReasonField, reasonError } from '#web/ui/reason-field.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { isBlank } from './entry-rows.ts';
import { labDifferences } from './form-differences.ts';
import { FormFooter } from './form-footer.tsx';
import { type SaveKind, useLabForm } from './lab-form.state.ts';
import { fromPrevious } from './prefill.ts';
import { RemoveDialog } from './remove-dialog.tsx';

interface Props {
  patient: PatientView;
  /** As it was when the form was opened; null for a new one. */
  existing: LabResultView | null;
  previous: readonly PreviousLabValue[];
  /** Earlier results that a new one may take its parameters from, newest first. */
  earlier: readonly LabResultView[];
  /** Starts over with an empty form. */
  onAnother: () => void;
}

/** Entering or changing a lab result without the mouse. */
export function LabResultEditor({ patient, existing, previous, earlier, onAnother }: Props) {
  const state = useLabForm(patient, existing, previous);
  const { form, errors, conflict, isWorking } = state;
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<'leave' | 'remove' | 'comment'>();
  const [pending, setPending] = useState<SaveKind>('save');
  const box = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const home = `/patients/${patient.id}`;

  // focus starts where typing starts
  useEffect(() => {
    (existing ? box.current?.querySelector<HTMLElement>('.cell-value') : first.current)?.focus();
  }, [existing]);

  const leave = () => navigate(home, { state: window.history.state });
  const cancel = () => (state.isDirty ? setAsking('leave') : leave());

  const save = async (kind: SaveKind, comment = form.comment) => {
    if (isWorking || conflict) return;
    if (existing && reasonError(comment)) {
      setPending(kind);
      return setAsking('comment');
    }
    setAsking(undefined);
    const outcome = await state.submit(kind, comment);
    if (outcome.kind === 'refused') {
      // the marks are drawn first
      setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
    }
    if (outcome.kind !== 'saved') return;
    const what = kind === 'draft' ? 'draft with ' : '';
    toast.show(`${fullName(patient)}: ${what}${showCount(outcome.count, 'lab result')} saved`, 'success');
    if (kind === 'draft') navigate(`${home}/lab-results/${outcome.id}`, { replace: true, state: window.history.state });
    else if (kind === 'another') onAnother();
    else leave();
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || asking || document.querySelector('dialog[open], .bp6-overlay-open .bp6-dialog')) return;
    // from the date Enter goes on to the parameters
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.target === first.current) {
      event.preventDefault();
      return box.current?.querySelector<HTMLElement>('.cell-input')?.focus();
    }
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSave && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSave) void save(event.shiftKey ? 'another' : 'save');
    else cancel();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const addFrom = (item: LabResultView) => {
    const known = new Set(state.filled.map((row) => row.parameter_id ?? row.name));
    const rows = fromPrevious(item, newId).filter((row) => !known.has(row.parameter_id ?? row.name));
    state.change({ rows: [...state.filled, ...rows] });
    setTimeout(() => box.current?.querySelector<HTMLElement>(form.collected === '' ? '.date-field input' : '.cell-value')?.focus(), 0);
  };

  const typed = state.filled.filter((row) => row.value.trim() !== '').length;
  const general = state.warnings.filter(({ path }) => !path.startsWith('parameters.'));
  return (
    <div ref={box} className="lab-form" aria-busy={isWorking}>
      {isWorking && <ProgressBar className="working" />}
      {state.kept && (
        <Callout compact intent="primary" icon={null} className="restored">
          What was typed here at {showClock(new Date(state.kept.at))} was never saved.{' '}
          <Button size="small" text="Go on with it" onClick={state.restore} />{' '}
          <Button size="small" variant="minimal" text="Throw it away" onClick={state.discard} />
        </Callout>
      )}
      <div className="lab-form-top">
        <DateField
          label="Date collected"
          required
          value={form.collected}
          onChange={state.setCollected}
          onBlur={() => state.leaveField('collected')}
          error={errors.seen['collected']}
          today={state.today}
          inputRef={first}
          disabled={isWorking}
          hint={general.map(({ message }) => (
            <span key={message} className="doubt">
              {message}
            </span>
          ))}
        />
        {!existing && (
          <div className="add-choice">
            <Button
              text="Add new"
              active={form.rows.every(isBlank)}
              onClick={() => state.change({ rows: state.filled.filter((row) => row.value.trim() !== '') })}
            />
            <PopoverNext
              placement="bottom-start"
              disabled={earlier.length === 0}
              content={
                <Menu>
                  {earlier.map((item) => (
                    <MenuItem
                      key={item.id}
                      text={`${showDate(item.collected)}: ${showCount(item.parameters.length, 'parameter')}`}
                      onClick={() => addFrom(item)}
                    />
                  ))}
                </Menu>
              }
            >
              <Button text="Add from previous" disabled={earlier.length === 0} />
            </PopoverNext>
          </div>
        )}
      </div>
      <EntryGrid state={state} patient={patient} />
      {conflict &&
        (conflict.current ? (
          <>
            {conflict.taken && conflict.taken.length > 0 && (
              <p className="doubt">Taken over from what is stored now, as nothing was typed there: {conflict.taken.join('; ')}.</p>
            )}
            <Conflict differences={labDifferences(form, conflict.current)} onResolve={state.resolve} />
          </>
        ) : (
          <Callout intent="warning" compact icon={null} role="alert">
            Somebody else has removed this result since you opened it. What you typed is still here to be read or copied.
          </Callout>
        ))}
      <FormFooter
        state={state}
        isNew={existing === null}
        onSave={(kind) => void save(kind)}
        onCancel={cancel}
        onRemove={() => setAsking('remove')}
      />
      <ConfirmDialog
        isOpen={asking === 'leave'}
        title="Leave without saving?"
        confirm="Throw it away"
        cancel="Go on typing"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          state.discard();
          leave();
        }}
      >
        {typed > 0 ? `${showCount(typed, 'value')} of ${fullName(patient)} would be lost.` : 'What you typed was not saved.'}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'comment'}
        startsInside
        title="Comment"
        confirm="Save"
        intent="primary"
        disabled={reasonError(form.comment) !== undefined}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => void save(pending)}
      >
        <ReasonField autoFocus value={form.comment} onChange={(comment) => state.change({ comment })} error={reasonError(form.comment)} />
      </ConfirmDialog>
      {asking === 'remove' && existing && (
        <RemoveDialog
          item={{ ...existing, version: state.version }}
          onClose={() => setAsking(undefined)}
          onRemoved={() => {
            state.discard();
            toast.show(`${fullName(patient)}: lab results of ${showDate(existing.collected)} removed`, 'success');
            leave();
          }}
        />
      )}
    </div>
  );
}
