import type { LabValueView } from '#contracts/lab/lab-results';
import type { SeenValue } from '#contracts/observations/critical';
import { shortened } from '#contracts/rules/shortened';
import { noteBeside } from '#contracts/wire/beside';
import { showRange } from '#web/lib/numbers.ts';
import { Flag, Range, Replaced, Unit, Value } from '#web/ui/value.tsx';
import styles from './critical-results.module.css';

type Entry = SeenValue & Partial<Pick<LabValueView, 'catalogue_name' | 'min' | 'max' | 'range_text' | 'corrected_from' | 'beside'>>;

/** Letters of a note that stand on a line; the list of results has it whole. */
const MAX_NOTE = 200;

/** 'Potassium 7.4 mmol/L HH (3.5–5.1), corrected from 6.9, Note: specimen hemolyzed', one after the other. */
export const CriticalValues = ({ values }: { values: readonly Entry[] }) =>
  values.map(({ min = null, max = null, corrected_from: before, beside, ...entry }, index) => {
    const note = noteBeside(beside);
    return (
      <span key={entry.entry_id} className={styles.entry}>
        {index > 0 && ', '}
        {entry.catalogue_name ?? entry.name} <Value entry={{ ...entry, flag: undefined }} />{' '}
        {entry.value !== null && (
          <>
            <Unit unit={entry.unit} />{' '}
          </>
        )}
        <Flag entry={entry} />
        {showRange(min, max, entry.range_text) !== '' && (
          <>
            {' '}
            (<Range min={min} max={max} range_text={entry.range_text} />)
          </>
        )}
        {before && (
          <>
            , corrected from{' '}
            <s>
              <Replaced value={before} unit={entry.unit} />
            </s>
          </>
        )}
        {note !== undefined && <span title={note}>, {shortened(note, MAX_NOTE)}</span>}
      </span>
    );
  });
