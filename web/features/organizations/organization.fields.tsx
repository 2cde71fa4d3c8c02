import { PASSWORD_RULE } from '#contracts/people/accounts';
import { TextRow } from '#web/ui/text-row.tsx';
import type { Fields } from '#web/ui/use-fields.ts';
import { type Details, isRequired, LABELS, type SignUp } from './organization.form.ts';
import { TimeZoneRow } from './time-zone.row.tsx';
import fieldStyles from '#web/ui/field-row.module.css';

interface DetailProps<F> {
  of: Fields<F>;
  disabled: boolean;
  /** The focus of the form begins in the name. */
  isFirst?: boolean;
}

/** Name, address, numbers and time zone of an organization. */
export function DetailFields<F extends Details>({ of, disabled, isFirst = true }: DetailProps<F>) {
  const fields = of as unknown as Fields<Details>;
  const text = (name: keyof Details, type: 'text' | 'tel' = 'text') => (
    <TextRow
      of={fields}
      name={name}
      label={LABELS[name]}
      type={type}
      required={isRequired(name)}
      disabled={disabled}
      isFirst={isFirst && name === 'name'}
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
      <TimeZoneRow
        value={fields.form.time_zone}
        error={fields.errors['time_zone']}
        disabled={disabled}
        onChange={(time_zone) => fields.change({ time_zone })}
        onLeave={() => fields.leave('time_zone')}
      />
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
