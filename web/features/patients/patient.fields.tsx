import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useId } from 'react';
import { Sex } from '#contracts/people/patients';
import type { FieldErrors } from '#web/lib/problem.ts';
import { typedNumber } from '#web/lib/typed-number.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { isMatchedByNumber, isRequired, LABELS, type PatientForm } from './patient.form.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './patient.module.css';

interface Props {
  form: PatientForm;
  /** Errors that are to be seen now. */
  errors: FieldErrors;
  /** Only a doctor enters an email: to others it is shown where there may be one. */
  email: 'editable' | 'fixed' | 'absent';
  /** The stored number, masked: put back when the field is left empty. */
  storedNumber: string;
  /** Somebody has confirmed the answer about research; undefined where nobody needs to. */
  isResearchConfirmed: boolean | undefined;
  disabled: boolean;
  onConfirmResearch: (isConfirmed: boolean) => void;
  onChange: (changes: Partial<PatientForm>) => void;
  onLeave: (field: keyof PatientForm) => void;
}

type TextField = { [K in keyof PatientForm]: PatientForm[K] extends string ? K : never }[keyof PatientForm];

/** One column of fields; what belongs together stands on one line. */
export function PatientFields(props: Props) {
  const { form, errors, email, storedNumber, disabled, onChange, onLeave } = props;
  const text = (
    field: TextField,
    { help, ...options }: { autoFocus?: boolean; inputMode?: 'email'; readOnly?: boolean; help?: string } = {},
  ) => (
    <FieldRow label={LABELS[field]} required={isRequired(field)} error={errors[field]} help={help}>
      {(props) => (
        <InputGroup
          {...props}
          {...options}
          name={`patient-${field}`}
          autoComplete="off"
          disabled={disabled}
          value={form[field]}
          onValueChange={(value) => onChange({ [field]: value })}
          onBlur={() => onLeave(field)}
        />
      )}
    </FieldRow>
  );
  const isMatched = isMatchedByNumber(form);

  return (
    <div className={fieldStyles.form}>
      <div className={fieldStyles.line}>
        {text('first_name', { autoFocus: true })}
        {text('middle_name')}
      </div>
      <div className={fieldStyles.line}>
        {text('last_name')}
        {text('name_suffix')}
      </div>
      {text('maiden_name')}
      <div className={fieldStyles.line}>
        <DateField
          label={LABELS.date_of_birth}
          required
          isBirth
          disabled={disabled}
          value={form.date_of_birth}
          error={errors['date_of_birth']}
          onChange={(value) => onChange({ date_of_birth: value })}
          onBlur={() => onLeave('date_of_birth')}
        />
        <FieldRow label={LABELS.sex} required error={errors['sex']}>
          {(props) => (
            <HTMLSelect
              {...props}
              disabled={disabled}
              value={form.sex}
              onChange={(event) => onChange({ sex: event.target.value })}
              onBlur={() => onLeave('sex')}
              options={[{ value: '', label: 'Choose' }, ...Sex.options]}
            />
          )}
        </FieldRow>
      </div>
      <FieldRow label={LABELS.social_security_number} required error={errors['social_security_number']}>
        {(props) => (
          <InputGroup
            {...props}
            className={styles.number}
            placeholder="111-11-1111"
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            value={form.social_security_number}
            onFocus={(event) => event.currentTarget.select()}
            onValueChange={(value) => onChange({ social_security_number: typedNumber(form.social_security_number, value) })}
            onBlur={() => {
              if (form.social_security_number === '' && storedNumber !== '') onChange({ social_security_number: storedNumber });
              onLeave('social_security_number');
            }}
          />
        )}
      </FieldRow>
      <div className={fieldStyles.line}>
        {text('city_of_birth')}
        {text('state_of_birth')}
        {text('country_of_birth')}
      </div>
      {text('address')}
      {email === 'editable' && text('email', { inputMode: 'email' })}
      {email === 'fixed' && text('email', { readOnly: true, help: 'Only a doctor can change the email' })}
      <Research {...props} />
      <Checkbox
        label={isMatched ? `${LABELS.fhir_synchronization_enabled} (matched by the number)` : LABELS.fhir_synchronization_enabled}
        checked={form.fhir_synchronization_enabled || isMatched}
        disabled={disabled || isMatched}
        onChange={(event) => onChange({ fhir_synchronization_enabled: event.currentTarget.checked })}
      />
    </div>
  );
}

/** The answer about research. For a new patient it is given beforehand (document 1 section 3), so that somebody has to confirm it. */
function Research({ form, errors, isResearchConfirmed, disabled, onChange, onConfirmResearch, onLeave }: Props) {
  const id = useId();
  const error = errors['agreed_to_research'];
  const answer = (
    <Checkbox
      label={LABELS.agreed_to_research}
      checked={form.agreed_to_research}
      disabled={disabled}
      onChange={(event) => onChange({ agreed_to_research: event.currentTarget.checked })}
    />
  );
  if (isResearchConfirmed === undefined) return answer;
  return (
    <div>
      <div className={styles.research}>
        {answer}
        <Checkbox
          label={form.agreed_to_research ? 'Please confirm: the patient agreed' : 'Please confirm: the patient did not agree'}
          checked={isResearchConfirmed}
          disabled={disabled}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          onChange={(event) => onConfirmResearch(event.currentTarget.checked)}
          onBlur={() => onLeave('agreed_to_research')}
        />
      </div>
      <div id={id} className={error ? fieldStyles.error : fieldStyles.help}>
        {error?.join(', ') ?? 'Preselected: confirm or change it before saving.'}
      </div>
    </div>
  );
}
