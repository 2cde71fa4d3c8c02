import { Callout, HTMLSelect } from '@blueprintjs/core';
import { OrganizationDecision, type OrganizationView } from '#contracts/people/organizations';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { useBothVersions } from '#web/record/catalogue/use-both-versions.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { FieldRow } from '#web/ui/field-row.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { type Fields, useFields } from '#web/ui/use-fields.ts';
import { DetailFields, PersonFields } from './organization.fields.tsx';
import {
  comparison,
  type Correction,
  correctionErrors,
  correctionForm,
  correctionPayload,
  LABELS,
  signUpErrors,
  signUpForm,
  signUpPayload,
} from './organization.form.ts';
import { organizationCalls, useUsersOf } from './organizations.data.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './organizations.module.css';

interface Props {
  onClose: () => void;
  onDone: (accepted: Accepted, said: string) => void;
}

/** 'Add new organization', with the user who will be its administrator. */
export function NewOrganizationDialog({ onClose, onDone }: Props) {
  const { errors, setErrors, run, shown } = useEntryCalls(onDone);
  const fields = useFields(signUpForm(), signUpErrors, errors, () => setErrors({}));
  const commandId = useCommandId();
  const { user } = useSession();
  const submit = () => {
    fields.submitted();
    if (!fields.isValid) return;
    const body = signUpPayload(fields.form);
    void run('Organization has been successfully created.', () => organizationCalls.signUp(body, commandId(body)));
  };
  return (
    <EntryDialog
      {...shown}
      className={`${styles.dialog}`}
      title="Add new organization"
      open={unfinished(fields.all, LABELS)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={fieldStyles.form}>
        {user.has_known_password && (
          <Callout compact intent="warning" className={styles.warning}>
            As soon as you add an organization of your own, the passwords that come with the program end, and you are signed out. Choose an
            own password before that, in My account.
          </Callout>
        )}
        <DetailFields of={fields} disabled={shown.isWorking} />
        <h3 className={styles.part}>Administrator</h3>
        <PersonFields of={fields} disabled={shown.isWorking} />
      </div>
    </EntryDialog>
  );
}

/** 'Update organization'. Its status is a super user's to decide, and so is its removal. */
export function OrganizationDialog({ organization, onClose, onDone }: Props & { organization: OrganizationView }) {
  const { id, name } = organization;
  const decides = useSession().user.roles.includes('SuperUser');
  const { errors, setErrors, run, stale, settle, shown } = useEntryCalls(onDone);
  const opened = correctionForm(organization);
  const isUndecided = decides && opened.status === '';
  const fields = useFields(opened, correctionErrors(decides), errors, () => setErrors({}));
  const { version, conflict } = useBothVersions({
    ...comparison,
    opened: { form: opened, version: organization.version },
    form: fields.form,
    stale,
    onResolve: (resolved) => {
      fields.change(resolved);
      settle();
    },
  });
  const commandId = useCommandId();
  const users = useUsersOf(id).data;

  const submit = () => {
    fields.submitted();
    if (!fields.isValid) return;
    const body = { ...correctionPayload(fields.form), version };
    void run(`${fields.form.name.trim()} was updated`, () => organizationCalls.correct(id, body, commandId(body)));
  };
  const leaving =
    users && users.overall_count > 0 ? ` ${showCount(users.overall_count, 'user')} of ${name} can then no longer sign in.` : '';
  return (
    <EntryDialog
      {...shown}
      className={`${styles.dialog}`}
      title="Update organization"
      open={unfinished(fields.all, LABELS)}
      conflict={conflict}
      onSubmit={submit}
      onClose={onClose}
      drop={
        decides
          ? {
              label: 'Remove',
              question: `You are trying to remove organization data. This action is irreversible.${leaving}`,
              run: () => run(`${name} was removed`, () => organizationCalls.remove(id, version, commandId(['remove', version]))),
            }
          : undefined
      }
    >
      <div className={fieldStyles.form}>
        {decides && (
          <Choice
            of={fields}
            name="status"
            label="Status"
            required
            isFirst={isUndecided}
            options={[{ value: '', label: 'Choose' }, ...OrganizationDecision.options.map((value) => ({ value, label: value }))]}
          />
        )}
        <DetailFields of={fields} disabled={shown.isWorking} isFirst={!isUndecided} />
        <Choice
          of={fields}
          name="administrator"
          label="Administrator to add"
          options={[
            { value: '', label: 'None' },
            ...(users?.items ?? [])
              .filter(({ roles }) => !roles.includes('OrganizationAdmin'))
              .map(({ username, first_name, last_name }) => ({ value: username, label: `${last_name} ${first_name} (${username})` })),
          ]}
        />
      </div>
    </EntryDialog>
  );
}

interface ChoiceProps {
  of: Fields<Correction>;
  name: 'status' | 'administrator';
  label: string;
  required?: boolean;
  /** The focus of its dialog begins here. */
  isFirst?: boolean;
  options: { value: string; label: string }[];
}

const Choice = ({ of, name, label, required = false, isFirst = false, options }: ChoiceProps) => (
  <FieldRow label={label} required={required} error={of.errors[name]}>
    {(field) => (
      <HTMLSelect
        {...field}
        {...(isFirst ? startHere : {})}
        fill
        value={of.form[name]}
        options={options}
        onChange={(event) => of.change({ [name]: event.target.value })}
        onBlur={() => of.leave(name)}
      />
    )}
  </FieldRow>
);
