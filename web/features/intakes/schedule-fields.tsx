import { Checkbox, HTMLSelect, Radio, RadioGroup } from '@blueprintjs/core';
import { type PeriodUnit, scheduleKinds, type ScheduleKind } from '#contracts/treatments/schedules';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { CountField } from './count-field.tsx';
import type { IntakeFormState } from './intake-form.state.ts';
import { unitName } from './intake-words.ts';
import { useFrequencyUnits } from './use-frequency-units.ts';
import styles from './intakes.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const dateOf = (value: string): string | null => (value === '' ? null : value);

/** Regular or tapering; asked before the doses, which follow from it. */
export function KindField({ state }: { state: IntakeFormState }) {
  return (
    <RadioGroup
      inline
      label="Schedule"
      selectedValue={state.content.schedule_kind}
      disabled={state.isWorking}
      onChange={(event) => state.changeSchedule({ schedule_kind: event.currentTarget.value as ScheduleKind })}
    >
      {scheduleKinds.map((kind) => (
        <Radio key={kind} value={kind} label={kind} />
      ))}
    </RadioGroup>
  );
}

/** From when, how long, and whether it repeats; what a choice hides is cleared. */
export function ScheduleFields({ state, today }: { state: IntakeFormState; today: string }) {
  const { content, fields, errors, isWorking, changeSchedule, leaveField } = state;
  const asks = (field: string) =>
    state.warnings
      .filter((warning) => warning.field === field)
      .map(({ key, text }) => (
        <span key={key} className={fieldStyles.doubt}>
          {text}
        </span>
      ));
  return (
    <div className={styles.schedule}>
      <div className={`${fieldStyles.line} ${styles.dates}`}>
        <DateField
          label="Start date"
          required
          value={content.time_from ?? ''}
          error={errors.seen['time_from']}
          hint={asks('time_from')}
          today={today}
          disabled={isWorking}
          onChange={(value) => changeSchedule({ time_from: dateOf(value) })}
          onBlur={() => leaveField('time_from')}
        />
        {fields.duration !== 'hidden' && (
          <CountField
            label="Duration, days"
            value={content.duration}
            error={state.scheduleMessage ? [state.scheduleMessage] : errors.seen['duration']}
            disabled={isWorking || fields.duration === 'disabled'}
            onChange={(duration) => changeSchedule({ duration })}
            onBlur={() => leaveField('duration')}
          />
        )}
        {fields.time_to !== 'hidden' && (
          <DateField
            label="Stop date"
            required
            value={content.time_to ?? ''}
            error={errors.seen['time_to']}
            today={today}
            disabled={isWorking || fields.time_to === 'disabled'}
            onChange={(value) => changeSchedule({ time_to: dateOf(value) })}
            onBlur={() => leaveField('time_to')}
          />
        )}
      </div>
      <Checkbox
        label="Until discontinued"
        checked={content.until_discontinued}
        disabled={isWorking || fields.until_discontinued === 'disabled'}
        onChange={(event) => changeSchedule({ until_discontinued: event.currentTarget.checked })}
      />
      <Checkbox
        label="Repeat this therapy"
        checked={content.repeat_therapy}
        disabled={isWorking || fields.repeat_therapy === 'disabled'}
        onChange={(event) => changeSchedule({ repeat_therapy: event.currentTarget.checked })}
      />
      {fields.repeat !== 'hidden' && <RepeatFields state={state} today={today} />}
    </div>
  );
}

function RepeatFields({ state, today }: { state: IntakeFormState; today: string }) {
  const units = useFrequencyUnits();
  const { content, fields, errors, isWorking, changeSchedule, leaveField } = state;
  return (
    <div className={styles.repeat}>
      <div className={`${fieldStyles.line} ${styles.dates}`}>
        <CountField
          label="Repeat every"
          value={content.repeat}
          error={errors.seen['repeat']}
          disabled={isWorking}
          onChange={(repeat) => changeSchedule({ repeat })}
          onBlur={() => leaveField('repeat')}
        />
        <FieldRow label="Unit of the cycle" required error={errors.seen['repeat_unit']} className={styles.unit}>
          {(field) => (
            <HTMLSelect
              {...field}
              disabled={isWorking}
              value={content.repeat_unit ?? ''}
              options={[
                ...(content.repeat_unit === null ? [{ value: '', label: 'Choose' }] : []),
                ...units.map((unit) => ({ value: unit, label: unitName(unit, content.repeat) })),
              ]}
              onChange={(event) => changeSchedule({ repeat_unit: event.target.value === '' ? null : (event.target.value as PeriodUnit) })}
              onBlur={() => leaveField('repeat_unit')}
            />
          )}
        </FieldRow>
        <DateField
          label="Repeat until"
          required
          value={content.repeat_time_to ?? ''}
          error={errors.seen['repeat_time_to']}
          today={today}
          disabled={isWorking || fields.repeat_time_to === 'disabled'}
          onChange={(value) => changeSchedule({ repeat_time_to: dateOf(value) })}
          onBlur={() => leaveField('repeat_time_to')}
        />
      </div>
      <Checkbox
        label="Repeat until discontinued"
        checked={content.repeat_until_discontinued}
        disabled={isWorking}
        onChange={(event) => changeSchedule({ repeat_until_discontinued: event.currentTarget.checked })}
      />
    </div>
  );
}
