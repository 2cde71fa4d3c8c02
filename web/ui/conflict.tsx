import { Button, Callout } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Headings } from './table.tsx';
import table from './table.module.css';
import styles from './conflict.module.css';

export interface Difference {
  field: string;
  label: string;
  /** In readable form. */
  mine: string;
  theirs: string;
}

interface Props {
  differences: readonly Difference[];
  /** Of these, the fields that were typed in here; undefined where it is not known what the form began with. */
  typed: ReadonlySet<string> | undefined;
  /** Fields for which the stored value is taken; for all others what was typed stays. */
  onResolve: (taken: ReadonlySet<string>) => void;
}

type Choice = 'mine' | 'theirs';

/**
 * Somebody else changed the item meanwhile: both versions side by side, nothing typed is lost. Chosen at first is what was typed here, and
 * what is stored for fields that nobody touched here: a choice that was not read must not undo what the other person changed.
 */
export function Conflict({ differences, typed, onResolve }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const choiceOf = (field: string): Choice | undefined => chosen.get(field) ?? (typed && (typed.has(field) ? 'mine' : 'theirs'));
  const open = differences.filter(({ field }) => choiceOf(field) === undefined);
  const hasUntouched = typed !== undefined && differences.some(({ field }) => !typed.has(field));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Callout intent="warning" compact className={styles.conflict} role="alert" icon={null}>
        <p>
          Somebody else has changed this since you opened it. Choose what shall stand, then submit again.
          {hasUntouched && ' Where nothing was typed here, what is stored now is chosen.'}
          {typed === undefined && differences.length > 0 && ' Which of these fields were typed in here is not known: choose in each line.'}
        </p>
        {differences.length > 0 && (
          <table className={table.table}>
            <Headings of={['Field', 'In this form', 'Stored now']} />
            <tbody>
              {differences.map(({ field, label, mine, theirs }) => (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  {[
                    { text: mine, choice: 'mine' as const, note: typed && (typed.has(field) ? 'typed here' : 'not typed here') },
                    { text: theirs, choice: 'theirs' as const, note: undefined },
                  ].map(({ text, choice, note }) => (
                    <td key={choice}>
                      <label className={styles.choice}>
                        <input
                          aria-label={[`${label}: ${text || 'empty'}`, note].filter(Boolean).join(', ')}
                          type="radio"
                          name={`conflict-${field}`}
                          checked={choiceOf(field) === choice}
                          onChange={() => setChosen(new Map(chosen).set(field, choice))}
                        />
                        <span>
                          {text || '(empty)'}
                          {note && <span className={styles.note}>{note}</span>}
                        </span>
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Button
          text={differences.length > 0 ? 'Use this choice' : 'Go on'}
          disabled={open.length > 0}
          onClick={() => onResolve(new Set(differences.flatMap(({ field }) => (choiceOf(field) === 'theirs' ? [field] : []))))}
        />
        {open.length > 0 && <span className={styles.open}>Not chosen yet: {open.map(({ label }) => label).join(', ')}</span>}
      </Callout>
    </div>
  );
}
