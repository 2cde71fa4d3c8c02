import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Add, Upload } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { PatientView } from '#contracts/patients';
import { NAME_DEBOUNCE, useDebounced } from '#web/lib/search.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { NotLive } from '#web/ui/not-live.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useArrivals } from './arrivals.ts';
import { PatientDialog } from './patient.dialog.tsx';
import { listOf, type Names, NO_NAMES, ORDERS, TAKE, usePatients, withParams } from './patients.data.ts';
import { PatientsTable } from './patients.table.tsx';

export const PatientListScreen = () => <Patients title="Patient list" />;
export const PatientManagementScreen = () => <Patients title="Patient management" />;

const NOBODY: PatientView[] = [];

/** The clinic's patients: search, order, page, add, change. */
function Patients({ title }: { title: string }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = useHistoryState<{ names?: Names } | null>();
  const names = state?.names ?? NO_NAMES;
  const list = listOf(search);
  const params = new URLSearchParams(search);
  const { data, error, isLoading, isPrevious, refresh } = usePatients(names, list);
  const arrived = useArrivals(data?.items ?? NOBODY, JSON.stringify([names, list]));
  const table = useRef<HTMLDivElement>(null);

  const go = (changes: Record<string, string | undefined>, next: Names = names, replace = true) =>
    navigate(withParams(path, search, changes), { replace, state: { ...state, names: next } });
  const edited = params.get('edit');
  const isOpen = edited !== null || params.has('add');
  const close = () => go({ edit: undefined, add: undefined });

  const filtered = names.last_name !== '' || names.first_name !== '';
  return (
    <div className="list-screen">
      <PageTitle title={title} count={data && showCount(data.overall_count, 'patient')}>
        <NotLive />
        <Button icon={<Upload />} text="Upload lab results" onClick={() => navigate('/reports', { state: { upload: true } })} />
        <Button intent="primary" icon={<Add />} text="Add new patient" onClick={() => go({ add: '1' })} />
      </PageTitle>
      <Filter
        names={names}
        orderBy={list.orderBy}
        onNames={(next) => go({ skip: undefined }, next)}
        onOrder={(order) => go({ order_by: order === 'None' ? undefined : order, skip: undefined })}
        onDown={() => table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()}
      />
      {isLoading && <Loading label="Reading patients" rows={12} />}
      {!isLoading && !data && <Failed what="patients" error={error} onRetry={() => void refresh()} />}
      {data && (
        <>
          {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
          {data.items.length > 0 ? (
            <div ref={table} className={isPrevious ? 'is-previous' : ''} aria-busy={isPrevious}>
              {arrived.waiting > 0 && (
                <output className="arrived">
                  <Button size="small" text={`${showCount(arrived.waiting, 'new patient')}: show`} onClick={arrived.show} />
                </output>
              )}
              <PatientsTable
                patients={arrived.rows}
                orderBy={list.orderBy}
                onOrder={(order) => go({ order_by: order, skip: undefined })}
                onEdit={(id) => go({ edit: id })}
              />
              <Paging
                skip={list.skip}
                take={TAKE}
                total={data.overall_count}
                onChange={({ skip }) => go({ skip: skip === 0 ? undefined : String(skip) }, names, false)}
              />
            </div>
          ) : (
            <NoPatients filtered={filtered} onClear={() => go({ skip: undefined }, NO_NAMES)} onAdd={() => go({ add: '1' })} />
          )}
        </>
      )}
      {isOpen && (
        <PatientDialog
          key={edited ?? 'add'}
          patientId={edited}
          onClose={close}
          onDone={(position, said) => {
            close();
            toast.show(said, 'success');
            void refresh(position);
          }}
        />
      )}
    </div>
  );
}

function NoPatients({ filtered, onClear, onAdd }: { filtered: boolean; onClear: () => void; onAdd: () => void }) {
  return filtered ? (
    <Empty title="No patient has such a name">
      <Button text="Show all patients" onClick={onClear} />
    </Empty>
  ) : (
    <Empty title="There are no patients available">
      <Button intent="primary" icon={<Add />} text="Add new patient" onClick={onAdd} />
    </Empty>
  );
}

interface FilterProps {
  names: Names;
  orderBy: string;
  onNames: (names: Names) => void;
  onOrder: (order: string) => void;
  onDown: () => void;
}

function Filter({ names, orderBy, onNames, onOrder, onDown }: FilterProps) {
  const [typed, setTyped] = useState(names);
  const [settled, now] = useDebounced(typed, NAME_DEBOUNCE);
  const lastName = useRef<HTMLInputElement>(null);
  const report = useRef(onNames);
  const asked = useRef(names);

  useEffect(() => {
    report.current = onNames;
  });
  useEffect(() => {
    if (settled.last_name.trim() === asked.current.last_name && settled.first_name.trim() === asked.current.first_name) return;
    asked.current = { last_name: settled.last_name.trim(), first_name: settled.first_name.trim() };
    report.current(asked.current);
  }, [settled]);
  useEffect(() => {
    // cleared or set from outside, such as by 'Show all patients' or going back
    if (names.last_name === asked.current.last_name && names.first_name === asked.current.first_name) return;
    asked.current = names;
    setTyped(names);
  }, [names]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, textarea, select, [role=dialog]'))
        return;
      event.preventDefault();
      lastName.current?.focus();
      lastName.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') now();
    if (event.key === 'ArrowDown') onDown();
  };
  const input = (name: keyof Names, label: string) => (
    <InputGroup
      aria-label={label}
      placeholder={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={typed[name]}
      onValueChange={(text) => setTyped({ ...typed, [name]: text })}
      onKeyDown={onKeyDown}
      {...(name === 'last_name' ? { inputRef: lastName, autoFocus: !matchMedia('(pointer: coarse)').matches } : {})}
    />
  );
  return (
    <search className="filter">
      {input('last_name', 'Last name')}
      {input('first_name', 'First name')}
      <div className="filter-order">
        <span>Order by</span>
        <HTMLSelect aria-label="Order by" value={orderBy} options={[...ORDERS]} onChange={(event) => onOrder(event.target.value)} />
      </div>
    </search>
  );
}
