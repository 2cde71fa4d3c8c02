import { Radio, RadioGroup } from '@blueprintjs/core';
import type { Medication } from '#contracts/treatments/intakes';
import { brandOf } from '#contracts/treatments/medication-name';
import { FieldRow } from '#web/ui/field-row.tsx';
import { MedicationPicker } from '#web/record/catalogue/medication-picker.tsx';
import styles from './intakes.module.css';

interface Props {
  medication: Medication | null;
  isGeneric: boolean;
  error: readonly string[] | undefined;
  disabled: boolean;
  /** Null: what was chosen no longer stands, somebody types something else. */
  onPick: (medication: Medication | null, isHere: boolean) => void;
  onGeneric: (isGeneric: boolean) => void;
}

/** The product: searched by brand or generic name; once chosen, which of the two names it goes by. */
export function MedicationChoice({ medication, isGeneric, error, disabled, onPick, onGeneric }: Props) {
  const brand = medication && brandOf(medication);
  return (
    <div className={styles.medication}>
      <FieldRow label="Medication" required error={error}>
        {(field) => (
          <MedicationPicker
            field={field}
            value={medication}
            readOnly={disabled}
            onPick={(picked, isHere) => onPick(picked ?? null, isHere)}
          />
        )}
      </FieldRow>
      {medication && brand && (
        <RadioGroup
          inline
          label="Name"
          selectedValue={isGeneric ? 'generic' : 'brand'}
          disabled={disabled}
          onChange={(event) => onGeneric(event.currentTarget.value === 'generic')}
        >
          <Radio value="brand">
            {brand} <span className="bp6-text-muted">brand</span>
          </Radio>
          <Radio value="generic">
            {medication.nonproprietary_name} <span className="bp6-text-muted">generic</span>
          </Radio>
        </RadioGroup>
      )}
    </div>
  );
}
