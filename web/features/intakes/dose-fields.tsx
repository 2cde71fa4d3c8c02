import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { DoseForm } from '#contracts/treatments/dosages';
import { amountText } from '#contracts/treatments/dose-text';
import { doseUnitsOf } from '#contracts/treatments/intake-warnings';
import type { Medication } from '#contracts/treatments/intakes';
import type { PeriodUnit } from '#contracts/treatments/schedules';
import type { FieldErrors } from '#web/lib/problem.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { Readings } from '#web/ui/readings.tsx';
import { CountField } from './count-field.tsx';
import { labelOfQuantity, unitName } from './intake-words.ts';
import { doseOf, readingsOf, type TypedDose, type TypedRegimen, withText } from './typed-dose.ts';
import { useFrequencyUnits } from './use-frequency-units.ts';
import styles from './intakes.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

interface Shared {
  /** The product: its strength says the unit of the dose, its form what is counted. */
  medication: Medication | null;
  errors: FieldErrors;
  disabled: boolean;
  /** What the fields' names begin with in errors: 'dosage_changes.0.'. */
  at?: string;
  onLeave: (field: string) => void;
}

interface DoseProps extends Shared {
  typed: TypedDose;
  /** Position among the doses of all steps. */
  index: number;
  /** What it is the dose of, where there are several: ingredient and step; '' where that is clear. */
  of: readonly string[];
  /** Of all tablets or portions of an administration together. */
  isTotal: boolean;
  onChange: (typed: TypedDose) => void;
}

/** How a typed dose is read, or which of two numbers it is (ruling 28). */
function Reading({ typed, onChange }: Pick<DoseProps, 'typed' | 'onChange'>) {
  const readings = readingsOf(typed);
  if (readings) {
    return (
      <>
        {typed.typed !== undefined && <span className={fieldStyles.doubt}>{typed.typed.trim()}: </span>}
        <Readings readings={readings} onPick={(reading) => onChange({ ...typed, reading })} />
      </>
    );
  }
  const dose = doseOf(typed);
  return dose ? <span>{amountText({ dose, unit: typed.unit })}</span> : null;
}

/** Dose and unit of one active ingredient. Below the number stands how it is read. */
export function DoseField({ typed, index, of, isTotal, medication, errors, disabled, at = '', onLeave, onChange }: DoseProps) {
  const path = (field: string) => `${at}dosages.${index}.${field}`;
  const isAsked = readingsOf(typed) !== null;
  const whose = of.filter((word) => word !== '').join(', ');
  // 'dose' is what the documents call the quantity then
  const name = isTotal ? 'Total dose' : 'Dose';
  // an imported unit stays until another one is chosen
  const units = new Set([...(medication ? doseUnitsOf(medication, typed.nonproprietary_name) : []), typed.unit]);
  return (
    <>
      <FieldRow
        label={whose === '' ? name : `${name} of ${whose}`}
        required
        error={isAsked ? undefined : errors[path('dose')]}
        help={<Reading typed={typed} onChange={onChange} />}
        className={styles.dose}
      >
        {(field) => (
          <InputGroup
            {...field}
            {...(isAsked ? { 'aria-invalid': true } : {})}
            inputClassName="numeric"
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={typed.dose}
            onFocus={(event) => event.currentTarget.select()}
            onValueChange={(text) => onChange(withText(typed, text))}
            onBlur={() => onLeave(path('dose'))}
          />
        )}
      </FieldRow>
      <FieldRow label="Unit" required error={errors[path('unit')]} className={styles.unit}>
        {(field) => (
          <HTMLSelect
            {...field}
            disabled={disabled}
            value={typed.unit}
            options={[...units].map((unit) => ({ value: unit, label: unit === '' ? 'Choose' : unit }))}
            onChange={(event) => onChange({ ...typed, unit: event.target.value })}
            onBlur={() => onLeave(path('unit'))}
          />
        )}
      </FieldRow>
    </>
  );
}

interface RegimenProps extends Shared {
  regimen: TypedRegimen;
  onChange: (changes: Partial<TypedRegimen>) => void;
}

/** Whether doses are of one tablet or of the whole. */
export function FormField({ regimen, errors, disabled, at = '', onLeave, onChange }: RegimenProps) {
  return (
    <FieldRow label="Form" required error={errors[`${at}form`]}>
      {(field) => (
        <HTMLSelect
          {...field}
          disabled={disabled}
          value={regimen.form ?? ''}
          options={[...(regimen.form === null ? [{ value: '', label: 'Choose' }] : []), ...DoseForm.options]}
          onChange={(event) => onChange({ form: DoseForm.safeParse(event.target.value).data ?? null })}
          onBlur={() => onLeave(`${at}form`)}
        />
      )}
    </FieldRow>
  );
}

/** How many, how often, and whether only as needed. */
export function FrequencyFields({ regimen, medication, errors, disabled, at = '', onLeave, onChange }: RegimenProps) {
  const count = (field: 'quantity' | 'frequency' | 'period', label: string) => (
    <CountField
      label={label}
      value={regimen[field]}
      error={errors[`${at}${field}`]}
      disabled={disabled}
      onChange={(value) => onChange({ [field]: value })}
      onBlur={() => onLeave(`${at}${field}`)}
    />
  );
  const offered = useFrequencyUnits();
  const units = new Set<PeriodUnit>([...offered, regimen.period_unit]);
  return (
    <div className={fieldStyles.line}>
      {count('quantity', labelOfQuantity(regimen, medication))}
      {count('frequency', 'Times')}
      {count('period', 'Every')}
      <FieldRow label="Interval" required error={errors[`${at}period_unit`]} className={styles.unit}>
        {(field) => (
          <HTMLSelect
            {...field}
            disabled={disabled}
            value={regimen.period_unit}
            options={[...units].map((unit) => ({ value: unit, label: unitName(unit, regimen.period) }))}
            onChange={(event) => onChange({ period_unit: event.target.value as PeriodUnit })}
          />
        )}
      </FieldRow>
      <Checkbox
        className={styles.asNeeded}
        label="As needed"
        checked={regimen.as_needed}
        disabled={disabled}
        onChange={(event) => onChange({ as_needed: event.currentTarget.checked })}
      />
    </div>
  );
}
