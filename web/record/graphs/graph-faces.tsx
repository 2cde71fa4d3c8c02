import type { ReactNode } from 'react';
import type { Live } from '#web/lib/live.ts';
import { NothingLine } from '#web/record/section/section.tsx';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import styles from './section-graph.module.css';

interface Props<T> {
  /** The documents' word: 'lab results'. */
  what: string;
  live: Live<{ items: T[] }>;
  /** Draws what there is. */
  children: (items: readonly T[]) => ReactNode;
}

/** The four faces of a section's graph. */
export function GraphFaces<T>({ what, live, children }: Props<T>) {
  if (live.isLoading) {
    return (
      <Loading label={`Reading ${what}`}>
        <div className={styles.graph} data-graph>
          <div className="bp6-skeleton" />
          <div className="bp6-skeleton" />
        </div>
      </Loading>
    );
  }
  const retry = () => void live.refresh();
  if (!live.data) return <Failed what={what} error={live.error} onRetry={retry} />;
  return (
    <>
      {live.error && <NotRefreshed error={live.error} onRetry={retry} />}
      {live.data.items.length > 0 ? children(live.data.items) : <NothingLine title={`There are no ${what} available`} />}
    </>
  );
}
