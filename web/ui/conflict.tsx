import { Button, Callout } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';

export interface Difference {
  field: string;
  label: string;
  /** In readable form. */
  mine: string;
  theirs: string;
}

interface Props {
  differences: readonly Difference[];
  /** Fields for which the stored value is taken; for all others what was typed stays. */
  onResolve: (taken: ReadonlySet<string>) => void;
}

/** Somebody else changed the item meanwhile: both versions side by side, nothing typed is lost. */
export function Conflict({ differences, onResolve }: Props) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, []);
  const choose = (field: string, take: boolean) => {
    const next = new Set(taken);
    if (take) next.add(field);
    else next.delete(field);
    setTaken(next);
  };
  return (
    <div ref={box} tabIndex={-1}>
      <Callout intent="warning" compact className="conflict" role="alert" icon={null}>
        <p>Somebody else has changed this since you opened it. Choose what shall stand, then submit again.</p>
        {differences.length > 0 && (
          <table className="data-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">In this form</th>
                <th scope="col">Stored now</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, label, mine, theirs }) => (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  {[
                    { text: mine, take: false },
                    { text: theirs, take: true },
                  ].map(({ text, take }) => (
                    <td key={String(take)}>
                      <label className="conflict-choice">
                        <input
                          aria-label={`${label}: ${text || 'empty'}`}
                          type="radio"
                          name={`conflict-${field}`}
                          checked={taken.has(field) === take}
                          onChange={() => choose(field, take)}
                        />
                        <span>{text || '(empty)'}</span>
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Button text={differences.length > 0 ? 'Use this choice' : 'Go on'} onClick={() => onResolve(taken)} />
      </Callout>
    </div>
  );
}
