import { HTMLSelect } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { LabParameterStatus, type LabParameterView } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { isKey, isTyping } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { besideRow } from '#web/lib/returning.ts';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { FilterField } from '#web/ui/filter.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { FoundRowsDialog } from './found-rows.dialog.tsx';
import { LabParameterDialog } from './lab-parameter.dialog.tsx';
import { labParameterCalls, useListedParameters } from './lab-parameters.data.ts';
import { MergeDialog } from './merge.dialog.tsx';
import { RequestKeys, type RequestAction, RequestsTable } from './requests.table.tsx';
import { sayWithUndo } from './undo-toast.tsx';
import { STATUSES } from './words.ts';
import styles from './lab-parameters.module.css';

/** What waits for a decision: asked for by a person, or found on a page. */
const WAITING: readonly LabParameterStatus[] = ['PendingApproval', 'AutomaticallyRequested'];
const CHOICES = [
  { value: '', label: 'to decide' },
  ...LabParameterStatus.options.map((value) => ({ value, label: STATUSES[value].label })),
];

/** 'Lab parameters requests': names that the catalogue does not have, from pages and from people, to be decided one by one. */
export function LabRequestsScreen() {
  const [params, set] = useParam();
  const chosen = LabParameterStatus.safeParse(params.get('status'));
  const statuses = chosen.success ? [chosen.data] : WAITING;
  const search = useSearch();
  const { skip, take } = search;
  const query = search.asked.question;
  const read = useListedParameters({ status: statuses.join(','), query, skip, take });
  const [open, setOpen] = useState<{ action: Exclude<RequestAction, 'reject' | 'reopen'>; parameter: LabParameterView }>();
  /** Decided here, and still in the answer that is shown. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const undo = useRef<() => Promise<void>>(undefined);
  const commandId = useCommandId();
  const items = read.data?.items;
  const [shownItems, setShownItems] = useState(items);
  if (items !== shownItems) {
    setShownItems(items);
    setGone(new Set([...gone].filter((id) => items?.some((one) => one.id === id))));
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isKey(event, 'undoDecision') && !event.repeat && !isTyping(event.target) && !document.querySelector('.bp6-dialog'))
        void undo.current?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const hide = (id: string) => setGone((before) => new Set([...before, id]));
  const show = (id: string) => setGone((before) => new Set([...before].filter((one) => one !== id)));
  /** Takes the row out at once, so that the next one can be decided; it comes back with what was undone. */
  const decided = ({ id }: LabParameterView, to: LabParameterStatus | 'merged', accepted: Accepted) => {
    if (to === 'merged' || !statuses.includes(to)) hide(id);
    void read.refresh(accepted.position);
  };
  const takeBack = (parameter: LabParameterView, call: () => Promise<Accepted>, said: string) => async () => {
    const { position } = await call();
    show(parameter.id);
    void read.refresh(position);
    return said;
  };

  const reject = async (parameter: LabParameterView) => {
    const { id, version, primary_alias: name } = parameter;
    besideRow(id)[1]?.focus();
    hide(id);
    try {
      const accepted = await labParameterCalls.reject(id, version, commandId(['reject', id, version]));
      if (statuses.includes('Rejected')) show(id);
      void read.refresh(accepted.position);
      const reopen = takeBack(
        parameter,
        () => labParameterCalls.requestAgain(id, commandId(['again', id, accepted.position])),
        `${name} waits again`,
      );
      undo.current = sayWithUndo(`${name} was rejected`, reopen);
    } catch (cause) {
      show(id);
      toast.show(refusalText(cause), 'warning', { title: `${name} was not rejected` });
      void read.refresh();
    }
  };
  const reopen = async (parameter: LabParameterView) => {
    const { id, version, primary_alias: name } = parameter;
    try {
      const accepted = await labParameterCalls.requestAgain(id, commandId(['again', id, version]));
      toast.show(`${name} waits again`, 'success');
      decided(parameter, 'PendingApproval', accepted);
    } catch (cause) {
      toast.show(refusalText(cause), 'warning', { title: name });
    }
  };
  const act = (action: RequestAction, parameter: LabParameterView) => {
    if (action === 'reject') void reject(parameter);
    else if (action === 'reopen') void reopen(parameter);
    else setOpen({ action, parameter });
  };
  const close = () => setOpen(undefined);
  const total = Math.max(0, (read.data?.overall_count ?? 0) - gone.size);

  return (
    <div>
      <PageTitle title="Lab parameters requests" count={read.data && showCount(total, 'request')} />
      <SearchedList
        search={search}
        what="requests"
        read={read}
        rows={12}
        isPagingHeld
        filter={
          <>
            <FilterField
              className={styles.search ?? ''}
              label="Search by name"
              value={search.text}
              onValueChange={search.type}
              onKeyDown={(event) => isKey(event, 'choose') && search.asked.now()}
            />
            <HTMLSelect
              className={styles.status ?? ''}
              aria-label="Status"
              value={chosen.success ? chosen.data : ''}
              options={CHOICES}
              onChange={({ target: { value } }) => set({ status: value === '' ? undefined : value, skip: undefined })}
            />
            <RequestKeys />
          </>
        }
        empty={<Empty title={query === '' ? 'There are no requests available' : 'No request is called so'} />}
      >
        {(parameters) => <RequestsTable parameters={parameters.filter(({ id }) => !gone.has(id))} onAct={act} />}
      </SearchedList>
      {open?.action === 'configure' && (
        <LabParameterDialog
          parameter={open.parameter}
          readOnly={false}
          onClose={close}
          onDone={(accepted, said) => {
            close();
            toast.show(said, 'success');
            decided(open.parameter, 'Approved', accepted);
          }}
          onUndone={(accepted, names) => {
            toast.show(`The merge of ${names} was undone`, 'success');
            void read.refresh(accepted.position);
          }}
        />
      )}
      {open?.action === 'merge' && (
        <MergeDialog
          initial={[open.parameter]}
          onClose={close}
          onDone={(accepted, said) => {
            close();
            decided(open.parameter, 'merged', accepted);
            const back = () => labParameterCalls.undoMerge(accepted.id, commandId(['undo', accepted.id]));
            undo.current = sayWithUndo(said, takeBack(open.parameter, back, 'The merge was undone'));
          }}
        />
      )}
      {open?.action === 'rows' && <FoundRowsDialog parameter={open.parameter} onClose={close} />}
    </div>
  );
}
