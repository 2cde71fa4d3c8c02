import { useEffect, useEffectEvent } from 'react';
import { cellStep, isKey, type Pressed } from '#web/lib/keys.ts';
import type { Part } from './row-editor.tsx';

/** A field above the rows, as a place to go to. */
export const headId = (field: string): string => `person/${field}`;

/** Focuses an input of a row, or of the fields above them, and selects what stands in it, as a spreadsheet does. */
export const focusCell = (row: string, part: Part): void => {
  const field = row.startsWith(headId('')) ? row.slice(headId('').length) : undefined;
  const cell = field === undefined ? document.getElementById(`${row}-${part}`) : document.querySelector(`[data-person="${field}"] input`);
  if (!(cell instanceof HTMLInputElement || cell instanceof HTMLTextAreaElement)) return;
  cell.focus();
  cell.select();
};

/** Where an arrow or Enter in a row leads: up or down in the same column; undefined for every other key. */
export const stepOf = (event: Pressed): 1 | -1 | undefined => {
  if (isKey(event, 'acceptRow')) return 1;
  return isKey(event, 'rowBefore') ? -1 : cellStep(event);
};

interface Keys {
  /** `F8`: to the next doubt; with Shift to the one before. */
  onDoubt: (step: 1 | -1) => void;
  /** `Ctrl Enter`. */
  onSave: () => void;
}

/** Keys of the whole screen, wherever the focus is; not while a dialog asks something. */
export const usePageKeys = ({ onDoubt, onSave }: Keys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave = isKey(event, 'save');
    // a button takes every Enter for its own
    if ((event.defaultPrevented && !isSave) || document.querySelector('dialog[open], .bp6-overlay-open .bp6-dialog')) return;
    if (isKey(event, 'nextDoubt')) onDoubt(1);
    else if (isKey(event, 'previousDoubt')) onDoubt(-1);
    else if (isSave) onSave();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};

/** The row, or the field above them, with the next doubt as they stand in the form, from the one that had focus last; around its end to the first. */
export const nextDoubt = (form: HTMLElement | null, last: string | undefined, step: 1 | -1): string | undefined => {
  const rows = [...(form?.querySelectorAll<HTMLElement>('[data-row], [data-person]') ?? [])];
  const idOf = ({ dataset }: HTMLElement) => dataset['row'] ?? headId(dataset['person'] ?? '');
  const open = rows.filter((row) => row.dataset['open'] !== undefined);
  const here = rows.findIndex((row) => idOf(row) === last);
  const beyond = open.filter((row) => here === -1 || (rows.indexOf(row) - here) * step > 0);
  const next = step === 1 ? (beyond[0] ?? open[0]) : (beyond.at(-1) ?? open.at(-1));
  return next && idOf(next);
};
