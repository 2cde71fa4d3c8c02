import { Button } from '@blueprintjs/core';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './readings.module.css';

/** One of the answers to a question under a field. */
export const Choice = ({ text, onPick }: { text: string; onPick: () => void }) => (
  <Button size="small" variant="minimal" className={styles.choice} text={text} onClick={onPick} />
);

/** A typed number that could be either of two, '1 or 1000?', or that is not sure to be meant: '1020?' (ruling 28). */
export function Readings({ readings, onPick }: { readings: readonly string[]; onPick: (reading: string) => void }) {
  return (
    <span className={fieldStyles.doubt}>
      {readings.map((reading, index) => (
        <span key={reading}>
          {index > 0 && ' or '}
          <Choice text={reading} onPick={() => onPick(reading)} />
        </span>
      ))}
      ?
    </span>
  );
}
