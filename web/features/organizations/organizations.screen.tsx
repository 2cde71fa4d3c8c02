import { Button } from '@blueprintjs/core';
import { Add, Edit } from '@blueprintjs/icons';
import { useState } from 'react';
import type { OrganizationView } from '#contracts/people/organizations';
import type { Accepted } from '#contracts/wire/command';
import { showCount } from '#web/lib/numbers.ts';
import { markRow } from '#web/lib/returning.ts';
import { useSession } from '#web/lib/session.tsx';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ShortId } from '#web/ui/short-id.tsx';
import { classes, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { Decisions } from './organization.decisions.tsx';
import { NewOrganizationDialog, OrganizationDialog } from './organization.dialog.tsx';
import { useOrganizations } from './organizations.data.ts';
import table from '#web/ui/table.module.css';
import styles from './organizations.module.css';

/** 'Organization management': all organizations for a super user, the own one for its administrator. */
export function OrganizationsScreen() {
  const adds = useSession().user.roles.includes('SuperUser');
  const search = useSearch();
  const { skip, take } = search;
  const query = search.asked.question;
  const read = useOrganizations({ query, skip, take });
  const [editing, setEditing] = useState<OrganizationView | 'new'>();

  const addNew = adds && <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setEditing('new')} />;
  const done = {
    onClose: () => setEditing(undefined),
    onDone: ({ id, position }: { id: string; position: string }, said: string) => {
      setEditing(undefined);
      toast.show(said, 'success');
      void read.refresh(position).then(() => markRow(id));
    },
  };
  return (
    <div>
      <PageTitle title="Organization management" count={read.data && showCount(read.data.overall_count, 'organization')}>
        {addNew}
      </PageTitle>
      <SearchedList
        search={search}
        what="organizations"
        read={read}
        rows={8}
        empty={
          <Empty title={query === '' ? 'There are no organizations available' : 'No organization is called so'}>
            {query === '' ? addNew : null}
          </Empty>
        }
      >
        {(organizations) => <OrganizationsTable organizations={organizations} decides={adds} onEdit={setEditing} onDecided={done.onDone} />}
      </SearchedList>
      {editing === 'new' && <NewOrganizationDialog {...done} />}
      {editing && editing !== 'new' && <OrganizationDialog organization={editing} {...done} />}
    </div>
  );
}

interface TableProps {
  organizations: readonly OrganizationView[];
  /** A super user, who approves and rejects. */
  decides: boolean;
  onEdit: (organization: OrganizationView) => void;
  onDecided: (accepted: Accepted, said: string) => void;
}

const OrganizationsTable = ({ organizations, decides, onEdit, onDecided }: TableProps) => (
  <Table
    className={classes(table.stacked, styles.table)}
    rows={organizations}
    keyOf={({ id }) => id}
    row={(organization) => ({ id: organization.id, onOpen: () => onEdit(organization) })}
    columns={[
      { title: 'Organization ID', cell: ({ id }) => <ShortId id={id} /> },
      { title: 'Organization Name', cell: ({ name }) => name },
      {
        title: 'Status',
        cell: ({ status }) => (status === 'PendingApproval' ? <span className={styles.waits}>PENDING_APPROVAL</span> : status),
      },
      {
        title: 'Management',
        className: table.controls,
        cell: (organization) => (
          <div className={styles.management}>
            {decides && organization.status === 'PendingApproval' && <Decisions organization={organization} onDone={onDecided} />}
            <Button
              size="small"
              variant="minimal"
              icon={<Edit />}
              aria-label={`Edit ${organization.name}`}
              title="Edit"
              tabIndex={-1}
              onClick={() => onEdit(organization)}
            />
          </div>
        ),
      },
    ]}
  />
);
