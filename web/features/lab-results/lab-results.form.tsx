import { Button } from '@blueprintjs/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { v4 as newId } from 'uuid';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import type { PatientView } from '#contracts/people/patients';
import { fullName } from '#web/lib/names.ts';
import { collectedShown } from '#contracts/wire/clock';
import { showDate } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { GroupDialog } from '#web/record/catalogue/group.dialog.tsx';
import { AddChoice } from '#web/record/form/add-choice.tsx';
import { CollectedField } from '#web/record/form/collected-field.tsx';
import { ItemForm } from '#web/record/form/item-form.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { isBlank } from './entry-rows.ts';
import { useLabForm } from './lab-form.state.ts';
import { fromPrevious } from './prefill.ts';
import { TemplatePicker } from './template-picker.tsx';
import styles from './entry-grid.module.css';

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
  const { form } = state;
  const box = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();

  const addFrom = (item: LabResultView) => {
    state.change({ rows: [...state.filled, ...fromPrevious(item, newId, state.filled, previous)] });
    setTimeout(() => focus(form.collected === '' ? 'input' : '[data-cell$=" value"]'), 0);
  };
  const picker = useRef<HTMLInputElement>(null);
  const [isNaming, setIsNaming] = useState(false);
  /** At once: the next key must not fall into the box that was left. */
  const addTemplate = ({ id }: ExaminationTemplateView, parameters: readonly LabParameterView[]) => {
    let first: string | undefined;
    flushSync(() => {
      first = state.addTemplate(id, parameters);
    });
    const cell = box.current?.querySelector<HTMLElement>(form.collected === '' ? 'input' : `[data-cell="${first} value"]`);
    (cell ?? picker.current)?.focus();
  };

  // from the date Enter goes on to the parameters
  const goOn = (event: KeyboardEvent) => {
    if (!isKey(event, 'cellOn') || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    focus(state.filled.length > 0 ? '[data-cell$=" value"]' : '[data-cell]');
  };

  const parameterIds = [...new Set(state.filled.flatMap(({ parameter_id }) => parameter_id ?? []))];
  const typed = state.filled.filter((row) => row.value.trim() !== '').length;
  return (
    <ItemForm
      kind="lab-results"
      patient={patient}
      state={state}
      existing={existing}
      said={(kind) => {
        const count = showCount(state.filled.length - (kind === 'draft' ? 0 : state.left), 'lab result');
        if (kind === 'draft') return `draft with ${count} saved`;
        // not all of them need have been changed
        return existing && !existing.draft ? `lab results of ${showDate(form.collected)} saved` : `${count} saved`;
      }}
      onAnother={onAnother}
      {...(existing ? { start: '[data-cell$=" value"]', removal: `lab results of ${collectedShown(existing)}` } : {})}
      {...(typed > 0 && !existing ? { loss: `${showCount(typed, 'value')} of ${fullName(patient)} would be lost.` } : {})}
    >
      <div ref={box}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only Enter on its way from the date */}
        <div className={styles.top} onKeyDown={goOn}>
          <CollectedField value={form.collected} onChange={state.setCollected} state={state} today={state.today} />
          <TemplatePicker patientId={patient.id} disabled={state.isWorking} inputRef={picker} onPick={addTemplate} />
          {!existing && (
            <AddChoice
              isNew={form.rows.every(isBlank)}
              onNew={() => state.change({ rows: state.filled.filter((row) => row.value.trim() !== '') })}
              earlier={earlier.map((item) => ({
                id: item.id,
                text: `${collectedShown(item)}: ${showCount(item.parameters.length, 'parameter')}`,
                onPick: () => addFrom(item),
              }))}
            />
          )}
        </div>
        <EntryGrid state={state} patient={patient} />
        <p className={`bp6-text-muted ${styles.left}`}>
          {state.left > 0 && `${showCount(state.left, 'row')} without a value will not be saved.`}
        </p>
        <Button
          size="small"
          variant="minimal"
          className={styles.more}
          text="Save as template"
          disabled={parameterIds.length === 0}
          onClick={() => setIsNaming(true)}
        />
      </div>
      {isNaming && <GroupDialog kind="lab" patient={patient} parameterIds={parameterIds} onClose={() => setIsNaming(false)} />}
    </ItemForm>
  );
}
