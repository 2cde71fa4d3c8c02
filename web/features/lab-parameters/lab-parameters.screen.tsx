import { Button, HTMLSelect } from '@blueprintjs/core';
import { Add, GitMerge } from '@blueprintjs/icons';
import { useState } from 'react';
import { LabParameterStatus, type LabParameterView } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { markRow } from '#web/lib/returning.ts';
import { useSession } from '#web/lib/session.tsx';
import { ListFiles } from '#web/record/catalogue/list-files.tsx';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { FilterField } from '#web/ui/filter.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { LabParameterDialog } from './lab-parameter.dialog.tsx';
import { labParameterCalls, useListedParameters } from './lab-parameters.data.ts';
import { LabParametersTable } from './lab-parameters.table.tsx';
import { MergeDialog } from './merge.dialog.tsx';
import { RemoveQuestion } from './remove.question.tsx';
import { sayWithUndo } from './undo-toast.tsx';
import { STATUSES } from './words.ts';
import styles from './lab-parameters.module.css';

const CHOICES = LabParameterStatus.options.map((value) => ({ value, label: STATUSES[value].label }));

/** 'Lab parameters': the catalogue that results, reports and charts stand on. Super users change it, others read it. */
export function LabParametersScreen() {
  const { user } = useSession();
  const curates = user.roles.includes('SuperUser');
  const [params, set] = useParam();
  const asked = LabParameterStatus.safeParse(params.get('status'));
  // what is only requested is the super user's to see
  const status = curates && asked.success ? asked.data : 'Approved';
  const search = useSearch();
  const { skip, take } = search;
  const query = search.asked.question;
  const read = useListedParameters({ status, query, skip, take });
  const [open, setOpen] = useState<LabParameterView | 'new'>();
  const [chosen, setChosen] = useState<readonly LabParameterView[]>([]);

  const [removing, setRemoving] = useState<LabParameterView>();
  const [isMerging, setIsMerging] = useState(false);
  const commandId = useCommandId();

  /** The approved ones from the first on, as the documents have it after each change. */
  const reload = ({ position }: Accepted, id?: string) => {
    set({ skip: undefined, take: undefined, status: undefined });
    void read.refresh(position).then(() => markRow(id));
  };
  const selection = {
    isChosen: (id: string) => chosen.some((one) => one.id === id),
    toggle: (parameters: readonly LabParameterView[], isChosen: boolean) =>
      setChosen((before) => {
        const others = before.filter((one) => !parameters.some(({ id }) => id === one.id));
        return isChosen ? [...others, ...parameters] : others;
      }),
  };
  const addNew = <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setOpen('new')} />;
  return (
    <div>
      <PageTitle title="Lab parameters" count={read.data && showCount(read.data.overall_count, 'parameter')}>
        <ListFiles list="lab-parameters" what="lab parameters" onImported={(position) => void read.refresh(position)} />
        {curates && (
          <>
            <Button
              icon={<GitMerge />}
              text="Merge"
              title={chosen.length > 1 ? '' : 'Select two or more'}
              disabled={chosen.length < 2}
              onClick={() => setIsMerging(true)}
            />
            {addNew}
          </>
        )}
      </PageTitle>
      <SearchedList
        search={search}
        what="lab parameters"
        read={read}
        rows={12}
        filter={
          <>
            <FilterField
              className={styles.search ?? ''}
              label="Search by name, LOINC or unit"
              value={search.text}
              onValueChange={search.type}
              onKeyDown={(event) => isKey(event, 'choose') && search.asked.now()}
            />
            {curates && (
              <HTMLSelect
                className={styles.status ?? ''}
                aria-label="Status"
                value={status}
                options={CHOICES}
                onChange={({ target: { value } }) => set({ status: value === 'Approved' ? undefined : value, skip: undefined })}
              />
            )}
            {chosen.length > 0 && (
              <span className={styles.chosen}>
                {chosen.length} selected
                <Button size="small" variant="minimal" text="Clear" onClick={() => setChosen([])} />
              </span>
            )}
          </>
        }
        empty={
          <Empty title={query === '' ? 'There are no lab parameters available' : 'No lab parameter is called so'}>
            {query === '' && curates && status === 'Approved' ? addNew : null}
          </Empty>
        }
      >
        {(parameters) => (
          <LabParametersTable
            parameters={parameters}
            selection={curates && status === 'Approved' ? selection : undefined}
            word={curates ? 'Edit' : 'View'}
            onOpen={setOpen}
            onRemove={curates && status === 'Approved' ? setRemoving : undefined}
          />
        )}
      </SearchedList>
      {open && (
        <LabParameterDialog
          parameter={open === 'new' ? undefined : open}
          readOnly={!curates}
          onClose={() => setOpen(undefined)}
          onDone={(accepted, said) => {
            setOpen(undefined);
            toast.show(said, 'success');
            reload(accepted, accepted.id);
          }}
          onUndone={(accepted, names) => {
            toast.show(`The merge of ${names} was undone`, 'success');
            void read.refresh(accepted.position);
          }}
        />
      )}
      {removing && (
        <RemoveQuestion
          parameter={removing}
          onClose={() => setRemoving(undefined)}
          onDone={(accepted, said) => {
            setRemoving(undefined);
            selection.toggle([removing], false);
            toast.show(said, 'success');
            void read.refresh(accepted.position);
          }}
        />
      )}
      {isMerging && (
        <MergeDialog
          initial={chosen}
          onClose={() => setIsMerging(false)}
          onDone={(accepted, said) => {
            setIsMerging(false);
            setChosen([]);
            reload(accepted);
            sayWithUndo(said, async () => {
              const { position } = await labParameterCalls.undoMerge(accepted.id, commandId(['undo', accepted.id]));
              void read.refresh(position);
              return 'The merge was undone';
            });
          }}
        />
      )}
    </div>
  );
}
