import { Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import type { UserDetails } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { useSession } from '#web/lib/session.tsx';
import { EntryDialog, useEntryCalls } from '#web/record/catalogue/entry-dialog.tsx';
import { useBothVersions } from '#web/record/catalogue/use-both-versions.tsx';
import { unfinished } from '#web/record/form/unfinished.ts';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { useFields } from '#web/ui/use-fields.ts';
import { useNpiQuestion } from './npi-question.tsx';
import { UserAccess } from './user.access.tsx';
import { UserFields } from './user.fields.tsx';
import {
  comparison,
  correctionErrors,
  correctionPayload,
  formOf,
  LABELS,
  lastAdministrator,
  newErrors,
  newForm,
  newPayload,
} from './user.form.ts';
import { userCalls, useUser } from './users.data.ts';
import styles from './users.module.css';

interface Props {
  onClose: () => void;
  onDone: (accepted: Accepted, said: string) => void;
}

export function NewUserDialog({ onClose, onDone }: Props) {
  const { user } = useSession();
  const { errors, setErrors, run, shown } = useEntryCalls(onDone);
  const fields = useFields(newForm(user.organization_id), newErrors, errors, () => setErrors({}));
  const commandId = useCommandId();
  const { save, question } = useNpiQuestion(fields.form, '', () => {
    const body = newPayload(fields.form);
    void run(`${fields.form.first_name} ${fields.form.last_name} was added`, () => userCalls.add(body, commandId(body)));
  });
  const submit = () => {
    fields.submitted();
    if (fields.isValid) save();
  };
  return (
    <EntryDialog
      {...shown}
      className={`${styles.dialog}`}
      title="Add new user"
      open={unfinished(fields.all, LABELS)}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields of={fields} isNew isSuperUser={user.roles.includes('SuperUser')} disabled={shown.isWorking} />
      {question}
    </EntryDialog>
  );
}

/** 'Update user', with the account as it is now. */
export function UserDialog({ username, ...rest }: Props & { username: string }) {
  const { data, error, isLoading, refresh } = useUser(username);
  // the form keeps the version it was opened with, whatever is read later
  const [opened, setOpened] = useState<UserDetails>();
  if (data && !opened) setOpened(data);
  if (opened) return <OpenedUser account={opened} {...rest} />;
  return (
    <Dialog isOpen className={`${styles.dialog}`} title="Update user" canOutsideClickClose={false} onClose={rest.onClose}>
      <DialogBody>
        {isLoading && <Loading label="Reading the user" rows={8} />}
        {!isLoading && <Failed what="user" error={error} onRetry={() => void refresh()} />}
      </DialogBody>
    </Dialog>
  );
}

const goesWith = (account: UserDetails): string => {
  const name = `${account.first_name} ${account.last_name}`;
  return ` ${name} is signed out at once and can no longer sign in; the name stays beside what was done.${lastAdministrator(account)}`;
};

function OpenedUser({ account, onClose, onDone }: Props & { account: UserDetails }) {
  const { user } = useSession();
  const { username, first_name, last_name } = account;
  const { errors, setErrors, run, stale, setStale, settle, shown } = useEntryCalls(onDone);
  const opened = formOf(account);
  const fields = useFields(opened, correctionErrors, errors, () => setErrors({}));
  const { version, conflict } = useBothVersions({
    ...comparison,
    opened: { form: opened, version: account.version },
    form: fields.form,
    stale,
    onResolve: (resolved) => {
      fields.change(resolved);
      settle();
    },
  });
  const commandId = useCommandId();
  const isSuperUser = user.roles.includes('SuperUser');
  const isOneself = account.user_id === user.user_id;
  const mayChange = isSuperUser || !account.roles.includes('SuperUser');

  const { save, question } = useNpiQuestion(fields.form, opened.npi, () => {
    const body = { ...correctionPayload(fields.form), version };
    void run(`${fields.form.first_name} ${fields.form.last_name} was updated`, () => userCalls.correct(username, body, commandId(body)));
  });
  const submit = () => {
    fields.submitted();
    if (fields.isValid) save();
  };
  return (
    <EntryDialog
      {...shown}
      className={`${styles.dialog}`}
      title="Update user"
      open={unfinished(fields.all, LABELS)}
      conflict={conflict}
      onSubmit={mayChange ? submit : undefined}
      onClose={onClose}
      drop={
        mayChange && !isOneself
          ? {
              label: 'Remove',
              question: `You are trying to remove user data. This action is irreversible.${goesWith(account)}`,
              run: () =>
                run(`${first_name} ${last_name} was removed`, () => userCalls.remove(username, version, commandId(['remove', version]))),
            }
          : undefined
      }
    >
      <UserFields of={fields} isNew={false} isSuperUser={isSuperUser} disabled={shown.isWorking || !mayChange} />
      {question}
      {mayChange && !isOneself && (
        <UserAccess
          account={{ ...account, version }}
          disabled={shown.isWorking || conflict !== undefined}
          errors={errors}
          run={run}
          onDone={onDone}
          onStale={setStale}
        />
      )}
    </EntryDialog>
  );
}
