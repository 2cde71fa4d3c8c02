import { TextArea } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { PatientView } from '#contracts/people/patients';
import { fullName } from '#web/lib/names.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { AddChoice } from '#web/record/form/add-choice.tsx';
import { ItemForm } from '#web/record/form/item-form.tsx';
import { CyclePreview } from './cycle-preview.tsx';
import { useIntakeForm } from './intake-form.state.ts';
import { typedName } from './intake-words.ts';
import { LaterChanges } from './later-changes.tsx';
import { MedicationChoice } from './medication-choice.tsx';
import { RegimenFields } from './regimen-fields.tsx';
import { KindField, ScheduleFields } from './schedule-fields.tsx';
import styles from './intakes.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Props {
  patient: PatientView;
  /** As it was when the form was opened; null for a new one. */
  existing: IntakeView | null;
  /** Earlier treatments that a new one may be like, newest first. */
  earlier: readonly IntakeView[];
  /** Starts over with an empty form. */
  onAnother: () => void;
}

/** Prescribing a treatment, or correcting one, without the mouse. */
export function IntakeEditor({ patient, existing, earlier, onAnother }: Props) {
  const state = useIntakeForm(patient, existing);
  const { content, errors, isWorking, warnings } = state;
  const box = useRef<HTMLDivElement>(null);
  const today = todayIn(patient.time_zone);
  const { medication } = content;
  // drawn first
  const to = (selector: string) => setTimeout(() => box.current?.querySelector<HTMLElement>(selector)?.focus(), 0);
  const toDose = () => to('[inputmode="decimal"]');
  const toMedication = () => to('[aria-haspopup="grid"]');
  /** What would replace everything that was typed, until the person says so. */
  const [replacing, setReplacing] = useState<{ replace: () => void }>();
  const orAsk = (replace: () => void) => (medication && state.isDirty ? setReplacing({ replace }) : replace());
  const general = warnings.filter(({ field }) => field !== 'time_from');

  return (
    <ItemForm
      kind="intakes"
      patient={patient}
      state={state}
      existing={existing}
      said={(kind) => `${kind === 'draft' ? 'draft of ' : ''}${typedName(content)} saved`}
      onAnother={onAnother}
      {...(medication ? { loss: `The treatment with ${typedName(content)} would be lost.` } : {})}
      {...(existing
        ? {
            start: '[inputmode="decimal"]',
            removal: `${existing.name}, ${showDate(existing.time_from ?? '')}`,
          }
        : {})}
    >
      <div ref={box} className={styles.form}>
        <div className={`${fieldStyles.form} ${styles.fields}`}>
          {!existing && (
            <AddChoice
              className={styles.add}
              isNew={medication === null}
              onNew={() =>
                orAsk(() => {
                  state.startOver();
                  toMedication();
                })
              }
              earlier={earlier.map((item) => ({
                id: item.id,
                text: `${item.name}: ${item.order}`,
                onPick: () =>
                  orAsk(() => {
                    state.takeEarlier(item);
                    toDose();
                  }),
              }))}
            />
          )}
          <MedicationChoice
            medication={medication}
            isGeneric={content.is_generic_selected}
            error={errors.seen['medication']}
            disabled={isWorking}
            onPick={(picked, isHere) => {
              state.pick(picked);
              if (picked && isHere) toDose();
            }}
            onGeneric={(is_generic_selected) => state.change({ is_generic_selected })}
          />
          {medication && (
            <>
              {content.changes.length > 0 && existing && (
                <p className={`bp6-text-muted ${styles.facts}`}>As first prescribed; now {existing.order}.</p>
              )}
              <KindField state={state} />
              <RegimenFields
                medication={medication}
                regimen={content}
                schedule={content}
                today={today}
                isTapering={content.schedule_kind === 'Tapering'}
                errors={errors.seen}
                disabled={isWorking}
                onLeave={state.leaveField}
                onChange={(changes) => state.change(changes, changes.steps ? ['dosages'] : undefined)}
              />
              {general.map(({ key, text }) => (
                <p key={key} className={styles.warning}>
                  {text}
                </p>
              ))}
              <ScheduleFields state={state} today={today} />
              <FieldRow label="Notes" error={errors.seen['notes']}>
                {(field) => (
                  <TextArea
                    {...field}
                    fill
                    autoResize
                    disabled={isWorking}
                    value={content.notes}
                    onChange={(event) => state.change({ notes: event.target.value })}
                    onBlur={() => state.leaveField('notes')}
                  />
                )}
              </FieldRow>
              <LaterChanges state={state} today={today} />
            </>
          )}
        </div>
        <CyclePreview schedule={content} />
      </div>
      <ConfirmDialog
        isOpen={replacing !== undefined}
        title="Start over?"
        confirm="Throw it away"
        cancel="Go on typing"
        onCancel={() => setReplacing(undefined)}
        onConfirm={() => {
          replacing?.replace();
          setReplacing(undefined);
        }}
      >
        What you typed of {typedName(content)} for {fullName(patient)} would be lost.
      </ConfirmDialog>
    </ItemForm>
  );
}
