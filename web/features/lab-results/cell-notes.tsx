import type { ReactNode } from 'react';
import type { PreviousLabValue } from '#contracts/lab/lab-results';
import { strictSign } from '#contracts/observations/limits';
import { collectedShown } from '#contracts/wire/clock';
import { OrLast } from '#web/record/form/or-last.tsx';
import { NotZero, NoUpperLimit } from '#web/record/lab/rule-answers.tsx';
import type { SuggestedRanges } from '#web/record/lab/suggested-ranges.ts';
import { showRange } from '#web/lib/numbers.ts';
import { Choice, Readings } from '#web/ui/readings.tsx';
import { AskText, ValueRead } from '#web/record/form/value-read.tsx';
import { type Row, withNoUpperLimit } from './entry-rows.ts';
import { readCell, whyUnclear } from '#web/lib/typed-cell.ts';
import { limitReadings, readLimit } from '#web/lib/typed-value.ts';
import { withSuggested } from './prefill.ts';
import { Unit, Value } from '#web/ui/value.tsx';
import styles from './entry-grid.module.css';
import entry from '#web/record/form/value-read.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

type Change = (update: (row: Row) => Row) => void;

/** What has to be decided about a value, what is wrong with it, or how it was read where that is not what was typed; null where all is plain. @param read the row as it will be once a unit behind the value is taken */
export const valueNote = (row: Row, read: Row, error: string | undefined, onChange: Change): ReactNode => {
  const typed = readCell(read);
  switch (typed.kind) {
    case 'ambiguous':
      return <Readings readings={typed.readings} onPick={(reading) => onChange(() => ({ ...read, reading }))} />;
    case 'unclear':
      return <AskText why={whyUnclear(row)} onText={() => onChange((now) => ({ ...now, as_text: true }))} />;
    case 'quantity':
      if (Number(typed.decimal) === 0 && !typed.comparator && !row.zero_as_reported) {
        return <NotZero isWrong={error !== undefined} onReported={() => onChange((now) => ({ ...now, zero_as_reported: true }))} />;
      }
      if (error) return <span className={fieldStyles.error}>{error}</span>;
      if (row.zero_as_reported && Number(typed.decimal) === 0) return 'as reported';
      return read.value.replace(/\s/g, '') === `${typed.comparator ?? ''}${typed.decimal}` ? null : (
        <ValueRead read={typed} unit={read.unit.trim()} />
      );
    case 'text':
    case 'empty':
      return error ? <span className={fieldStyles.error}>{error}</span> : null;
  }
};

/** Under a limit: which of two numbers is meant, what is wrong with it, or how it was read where that is not what was typed. */
export const limitNote = (row: Row, field: 'min' | 'max', error: string | undefined, onChange: Change): ReactNode => {
  const key = field === 'min' ? 'min_reading' : 'max_reading';
  const readings = limitReadings(row[field], row[key]);
  if (readings) return <Readings readings={readings} onPick={(reading) => onChange((now) => ({ ...now, [key]: reading }))} />;
  if (error) return <span className={fieldStyles.error}>{error}</span>;
  const decimal = readLimit(row[field], row[key]) ?? null;
  return decimal === null || decimal === row[field].replace(/\s/g, '') ? null : (
    <ValueRead read={{ kind: 'quantity', decimal }} unit={row.unit.trim()} />
  );
};

/** Where the range of a row comes from, and what may stand there instead (rulings 36 and 49). */
export function RangeFrom({ row, suggested, onChange }: { row: Row; suggested: SuggestedRanges; onChange: Change }) {
  if (row.name.trim() === '' || readCell(row).kind === 'text') return null;
  const { last, usual } = suggested;
  const isEmpty = row.min.trim() === '' && row.max.trim() === '' && !row.no_upper_limit;
  const isSame = last && usual && last.min === usual.min && last.max === usual.max && strictSign(last) === undefined;
  const take = (from: 'last' | 'usual') => onChange((now) => withSuggested(now, from, suggested));
  return (
    <span className={styles.rangeFrom}>
      {isEmpty && row.range_was_in !== undefined && (
        <span className={fieldStyles.doubt}>Emptied, as it was in {row.range_was_in || 'no unit'}: type Max or choose</span>
      )}
      {row.range_from === 'last' && last && <span>last, {collectedShown(last)}</span>}
      {row.range_from === 'usual' && usual && <span title={usual.note}>usual, {usual.whose}</span>}
      {last && (isEmpty || row.range_from === 'usual') && (
        <Choice text={`last ${showRange(last.min, last.max, last.range_text)}, ${collectedShown(last)}`} onPick={() => take('last')} />
      )}
      {usual && !isSame && (isEmpty || row.range_from === 'last') && (
        <Choice text={`usual ${showRange(usual.min, usual.max)}, ${usual.whose}`} onPick={() => take('usual')} />
      )}
      {row.max.trim() === '' && (
        <NoUpperLimit
          isChosen={row.no_upper_limit}
          onChange={(no_upper_limit) => onChange((now) => withNoUpperLimit(now, no_upper_limit))}
        />
      )}
    </span>
  );
}

/** Last time's value of the parameter, so that a slip of a decimal point shows. */
export function LastTime({ last }: { last: PreviousLabValue | undefined }) {
  if (!last) return null;
  return (
    <span className={`${entry.last} ${styles.last}`}>
      <Value entry={last} /> {last.value !== null && <Unit unit={last.unit} />} <span>{collectedShown(last)}</span>
      <OrLast of={last} />
    </span>
  );
}
