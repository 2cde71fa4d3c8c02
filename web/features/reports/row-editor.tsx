import { Button, InputGroup, Menu, MenuItem, PopoverNext, Switch } from '@blueprintjs/core';
import { Tick, WarningSign } from '@blueprintjs/icons';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import type { LabParameterView } from '#contracts/lab-parameters';
import { readTypedValue } from '#contracts/typed-value';
import { http } from '#web/lib/http.ts';
import { SEARCH_DEBOUNCE, useDebounced } from '#web/lib/search.ts';
import { doubtsOf, type Field, isOpen, type RowDraft, rowErrors, standingOf } from './page-draft.ts';
import { Strip } from './page-image.tsx';

interface Props {
  row: RowDraft;
  isActive: boolean;
  page: { width: number; height: number };
  url: string | undefined;
  disabled: boolean;
  onChange: (id: string, change: Partial<RowDraft>) => void;
  onActive: (row: string, field: Field | undefined) => void;
}

const texts: Record<ReturnType<typeof standingOf>, string> = {
  ignored: 'Ignored',
  manual: 'Added by hand',
  incomplete: 'Incomplete',
  unknown: 'Not in the catalogue',
  doubtful: 'Doubtful',
  recognised: 'Recognised',
};

/** Suggestions for the name being typed, with the catalogue's first names. */
const useSuggestions = (query: string): readonly LabParameterView[] => {
  const [found, setFound] = useState<{ query: string; items: readonly LabParameterView[] }>({ query: '', items: [] });
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    http
      .get<{ items: LabParameterView[] }>(`/api/lab-parameters?status=Approved&skip=0&take=10&query=${encodeURIComponent(query)}`, {
        signal: controller.signal,
        quiet: true,
      })
      .then(
        ({ items }) => setFound({ query, items }),
        () => setFound({ query, items: [] }),
      );
    return () => controller.abort();
  }, [query]);
  return query !== '' && found.query === query ? found.items : [];
};

/** One row of the page: name, value, unit and range, with what is doubtful about it and the strip it was read from. */
export const RowEditor = memo(function RowEditor({ row, isActive, page, url, disabled, onChange, onActive }: Props) {
  const [isNaming, setIsNaming] = useState(false);
  const [at, setAt] = useState(0);
  const [query] = useDebounced(isNaming ? row.name.trim() : '', SEARCH_DEBOUNCE);
  const suggestions = useSuggestions(isNaming ? query : '');
  const errors = rowErrors(row);
  const value = readTypedValue(row.value);
  const standing = standingOf(row);
  const change = (part: Partial<RowDraft>) => onChange(row.id, part);
  const pick = (parameter: LabParameterView | undefined) => {
    if (!parameter) return;
    setIsNaming(false);
    change({ name: parameter.primary_alias, parameter_id: parameter.id, fuzzy_match_from: undefined, isAccepted: true });
  };

  const onNameKey = (event: KeyboardEvent) => {
    if (suggestions.length === 0) return;
    if (event.key === 'ArrowDown') setAt((now) => Math.min(suggestions.length - 1, now + 1));
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(0, now - 1));
    else if (event.key === 'Enter') pick(suggestions[at]);
    else if (event.key === 'Escape') setIsNaming(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shade = (text: string) => (row.ignored ? '' : text.trim() === '' ? 'is-empty' : 'is-filled');
  const input = (field: Field, part: 'name' | 'value' | 'unit' | 'min' | 'max', label: string) => ({
    id: `${row.id}-${part}`,
    'aria-label': `${label} of ${row.name || 'the row'}`,
    'aria-invalid': (part === 'unit' ? undefined : errors[part]) !== undefined,
    value: row[part],
    disabled: disabled || row.ignored,
    autoComplete: 'off',
    onFocus: () => onActive(row.id, field),
    className: part === 'unit' ? 'row-unit' : `row-${part} ${shade(row[part])}`,
  });

  return (
    <div
      className={`ocr-row is-${standing} ${isActive ? 'is-active' : ''}`}
      role="group"
      aria-label={`${row.name || 'Row'}: ${texts[standing]}`}
      data-row={row.id}
      data-open={isOpen(row) || undefined}
      onMouseEnter={() => onActive(row.id, undefined)}
    >
      {isOpen(row) && (
        <div className="ocr-doubt">
          {row.region && <Strip url={url} page={page} region={row.region} />}
          <span className="ocr-doubt-text">
            <WarningSign size={12} aria-hidden /> {doubtsOf(row)}
          </span>
          <Button size="small" icon={<Tick />} text="Right as it stands" disabled={disabled} onClick={() => change({ isAccepted: true })} />
        </div>
      )}
      <div className="ocr-fields">
        <PopoverNext
          isOpen={isNaming && suggestions.length > 0}
          placement="bottom-start"
          autoFocus={false}
          enforceFocus={false}
          content={
            // the field keeps the focus, or the list would be gone before the click
            <Menu onMouseDown={(event) => event.preventDefault()}>
              {suggestions.map((each, index) => (
                <MenuItem key={each.id} active={index === at} text={each.primary_alias} label={each.unit} onClick={() => pick(each)} />
              ))}
            </Menu>
          }
          renderTarget={({ isOpen: _isOpen, ref, className: _className, ...target }) => (
            <InputGroup
              {...target}
              {...input('name', 'name', 'Name')}
              inputRef={ref}
              className={`row-name ${shade(row.name)} ${row.fuzzy_match_from ? 'is-fuzzy' : ''}`}
              leftElement={
                row.parameter_id === null && !row.ignored ? <WarningSign className="no-id" title="Not in the catalogue" /> : undefined
              }
              onValueChange={(name) => {
                setIsNaming(true);
                setAt(0);
                change({ name, parameter_id: null, fuzzy_match_from: undefined });
              }}
              onBlur={() => setIsNaming(false)}
              onKeyDown={onNameKey}
            />
          )}
        />
        <InputGroup
          {...input('value', 'value', 'Value')}
          inputMode="decimal"
          onValueChange={(typed) => change({ value: typed })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isOpen(row)) {
              event.preventDefault();
              change({ isAccepted: true });
            }
          }}
        />
        <span className={`row-flag ${row.flag ? 'is-set' : ''}`} title={row.flag ? 'Flag as printed by the laboratory' : undefined}>
          {row.flag}
        </span>
        <InputGroup {...input('unit', 'unit', 'Unit')} placeholder="no unit" onValueChange={(unit) => change({ unit })} />
        <InputGroup
          {...input('range', 'min', 'Lower limit')}
          inputMode="decimal"
          placeholder="min"
          onValueChange={(min) => change({ min })}
        />
        <span aria-hidden>–</span>
        <InputGroup
          {...input('range', 'max', 'Upper limit')}
          inputMode="decimal"
          placeholder="max"
          onValueChange={(max) => change({ max })}
        />
        <Switch
          className="row-ignore"
          checked={row.ignored}
          disabled={disabled}
          labelElement={<span className="visually-hidden">Ignore {row.name}</span>}
          title="Ignore this row"
          onChange={(event) => change({ ignored: event.currentTarget.checked })}
        />
      </div>
      {value.kind === 'ambiguous' && !row.ignored && (
        <p className="field-error row-note" role="alert">
          Is it{' '}
          {value.readings.map((reading, index) => (
            <Button
              key={reading}
              size="small"
              text={reading}
              aria-label={`It is ${reading}${index === 0 ? '' : ', with a thousands separator'}`}
              onClick={() => change({ value: `${value.comparator ?? ''}${reading}` })}
            />
          ))}{' '}
          ?
        </p>
      )}
      {value.kind === 'text' && !row.ignored && <p className="field-help row-note">Read as words: {value.text}</p>}
      {[errors.name, errors.min ?? errors.max].filter(Boolean).map((text) => (
        <p key={text} className="field-error row-note">
          {text}
        </p>
      ))}
      {row.fuzzy_match_from && !row.ignored && (
        <p className="field-help row-note">
          Parameter [{row.name}] was matched using the fuzzy algorithm from the original phrase [{row.fuzzy_match_from}].
        </p>
      )}
    </div>
  );
});
