import { type KeyboardEvent, useRef, useState } from 'react';
import type { LabParameterView } from '#contracts/lab-parameters';
import { askCatalogue, exactly, useParameterSearch } from '#web/features/lab-results/use-parameter-search.ts';
import type { RowDraft } from './page-draft.ts';
import { listKey, Suggestions } from './suggestions.tsx';

interface Props {
  row: RowDraft;
  className: string;
  error: string | undefined;
  disabled: boolean;
  readOnly: boolean;
  onType: (name: string) => void;
  onPick: (parameter: LabParameterView) => void;
  onFocus: () => void;
  /** Keys that are none of the suggestions'. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The name of a row with the catalogue's suggestions. Long names wrap and are never cut. */
export function NameCell({ row, className, error, disabled, readOnly, onType, onPick, onFocus, onKeyDown }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [isNaming, setIsNaming] = useState(false);
  const [at, setAt] = useState(0);
  const typed = useRef<string | undefined>(undefined);
  const { found, isSearching } = useParameterSearch(row.name, isNaming);
  const isListed = isNaming && row.name.trim() !== '' && (found.length > 0 || !isSearching);
  const list = `${row.id}-names`;

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

  return (
    <div className="ocr-name">
      <textarea
        ref={box}
        id={`${row.id}-name`}
        className={`bp6-input ocr-input ${className}`}
        rows={1}
        role="combobox"
        aria-label={`Name of ${row.name || 'the row'}`}
        aria-expanded={isListed}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isListed && found[at] ? `${list}-${at}` : undefined}
        aria-invalid={error !== undefined || undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        title={row.matched === undefined || row.matched === row.name ? undefined : `In the catalogue: ${row.matched}`}
        disabled={disabled}
        readOnly={readOnly}
        value={row.name}
        onChange={(event) => {
          const name = event.target.value.replace(/\s*\n\s*/g, ' ');
          typed.current = name;
          setIsNaming(true);
          setAt(0);
          onType(name);
        }}
        onFocus={onFocus}
        onBlur={() => {
          setIsNaming(false);
          resolve();
        }}
        onKeyDown={(event) => {
          const close = () => setIsNaming(false);
          if (isListed && listKey(event, { count: found.length, at, setAt, pick: (index) => pick(found[index]), close })) return;
          onKeyDown(event);
        }}
      />
      {isListed && (
        <Suggestions
          id={list}
          label="Parameters"
          anchor={box}
          at={at}
          items={found.map(({ id, primary_alias, unit }) => ({ key: id, text: primary_alias, label: unit }))}
          none="Not in the catalogue: kept under this name"
          onPick={(index) => pick(found[index])}
        />
      )}
    </div>
  );
}
