import { Button, Tag } from '@blueprintjs/core';
import { Add, Edit } from '@blueprintjs/icons';
import { useState } from 'react';
import type { UserView } from '#contracts/people/accounts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { markRow } from '#web/lib/returning.ts';
import { roleNames } from '#web/lib/role-names.ts';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { FilterField } from '#web/ui/filter.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ShortId } from '#web/ui/short-id.tsx';
import { Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { NewUserDialog, UserDialog } from './user.dialog.tsx';
import { type Names, useUsers } from './users.data.ts';
import table from '#web/ui/table.module.css';
import styles from './users.module.css';

/** Two names as the one text of a search: a sign between them that stands in no name. */
const asText = ({ last_name, first_name }: Names): string => (last_name + first_name === '' ? '' : `${last_name}|${first_name}`);
const asNames = (text: string): Names => {
  const [last_name = '', first_name = ''] = text.split('|');
  return { last_name, first_name };
};

/** 'User management': the people of the own clinic, for a super user everybody. */
export function UsersScreen() {
  const search = useSearch();
  const [typed, asked] = [asNames(search.text), asNames(search.asked.question)];
  const read = useUsers(asked, search);
  const [editing, setEditing] = useState<{ username: string } | 'new'>();
  const isAll = search.asked.question === '';

  const addNew = <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setEditing('new')} />;
  const done = {
    onClose: () => setEditing(undefined),
    onDone: ({ id, position }: { id: string; position: string }, said: string) => {
      setEditing(undefined);
      toast.show(said, 'success');
      void read.refresh(position).then(() => markRow(id));
    },
  };
  const field = (name: keyof Names, label: string) => (
    <FilterField
      label={label}
      value={typed[name]}
      onValueChange={(text) => search.type(asText({ ...typed, [name]: text }))}
      onKeyDown={(event) => isKey(event, 'choose') && search.asked.now()}
    />
  );
  return (
    <div>
      <PageTitle title="User management" count={read.data && showCount(read.data.overall_count, 'user')}>
        {addNew}
      </PageTitle>
      <SearchedList
        search={search}
        what="users"
        read={read}
        rows={12}
        filter={
          <>
            {field('first_name', 'Search by first name')}
            {field('last_name', 'Search by last name')}
          </>
        }
        empty={<Empty title={isAll ? 'There are no users available' : 'No user has such a name'}>{isAll ? addNew : null}</Empty>}
      >
        {(users) => <UsersTable users={users} onEdit={setEditing} />}
      </SearchedList>
      {editing === 'new' && <NewUserDialog {...done} />}
      {editing && editing !== 'new' && <UserDialog username={editing.username} {...done} />}
    </div>
  );
}

interface TableProps {
  users: readonly UserView[];
  onEdit: (user: UserView) => void;
}

const UsersTable = ({ users, onEdit }: TableProps) => (
  <Table
    className={styles.table}
    rows={users}
    keyOf={({ user_id }) => user_id}
    row={(user) => ({ id: user.user_id, onOpen: () => onEdit(user) })}
    columns={[
      { title: 'First name', cell: ({ first_name }) => first_name },
      { title: 'Last name', cell: ({ last_name }) => last_name },
      {
        title: 'Org. ID',
        cell: ({ organization_id, organization_name }) =>
          organization_id && (
            <span title={organization_name ?? undefined}>
              <ShortId id={organization_id} />
            </span>
          ),
      },
      {
        title: 'Username',
        cell: ({ username, locked, unverified }) => (
          <>
            {username}{' '}
            {locked && (
              <Tag minimal intent="warning">
                Locked
              </Tag>
            )}
            {unverified && (
              <Tag minimal intent="danger">
                Unverified
              </Tag>
            )}
          </>
        ),
      },
      { title: 'Roles', cell: ({ roles }) => roleNames(roles) },
      { title: 'Occupations', cell: ({ occupations }) => occupations.join(', ') },
      { title: 'NPI', cell: ({ npi }) => npi },
      {
        title: 'Management',
        className: table.controls,
        cell: (user) => (
          <Button
            size="small"
            variant="minimal"
            icon={<Edit />}
            aria-label={`Edit ${user.first_name} ${user.last_name}`}
            title="Edit"
            tabIndex={-1}
            onClick={() => onEdit(user)}
          />
        ),
      },
    ]}
  />
);
