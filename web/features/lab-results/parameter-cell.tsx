/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox: no native control shows suggestions with units */
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useAnswerKeys } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { fold } from '#contracts/folding';
import type { LabParameterView } from '#contracts/lab-parameters';
import { Choice } from '#web/ui/readings.tsx';
import type { Row } from './entry-rows.ts';
import { askCatalogue, exactly, markedAmong, useParameterSearch } from '#web/record/catalogue/use-parameter-search.ts';

interface Props {
  row: Row;
  label: string;
  error: string | undefined;
  disabled: boolean;
  onType: (name: string) => void;
  /** @param typed what it was taken for, where that is another name */
  onPick: (parameter: LabParameterView, typed?: string) => void;
  onLeave: () => void;
  /** To the cell that needs something next. */
  onGoOn: () => void;
  /** Keys that are none of the suggestions'. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A parameter by name or any alias. Enter picks: the marked suggestion, or what the catalogue answers to the typed text. */
export function ParameterCell({ row, label, error, disabled, onType, onPick, onLeave, onGoOn, onKeyDown, onPaste }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** Id of the suggestion that somebody went to. */
  const [gone, setGone] = useState<string>();
  const { found, readiness } = useParameterSearch(row.name, isOpen);
  const marked = markedAmong(found, readiness, row.name, gone);
  const latest = useRef(row.name);
  const [offers, setOffers] = useState<{ name: string; found: LabParameterView[] }>();
  const entered = useRef<string>(undefined);
  const isListed = isOpen && row.name.trim() !== '' && (found.length > 0 || readiness !== 'awaited');

  const pick = (parameter: LabParameterView, typed?: string) => {
    latest.current = parameter.primary_alias;
    onPick(parameter, typed);
    setIsOpen(false);
  };
  /**
   * The name goes to the catalogue while the typing goes on in other cells. What it names exactly is taken; of the rest Enter takes the
   * first, as it does once the suggestions are there, and without Enter they are offered.
   */
  const resolve = (name: string, isEntered = false) => {
    entered.current = isEntered ? name : undefined;
    // the name stands as it is typed: no error says any more that the catalogue is being asked
    const settled = () => latest.current === name && onType(name);
    askCatalogue(name, new AbortController().signal).then((answer) => {
      if (latest.current !== name) return;
      const exact = exactly(name, answer);
      const choice = exact ?? (isEntered ? answer[0] : undefined);
      if (!choice) {
        setOffers({ name, found: answer.slice(0, 3) });
        return settled();
      }
      pick(choice, exact ? undefined : name);
    }, settled);
  };
  const step = (by: 1 | -1) => {
    const count = Math.max(1, found.length);
    setGone(found[marked < 0 && by < 0 ? count - 1 : (marked + by + count) % count]?.id);
  };
  const choose = () => {
    const choice = found[marked];
    if (choice) pick(choice);
    else resolve(row.name, true);
    setIsOpen(false);
  };
  const keys = useAnswerKeys(row.name.trim(), readiness, (key) => {
    if (key !== 'Enter') return step(key === 'ArrowDown' ? 1 : -1);
    choose();
    onGoOn();
  });

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return onKeyDown(event);
    const isSearching = isOpen && row.name.trim() !== '';
    const isArrow = isKey(event, 'choiceDown') || isKey(event, 'choiceUp');
    if (isSearching && (keys.isWaiting ? isArrow || isKey(event, 'choose') : isArrow && found.length === 0)) {
      event.preventDefault();
      return keys.press(event.key);
    }
    if (isListed && isArrow) {
      event.preventDefault();
      return step(isKey(event, 'choiceDown') ? 1 : -1);
    }
    if (isListed && isKey(event, 'closeChoices')) {
      event.preventDefault();
      event.stopPropagation();
      return setIsOpen(false);
    }
    if (isKey(event, 'choose') && isSearching && row.parameter_id === null) choose();
    setIsOpen(false);
    onKeyDown(event);
  };

  const isUnknown = row.name.trim() !== '' && row.parameter_id === null && !isOpen;
  const offered = offers?.name === row.name ? offers.found : [];
  return (
    <>
      <div className="parameter-cell">
        <input
          className="bp6-input cell-input"
          data-cell={`${row.entry_id} name`}
          role="combobox"
          aria-label={label}
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isListed && found[marked] ? `${id}-${marked}` : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          title={row.name}
          value={row.name}
          onChange={(event) => {
            latest.current = event.target.value;
            setGone(undefined);
            setIsOpen(true);
            onType(event.target.value);
          }}
          onKeyDown={keyDown}
          onPaste={onPaste}
          onBlur={() => {
            setIsOpen(false);
            keys.forget();
            onLeave();
            if (row.parameter_id === null && row.name.trim() !== '' && entered.current !== row.name) resolve(row.name);
          }}
        />
        {isListed && (
          <div id={`${id}-list`} className="suggestions" role="listbox" aria-label="Parameters" aria-busy={readiness === 'awaited'}>
            {found.map((parameter, index) => (
              <Suggestion
                key={parameter.id}
                id={`${id}-${index}`}
                parameter={parameter}
                typed={row.name}
                isMarked={index === marked}
                isAwaiting={readiness === 'awaited'}
                onPick={() => pick(parameter)}
              />
            ))}
            {found.length === 0 && (
              <div className="suggestion muted">
                {readiness === 'failed'
                  ? 'The catalogue could not be searched: kept under this name'
                  : 'Not in the catalogue: kept under this name'}
              </div>
            )}
          </div>
        )}
      </div>
      <div id={`${id}-note`} className="cell-note">
        {error ? (
          <span className="field-error">{error}</span>
        ) : row.parameter_id !== null && row.taken_for?.as === row.name ? (
          `taken for '${row.taken_for.typed}'`
        ) : (
          isUnknown && (
            <span className={offered.length > 0 ? 'note-ask' : undefined}>
              {offered.length > 0 ? 'Not found under this name. ' : 'not in the catalogue: kept under this name'}
              {offered.map((parameter) => (
                <Choice key={parameter.id} text={`${parameter.primary_alias}?`} onPick={() => pick(parameter)} />
              ))}
            </span>
          )
        )}
      </div>
    </>
  );
}

interface SuggestionProps {
  id: string;
  parameter: LabParameterView;
  typed: string;
  isMarked: boolean;
  /** The catalogue is about to answer and to put others in its place: no click takes it. */
  isAwaiting: boolean;
  onPick: () => void;
}

function Suggestion({ id, parameter, typed, isMarked, isAwaiting, onPick }: SuggestionProps) {
  const wanted = fold(typed);
  const alias = fold(parameter.primary_alias).includes(wanted) ? undefined : parameter.aliases.find((each) => fold(each).includes(wanted));
  return (
    // the keys belong to the input, which names this one as active
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      aria-disabled={isAwaiting || undefined}
      className={`suggestion${isMarked ? ' is-marked' : ''}${isAwaiting ? ' is-previous' : ''}`}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isAwaiting && onPick()}
    >
      <span>{parameter.primary_alias}</span>
      {alias !== undefined && <span className="muted"> ({alias})</span>}
      <span className="muted suggestion-unit">{parameter.unit}</span>
    </div>
  );
}
