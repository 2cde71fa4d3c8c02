import { useState } from 'react';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { PatientView } from '#contracts/people/patients';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { cappedChangeDate, changeDateBounds, defaultChangeDate } from '#contracts/treatments/schedules';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { ItemForm } from '#web/record/form/item-form.tsx';
import { useItemForm } from '#web/record/form/use-item-form.ts';
import { contentOf, regimenOf, type TypedChange } from './intake-content.ts';
import { typedChangeErrors } from './intake-errors.ts';
import { changeParts } from './intake-parts.ts';
import { answersOf, questionsAboutChange } from './intake-questions.ts';
import { nextDosageText } from './intake-words.ts';
import { changeDosage } from './intakes.data.ts';
import { RegimenFields } from './regimen-fields.tsx';
import { regimenOn } from './stored-regimen.ts';
import styles from './intakes.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const nothing = () => undefined;

/** Another dosage from one day on; the treatment itself stays as it is. */
export function ChangeDosageEditor({ patient, existing }: { patient: PatientView; existing: IntakeView }) {
  const today = todayIn(patient.time_zone);
  const schedule = contentOf(existing);
  const [opened] = useState<TypedChange>(() => {
    const change_date = defaultChangeDate(schedule, today);
    return { change_date, ...regimenOn(existing, change_date ?? today) };
  });
  const state = useItemForm<TypedChange>({
    kind: 'intakes',
    form: 'change-dosage',
    patient,
    existing: { id: existing.id, version: existing.version, draft: false, content: opened },
    empty: opened,
    validate: (content) => typedChangeErrors(content, schedule),
    answers: answersOf,
    sent: (content) => ({ ...regimenOf(content), change_date: content.change_date }),
    save: (target, payload, commandId) => changeDosage(target ?? existing, payload, commandId),
    warnings: (content) => questionsAboutChange(content, existing.medication, patient),
    stored: (current) => {
      const stored = current as IntakeView | null | undefined;
      return stored?.medication ? { change_date: opened.change_date, ...regimenOn(stored, opened.change_date ?? today) } : null;
    },
    ...changeParts,
  });
  const { content, errors, isWorking } = state;
  const { to } = changeDateBounds(schedule);
  const next = nextDosageText(schedule, content.change_date);
  return (
    <ItemForm
      kind="intakes"
      patient={patient}
      state={state}
      existing={existing}
      kinds={['save']}
      said={() => `dosage of ${existing.name} changed from ${showDate(content.change_date ?? '')}`}
      onAnother={nothing}
      start='[inputmode="decimal"]'
      loss={`The change of dosage of ${existing.name} would be lost.`}
    >
      <div className={`${fieldStyles.form} ${styles.fields}`}>
        <p className={styles.name}>{existing.name}</p>
        <p className={`bp6-text-muted ${styles.facts}`}>now {existing.order}</p>
        <div className={fieldStyles.line}>
          <DateField label="Start date" required value={existing.time_from ?? ''} disabled onChange={nothing} />
          <DateField
            label="Date of change"
            required
            value={content.change_date ?? ''}
            error={errors.seen['change_date']}
            today={today}
            disabled={isWorking}
            hint={
              <>
                {to !== null && <span className="bp6-text-muted">at the latest {showDate(to)} </span>}
                {state.warnings
                  .filter(({ field }) => field === 'change_date')
                  .map(({ key, text }) => (
                    <span key={key} className={fieldStyles.doubt}>
                      {text}
                    </span>
                  ))}
              </>
            }
            onChange={(value) => state.change({ change_date: value === '' ? null : value })}
            onBlur={() => {
              state.leaveField('change_date');
              // capped at the last day of the treatment, and never before its start
              if (content.change_date !== null && isLocalDateTime(content.change_date))
                state.change({ change_date: cappedChangeDate(schedule, content.change_date) });
            }}
          />
        </div>
        <RegimenFields
          medication={existing.medication}
          regimen={content}
          schedule={schedule}
          today={today}
          isTapering={false}
          errors={errors.seen}
          disabled={isWorking}
          onLeave={state.leaveField}
          onChange={(changes) => state.change(changes, changes.steps ? ['dosages'] : undefined)}
        />
        {next && <p className={styles.warning}>{next}</p>}
        {state.warnings
          .filter(({ field }) => field !== 'change_date')
          .map(({ key, text }) => (
            <p key={key} className={styles.warning}>
              {text}
            </p>
          ))}
      </div>
    </ItemForm>
  );
}
