import { Button, HTMLSelect } from '@blueprintjs/core';
import { Add, Upload } from '@blueprintjs/icons';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { isKey, isTyping } from '#web/lib/keys.ts';
import type { PatientView } from '#contracts/people/patients';
import { readinessOf, useAnswerKeys } from '#web/lib/asked.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import { passFiles } from '#web/lib/passed-files.ts';
import { markRow } from '#web/lib/returning.ts';
import { Dropzone, useFileDrop } from '#web/ui/dropzone.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { NotLive } from '#web/ui/not-live.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { sayInvited } from '#web/ui/say-invited.ts';
import { toast } from '#web/ui/toasts.tsx';
import { useWaitingRows } from '#web/ui/use-waiting-rows.ts';
import { PatientDialog } from './patient.dialog.tsx';
import { listOf, type Names, NO_NAMES, orderHint, ORDERS, TAKE, usePatients, withParams } from '#web/record/patient/patients.data.ts';
import { PatientsTable } from './patients.table.tsx';
import { SharedPatients } from './shared-patients.tsx';
import { useTypedNames } from './typed-names.ts';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';
import styles from './patients.module.css';

export const PatientListScreen = () => <Patients title="Patient list" hasUploadArea />;
export const PatientManagementScreen = () => <Patients title="Patient management" />;

/** Read when it is needed: the list does not wait for it. */
const InviteDialog = lazy(async () => ({ default: (await import('./invite.dialog.tsx')).InviteDialog }));

const NOBODY: PatientView[] = [];

interface Props {
  title: string;
  /** A place to drop lab results on, instead of a button. */
  hasUploadArea?: boolean;
}

/** The clinic's patients: search, order, page, add, change. */
function Patients({ title, hasUploadArea = false }: Props) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = useHistoryState<{ names?: Names } | null>();
  const names = state?.names ?? NO_NAMES;
  const list = listOf(search, names);
  const params = new URLSearchParams(search);
  const read = usePatients(names, list);
  const { data, error, isLoading, refresh } = read;
  const [top, held] = useWaitingRows(data && JSON.stringify([names, list, read.isPrevious]), data?.items ?? NOBODY);
  const table = useRef<HTMLDivElement>(null);

  const go = (changes: Record<string, string | undefined>, next: Names = names, replace = true) =>
    navigate(withParams(path, search, changes), { replace, state: { ...state, names: next } });
  const filter = useTypedNames(names, (next) => go({ skip: undefined }, next));
  const readiness = readinessOf(filter, read);
  const isFormer = readiness !== 'answered';
  const keys = useAnswerKeys(filter.text, readiness, (key) => {
    const row = table.current?.querySelector<HTMLElement>('tr[tabindex="0"]');
    if (!row) return;
    // the first arrow comes to the rows, where the keys after it are at home
    if (!table.current?.contains(document.activeElement)) row.focus();
    else document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  const { user } = useSession();
  const [inviting, setInviting] = useState<PatientView>();
  const edited = params.get('edit');
  const isOpen = edited !== null || params.has('add');
  const close = () => go({ edit: undefined, add: undefined });

  const filtered = names.last_name !== '' || names.first_name !== '';
  return (
    <div>
      <div ref={top} />
      <PageTitle title={title} count={data && showCount(data.overall_count, 'patient')}>
        <NotLive />
        {!hasUploadArea && (
          <Button icon={<Upload />} text="Upload lab results" onClick={() => navigate('/reports', { state: { upload: true } })} />
        )}
        <Button intent="primary" icon={<Add />} text="Add new patient" onClick={() => go({ add: '1' })} />
      </PageTitle>
      {hasUploadArea && <UploadArea />}
      <Filter
        typed={filter.typed}
        orderBy={list.orderBy}
        hint={orderHint(list.orderBy, names)}
        onType={filter.setTyped}
        onOrder={(order) => go({ order_by: order, skip: undefined })}
        onKey={(key) => {
          filter.now();
          if (key === 'ArrowDown' || keys.isWaiting) keys.press(key);
        }}
      />
      {isLoading && <Loading label="Reading patients" rows={12} />}
      {!isLoading && !data && <Failed what="patients" error={error} onRetry={() => void refresh()} />}
      {data && (
        <>
          {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
          {data.items.length > 0 ? (
            <div ref={table} aria-busy={isFormer}>
              {held.waiting > 0 && (
                <output className={styles.arrived}>
                  <Button size="small" text={`${showCount(held.waiting, 'new patient')}: show`} onClick={held.show} />
                </output>
              )}
              <PatientsTable
                patients={held.rows.flatMap(({ item, removed }) => (removed ? [] : [item]))}
                isFormer={isFormer}
                orderBy={list.orderBy}
                onOrder={(order) => go({ order_by: order, skip: undefined })}
                onEdit={(id) => go({ edit: id })}
                onInvite={user.roles.includes('Doctor') ? setInviting : undefined}
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
      {user.roles.includes('Doctor') && <SharedPatients key={JSON.stringify(names)} names={names} orderBy={list.orderBy} />}
      {inviting && (
        <Suspense>
          <InviteDialog
            patient={inviting}
            onClose={() => setInviting(undefined)}
            onCancelled={(position) => void refresh(position)}
            onDone={(sent, said) => {
              setInviting(undefined);
              sayInvited(sent, said);
              void refresh(sent.position).then(() => markRow(inviting.id));
            }}
          />
        </Suspense>
      )}
      {isOpen && (
        <PatientDialog
          key={edited ?? 'add'}
          patientId={edited}
          onClose={close}
          onDone={(position, said, id) => {
            close();
            toast.show(id === undefined ? said : <Saved id={id} said={said} />, 'success');
            void refresh(position).then(() => markRow(id));
          }}
        />
      )}
    </div>
  );
}

/** Takes lab results to the upload of reports. */
function UploadArea() {
  const [, navigate] = useLocation();
  const upload = (files: readonly File[]) => {
    passFiles(files);
    navigate('/reports');
  };
  const { isOver, target } = useFileDrop(upload);
  return <Dropzone isSlim what="lab results" label="Lab results" className={styles.upload} isOver={isOver} onFiles={upload} {...target} />;
}

/** A patient who was saved may stand on another page of the list, or not in it: the way to the record is here too. */
const Saved = ({ id, said }: { id: string; said: string }) => (
  <>
    {said} <Link href={`/patients/${id}`}>Open the record</Link>
  </>
);

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
  typed: Names;
  orderBy: string;
  /** What that order means, where its name does not say it. */
  hint: string;
  onType: (names: Names) => void;
  onOrder: (order: string) => void;
  /** Enter, or an arrow down. */
  onKey: (key: string) => void;
}

function Filter({ typed, orderBy, hint, onType, onOrder, onKey: onListKey }: FilterProps) {
  const lastName = useRef<HTMLInputElement>(null);
  const hintId = useId();

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!isKey(event, 'filter') || isTyping(target) || target?.closest('[role=dialog]')) return;
      event.preventDefault();
      lastName.current?.focus();
      lastName.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'choose') || isKey(event, 'choiceDown')) onListKey(event.key);
  };
  const input = (name: keyof Names, label: string) => (
    <FilterField
      label={label}
      value={typed[name]}
      onValueChange={(text) => onType({ ...typed, [name]: text })}
      onKeyDown={onKeyDown}
      {...(name === 'last_name' ? { inputRef: lastName, autoFocus: !matchMedia('(pointer: coarse)').matches } : {})}
    />
  );
  return (
    <FilterLine>
      {input('last_name', 'Last name')}
      {input('first_name', 'First name')}
      <div className={styles.order}>
        <span>Order by</span>
        <HTMLSelect
          aria-label="Order by"
          aria-describedby={hintId}
          value={orderBy}
          options={[...ORDERS]}
          onChange={(event) => onOrder(event.target.value)}
        />
        <span id={hintId}>{hint}</span>
      </div>
    </FilterLine>
  );
}
