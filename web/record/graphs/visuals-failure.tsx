import { Button } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import type { Visuals } from './use-visuals.tsx';
import styles from './visuals-failure.module.css';

/** Chart settings that could not be read or saved; what was changed stays on the screen. */
export function VisualsFailure({ visuals: { failure, retry } }: { visuals: Visuals }) {
  if (!failure) return null;
  const { what, problem } = failure;
  const why = !problem || problem.status === 0 ? 'The server cannot be reached.' : problem.message;
  return (
    <div className={styles.failure} role="alert">
      <WarningSign aria-hidden />
      <span>
        Chart settings could not be {what}. {why}{' '}
        {what === 'saved' ? 'They stay as they are here.' : 'Changes are not saved until they are.'}
      </span>
      <Button variant="minimal" size="small" text="Try again" onClick={retry} />
    </div>
  );
}
