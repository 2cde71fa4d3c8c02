import { Button, InputGroup } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, Cross, Plus } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { searchText } from '#contracts/rules/search-text';
import { useAnswer } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { findParameters } from '#web/record/catalogue/lab-parameters.data.ts';
import { startHere } from '#web/ui/start-here.ts';
import { type TypedAlias, typedAlias } from './lab-parameter.form.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './lab-parameter.module.css';

interface Props {
  aliases: readonly TypedAlias[];
  /** Those that the catalogue has of it: whose they are need not be asked. */
  known: readonly string[];
  /** Not there for a new one. */
  parameterId: string | undefined;
  errors: FieldErrors;
  readOnly: boolean;
  onChange: (aliases: readonly TypedAlias[]) => void;
  onLeave: (field: `aliases.${string}`) => void;
}

/** All names that a parameter answers to. The first is the primary alias; buttons or Alt and an arrow move one. */
export function AliasFields({ aliases, known, parameterId, errors, readOnly, onChange, onLeave }: Props) {
  const box = useRef<HTMLFieldSetElement>(null);
  // a line that moved, or is new, has the focus where it is drawn
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(`[data-alias="${wanted.current}"] input`)?.focus();
    wanted.current = undefined;
  });
  const move = (from: number, by: 1 | -1) => {
    const to = from + by;
    const moved = aliases[from];
    if (!moved || to < 0 || to >= aliases.length) return;
    wanted.current = moved.key;
    const others = aliases.filter((one) => one !== moved);
    onChange([...others.slice(0, to), moved, ...others.slice(to)]);
  };
  const add = () => {
    const added = typedAlias();
    wanted.current = added.key;
    onChange([...aliases, added]);
  };
  const isOne = aliases.length < 2;
  return (
    <fieldset ref={box} className={styles.lines}>
      <legend className={fieldStyles.label}>Aliases</legend>
      {aliases.map(({ key, alias }, index) => {
        const name = alias.trim() || `alias ${index + 1}`;
        const error = errors[`aliases.${index}.alias`]?.join(', ');
        return (
          <div key={key} data-alias={key} className={styles.alias}>
            <InputGroup
              aria-label={index === 0 ? 'Primary alias' : `Alias ${index + 1}`}
              aria-invalid={error !== undefined || undefined}
              {...(index === 0 ? startHere : {})}
              readOnly={readOnly}
              maxLength={2000}
              autoComplete="off"
              value={alias}
              onValueChange={(text) => onChange(aliases.map((one, at) => (at === index ? { ...one, alias: text } : one)))}
              onBlur={() => onLeave(`aliases.${index}.alias`)}
              onKeyDown={(event) => {
                const by = isKey(event, 'aliasUp') ? -1 : isKey(event, 'aliasDown') ? 1 : undefined;
                if (by === undefined || readOnly) return;
                event.preventDefault();
                move(index, by);
              }}
              rightElement={index === 0 ? <span className={styles.primary}>primary</span> : undefined}
            />
            {!readOnly && (
              <>
                <Button
                  variant="minimal"
                  icon={<ArrowUp />}
                  aria-label={`Move ${name} up`}
                  title="Alt Up"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Button
                  variant="minimal"
                  icon={<ArrowDown />}
                  aria-label={`Move ${name} down`}
                  title="Alt Down"
                  disabled={index === aliases.length - 1}
                  onClick={() => move(index, 1)}
                />
                <Button
                  variant="minimal"
                  icon={<Cross />}
                  aria-label={`Remove ${name}`}
                  title={isOne ? 'A parameter has one alias at least' : 'Remove'}
                  disabled={isOne}
                  onClick={() => onChange(aliases.filter((one) => one.key !== key))}
                />
              </>
            )}
            {error && <div className={fieldStyles.error}>{error}</div>}
            {!readOnly && !known.includes(alias) && <TakenNote alias={alias} parameterId={parameterId} />}
          </div>
        );
      })}
      {errors['aliases'] && <div className={fieldStyles.error}>{errors['aliases'].join(', ')}</div>}
      {!readOnly && <Button size="small" icon={<Plus />} text="Add alias" onClick={add} />}
    </fieldset>
  );
}

/** How many that answer to a text are looked through for one that is called exactly so. */
const LOOKED_THROUGH = 5;

const findLike = (alias: string, signal: AbortSignal) => findParameters(alias, LOOKED_THROUGH, signal);

const isCalled = ({ aliases, merged = [] }: LabParameterView, alias: string): boolean =>
  [...aliases, ...merged.flatMap((one) => one.aliases)].some((one) => searchText(one) === searchText(alias));

/** Says that another parameter answers to the same name: rows of reports that have it fit both. It may be meant. */
function TakenNote({ alias, parameterId }: { alias: string; parameterId: string | undefined }) {
  const typed = alias.trim();
  const { found } = useAnswer(typed, SEARCH_DEBOUNCE, typed === '' ? undefined : findLike);
  const other = found?.find((one) => one.id !== parameterId && isCalled(one, typed));
  return other ? (
    <div className={fieldStyles.doubt} role="status">
      {`${other.primary_alias} answers to this name too: rows of reports with it will wait for a person.`}
    </div>
  ) : null;
}
