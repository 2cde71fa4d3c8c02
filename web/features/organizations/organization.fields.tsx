import { HTMLSelect } from '@blueprintjs/core';
import { PASSWORD_RULE } from '#contracts/people/accounts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { TextRow } from '#web/ui/text-row.tsx';
import type { Fields } from '#web/ui/use-fields.ts';
import { type Details, isRequired, LABELS, type SignUp, timeZones } from './organization.form.ts';
import fieldStyles from '#web/ui/field-row.module.css';

/** Name, address and numbers of an organization. */
export function DetailFields<F extends Details>({ of, disabled }: { of: Fields<F>; disabled: boolean }) {
  const fields = of as unknown as Fields<Details>;
  const text = (name: keyof Details, type: 'text' | 'tel' = 'text') => (
    <TextRow
      of={fields}
      name={name}
      label={LABELS[name]}
      type={type}
      required={isRequired(name)}
      disabled={disabled}
      isFirst={name === 'name'}
    />
  );
  return (
    <>
      {text('name')}
      {text('address')}
      <div className={fieldStyles.line}>
        {text('city')}
        {text('state')}
      </div>
      <div className={fieldStyles.line}>
        {text('zip')}
        {text('country')}
      </div>
      <div className={fieldStyles.line}>
        {text('phone', 'tel')}
        {text('fax', 'tel')}
      </div>
      <FieldRow label="Time zone" required error={of.errors['time_zone']} help="In which its days begin and end">
        {(field) => (
          <HTMLSelect
            {...field}
            fill
            disabled={disabled}
            value={fields.form.time_zone}
            options={timeZones(fields.form.time_zone)}
            onChange={(event) => fields.change({ time_zone: event.target.value })}
          />
        )}
      </FieldRow>
    </>
  );
}

/** The first user of a new organization. */
export function PersonFields({ of, disabled }: { of: Fields<SignUp>; disabled: boolean }) {
  const shared = { of, required: true, disabled };
  return (
    <>
      <div className={fieldStyles.line}>
        <TextRow {...shared} name="first_name" label="First name" autoComplete="given-name" />
        <TextRow {...shared} name="last_name" label="Last name" autoComplete="family-name" />
      </div>
      <div className={fieldStyles.line}>
        <TextRow {...shared} name="email" label="Email" type="email" autoComplete="email" />
        <TextRow {...shared} name="phone_number" label="Phone number" type="tel" autoComplete="tel" />
      </div>
      <TextRow of={of} name="npi" label="NPI" inputMode="numeric" maxLength={10} disabled={disabled} />
      <div className={fieldStyles.line}>
        <TextRow {...shared} name="username" label="Username" autoComplete="username" />
        <TextRow {...shared} name="password" label="Password" type="password" autoComplete="new-password" help={PASSWORD_RULE} />
      </div>
    </>
  );
}
