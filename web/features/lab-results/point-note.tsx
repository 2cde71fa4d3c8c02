import { Button } from '@blueprintjs/core';
import type { LabPoint, LabSeries } from '#contracts/lab-results';
import { flagDisagrees, isCritical } from '#contracts/lab-values';
import { messages } from '#contracts/messages';
import { longDate, showDate } from '#web/lib/dates.ts';
import { UncheckedTag } from '#web/ui/tags.tsx';
import { comparable, Range, Unit, Value } from './value.tsx';

interface Props {
  series: LabSeries;
  point: LabPoint;
  pinned: boolean;
  onHistory: () => void;
  onPage: () => void;
}

const SOURCE = { manual: 'Manual entry', ocr: 'OCR', fhir: 'External record' } as const;

/** What a point has to say: value, range of that very result, date and source. */
export function PointNote({ series, point, pinned, onHistory, onPage }: Props) {
  const fromPage = point.file_id !== undefined && point.page_id !== undefined;
  return (
    <div className="point-note">
      <strong>{series.name}</strong>
      <div className="point-value">
        <Value entry={comparable(point)} standing={point.standing} /> <Unit unit={point.unit} />
        {isCritical(point) && <span className="critical">critical {point.flag}</span>}
      </div>
      <div className="muted">
        Range {point.min === null && point.max === null ? 'not given' : <Range min={point.min} max={point.max} />}
        {point.flag && flagDisagrees(comparable(point)) && <span> (reported flag {point.flag})</span>}
      </div>
      {point.graph_value === null && point.value !== null && <div className="muted">{messages.noRange}</div>}
      <div>{longDate(point.date_applies)}</div>
      <div className="muted">
        {SOURCE[point.origin]}
        {series.organization_name ? `, ${series.organization_name}` : ''}
        {point.corrected ? ', corrected' : ''}
      </div>
      {point.draft && (point.origin === 'ocr' ? <UncheckedTag /> : <div>Draft</div>)}
      {point.also?.map((other) => (
        <div key={other.lab_result_id} className="muted">
          The same from {SOURCE[other.origin]}
          {other.draft ? ' (not checked)' : ''}
        </div>
      ))}
      {pinned ? (
        <div className="point-links">
          <Button
            size="small"
            text="History"
            onClick={onHistory}
            aria-label={`History of ${series.name}, ${showDate(point.date_applies)}`}
          />
          {fromPage && <Button size="small" text="Report page" onClick={onPage} />}
        </div>
      ) : (
        <div className="muted point-hint">Click to keep open, Space for its history</div>
      )}
    </div>
  );
}
