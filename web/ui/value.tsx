import { isCritical } from '#contracts/observations/flags';
import { judgementOf, type LabValue, needOf, type Standing, flagToShow } from '#contracts/observations/lab-values';
import { showNumber, showRange } from '#web/lib/numbers.ts';
import { OrEqual, OutOfRange } from '#web/ui/glyphs.tsx';
import { classes } from './table.tsx';
import glyphs from './glyphs.module.css';
import styles from './value.module.css';

type Quantity = { value: string | null; comparator?: string | undefined; text?: string | undefined; flag?: string | undefined };

function Sign({ comparator }: { comparator: string }) {
  if (comparator === '<=' || comparator === '>=') return <OrEqual sign={comparator} />;
  return <>{comparator}</>;
}

/** The arrow of a value outside its range, or that the laboratory flagged where there is no range to compare with. */
function Arrow({ standing, flag, isMeasured = false }: { standing: Standing; flag: string | undefined; isMeasured?: boolean }) {
  const way = judgementOf({ standing, flag });
  return way === 'low' || way === 'high' ? (
    <OutOfRange standing={way} by={standing === null ? 'flag' : isMeasured ? 'limit' : 'range'} />
  ) : null;
}

/** A quantity or a text result with the arrow of a value outside its range, and the laboratory's flag where that says more. */
export function Value({ entry, standing = null, isMeasured = false }: { entry: Quantity; standing?: Standing; isMeasured?: boolean }) {
  const { flag } = entry;
  const way = judgementOf({ standing, flag });
  const out = way !== null && way !== 'normal';
  const telling = flagToShow({ standing, flag });
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
      {out && way !== 'abnormal' && (
        <>
          {' '}
          <Arrow standing={standing} flag={flag} isMeasured={isMeasured} />
        </>
      )}
      {telling !== undefined && (
        <>
          {' '}
          <Flag entry={entry} />
        </>
      )}
    </span>
  );
}

/** The digits before and after the decimal mark apart, so that marks stand under each other; text results run freely. */
export function AlignedValue({ entry, standing }: { entry: Quantity; standing: Standing }) {
  const { flag } = entry;
  const tone = needOf({ standing, flag }) > 0 && styles.abnormal;
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
      <span>
        <Arrow standing={standing} flag={flag} />
      </span>
    </span>
  );
}

export const Unit = ({ unit }: { unit: string }) => (unit === '' ? <span className={styles.noUnit}>no unit</span> : <span>{unit}</span>);

/** What a corrected value was before, with its unit where that was another one. @param unit of the value now */
export const Replaced = ({ value, unit }: { value: Quantity & { unit: string }; unit: string }) => (
  <>
    <Value entry={value} />
    {value.unit !== unit && (
      <>
        {' '}
        <Unit unit={value.unit} />
      </>
    )}
  </>
);

/** As it was printed, otherwise '3.5–5.1' or one limit with its sign drawn. */
export function Range({ min, max, range_text }: { min: string | null; max: string | null; range_text?: string | undefined }) {
  if (range_text !== undefined) return <span>{showRange(min, max, range_text)}</span>;
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
  entry.flag ? (
    <span
      className={isCritical(entry) ? styles.critical : undefined}
      title={`The laboratory's flag${isCritical(entry) ? ': critical' : ''}`}
    >
      {entry.flag}
      {isCritical(entry) && <span className={glyphs.spoken}>, critical</span>}
    </span>
  ) : null;
