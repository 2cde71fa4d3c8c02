import { Button } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { useState } from 'react';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { useCommandId } from '#web/lib/command-id.ts';
import { showInstant } from '#web/lib/dates.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { labParameterCalls } from './lab-parameters.data.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './lab-parameter.module.css';

interface Props {
  merged: NonNullable<LabParameterView['merged']>;
  readOnly: boolean;
  onUndone: (accepted: Accepted, names: string) => void;
}

interface Merge {
  merge_id: string;
  names: string[];
  at: string;
}

/** What was merged together is undone together. */
const mergesOf = (merged: Props['merged']): Merge[] => {
  const merges = new Map<string, Merge>();
  for (const { merge_id, aliases, at } of merged) {
    const merge = merges.get(merge_id) ?? { merge_id, names: [], at };
    merges.set(merge_id, { ...merge, names: [...merge.names, aliases[0] ?? 'a requested name'] });
  }
  return [...merges.values()];
};

/** What stands on the lines of this parameter, each merge with its undoing. */
export function MergedList({ merged, readOnly, onUndone }: Props) {
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const commandId = useCommandId();
  const merges = mergesOf(merged).filter(({ merge_id }) => !undone.has(merge_id));
  const undo = async ({ merge_id, names }: Merge) => {
    setWorking(merge_id);
    setFailure(undefined);
    try {
      const accepted = await labParameterCalls.undoMerge(merge_id, commandId(['undo', merge_id]));
      setUndone((before) => new Set([...before, merge_id]));
      onUndone(accepted, names.join(', '));
    } catch (cause) {
      setFailure(refusalText(cause));
    }
    setWorking(undefined);
  };
  if (merges.length === 0) return null;
  return (
    <fieldset className={styles.lines}>
      <legend className={fieldStyles.label}>Merged into this parameter</legend>
      <ul className={styles.merged}>
        {merges.map((merge) => (
          <li key={merge.merge_id}>
            <span>
              {merge.names.join(', ')} <span className="bp6-text-muted">merged {showInstant(merge.at)}</span>
            </span>
            {!readOnly && (
              <Button
                size="small"
                icon={<Undo />}
                text="Undo merge"
                aria-label={`Undo merge of ${merge.names.join(', ')}`}
                disabled={working !== undefined}
                loading={working === merge.merge_id}
                onClick={() => void undo(merge)}
              />
            )}
          </li>
        ))}
      </ul>
      {failure && (
        <p className={fieldStyles.error} role="alert">
          {failure}
        </p>
      )}
    </fieldset>
  );
}
