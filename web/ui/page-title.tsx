import type { ReactNode } from 'react';
import styles from './page-title.module.css';

interface Props {
  title: string;
  /** How many, as '1,204 patients'. */
  count?: string | undefined;
  /** The one main action, at the right. */
  children?: ReactNode;
}

/** The title line of a screen: where I am, how many, the main action. */
export function PageTitle({ title, count, children }: Props) {
  return (
    <header className={styles.title}>
      <h1>{title}</h1>
      {count !== undefined && (
        <span className="bp6-text-muted" aria-live="polite">
          {count}
        </span>
      )}
      <div className={styles.actions}>{children}</div>
    </header>
  );
}
