import { Button } from '@blueprintjs/core';
import { Add, Cross, Document, GitMerge, Settings, Undo } from '@blueprintjs/icons';
import { type ReactElement, useEffect } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { showInstant } from '#web/lib/dates.ts';
import { isKey, type KeyName, KEYS } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { RowActions, useIsFinger } from '#web/ui/row-actions.tsx';
import { Table } from '#web/ui/table.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { STATUSES } from './words.ts';
import styles from './requests.module.css';

export type RequestAction = 'configure' | 'merge' | 'reject' | 'reopen' | 'rows';

interface Offered {
  action: RequestAction;
  text: string;
  icon: ReactElement;
  key?: KeyName;
}

const ROWS: Offered = { action: 'rows', text: 'OCR Reports', icon: <Document />, key: 'requestRows' };

/** What can be done with a request; the first opens its row. */
const offered = ({ status }: LabParameterView): readonly Offered[] => {
  if (status === 'Approved') return [{ action: 'configure', text: 'Settings', icon: <Settings /> }];
  if (status === 'Rejected') return [ROWS, { action: 'reopen', text: 'Review again', icon: <Undo /> }];
  return [
    { action: 'configure', text: 'Add as new', icon: <Add />, key: 'addRequest' },
    { action: 'merge', text: 'Merge', icon: <GitMerge />, key: 'mergeRequest' },
    { action: 'reject', text: 'Reject', icon: <Cross />, key: 'rejectRequest' },
    ROWS,
  ];
};

interface Props {
  parameters: readonly LabParameterView[];
  onAct: (action: RequestAction, parameter: LabParameterView) => void;
}

/** One row per name, with what can be done with it by button or key. */
export function RequestsTable({ parameters, onAct }: Props) {
  return (
    <Table
      className={styles.table}
      rows={parameters}
      keyOf={({ id }) => id}
      row={(row) => {
        const actions = offered(row);
        return {
          id: row.id,
          onOpen: () => actions[0] && onAct(actions[0].action, row),
          onKeyDown: (event) => {
            const wanted = actions.find(({ key }) => key !== undefined && isKey(event, key));
            // a key that is held down decides nothing for the rows that follow
            if (!wanted || event.repeat) return;
            event.preventDefault();
            onAct(wanted.action, row);
          },
        };
      }}
      columns={[
        { title: 'Parameter name', className: styles.name, cell: (row) => <Named parameter={row} /> },
        { title: 'Status', cell: ({ status }) => <StatusTag kind={STATUSES[status].kind}>{STATUSES[status].label}</StatusTag> },
        { title: 'Date', className: styles.date, cell: ({ last_modified_at }) => showInstant(last_modified_at).slice(0, 10) },
        {
          title: 'Management',
          className: styles.actions,
          cell: (row) => <Actions of={row.primary_alias} actions={offered(row)} onAct={(action) => onAct(action, row)} />,
        },
      ]}
    />
  );
}

/** As printed, with the unit and the number of pages that have it. */
const Named = ({ parameter: { primary_alias, unit, pages = 0, status } }: { parameter: LabParameterView }) => (
  <>
    {primary_alias}{' '}
    <span className="bp6-text-muted">
      {[unit, pages > 0 && status !== 'Approved' && `on ${showCount(pages, 'page')}`].filter(Boolean).join(', ')}
    </span>
  </>
);

interface ActionsProps {
  of: string;
  actions: readonly Offered[];
  onAct: (action: RequestAction) => void;
}

/** Buttons with their words for a mouse, one '…' button for a finger. */
function Actions({ of, actions, onAct }: ActionsProps) {
  const isFinger = useIsFinger();
  if (isFinger) return <RowActions of={of} actions={actions.map(({ action, ...shown }) => ({ ...shown, onClick: () => onAct(action) }))} />;
  return actions.map(({ action, text, icon }) => (
    <Button
      key={action}
      size="small"
      variant="minimal"
      icon={icon}
      text={text}
      aria-label={`${text} ${of}`}
      onClick={() => onAct(action)}
    />
  ));
}

const SHOWN: readonly KeyName[] = ['rowDown', 'addRequest', 'mergeRequest', 'rejectRequest', 'requestRows', 'undoDecision'];
const WORDS: Readonly<Partial<Record<KeyName, string>>> = { rowDown: 'Next row', undoDecision: 'Undo' };

/** The keys of a row, so that hundreds can be decided without the mouse; from nowhere the first of them, Down, leads to the first row. */
export function RequestKeys() {
  useEffect(() => {
    const begin = (event: KeyboardEvent) => {
      // a screen that opens has the focus as a whole
      const isNowhere = [document.body, document.getElementById('main')].includes(document.activeElement as HTMLElement);
      if (!isKey(event, 'rowDown') || !isNowhere) return;
      event.preventDefault();
      document.querySelector<HTMLElement>('tbody tr[data-row]')?.focus();
    };
    document.addEventListener('keydown', begin);
    return () => document.removeEventListener('keydown', begin);
  }, []);
  if (useIsFinger()) return null;
  return (
    <span className={styles.keys}>
      {SHOWN.map((name) => (
        <span key={name}>
          <kbd>{KEYS[name].press[0]}</kbd> {WORDS[name] ?? KEYS[name].does}
        </span>
      ))}
    </span>
  );
}
