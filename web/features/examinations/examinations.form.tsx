import { Button, InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { ExaminationView, PreviousMeasurement } from '#contracts/examinations/examinations';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { PatientView } from '#contracts/people/patients';
import { collectedShown } from '#contracts/wire/clock';
import { fullName } from '#web/lib/names.ts';
import { useCommandId } from '#web/lib/command-id.ts';
import { Problem } from '#web/lib/http.ts';
import { showCount } from '#web/lib/numbers.ts';
import { officeParameterCalls, readOfficeParameters } from '#web/record/catalogue/office-parameters.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { AddChoice } from '#web/record/form/add-choice.tsx';
import { CollectedField } from '#web/record/form/collected-field.tsx';
import { ItemForm } from '#web/record/form/item-form.tsx';
import { OfficeParameterDialog } from '#web/record/catalogue/office-parameter.dialog.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useExamForm } from './exam-form.state.ts';
import { ExamGrid } from './exam-grid.tsx';
import type { Offers } from './exam-offers.ts';
import { ExamPicker } from './exam-picker.tsx';
import { GroupDialog } from '#web/record/catalogue/group.dialog.tsx';
import styles from './exam-form.module.css';

const NO_OFFERS: Offers['parameters'] = [];

interface Props {
  patient: PatientView;
  /** As it was when the form was opened; null for a new one. */
  existing: ExaminationView | null;
  previous: readonly PreviousMeasurement[];
  /** Of the catalogue, what the opened examination names. */
  parameters: readonly MeasurementParameterView[];
  /** Earlier examinations that a new one may take its parameters from, newest first. */
  earlier: readonly ExaminationView[];
  /** What may be measured, as far as it was read. */
  offers: Offers | undefined;
  /** Starts over with an empty form. */
  onAnother: () => void;
}

/** Entering or changing an examination without the mouse. */
export function ExaminationEditor({ patient, existing, previous, parameters, earlier, offers, onAnother }: Props) {
  const state = useExamForm(patient, existing, previous, parameters, offers?.parameters ?? NO_OFFERS);
  const { content, rows, errors, isWorking } = state;
  const [asking, setAsking] = useState<'group' | 'suggest' | MeasurementParameterView>();
  const box = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  /** At once: the next key must not fall into the box that was left. */
  const addRows = (added: readonly MeasurementParameterView[], template?: ExaminationTemplateView) => {
    let first: string | undefined;
    flushSync(() => {
      first = state.add(added, template?.id);
    });
    const cell = first && box.current?.querySelector<HTMLElement>(`[data-cell="${first} value"]`);
    (cell || picker.current)?.focus();
  };

  const addFrom = async (item: ExaminationView) => {
    const ids = item.measurements.flatMap(({ parameter_id }) => (parameter_id === null ? [] : [parameter_id]));
    const found = await readOfficeParameters(ids).catch(() => undefined);
    if (!found) return toast.show('The parameters could not be read. Please try again.', 'warning');
    addRows(found.filter(({ removed, state: pending }) => !removed && pending === 0));
  };

  const typed = rows.filter(({ value }) => value.trim() !== '').length;
  const parameterIds = rows.flatMap(({ parameter_id }) => (parameter_id === null ? [] : [parameter_id]));
  return (
    <ItemForm
      kind="examinations"
      patient={patient}
      state={state}
      existing={existing}
      said={(kind) =>
        `${kind === 'draft' ? 'draft with ' : ''}${showCount(kind === 'draft' ? rows.length : rows.length - state.left, 'measurement')} saved`
      }
      onAnother={onAnother}
      start={existing ? '[data-cell$=" value"]' : '[role="combobox"]'}
      removal={
        existing
          ? `examination of ${existing.collected === null ? 'no date' : collectedShown({ ...existing, collected: existing.collected }, 'time')}`
          : undefined
      }
      {...(typed > 0 ? { loss: `${showCount(typed, 'value')} of ${fullName(patient)} would be lost.` } : {})}
    >
      <div ref={box} className={styles.form}>
        <div className={styles.top}>
          <CollectedField
            withTime
            value={content.collected}
            onChange={(collected) => state.change({ collected })}
            state={state}
            today={state.today}
          />
          <FieldRow label="Note writer" error={errors.seen['note_writer']}>
            {(field) => (
              <InputGroup
                {...field}
                maxLength={200}
                autoComplete="off"
                disabled={isWorking}
                value={content.note_writer}
                onValueChange={(note_writer) => state.change({ note_writer })}
              />
            )}
          </FieldRow>
          {!existing && (
            <AddChoice
              isNew={rows.length === 0}
              onNew={() => {
                state.change({ rows: rows.filter(({ value }) => value.trim() !== '') });
                picker.current?.focus();
              }}
              earlier={earlier.map((item) => ({
                id: item.id,
                text: `${item.collected === null ? 'no date' : collectedShown({ ...item, collected: item.collected }, 'time')}: ${showCount(item.measurements.length, 'parameter')}`,
                onPick: () => void addFrom(item),
              }))}
            />
          )}
        </div>
        <ExamGrid state={state} picker={picker} />
        <ExamPicker
          patientId={patient.id}
          disabled={isWorking}
          error={errors.seen['measurements']?.join(', ')}
          known={offers}
          inputRef={picker}
          onPick={addRows}
          onCancel={setAsking}
        />
        <div className={styles.more}>
          <Button size="small" variant="minimal" text="Suggest new parameter" onClick={() => setAsking('suggest')} />
          <Button
            size="small"
            variant="minimal"
            text="Save as group"
            disabled={parameterIds.length === 0}
            onClick={() => setAsking('group')}
          />
        </div>
      </div>
      {asking === 'group' && (
        <GroupDialog kind="examination" patient={patient} parameterIds={parameterIds} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'suggest' && (
        <OfficeParameterDialog
          mode="suggest"
          onClose={() => setAsking(undefined)}
          onDone={(_position, said) => {
            setAsking(undefined);
            toast.show(`${said}. It can be chosen once it is approved.`, 'success');
          }}
        />
      )}
      {typeof asking === 'object' && <CancelSuggestion pending={asking} onClose={() => setAsking(undefined)} />}
    </ItemForm>
  );
}

/** Takes back a request that waits for approval. */
function CancelSuggestion({ pending, onClose }: { pending: MeasurementParameterView; onClose: () => void }) {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const commandId = useCommandId();
  const cancel = async () => {
    setIsWorking(true);
    try {
      await officeParameterCalls.remove(pending.id, pending.version, commandId(pending.id));
      toast.show(`The request for ${pending.name} was cancelled`, 'success');
      onClose();
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      setError(cause.message);
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      confirm="Cancel the request"
      cancel="Keep it"
      isWorking={isWorking}
      error={error}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      You are trying to cancel the request for the office parameter {pending.name}. This action is irreversible.
    </ConfirmDialog>
  );
}
