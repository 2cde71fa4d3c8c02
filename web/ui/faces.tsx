import { Button } from '@blueprintjs/core';
import { Refresh, WarningSign } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { Problem } from '#web/lib/http.ts';
import styles from './faces.module.css';

interface LoadingProps {
  /** What is read, for screen readers: 'Reading patients'. */
  label: string;
  /** Lines of the skeleton where no truer layout is given. */
  rows?: number;
  children?: ReactNode;
}

/** The loading face: room for 200 ms, then a skeleton of the layout to come. */
export const Loading = ({ label, rows = 5, children }: LoadingProps) => (
  <output className={styles.loading} aria-label={label} aria-busy="true">
    {children ?? Array.from({ length: rows }, (_, index) => <div key={index} className={`bp6-skeleton ${styles.line}`} />)}
  </output>
);

const reasonOf = (error: Problem | undefined): string => {
  if (error === undefined) return '';
  if (error.status === 0) return 'The server cannot be reached. Check the network.';
  if (error.code === 'rebuilding') return 'This list is being rebuilt. It will appear by itself.';
  if (error.status === 403 && error.code !== 'local-secret') return "You're not authorized to see this.";
  if (error.status === 404) return 'It was not found, or it was removed.';
  return error.message;
};

interface FailedProps {
  /** What could not be read: 'patients'. */
  what: string;
  error: Problem | undefined;
  onRetry?: (() => void) | undefined;
}

interface FaceProps {
  icon?: ReactNode;
  title: ReactNode;
  text?: string | undefined;
  /** What can be done about it. */
  children?: ReactNode;
}

/** Stands where content would be. */
export const Face = ({ icon, title, text, role, children }: FaceProps & { role?: 'alert' }) => (
  <div className={styles.face} role={role}>
    {icon}
    <p>
      <strong>{title}</strong>
    </p>
    {text !== undefined && <p className="bp6-text-muted">{text}</p>}
    {children}
  </div>
);

/** The failed face: what, why and 'Try again'. */
export const Failed = ({ what, error, onRetry }: FailedProps) => (
  <Face role="alert" icon={<WarningSign aria-hidden />} title={`The ${what} could not be read`} text={reasonOf(error)}>
    {onRetry && <Button text="Try again" icon={<Refresh />} onClick={onRetry} />}
  </Face>
);

interface EmptyProps {
  /** The documents' words: 'There are no diagnoses available'. */
  title: ReactNode;
  text?: string | undefined;
  /** The action that fills it. */
  children?: ReactNode;
}

/** The empty face. */
export const Empty = (props: EmptyProps) => <Face {...props} />;

interface NotRefreshedProps {
  /** What could not be read, where something else stands below: 'Reports of external records'. */
  what?: string;
  error?: Problem | undefined;
  onRetry?: (() => void) | undefined;
}

/** A line above what was read before: it could not be refreshed. */
export function NotRefreshed({ what, error, onRetry }: NotRefreshedProps) {
  return (
    <output className={styles.notRefreshed}>
      <WarningSign aria-hidden />
      <span>
        {what === undefined ? 'Not refreshed.' : `${what} could not be read.`} {reasonOf(error)}
      </span>
      {onRetry && <Button variant="minimal" size="small" text="Try again" onClick={onRetry} />}
    </output>
  );
}
