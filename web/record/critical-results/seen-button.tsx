import { Button } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { useCommandId } from '#web/lib/command-id.ts';
import { showCount } from '#web/lib/numbers.ts';
import { Problem } from '#web/lib/problem.ts';
import { useSession } from '#web/lib/session.tsx';
import { classes } from '#web/ui/table.tsx';
import { keyOf, type Markable, markCriticalSeen } from './critical-results.data.ts';
import { useMarks } from './seen-marks.tsx';
import type { Staying } from './use-staying.ts';
import styles from './critical-results.module.css';

interface Props {
  /** What is marked, for screen readers: 'Ava Morgan, Potassium, 11/27/2026'. */
  label: string;
  rows: readonly Staying<Markable>[];
}

/** Changed or removed since it was read: this one alone cannot be marked, the others can. */
const isOutdated = (cause: unknown): boolean => cause instanceof Problem && (cause.status === 409 || cause.status === 404);

const outdatedText = (count: number, total: number): string =>
  total === 1
    ? 'This result changed in the meantime. Look again.'
    : `${showCount(count, 'result')} changed in the meantime and ${count === 1 ? 'was' : 'were'} not marked.`;

/** Why these rows have nothing to mark; undefined while one of them has. @param times when each of them was marked here */
const settledText = (rows: Props['rows'], times: readonly (string | undefined)[]): string | undefined => {
  if (rows.some(({ isSettled }) => !isSettled)) return undefined;
  return times.includes(undefined) ? 'seen or changed meanwhile' : `seen by you, ${times.at(-1)}`;
};

/**
 * 'Seen' for rows, which are marked one after the other; assistants only read what became of them. The button stays the same element when
 * nothing is left to mark, and does nothing then: neither the focus nor a second click goes anywhere else.
 */
export function SeenButton({ label, rows }: Props) {
  const marks = useMarks();
  const isDoctor = useSession().user.roles.includes('Doctor');
  const [progress, setProgress] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const isPending = useRef(false);
  const commandId = useCommandId();
  const settled = settledText(
    rows,
    rows.map(({ item }) => marks.timeOf(item)),
  );

  const mark = async () => {
    const open = rows.filter(({ isSettled }) => !isSettled).map(({ item }) => item);
    if (isPending.current || open.length === 0) return;
    isPending.current = true;
    const total = open.length;
    let position: string | undefined;
    let [marked, outdated] = [0, 0];
    let failed: string | undefined;
    setFailure(undefined);
    try {
      for (const one of open) {
        setProgress(total === 1 ? 'Marking…' : `${marked + outdated + 1} of ${total}`);
        try {
          ({ position } = await markCriticalSeen(one, commandId(keyOf(one))));
          marks.add(one);
          marked += 1;
        } catch (cause) {
          if (!isOutdated(cause)) throw cause;
          outdated += 1;
        }
      }
      if (outdated > 0) failed = outdatedText(outdated, total);
    } catch (cause) {
      const why = cause instanceof Problem ? cause.message : 'Something failed';
      failed = total === 1 ? `Not marked: ${why}` : `Marked ${marked} of ${total}, then it failed: ${why}`;
    }
    setFailure(failed);
    marks.announce(failed ?? `Marked as seen: ${label}`);
    await marks.refresh(position);
    setProgress(undefined);
    isPending.current = false;
  };

  if (!isDoctor) return settled === undefined ? null : <span className="bp6-text-muted">{settled}</span>;
  const text = progress ?? settled;
  return (
    <span className={styles.seen}>
      <Button
        size="small"
        variant={text === undefined ? 'solid' : 'minimal'}
        className={classes(text !== undefined && styles.passive)}
        text={text ?? 'Seen'}
        aria-label={`${text ?? 'Seen'}: ${label}`}
        aria-disabled={text !== undefined}
        onClick={() => void mark()}
      />
      {failure !== undefined && settled === undefined && <span className={styles.failure}>{failure}</span>}
    </span>
  );
}
