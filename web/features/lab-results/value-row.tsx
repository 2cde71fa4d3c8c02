import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import type { LabResultView, LabValueView } from '#contracts/lab/lab-results';
import { externalWords, flagDisagrees, standing } from '#contracts/observations/lab-values';
import { Sparkline } from '#web/charts/sparkline.tsx';
import { rangeMessages } from '#web/lib/range-messages.ts';
import { showRange } from '#web/lib/numbers.ts';
import { isKey } from '#web/lib/keys.ts';
import { correctionKey } from '#web/lib/seen.ts';
import { seenText } from '#web/record/critical-results/seen-text.ts';
import { Beside } from '#web/record/beside/beside.tsx';
import { ReportLinks } from '#web/record/external-reports/external-reports.tsx';
import { Corrected } from '#web/ui/corrected.tsx';
import type { Course } from './courses.ts';
import { AlignedValue, Flag, Range, Replaced, Unit } from '#web/ui/value.tsx';
import styles from './lab-rows.module.css';
import valueStyles from '#web/ui/value.module.css';
import table from '#web/ui/table.module.css';
import list from '#web/record/section/item-list.module.css';

interface Props {
  item: LabResultView;
  /** When it was collected, in words. */
  day: string;
  entry: LabValueView;
  /** How the parameter runs, where there is something to see. */
  course: Course | undefined;
  /** Those that list it and do not stand with the result. */
  reports: readonly string[] | undefined;
  onHistory: () => void;
}

/** No upper limit, or 0 to 0: it stands in the list, and the chart draws it raw. */
const hasNoRange = ({ value, min, max }: LabValueView): boolean =>
  value !== null && (max === null || (Number(min) === 0 && Number(max) === 0));

/** One value of a result. A corrected one, or a corrected range, shows what it replaced until this user has seen it. */
export function ValueRow({ item, day, entry, course, reports = [], onHistory }: Props) {
  const beside = externalWords(entry);
  const hasMore = entry.seen !== undefined || beside !== undefined || reports.length > 0;
  const own = standing(entry);
  const { corrected_from: before, range_corrected_from: rangeBefore } = entry;
  return (
    <tr
      data-opens
      className={styles.value}
      tabIndex={0}
      onClick={onHistory}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || !isKey(event, 'explain')) return;
        event.preventDefault();
        onHistory();
      }}
    >
      <td className={styles.name}>
        {course && (
          <span className={styles.course}>
            <Sparkline {...course} />
          </span>
        )}
        {entry.catalogue_name ?? entry.name}
        {entry.catalogue_name !== undefined && <span className="bp6-text-muted"> (as {entry.name})</span>}
        {entry.parameter_id === null && <span className="bp6-text-muted"> (awaits the catalogue)</span>}
      </td>
      <td className={table.number}>
        <AlignedValue entry={entry} standing={own} />
        {before && (
          <Corrected id={correctionKey(item.id, entry.entry_id, before.at)} of={entry.name}>
            <Replaced value={before} unit={entry.unit} />
          </Corrected>
        )}
      </td>
      <td>{entry.value === null ? '' : <Unit unit={entry.unit} />}</td>
      <td className={`${table.number} ${styles.range}`}>
        {!hasNoRange(entry) && <Range min={entry.min} max={entry.max} range_text={entry.range_text} />}
        {hasNoRange(entry) &&
          rangeMessages(entry).map((words, index, all) => (
            <div key={words} className={index === all.length - 1 ? `bp6-text-muted ${styles.noRange}` : styles.lowerLimit} title={words}>
              {words}
            </div>
          ))}
        {rangeBefore && (
          <Corrected id={correctionKey(item.id, `${entry.entry_id} range`, rangeBefore.at)} of={`the range of ${entry.name}`}>
            {showRange(rangeBefore.min, rangeBefore.max, rangeBefore.range_text) === '' ? 'no range' : <Range {...rangeBefore} />}
            {rangeBefore.unit !== entry.unit && (
              <>
                {' '}
                <Unit unit={rangeBefore.unit} />
              </>
            )}
          </Corrected>
        )}
      </td>
      <td>
        <Flag entry={entry} />
        {flagDisagrees(entry) && (
          <span className={valueStyles.doubtful} title="The reported flag and the range disagree">
            {' '}
            ?
          </span>
        )}
      </td>
      <td className={hasMore ? styles.beside : 'bp6-text-muted'} colSpan={2}>
        {item.origin === 'ocr' ? 'read from page' : ''}
        {entry.seen && <div className="bp6-text-muted">{seenText(entry.seen)}</div>}
        <Beside text={beside} />
        <ReportLinks ids={reports} />
      </td>
      <td className={list.actions}>
        <Button
          size="small"
          variant="minimal"
          icon={<History />}
          tabIndex={-1}
          aria-label={`History of ${entry.name}, ${day}`}
          title="History"
          onClick={(event) => {
            event.stopPropagation();
            onHistory();
          }}
        />
      </td>
    </tr>
  );
}
