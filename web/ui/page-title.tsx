import type { ReactNode } from 'react';

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
    <header className="page-title">
      <h1>{title}</h1>
      {count !== undefined && (
        <span className="page-count" aria-live="polite">
          {count}
        </span>
      )}
      <div className="page-actions">{children}</div>
    </header>
  );
}
