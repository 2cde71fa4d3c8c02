import { Button, Callout, ProgressBar } from '@blueprintjs/core';
import { type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PatientView } from '#contracts/people/patients';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { fullName } from '#web/lib/names.ts';
import { showClock } from '#web/lib/dates.ts';
import { itemCalls } from './item-calls.ts';
import { isKey } from '#web/lib/keys.ts';
import { markRow, queryOf, wayBack } from '#web/lib/returning.ts';
import { useLeaving } from '#web/lib/leaving.ts';
import { isSaveKey } from '#web/lib/save-key.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Conflict } from '#web/ui/conflict.tsx';
import { toast } from '#web/ui/toasts.tsx';
import type { AnyItemForm, SaveKind } from './use-item-form.ts';
import { ItemFooter } from './item-footer.tsx';
import { ItemNowContext } from './item-now.ts';
import { rowPlace } from './row-place.ts';
import { RemoveItemDialog } from './remove-item.dialog.tsx';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './item-form.module.css';

interface Props {
  kind: ItemKind;
  patient: PatientView;
  state: AnyItemForm;
  /** Null for a new item. */
  existing: { id: string } | null;
  /** What was saved, after the patient's name: '2 lab results saved'. */
  said: (kind: SaveKind) => string;
  /** Starts over with an empty form. */
  onAnother: () => void;
  kinds?: readonly SaveKind[];
  /** Names what would go, where the form offers to remove it. */
  removal?: string | undefined;
  /** Where the focus starts and goes to after a question, as a selector below the form. */
  start?: string;
  /** In the question before leaving: '3 values of Ava Morgan would be lost.' */
  loss?: string;
  children: ReactNode;
}

type Asking = { what: 'leave'; go: () => void } | { what: 'remove' };

const FIRST = 'input:not([disabled]), select:not([disabled])';
/** Selector of what needs attention after a save was refused: a wrong field, or a list that saving shows. */
const ATTENTION = '[aria-invalid="true"], [data-asks]';

/** Around the fields of an item: what was kept, keys, questions, both versions of a stale change, and the footer. */
export function ItemForm({ kind, patient, state, existing, said, onAnother, kinds, removal, start = FIRST, loss, children }: Props) {
  const { isWorking, conflict } = state;
  const [asking, setAsking] = useState<Asking>();
  const [refused, setRefused] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const home = `/patients/${patient.id}`;
  const leave = useLeaving(state.isDirty, (go) => setAsking({ what: 'leave', go }));

  // focus starts where typing starts
  useEffect(() => box.current?.querySelector<HTMLElement>(start)?.focus(), [start]);
  // drawn together with the marks
  useEffect(() => {
    if (refused > 0) box.current?.querySelector<HTMLElement>(ATTENTION)?.focus();
  }, [refused]);
  const goOn = () => setTimeout(() => box.current?.querySelector<HTMLElement>(start)?.focus(), 0);

  const goHome = (changes = {}) => {
    const { to, state: before } = wayBack(home, changes);
    // in the place of the form, which Back would only open again
    leave(to, { state: before, replace: true });
  };
  /** Back to where what was saved is to be seen: the list on the page that holds it, marked there, or the chart. */
  const goToRow = async (id: string) => {
    const query = queryOf(home);
    const place = await rowPlace(kind, patient.id, id, query);
    const { [`${itemKinds[kind].list}_skip`]: _page, ...inChart } = place;
    if (query.get(`${itemKinds[kind].list}_view`) !== 'list') return goHome(inChart);
    markRow(id);
    goHome(place);
  };
  const cancel = () => (state.isDirty ? setAsking({ what: 'leave', go: () => goHome() }) : goHome());

  const save = async (how: SaveKind) => {
    if (isWorking || conflict) return;
    const outcome = await state.submit(how);
    if (outcome.kind === 'refused') setRefused((times) => times + 1);
    if (outcome.kind !== 'saved') return;
    toast.show(`${fullName(patient)}: ${said(how)}`, 'success');
    if (how === 'draft') leave(`${home}/${kind}/${outcome.accepted.id}`, { replace: true, state: window.history.state });
    else if (how === 'another') onAnother();
    else await goToRow(outcome.accepted.id);
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (asking || document.querySelector('dialog[open], .bp6-overlay-open .bp6-dialog')) return;
    const isSave = isSaveKey(event);
    // a button takes every Enter for its own
    if (!isSave && (event.defaultPrevented || !isKey(event, 'leave'))) return;
    event.preventDefault();
    // a key that is held down answers no question that the first press raised
    if (event.repeat) return;
    if (!isSave) cancel();
    else void save(isKey(event, 'saveAnother') && (kinds?.includes('another') ?? true) ? 'another' : 'save');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <div ref={box} aria-busy={isWorking}>
      {isWorking && <ProgressBar />}
      {state.kept && (
        <Callout compact intent="primary" icon={null} className={styles.restored}>
          What was typed here at {showClock(new Date(state.kept.at))} was never saved.{' '}
          <Button size="small" text="Go on with it" onClick={state.restore} />{' '}
          <Button size="small" variant="minimal" text="Throw it away" onClick={state.refuse} />
        </Callout>
      )}
      {existing && <Behind state={state} />}
      {children}
      {conflict && <Stale state={state} onResolved={goOn} />}
      <ItemFooter
        state={state}
        isNew={existing === null}
        {...(kinds ? { kinds } : {})}
        onSave={(how) => void save(how)}
        onCancel={cancel}
        onRemove={removal === undefined ? undefined : () => setAsking({ what: 'remove' })}
      />
      <ConfirmDialog
        isOpen={asking?.what === 'leave'}
        title="Leave without saving?"
        confirm="Throw it away"
        cancel="Go on typing"
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          if (asking?.what !== 'leave') return;
          state.discard();
          setAsking(undefined);
          asking.go();
        }}
      >
        {loss ?? `What you typed for ${fullName(patient)} was not saved.`}
      </ConfirmDialog>
      {asking?.what === 'remove' && existing && (
        <RemoveItemDialog
          id={existing.id}
          type={itemKinds[kind].entry}
          remove={(reason, commandId) => itemCalls(kind).remove({ id: existing.id, version: state.version }, reason, commandId)}
          onClose={() => setAsking(undefined)}
          onRemoved={() => {
            state.discard();
            toast.show(`${fullName(patient)}: ${removal} removed`, 'success');
            goHome();
          }}
        >
          {removal}
        </RemoveItemDialog>
      )}
    </div>
  );
}

/** What the form shows is no longer what is stored: it is said at once, not only when saving is refused. */
function Behind({ state }: { state: AnyItemForm }) {
  const now = use(ItemNowContext);
  const isBehind = now !== undefined && (now.version === null || now.version > state.version);
  if (!isBehind || state.conflict || state.isWorking) return null;
  const what = now.version === null ? 'removed' : 'changed';
  return (
    <Callout compact intent="warning" icon={null} role="status" className={styles.restored}>
      This was {what} since you opened it.{' '}
      {now.version !== null && (state.isDirty ? 'What you typed stays: saving lays both versions side by side.' : null)}
      {now.version === null && state.isDirty && 'What you typed is still here to be read or copied.'}
      {now.version !== null && !state.isDirty && <Button size="small" text="Show it as it is now" onClick={now.reopen} />}
    </Callout>
  );
}

/** Somebody else was faster: both versions side by side. */
function Stale({ state, onResolved }: { state: AnyItemForm; onResolved: () => void }) {
  if (!state.conflict?.current) {
    return (
      <Callout intent="warning" compact icon={null} role="alert">
        Somebody else has removed this since you opened it. What you typed is still here to be read or copied.
      </Callout>
    );
  }
  const { taken } = state.conflict;
  return (
    <>
      {taken.length > 0 && (
        <p className={fieldStyles.doubt}>Taken over from what is stored now, as nothing was typed there: {taken.join('; ')}.</p>
      )}
      <Conflict
        differences={state.differences}
        typed={state.typedHere}
        onResolve={(chosen) => {
          state.resolve(chosen);
          onResolved();
        }}
      />
    </>
  );
}
