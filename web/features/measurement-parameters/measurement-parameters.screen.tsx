import './measurement-parameters.css';
import { Button, InputGroup, Tab, Tabs } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ManagedMeasurementParameter, MeasurementParameterView } from '#contracts/measurement-parameters';
import { former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { leadTo, useManagedParameters } from '#web/record/catalogue/office-parameters.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { OfficeParameterDialog, type OfficeMode } from '#web/record/catalogue/office-parameter.dialog.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { ParametersTable } from './parameters.table.tsx';

const SIZES = [5, 10, 25, 50];
const TAKE = 50;

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
  const skip = Math.max(0, Number(params.get('skip')) || 0);
  const asked = Number(params.get('take'));
  const take = SIZES.includes(asked) ? asked : TAKE;
  const [text, setText] = useState('');
  const search = useAsked(text.trim(), SEARCH_DEBOUNCE);
  const query = search.question;
  const read = useManagedParameters({ state, query, skip, take });
  const { data, error, isLoading, refresh } = read;
  const isFormer = readinessOf(search, read) !== 'answered';
  const [open, setOpen] = useState<Open>();
  const curates = user.roles.includes('SuperUser');
  const modeOf: OfficeMode = !curates ? 'view' : state === 1 ? 'review' : 'update';

  return (
    <div className="list-screen">
      <PageTitle title="Global office parameters" count={data && showCount(data.overall_count, 'parameter')}>
        {state === 0 && curates && <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setOpen({ mode: 'add' })} />}
      </PageTitle>
      <Tabs
        id="office-parameters"
        className="office-tabs"
        selectedTabId={tab}
        onChange={(to) => set({ tab: to === 'pending' ? 'pending' : undefined, skip: undefined })}
      >
        <Tab id="approved" title="Approved" />
        <Tab id="pending" title="PendingApproval" />
      </Tabs>
      <div role="tabpanel" id={`bp6-tab-panel_office-parameters_${tab}`} aria-labelledby={`bp6-tab-title_office-parameters_${tab}`}>
        <search className="filter">
          <InputGroup
            aria-label="Search by name"
            placeholder="Search by name"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onValueChange={(next) => {
              setText(next);
              if (skip > 0) set({ skip: undefined });
            }}
            onKeyDown={(event) => isKey(event, 'choose') && search.now()}
          />
        </search>
        {isLoading && <Loading label="Reading office parameters" rows={12} />}
        {!isLoading && !data && <Failed what="office parameters" error={error} onRetry={() => void refresh()} />}
        {data && (
          <>
            {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
            {data.items.length > 0 ? (
              <div aria-busy={isFormer}>
                <div {...former(isFormer)}>
                  <ParametersTable
                    parameters={data.items}
                    mode={modeOf}
                    onOpen={(parameter) => setOpen({ mode: isComputed(parameter) ? 'view' : modeOf, parameter })}
                  />
                </div>
                <Paging
                  skip={skip}
                  take={take}
                  total={data.overall_count}
                  sizes={SIZES}
                  onChange={(page) =>
                    set({ skip: page.skip === 0 ? undefined : String(page.skip), take: page.take === TAKE ? undefined : String(page.take) })
                  }
                />
              </div>
            ) : (
              <Empty
                title={
                  query === ''
                    ? state === 1
                      ? 'No request waits for approval'
                      : 'There are no office parameters available'
                    : 'No office parameter is called so'
                }
              />
            )}
          </>
        )}
      </div>
      {open && (
        <OfficeParameterDialog
          mode={open.mode}
          parameter={open.parameter}
          onClose={() => setOpen(undefined)}
          onDone={(accepted, said) => {
            setOpen(undefined);
            toast.show(said, 'success');
            void refresh(accepted.position);
            void leadTo('measurement-parameters', { query, take, state }, accepted, (place) => {
              // also where another search was typed while the dialog opened
              setText(place.query);
              set({ skip: place.skip === 0 ? undefined : String(place.skip) });
            });
          }}
        />
      )}
    </div>
  );
}
