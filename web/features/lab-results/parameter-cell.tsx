/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox: no native control shows suggestions with units */
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { isKey } from '#web/lib/keys.ts';
import { fold } from '#contracts/folding';
import type { LabParameterView } from '#contracts/lab-parameters';
import { Choice } from '#web/ui/form/readings.tsx';
import type { Row } from './entry-rows.ts';
import { askCatalogue, exactly, markedAmong, useParameterSearch } from './use-parameter-search.ts';

interface Props {
  row: Row;
  label: string;
  error: string | undefined;
  disabled: boolean;
  onType: (name: string) => void;
  onPick: (parameter: LabParameterView) => void;
  onLeave: () => void;
  /** Keys that are none of the suggestions'. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A parameter by name or any alias. Enter picks: the marked suggestion, or what the catalogue answers to the typed text. */
export function ParameterCell({ row, label, error, disabled, onType, onPick, onLeave, onKeyDown, onPaste }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** Id of the suggestion that somebody went to. */
  const [gone, setGone] = useState<string>();
  const { found, readiness } = useParameterSearch(row.name, isOpen);
  const marked = markedAmong(found, readiness, row.name, gone);
  const latest = useRef(row.name);
  const [offers, setOffers] = useState<{ name: string; found: LabParameterView[] }>();
  const isListed = isOpen && row.name.trim() !== '' && (found.length > 0 || readiness !== 'awaited');

  const pick = (parameter: LabParameterView) => {
    latest.current = parameter.primary_alias;
    onPick(parameter);
    setIsOpen(false);
  };
  /** The name goes to the catalogue while the typing goes on; only what it names exactly is taken unseen, the rest is offered. */
  const resolve = (name: string) => {
    askCatalogue(name, new AbortController().signal).then(
      (answer) => {
        if (latest.current !== name) return;
        const exact = exactly(name, answer);
        if (exact) pick(exact);
        else setOffers({ name, found: answer.slice(0, 3) });
      },
      () => undefined,
    );
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return onKeyDown(event);
    if (isListed && (isKey(event, 'choiceDown') || isKey(event, 'choiceUp'))) {
      event.preventDefault();
      const [count, by] = [Math.max(1, found.length), isKey(event, 'choiceDown') ? 1 : -1];
      return setGone(found[marked < 0 && by < 0 ? count - 1 : (marked + by + count) % count]?.id);
    }
    if (isListed && isKey(event, 'closeChoices')) {
      event.preventDefault();
      event.stopPropagation();
      return setIsOpen(false);
    }
    if (isKey(event, 'choose') && isOpen && row.parameter_id === null && row.name.trim() !== '') {
      const choice = found[marked];
      if (choice) pick(choice);
      else resolve(row.name);
    }
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
            onLeave();
            if (row.parameter_id === null && row.name.trim() !== '') resolve(row.name);
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
