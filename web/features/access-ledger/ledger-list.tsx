import { Button, Callout } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { ACCESS_TAKE, type LedgerGap, type LedgerPageOf } from '#contracts/people/access-ledger';
import { former } from '#web/lib/asked.ts';
import { showInstant } from '#web/lib/dates.ts';
import type { Live } from '#web/lib/live.ts';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { Paging } from '#web/ui/paging.tsx';
import { classes } from '#web/ui/table.tsx';
import type { LedgerPlace } from './access-ledger.data.ts';
import styles from './access-ledger.module.css';

/** The page of the address, and going to another one: all count up to the entry that was the newest on the first. */
export const useLedgerPlace = () => {
  const [params, set] = useParam();
  const place: LedgerPlace = { skip: Math.max(0, Number(params.get('skip')) || 0), up_to: params.get('up_to') ?? undefined };
  const go = (skip: number, up_to?: number) =>
    set(skip === 0 ? { skip: undefined, up_to: undefined } : { skip: String(skip), up_to: String(up_to) });
  return [place, go] as const;
};

interface Props<T, P extends LedgerPageOf<T>> {
  read: Live<P>;
  place: LedgerPlace;
  go: (skip: number, up_to?: number) => void;
  /** What is typed was not asked yet. */
  isFormer?: boolean;
  empty: ReactNode;
  children: (page: P) => ReactNode;
}

/** A page of the ledger in its four faces, with what is missing in it. */
export function LedgerList<T, P extends LedgerPageOf<T>>({ read, place, go, isFormer = false, empty, children }: Props<T, P>) {
  const { data, error, isLoading, isPrevious, refresh } = read;
  return (
    <>
      {isLoading && <Loading label="Reading the access log" rows={8} />}
      {!isLoading && !data && <Failed what="access log" error={error} onRetry={() => void refresh()} />}
      {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {data && <Gaps gaps={data.gaps} />}
      {data && data.items.length === 0 && empty}
      {data && data.items.length > 0 && (
        <div {...former(isFormer || isPrevious)}>
          {children(data)}
          {data.overall_count > ACCESS_TAKE && (
            <Paging skip={place.skip} take={ACCESS_TAKE} total={data.overall_count} onChange={({ skip }) => go(skip, data.up_to)} />
          )}
        </div>
      )}
    </>
  );
}

const gapText = ({ from, to, missing }: LedgerGap): string => {
  const between = `Between ${showInstant(from)} and ${showInstant(to)}`;
  if (missing === null) return `${between} the program was ended: its last reads may be missing.`;
  return `${between} ${missing.toLocaleString('en-US')} ${missing === 1 ? 'read' : 'reads'} of all clinics could not be written.`;
};

const Gaps = ({ gaps }: { gaps: readonly LedgerGap[] }) =>
  gaps.length > 0 && (
    <details className={classes(styles.fold, styles.gaps)}>
      <summary>This log is not complete</summary>
      <ul>
        {gaps.map((gap) => (
          <li key={`${gap.from} ${gap.to}`}>{gapText(gap)}</li>
        ))}
      </ul>
    </details>
  );

/** Saves the list as a file, or says that it could not be. */
export function ExportCsv({ save }: { save: () => Promise<void> }) {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  const run = () => {
    setState('working');
    save().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <>
      {state === 'failed' && (
        <Callout role="alert" intent="danger" compact className={styles.failed}>
          The file could not be made. Please try again.
        </Callout>
      )}
      <Button icon={<Export />} text="Export CSV" disabled={state === 'working'} onClick={run} />
    </>
  );
}
