import { Button, Tab, Tabs } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ManagedMeasurementParameter, MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { showCount } from '#web/lib/numbers.ts';
import { ListFiles } from '#web/record/catalogue/list-files.tsx';
import { leadTo, useManagedParameters } from '#web/record/catalogue/office-parameters.ts';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { useSession } from '#web/lib/session.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { OfficeParameterDialog, type OfficeMode } from '#web/record/catalogue/office-parameter.dialog.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { ParametersTable } from './parameters.table.tsx';
import styles from './parameters.module.css';

type Row = MeasurementParameterView | ManagedMeasurementParameter;
interface Open {
  mode: OfficeMode;
  parameter?: Row;
}

/** What is computed leaves nothing to be set. */
const isComputed = ({ normalization_type }: Row): boolean => normalization_type === 'Bmi';

/** 'Global office parameters': what examinations measure, and what clinics asked for. */
export function MeasurementParametersScreen() {
  const { user } = useSession();
  const [params, set] = useParam();
  const state = params.get('tab') === 'pending' ? 1 : 0;
  const tab = state === 1 ? 'pending' : 'approved';
  const search = useSearch();
  const { skip, take } = search;
  const query = search.asked.question;
  const read = useManagedParameters({ state, query, skip, take });
  const { data } = read;
  const [open, setOpen] = useState<Open>();
  const curates = user.roles.includes('SuperUser');
  const modeOf: OfficeMode = !curates ? 'view' : state === 1 ? 'review' : 'update';

  return (
    <div>
      <PageTitle title="Global office parameters" count={data && showCount(data.overall_count, 'parameter')}>
        <ListFiles list="measurement-parameters" what="office parameters" onImported={(position) => void read.refresh(position)} />
        {state === 0 && curates && <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setOpen({ mode: 'add' })} />}
      </PageTitle>
      <Tabs
        id="office-parameters"
        selectedTabId={tab}
        onChange={(to) => set({ tab: to === 'pending' ? 'pending' : undefined, skip: undefined })}
      >
        <Tab id="approved" title="Approved" />
        <Tab id="pending" title="PendingApproval" />
      </Tabs>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`bp6-tab-panel_office-parameters_${tab}`}
        aria-labelledby={`bp6-tab-title_office-parameters_${tab}`}
      >
        <SearchedList
          search={search}
          what="office parameters"
          read={read}
          rows={12}
          empty={
            <Empty
              title={
                query === ''
                  ? state === 1
                    ? 'No request waits for approval'
                    : 'There are no office parameters available'
                  : 'No office parameter is called so'
              }
            />
          }
        >
          {(parameters) => (
            <ParametersTable
              parameters={parameters}
              mode={modeOf}
              onOpen={(parameter) => setOpen({ mode: isComputed(parameter) ? 'view' : modeOf, parameter })}
            />
          )}
        </SearchedList>
      </div>
      {open && (
        <OfficeParameterDialog
          mode={open.mode}
          parameter={open.parameter}
          onClose={() => setOpen(undefined)}
          onDone={(accepted, said) => {
            setOpen(undefined);
            toast.show(said, 'success');
            void read.refresh(accepted.position);
            // also where another search was typed while the dialog opened
            void leadTo('measurement-parameters', { query, take, state }, accepted, search.go);
          }}
        />
      )}
    </div>
  );
}
