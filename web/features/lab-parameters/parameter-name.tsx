import type { LabParameterView } from '#contracts/lab/lab-parameters';
import styles from './lab-parameters.module.css';

/** The primary alias, the others after it, and what was merged into it marked as such. */
export function ParameterName({ parameter: { primary_alias, aliases, merged = [] } }: { parameter: LabParameterView }) {
  const others = aliases.slice(1).join(', ');
  const away = merged.flatMap((one) => one.aliases).join(', ');
  return (
    <span className={styles.names}>
      <span>{primary_alias}</span>
      {others && (
        <span className={styles.others} title={others}>
          {others}
        </span>
      )}
      {away && (
        <span className={styles.others} title={away}>
          merged: {away}
        </span>
      )}
    </span>
  );
}
