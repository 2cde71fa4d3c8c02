import { type KeyboardEvent, useRef, useState } from 'react';
import { isKey } from '#web/lib/keys.ts';
import type { LabParameterView } from '#contracts/lab-parameters';
import { askCatalogue, exactly, markedAmong, useParameterSearch } from '#web/record/catalogue/use-parameter-search.ts';
import type { RowDraft } from './page-draft.ts';
import { arrowed, Suggestions } from './suggestions.tsx';

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
  /** Id of the suggestion that somebody went to. */
  const [gone, setGone] = useState<string>();
  const typed = useRef<string | undefined>(undefined);
  const { found, readiness } = useParameterSearch(row.name, isNaming);
  const isListed = isNaming && row.name.trim() !== '' && (found.length > 0 || readiness !== 'awaited');
  const at = markedAmong(found, readiness, row.name, gone);
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
        aria-label={`Name of ${row.name || 'the row'}`}
        // a field of several lines may not be a combobox
        aria-controls={isListed ? list : undefined}
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
          setGone(undefined);
          onType(name);
        }}
        onFocus={onFocus}
        onBlur={() => {
          setIsNaming(false);
          resolve();
        }}
        onKeyDown={(event) => {
          if (!isListed) return onKeyDown(event);
          if (isKey(event, 'closeChoices')) setIsNaming(false);
          else if (found.length > 0 && (isKey(event, 'choiceDown') || isKey(event, 'choiceUp')))
            setGone(found[arrowed(event.key, at, found.length)]?.id);
          else if (isKey(event, 'choose') && found[at]) pick(found[at]);
          else return onKeyDown(event);
          event.preventDefault();
        }}
      />
      {isListed && (
        <Suggestions
          id={list}
          label="Parameters"
          anchor={box}
          at={at}
          isFormer={readiness === 'awaited'}
          items={found.map(({ id, primary_alias, unit }) => ({ key: id, text: primary_alias, label: unit }))}
          none={`${readiness === 'failed' ? 'The catalogue could not be searched' : 'Not in the catalogue'}: kept under this name`}
          onPick={(index) => pick(found[index])}
        />
      )}
    </div>
  );
}
