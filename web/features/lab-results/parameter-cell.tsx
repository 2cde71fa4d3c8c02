import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { searchText } from '#contracts/rules/search-text';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { exactly, usualOf } from '#web/record/catalogue/parameter-choice.ts';
import { askCatalogue, keptAsTyped, SUGGESTED, useParameterSearch } from '#web/record/catalogue/use-parameter-search.ts';
import { RequestParameter } from '#web/record/catalogue/request-parameter.tsx';
import { Options, useCombobox } from '#web/ui/combobox.tsx';
import { Choice } from '#web/ui/readings.tsx';
import { isNamedByValue, type Row } from './entry-rows.ts';
import styles from './entry-grid.module.css';
import entry from '#web/record/form/value-read.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

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
  /** Keys that are none of the list's. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A parameter by name or any alias. Enter picks: the marked suggestion, or what the catalogue answers to the typed text. */
export function ParameterCell({ row, label, error, disabled, onType, onPick, onLeave, onGoOn, onKeyDown, onPaste }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { found, first, readiness, isListed } = useParameterSearch(row.name, isOpen, SUGGESTED.form);
  const latest = useRef(row.name);
  const [offers, setOffers] = useState<{ name: string; found: LabParameterView[] }>();
  const submittedName = useRef<string>(undefined);

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
    submittedName.current = isEntered ? name : undefined;
    // the name stands as it is typed: no error says any more that the catalogue is being asked
    const settled = () => latest.current === name && onType(name);
    askCatalogue(name, new AbortController().signal).then((answer) => {
      if (latest.current !== name) return;
      const exact = exactly(name, answer);
      const choice = exact ?? (isEntered ? usualOf(name, answer) : undefined);
      if (!choice) {
        setOffers({ name, found: answer.slice(0, 3) });
        return settled();
      }
      pick(choice, exact ? undefined : name);
    }, settled);
  };
  const typed = row.name.trim();
  const isSearching = isOpen && typed !== '';
  const combobox = useCombobox({
    id: `${id}-list`,
    typed,
    readiness,
    rows: found,
    first,
    isOpen: isSearching,
    isListed,
    isKnown: true,
    onOpen: setIsOpen,
    onEnter: (marked) => {
      setIsOpen(false);
      if (marked) pick(marked);
      // a value in the place of a name stays under the hand that typed it
      else if (isNamedByValue(row)) return onLeave();
      else resolve(row.name, true);
      onGoOn();
    },
  });

  const isUnknown = typed !== '' && row.parameter_id === null && !isOpen;
  const offered = offers?.name === row.name ? offers.found : [];
  return (
    <>
      <input
        {...combobox.input}
        className="bp6-input"
        data-cell={`${row.entry_id} name`}
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        disabled={disabled}
        title={row.name}
        value={row.name}
        onChange={(event) => {
          latest.current = event.target.value;
          setIsOpen(true);
          onType(event.target.value);
        }}
        onKeyDown={(event) => {
          if (!isSearching || !combobox.press(event)) onKeyDown(event);
        }}
        onPaste={onPaste}
        onBlur={() => {
          combobox.close();
          onLeave();
          if (row.parameter_id === null && typed !== '' && submittedName.current !== row.name) resolve(row.name);
        }}
      />
      {isListed && (
        <Options
          {...combobox.options}
          label="Parameters"
          rows={found}
          isFormer={readiness === 'awaited'}
          text={(parameter) => <Named parameter={parameter} typed={row.name} />}
          hint={({ unit }) => unit}
          notes={[found.length === 0 && keptAsTyped(readiness)]}
          onPick={pick}
        />
      )}
      <div id={`${id}-note`} className={`${entry.note} ${styles.note}`}>
        {error ? (
          <span className={fieldStyles.error}>{error}</span>
        ) : row.parameter_id !== null && row.taken_for?.as === row.name ? (
          `taken for '${row.taken_for.typed}'`
        ) : (
          isUnknown && (
            <span className={offered.length > 0 ? fieldStyles.doubt : undefined}>
              {offered.length > 0 ? 'Not found under this name. ' : 'not in the catalogue: kept under this name '}
              {offered.length === 0 && !disabled && <RequestParameter name={typed} />}
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

/** A parameter's name, with the alias that was typed where that is another. */
function Named({ parameter: { primary_alias, aliases }, typed }: { parameter: LabParameterView; typed: string }) {
  const wanted = searchText(typed);
  const alias = searchText(primary_alias).includes(wanted) ? undefined : aliases.find((each) => searchText(each).includes(wanted));
  return (
    <>
      {primary_alias}
      {alias !== undefined && <span className="bp6-text-muted"> ({alias})</span>}
    </>
  );
}
