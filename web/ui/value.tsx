import { isCritical, type LabValue, type Standing, strictSign } from '#contracts/observations/lab-values';
import { showNumber, showRange } from '#web/lib/numbers.ts';
import { OrEqual, OutOfRange } from '#web/ui/glyphs.tsx';
import { classes } from './table.tsx';
import styles from './value.module.css';

type Quantity = { value: string | null; comparator?: string | undefined; text?: string | undefined };

function Sign({ comparator }: { comparator: string }) {
  if (comparator === '<=' || comparator === '>=') return <OrEqual sign={comparator} />;
  return <>{comparator}</>;
}

/** A quantity or a text result with the arrow of a value outside its range. */
export function Value({ entry, standing = null, isMeasured = false }: { entry: Quantity; standing?: Standing; isMeasured?: boolean }) {
  const out = standing === 'low' || standing === 'high';
  return (
    <span data-abnormal={out || undefined} className={classes(entry.value === null ? styles.words : styles.value, out && styles.abnormal)}>
      {entry.value === null ? (
        (entry.text ?? '')
      ) : (
        <>
          {entry.comparator && (
            <>
              <Sign comparator={entry.comparator} />{' '}
            </>
          )}
          {showNumber(entry.value)}
        </>
      )}
      {out && (
        <>
          {' '}
          <OutOfRange standing={standing} isMeasured={isMeasured} />
        </>
      )}
    </span>
  );
}

/** The digits before and after the decimal mark apart, so that marks stand under each other; text results run freely. */
export function AlignedValue({ entry, standing, critical }: { entry: Quantity; standing: Standing; critical: boolean }) {
  const out = standing === 'low' || standing === 'high';
  const tone = critical ? styles.critical : out && styles.abnormal;
  if (entry.value === null) return <span className={classes(styles.text, tone)}>{entry.text ?? ''}</span>;
  const [whole = '', fraction] = showNumber(entry.value).split('.');
  return (
    <span data-aligned className={classes(styles.aligned, tone)}>
      <span>
        {entry.comparator && (
          <>
            <Sign comparator={entry.comparator} />{' '}
          </>
        )}
        {whole}
      </span>
      <span>{fraction === undefined ? '' : `.${fraction}`}</span>
      <span>{out && <OutOfRange standing={standing} />}</span>
    </span>
  );
}

export const Unit = ({ unit }: { unit: string }) => (unit === '' ? <span className={styles.noUnit}>no unit</span> : <span>{unit}</span>);

/** '3.5–5.1', or one limit with its sign drawn. */
export function Range({ min, max, range_text }: { min: string | null; max: string | null; range_text?: string | undefined }) {
  if (strictSign({ min, max, range_text })) return <span>{showRange(min, max, range_text)}</span>;
  if (min === null && max !== null) {
    return (
      <span>
        <OrEqual sign="<=" /> {showNumber(max)}
      </span>
    );
  }
  if (max === null && min !== null) {
    return (
      <span>
        <OrEqual sign=">=" /> {showNumber(min)}
      </span>
    );
  }
  return <span>{showRange(min, max)}</span>;
}

/** The laboratory's own flag; only HH, LL and AA are critical. */
export const Flag = ({ entry }: { entry: Pick<LabValue, 'flag'> }) =>
  entry.flag ? <span className={isCritical(entry) ? styles.critical : undefined}>{entry.flag}</span> : null;
