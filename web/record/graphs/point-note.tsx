import { Button } from '@blueprintjs/core';
import { isCritical } from '#contracts/observations/flags';
import { hasLimits } from '#contracts/observations/limits';
import { collectedShown } from '#contracts/wire/clock';
import { messages } from '#contracts/rules/messages';
import type { ObservationLine } from '#contracts/observations/observation-columns';
import type { Observation } from '#contracts/observations/observations';
import { showNumber, showRange } from '#web/lib/numbers.ts';
import { lowerLimitSaid } from '#web/lib/range-messages.ts';
import { seenText } from '#web/record/critical-results/seen-text.ts';
import { BesideNote } from '#web/record/beside/beside.tsx';
import { ReportLinks } from '#web/record/external-reports/external-reports.tsx';
import { UncheckedTag } from '#web/ui/tags.tsx';
import { Range, Unit, Value } from '#web/ui/value.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { PointFoot } from './point-foot.tsx';
import { Questions } from './questions.tsx';
import { correctionsSaid } from './value-table.ts';
import { dayOf, isLab } from './value-series.ts';
import styles from './point-note.module.css';

interface Props {
  series: ObservationLine;
  point: Observation;
  pinned: boolean;
  onHistory: () => void;
  /** Opens the page that it was read from. */
  onPage: ((fileId: string, pageId: string) => void) | undefined;
}

const SOURCE = { manual: 'Manual entry', ocr: 'OCR', fhir: 'External record' } as const;

/** What a point has to say: value, range of that very result, date and source. */
export function PointNote({ series, point, pinned, onHistory, onPage }: Props) {
  const lab = isLab(point) ? point : undefined;
  const isWorded = !hasLimits(point) && Boolean(point.range_text);
  const measured = isLab(point) ? undefined : point;
  const page = lab?.file_id !== undefined && lab.page_id !== undefined ? { file: lab.file_id, page: lab.page_id } : undefined;
  return (
    <div className={styles.note}>
      <strong>{series.name}</strong>
      <div className={styles.value}>
        <Value entry={point} standing={point.standing} isMeasured={!isLab(point)} /> {point.value !== null && <Unit unit={point.unit} />}
      </div>
      {measured?.option_label && <div>{measured.option_label}</div>}
      {point.converted_from && (
        <div className="bp6-text-muted">
          converted from {showNumber(point.converted_from.value)} {point.converted_from.unit}
        </div>
      )}
      {measured?.height && (
        <div className="bp6-text-muted">
          with height {showNumber(measured.height.value)} {measured.height.unit} of {collectedShown(measured.height)}
        </div>
      )}
      {measured?.max != null && <div className="bp6-text-muted">Upper limit {showNumber(measured.max)}</div>}
      {lab && (
        <div className="bp6-text-muted">
          {lowerLimitSaid(lab) ?? <>Range {showRange(lab.min, lab.max, lab.range_text) === '' ? 'not given' : <Range {...lab} />}</>}
          {lab.range_before && (
            <span>
              , before <Range {...lab.range_before} /> ({dayOf(lab.range_before)})
            </span>
          )}
          {lab.flag && (
            <span>
              , flag of the laboratory {lab.flag}
              {isCritical(lab) && ', critical'}
            </span>
          )}
        </div>
      )}
      {point.seen && <div className="bp6-text-muted">{seenText(point.seen)}</div>}
      {(series.axis === 'raw' || point.graph_value === null) && point.value !== null && (
        <div className="bp6-text-muted">{isWorded ? 'raw values, not normalised' : messages.noRange}</div>
      )}
      <div>
        {dayOf(point)} <LongDate date={point.date_applies} precision={point.precision} />
      </div>
      <div className="bp6-text-muted">
        {SOURCE[point.origin]}
        {series.organization_name ? `, ${series.organization_name}` : ''}
        {correctionsSaid(point).map((words) => `, ${words}`)}
      </div>
      {point.draft && (point.origin === 'ocr' ? <UncheckedTag /> : <div>Draft</div>)}
      <BesideNote text={point.beside} pinned={pinned} />
      <ReportLinks ids={point.reports} note={pinned ? 'pinned' : 'pointed'} />
      <Questions of={point} />
      {lab?.also?.map((other) => (
        <div key={other.lab_result_id} className="bp6-text-muted">
          The same from {SOURCE[other.origin]}
          {other.draft ? ' (not checked)' : ''}
        </div>
      ))}
      <PointFoot pinned={pinned} onHistory={onHistory} label={`History of ${series.name}, ${dayOf(point)}`}>
        {page && onPage && <Button size="small" text="Report page" onClick={() => onPage(page.file, page.page)} />}
      </PointFoot>
    </div>
  );
}
