import styles from './glyphs.module.css';

/** Signs that the font's latin set lacks, drawn at the height of the text. */
function Sign({ name, path, filled }: { name: string; path: string; filled: boolean }) {
  return (
    <>
      <svg className={styles.glyph} viewBox="0 0 10 10" aria-hidden>
        <path d={path} {...(filled ? { fill: 'currentColor' } : { fill: 'none', stroke: 'currentColor', strokeWidth: 1.2 })} />
      </svg>
      <span className={styles.spoken}>{name}</span>
    </>
  );
}

const HIGH = { range: 'above range', limit: 'above upper limit', flag: 'flagged high' } as const;

/** The arrow of a value that is too low or too high, by its range, by an upper limit or by the laboratory's flag. */
export const OutOfRange = ({ standing, by }: { standing: 'low' | 'high'; by: keyof typeof HIGH }) =>
  standing === 'high' ? (
    <Sign name={HIGH[by]} path="M5 1 9.3 9H.7Z" filled />
  ) : (
    <Sign name={by === 'flag' ? 'flagged low' : 'below range'} path="M5 9 .7 1h8.6Z" filled />
  );

/** '≤' or '≥'. */
export const OrEqual = ({ sign }: { sign: '<=' | '>=' }) =>
  sign === '<=' ? (
    <Sign name="at most" path="M8.5 1 2 4l6.5 3M1.5 9.2h7.5" filled={false} />
  ) : (
    <Sign name="at least" path="M1.5 1 8 4 1.5 7M1 9.2h7.5" filled={false} />
  );

/** The arrow between what was and what is. */
export const Becomes = () => <Sign name="changed to" path="M0.5 5h8M5.7 2l3 3-3 3" filled={false} />;
