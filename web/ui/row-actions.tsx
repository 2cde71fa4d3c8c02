import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { Comment, Document, Edit, Help, History, More, Tick, Trash } from '@blueprintjs/icons';
import { type ReactElement, useSyncExternalStore } from 'react';
import type { Origin } from '#contracts/wire/origin';
import { Popup } from './popup.tsx';
import styles from './row-actions.module.css';

/** Something that can be done with a row. */
export interface RowAction {
  /** 'Edit', 'History', 'Remove', 'Comment'. */
  text: string;
  icon: ReactElement;
  onClick: () => void;
}

const FINGER = '(hover: none), (max-width: 719px)';
let media: MediaQueryList | undefined;
const finger = (): MediaQueryList => (media ??= matchMedia(FINGER));
const onFinger = (listener: () => void) => {
  finger().addEventListener('change', listener);
  return () => finger().removeEventListener('change', listener);
};

/** Whether rows show one button for a finger instead of icons for a mouse. */
export const useIsFinger = (): boolean =>
  useSyncExternalStore(
    onFinger,
    () => finger().matches,
    () => false,
  );

interface Props {
  /** What the row is called by screen readers. */
  of: string;
  actions: readonly RowAction[];
}

/** Icons in a row for a mouse, one '…' button with the words for a finger. Only the one is made: there may be hundreds of rows. */
export function RowActions({ of, actions }: Props) {
  const isFinger = useIsFinger();
  if (actions.length === 0) return null;
  return isFinger ? <ActionMenu of={of} actions={actions} /> : <ActionIcons of={of} actions={actions} />;
}

const ActionIcons = ({ of, actions }: Props) => (
  <span data-icons>
    {actions.map(({ text, icon, onClick }) => (
      <Button key={text} size="small" variant="minimal" icon={icon} aria-label={`${text} ${of}`} title={text} onClick={onClick} />
    ))}
  </span>
);

const ActionMenu = ({ of, actions }: Props) => (
  <span data-more className={styles.more}>
    <Popup
      placement="bottom-end"
      content={
        <Menu>
          {actions.map(({ text, icon, onClick }) => (
            <MenuItem key={text} text={text} icon={icon} onClick={onClick} />
          ))}
        </Menu>
      }
    >
      <Button variant="minimal" icon={<More />} aria-label={`Actions of ${of}`} />
    </Popup>
  </span>
);

interface Offered {
  readOnly: boolean;
  /** Opens the form, or the report page of what was read from one. */
  onEdit?: (() => void) | undefined;
  /** Makes a typed draft part of the record; undefined for what is none. */
  onConfirm?: (() => void) | undefined;
  /** Answers what is asked about an external record; undefined where nothing is asked. */
  onAnswer?: (() => void) | undefined;
  onHistory?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  onComment?: (() => void) | undefined;
}

interface Item {
  origin: Origin;
  file_id?: string | undefined;
  page_id?: string | undefined;
}

/** The usual actions of a medical item: nothing that came from an external record is edited or removed, nothing at all where it is read only. */
export const itemActions = (item: Item, offered: Offered): RowAction[] => {
  const { readOnly, onConfirm, onAnswer, onEdit, onHistory, onRemove, onComment } = offered;
  const isOurs = !readOnly && item.origin !== 'fhir';
  const isOnPage = item.file_id !== undefined && item.page_id !== undefined;
  return [
    ...(isOurs && onConfirm ? [{ text: 'Confirm', icon: <Tick />, onClick: onConfirm }] : []),
    ...(!readOnly && onAnswer ? [{ text: 'Answer the question', icon: <Help />, onClick: onAnswer }] : []),
    ...(onComment ? [{ text: 'Comment', icon: <Comment />, onClick: onComment }] : []),
    ...(onHistory ? [{ text: 'History', icon: <History />, onClick: onHistory }] : []),
    ...(isOurs && onEdit
      ? [{ text: isOnPage ? 'Open the report page' : 'Edit', icon: isOnPage ? <Document /> : <Edit />, onClick: onEdit }]
      : []),
    ...(isOurs && onRemove ? [{ text: 'Remove', icon: <Trash />, onClick: onRemove }] : []),
  ];
};

/** Where an item is changed: its form, or the report page it was read from. */
export const editAddress = (patientId: string, dataType: string, item: Item & { id: string }): string =>
  item.file_id !== undefined && item.page_id !== undefined
    ? `/reports/${item.file_id}/page/${item.page_id}`
    : `/patients/${patientId}/${dataType}/${item.id}`;
