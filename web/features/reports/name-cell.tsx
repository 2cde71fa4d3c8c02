import { type KeyboardEvent, useRef, useState } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { isKey } from '#web/lib/keys.ts';
import { exactly } from '#web/record/catalogue/parameter-choice.ts';
import { askCatalogue, keptAsTyped, useParameterSearch } from '#web/record/catalogue/use-parameter-search.ts';
import { Options, useCombobox } from '#web/ui/combobox.tsx';
import type { RowDraft } from './row-draft.ts';
import styles from './row-editor.module.css';

interface Props {
  row: RowDraft;
  className: string;
  error: string | undefined;
  disabled: boolean;
  readOnly: boolean;
  onType: (name: string) => void;
  onPick: (parameter: LabParameterView) => void;
  onFocus: () => void;
  /** Keys that are none of the list's. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The name of a row with the catalogue's suggestions. Long names wrap and are never cut. */
export function NameCell({ row, className, error, disabled, readOnly, onType, onPick, onFocus, onKeyDown }: Props) {
  const [isNaming, setIsNaming] = useState(false);
  const typed = useRef<string | undefined>(undefined);
  const { found, first, readiness, isListed } = useParameterSearch(row.name, isNaming);

  const pick = (parameter: LabParameterView | undefined) => {
    if (!parameter) return;
    typed.current = undefined;
    setIsNaming(false);
    onPick(parameter);
  };
  /** Whoever types on without choosing means the parameter of exactly that name, if there is one. */
  const resolve = () => {
    const name = typed.current;
    if (name === undefined || name.trim() === '') return;
    askCatalogue(name.trim(), new AbortController().signal).then(
      (answer) => {
        if (typed.current === name) pick(exactly(name, answer));
      },
      () => undefined,
    );
  };

  const list = `${row.id}-names`;
  const combobox = useCombobox({
    id: list,
    typed: row.name.trim(),
    readiness,
    rows: found,
    first,
    isOpen: isListed,
    isListed,
    isKnown: true,
    onOpen: setIsNaming,
    onEnter: pick,
  });
  const isTheirs = (event: KeyboardEvent) =>
    isListed && (isKey(event, 'closeChoices') || (isKey(event, 'choose') ? combobox.marked : found.length > 0));

  return (
    <div>
      <textarea
        {...combobox.field}
        aria-controls={isListed ? list : undefined}
        id={`${row.id}-name`}
        className={`bp6-input ${styles.input} ${className}`}
        rows={1}
        aria-label={`Name of ${row.name || 'the row'}`}
        aria-invalid={error !== undefined || undefined}
        maxLength={200}
        title={row.matched === undefined || row.matched === row.name ? undefined : `In the catalogue: ${row.matched}`}
        disabled={disabled}
        readOnly={readOnly}
        value={row.name}
        onChange={(event) => {
          const name = event.target.value.replace(/\s*\n\s*/g, ' ');
          typed.current = name;
          setIsNaming(true);
          onType(name);
        }}
        onFocus={onFocus}
        onBlur={() => {
          combobox.close();
          resolve();
        }}
        onKeyDown={(event) => {
          if (!isTheirs(event) || !combobox.press(event)) onKeyDown(event);
        }}
      />
      {isListed && (
        <Options
          {...combobox.options}
          label="Parameters"
          rows={found}
          isFormer={readiness === 'awaited'}
          text={({ primary_alias }) => primary_alias}
          hint={({ unit }) => unit}
          notes={[found.length === 0 && keptAsTyped(readiness)]}
          onPick={pick}
        />
      )}
    </div>
  );
}
