import type { PageRequest } from '#contracts/reports/page-rows';
import { messages } from '#contracts/rules/messages';
import { collectedShown } from '#contracts/wire/clock';
import { NotZero, NoUpperLimit } from '#web/record/lab/rule-answers.tsx';
import type { RangeFacts } from '#web/record/lab/suggested-ranges.ts';
import { suggestedRanges } from '#web/record/lab/suggested-ranges.ts';
import { limitReadings, readLimit } from '#web/lib/typed-value.ts';
import { AskText } from '#web/record/form/value-read.tsx';
import { showRange } from '#web/lib/numbers.ts';
import { isLikeDigits } from '#contracts/rules/result-words';
import { Choice, Readings } from '#web/ui/readings.tsx';
import { fuzzyText, typedIn } from './page-draft.ts';
import { isLearned, type RowDraft, type rowErrors, valueBefore, valueIn } from './row-draft.ts';
import { RequestNote } from './request-note.tsx';
import styles from './row-editor.module.css';

interface Props {
  row: RowDraft;
  errors: ReturnType<typeof rowErrors>;
  warnings: string;
  /** Whether it is asked just now about what was typed over what was read. */
  isAskedOver: boolean;
  note: string;
  readOnly: boolean;
  /** By which a range may be suggested where the row has none. */
  facts: Omit<RangeFacts, 'parameter'>;
  /** How the catalogue stands to the name. */
  request: PageRequest | undefined;
  onChange: (update: (row: RowDraft) => RowDraft) => void;
}

/** What is wrong with a limit; which of two numbers is meant where it could be either. */
function LimitError({ row, part, error, onChange }: Pick<Props, 'row' | 'onChange'> & { part: 'min' | 'max'; error: string | undefined }) {
  const readings = limitReadings(row[part], row[`${part}_reading`]);
  if (!readings) return error;
  return <Readings readings={readings} onPick={(reading) => onChange((now) => ({ ...now, [`${part}_reading`]: reading }))} />;
}

/** Below a row: how it is read, and what is asked or wrong about it. Nothing where all is plain. */
export function RowNotes({ row, errors, warnings, isAskedOver, note, readOnly, facts, request, onChange }: Props) {
  const value = valueIn(row);
  const isZero = errors.value === messages.notZero;
  const isUnclear = value.kind === 'ambiguous' || value.kind === 'unclear';
  const wrong = (['name', 'value', 'min', 'max'] as const).filter(
    (part) => errors[part] !== undefined && !(part === 'value' && (isZero || isUnclear)),
  );
  const hasNoMax = row.max.trim() === '' && !row.ignored && !readOnly && (errors.max !== undefined || row.no_upper_limit === true);
  const isBare = !row.ignored && !readOnly && value.kind === 'quantity' && row.min.trim() === '' && row.max.trim() === '';
  // a usual range of the catalogue is none of what was read, and never becomes it (ruling 49)
  const { last } = isBare ? suggestedRanges(row.unit, { ...facts, parameter: undefined }) : {};
  // what is typed may look like another number than the one that is saved (ruling 28)
  const numbers = [
    [row.value, value.kind === 'quantity' ? `${value.comparator ?? ''}${value.decimal}` : null, ''],
    [row.min, readLimit(row.min, row.min_reading), 'min '],
    [row.max, readLimit(row.max, row.max_reading), 'max '],
  ] as const;
  const readAs =
    row.ignored || readOnly ? [] : numbers.flatMap(([typed, read, part]) => (read && typed.replace(/\s/g, '') !== read ? part + read : []));
  const over = row.ignored || isAskedOver ? undefined : valueBefore(row);
  const isManual = row.region === undefined && row.name.trim() !== '' && row.parameter_id !== null;
  return (
    <div className={styles.notes} id={`${row.id}-notes`}>
      {!readOnly && errors.value !== undefined && isUnclear && (
        <p role="alert">
          {value.kind === 'ambiguous' ? (
            <Readings readings={value.readings} onPick={(reading) => onChange((now) => ({ ...now, reading }))} />
          ) : (
            <AskText why={errors.value} onText={() => onChange((now) => ({ ...now, as_text: true }))} />
          )}
        </p>
      )}
      {isZero && (
        <p>
          <NotZero isWrong onReported={() => onChange((now) => ({ ...now, zero_as_reported: true }))} />
        </p>
      )}
      {(wrong.length > 0 || hasNoMax) && (
        <div className={styles.columns}>
          {wrong.map((part) => (
            <p key={part} className={styles.wrong} data-part={part}>
              {part === 'min' || part === 'max' ? (
                <LimitError row={row} part={part} error={errors[part]} onChange={onChange} />
              ) : (
                errors[part]
              )}
            </p>
          ))}
          {hasNoMax && (
            <p data-choice="max">
              <NoUpperLimit
                isChosen={row.no_upper_limit === true}
                onChange={(isChosen) => onChange((now) => ({ ...now, no_upper_limit: isChosen || undefined }))}
              />
            </p>
          )}
        </div>
      )}
      {last && !row.no_upper_limit && (
        <p>
          No range here.{' '}
          <Choice
            text={`Last one: ${showRange(last.min, last.max, last.range_text)}, ${collectedShown(last)}`}
            onPick={() =>
              onChange((now) => typedIn(now, 'range', { min: last.min ?? '', max: last.max ?? '', range_text: last.range_text }))
            }
          />
        </p>
      )}
      {!row.ignored && warnings !== '' && <p className={styles.asks}>{warnings}</p>}
      {/* on one line: none of it has to be answered before the page is saved */}
      <div className={styles.facts}>
        {!row.ignored && note !== '' && <span>{note}</span>}
        {!row.ignored && !readOnly && row.flag && row.value !== row.read && (
          <span>
            Flag {row.flag} is printed beside another value.{' '}
            <Choice text="Leave it out" onPick={() => onChange((now) => ({ ...now, flag: undefined }))} />
          </span>
        )}
        {over && <span>{over.isOfPage ? `The page was read as ${over.before}` : `Before: ${over.before}`}</span>}
        {!row.ignored && value.kind === 'text' && (row.value !== row.read || isLikeDigits(value.text)) && (
          <span>Read as words: {value.text}</span>
        )}
        {!row.ignored && row.zero_as_reported && value.kind === 'quantity' && Number(value.decimal) === 0 && <span>Zero, as reported</span>}
        {readAs.length > 0 && <span>Read as {readAs.join(', ')}</span>}
        {!row.ignored && row.fuzzy_match_from !== undefined && !row.doubts.includes('fuzzy-name') && <span>{fuzzyText(row)}</span>}
        {/* in the place of what was asked, so that no row moves */}
        {isLearned(row) && <span>{messages.parameterAvailable}</span>}
        <RequestNote row={row} request={request} readOnly={readOnly} onChange={onChange} />
        {!row.ignored && isManual && <span>Added by hand</span>}
        {row.ignored && <span>Ignored: not saved</span>}
      </div>
    </div>
  );
}
