import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { PASSWORD_RULE, type Role } from '#contracts/people/accounts';
import { useChoices } from '#web/lib/configuration.ts';
import { roleNames } from '#web/lib/role-names.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { TextRow } from '#web/ui/text-row.tsx';
import type { Fields } from '#web/ui/use-fields.ts';
import { rolesFor, type UserForm, worksInClinic } from './user.form.ts';
import { useClinics, useOccupations } from './users.data.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './users.module.css';

interface Props {
  of: Fields<UserForm>;
  /** Of one that exists, username, roles, organization and phone number are locked. */
  isNew: boolean;
  isSuperUser: boolean;
  disabled: boolean;
}

export function UserFields({ of, isNew, isSuperUser, disabled }: Props) {
  const shared = { of, required: true, disabled };
  const locked = { ...shared, disabled: disabled || !isNew };
  const configured = useChoices('user_roles');
  return (
    <div className={fieldStyles.form}>
      <div className={fieldStyles.line}>
        <TextRow {...shared} name="first_name" label="First name" isFirst />
        <TextRow {...shared} name="last_name" label="Last name" />
      </div>
      <div className={fieldStyles.line}>
        <TextRow {...shared} name="email" label="Email" type="email" />
        <TextRow {...locked} name="phone_number" label="Phone number" type="tel" />
      </div>
      <TextRow {...locked} name="username" label="Username" />
      {isNew && (
        <TextRow
          {...shared}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          help={`${PASSWORD_RULE} The person has to change it at the first sign-in.`}
        />
      )}
      <Roles of={of} offered={isNew ? rolesFor(isSuperUser, configured) : of.form.roles} disabled={disabled || !isNew} />
      {isNew && isSuperUser && worksInClinic(of.form) && <Clinic of={of} disabled={disabled} />}
      {of.form.roles.includes('Doctor') && (
        <TextRow of={of} name="npi" label="NPI" inputMode="numeric" maxLength={10} disabled={disabled} help="10 digits" />
      )}
      <Occupations of={of} disabled={disabled} />
    </div>
  );
}

interface PartProps {
  of: Fields<UserForm>;
  disabled: boolean;
}

function Roles({ of, offered, disabled }: PartProps & { offered: readonly Role[] }) {
  const { roles } = of.form;
  const error = of.errors['roles'];
  return (
    <fieldset className={styles.roles} aria-invalid={error ? true : undefined}>
      <legend className={fieldStyles.label}>Roles</legend>
      {offered.map((role) => (
        <Checkbox
          key={role}
          inline
          label={roleNames([role])}
          checked={roles.includes(role)}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) =>
            of.change({ roles: checked ? [...roles, role] : roles.filter((other) => other !== role) })
          }
        />
      ))}
      <div className={fieldStyles.error}>{error?.join(', ')}</div>
    </fieldset>
  );
}

function Clinic({ of, disabled }: PartProps) {
  const clinics = useClinics(true).data?.items ?? [];
  return (
    <FieldRow label="Organization" required error={of.errors['organization_id']}>
      {(field) => (
        <HTMLSelect
          {...field}
          fill
          disabled={disabled}
          value={of.form.organization_id}
          options={[{ value: '', label: 'Choose' }, ...clinics.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => of.change({ organization_id: event.target.value })}
          onBlur={() => of.leave('organization_id')}
        />
      )}
    </FieldRow>
  );
}

/** Chosen from the list by name; what was typed before there was a list stays. */
function Occupations({ of, disabled }: PartProps) {
  const { occupations } = of.form;
  const names = (useOccupations().data?.items ?? []).map(({ name }) => name).filter((name) => !occupations.includes(name));
  return (
    <div>
      <FieldRow label="Occupations" error={of.errors['occupations']}>
        {(field) => (
          <HTMLSelect
            {...field}
            fill
            disabled={disabled}
            value=""
            options={[{ value: '', label: 'Add an occupation' }, ...names]}
            onChange={({ target: { value } }) => value !== '' && of.change({ occupations: [...occupations, value] })}
          />
        )}
      </FieldRow>
      {occupations.length > 0 && (
        <ul className={styles.occupations} aria-label="Chosen occupations">
          {occupations.map((name) => (
            <li key={name}>
              {name}
              <Button
                size="small"
                variant="minimal"
                icon={<Cross />}
                aria-label={`Remove ${name}`}
                disabled={disabled}
                onClick={() => of.change({ occupations: occupations.filter((other) => other !== name) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
