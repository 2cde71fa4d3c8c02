import { Fragment } from 'react';
import { averageText } from '#contracts/treatments/dose-text';
import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { dayShown } from '#contracts/wire/precision';
import { dayLabel } from '#web/charts/local-time.ts';
import { LongDates } from '#web/ui/long-date.tsx';
import { Questions } from '#web/record/graphs/questions.tsx';
import { isEndUnknown } from '#web/record/graphs/bar-dates.ts';
import { dosesElsewhere, dosesOn } from './doses-on.ts';
import valueStyles from '#web/ui/value.module.css';
import note from '#web/record/graphs/point-note.module.css';

const daysText = ({ from, from_precision, until_text }: IntakeSegment): string =>
  `${from === null ? 'start not known' : dayShown(from, from_precision)}${/^(\d|ongoing)/.test(until_text) ? ' to' : ','} ${until_text}`;

interface Props {
  series: IntakeSeries;
  day: number;
  ids: readonly string[];
  /** The same ingredient of other clinics: never added up with this one. */
  elsewhere?: readonly IntakeSeries[];
}

/** What is taken of an ingredient on a day: the average daily dosage with its addends, and what stands apart from it. */
export function DoseNote({ series, day, ids, elsewhere = [] }: Props) {
  const doses = dosesOn(series, day);
  const regular = doses?.segments.filter(({ as_needed }) => !as_needed) ?? [];
  const needed = doses?.segments.filter(({ as_needed }) => as_needed) ?? [];
  const pointed = series.segments.filter(({ intake_id, period }) => ids.includes(`${intake_id} ${period}`));
  const drafts = pointed.filter(({ draft }) => draft);
  const given = pointed.filter((segment) => segment.given && !segment.draft);
  const over = pointed.filter((segment) => !segment.draft && !segment.given && isEndUnknown(segment));
  return (
    <>
      <strong>
        {series.name}
        {series.organization_name && <span className="bp6-text-muted"> [{series.organization_name}]</span>}
      </strong>
      <div>
        {dayLabel(day)}
        <LongDates of={dayLabel(day)} />
      </div>
      {doses && doses.total !== null && regular.length > 1 && (
        <div className={note.value}>{averageText(doses.total, series.unit, false)}, average daily dosage in all</div>
      )}
      {doses && doses.total === null && regular.length > 0 && <div className="bp6-text-muted">no average in this unit</div>}
      {regular.map((segment) => (
        <div key={`${segment.intake_id} ${segment.period}`}>
          <span className={note.value}>{segment.order}</span>
          <span className="bp6-text-muted">
            , {segment.name}, {daysText(segment)}
            {segment.planned && ', planned'}
            {segment.corrected_from && `, corrected from ${segment.corrected_from}`}
            {segment.origin === 'fhir' && ', External record'}
          </span>
          <LongDates of={daysText(segment)} isLine />
          <Questions of={segment} />
        </div>
      ))}
      {doses?.possiblySame && <div className={valueStyles.doubtful}>possibly the same order</div>}
      {needed.map((segment) => (
        <div key={`${segment.intake_id} ${segment.period}`}>
          as needed: {segment.order}
          <span className="bp6-text-muted">, {daysText(segment)}</span>
          {segment.planned && ', planned'}
          <Questions of={segment} />
        </div>
      ))}
      {dosesElsewhere(elsewhere, day, doses?.total ?? null).map(({ series: other, segments, possiblySame }) => (
        <Fragment key={other.organization_id}>
          {segments.map((segment) => (
            <div key={`${segment.intake_id} ${segment.period}`}>
              <span className="bp6-text-muted">[{other.organization_name ?? 'another clinic'}] </span>
              {segment.as_needed && 'as needed: '}
              {segment.order}
              <span className="bp6-text-muted">
                , {segment.name}, {daysText(segment)}
              </span>
              <LongDates of={daysText(segment)} isLine />
            </div>
          ))}
          {possiblySame && <div className={valueStyles.doubtful}>possibly the same order</div>}
        </Fragment>
      ))}
      {given.map((segment) => (
        <div key={`${segment.intake_id} ${segment.period}`}>
          <span className={note.value}>{segment.order}</span>
          <span className="bp6-text-muted">
            , {segment.name}
            {segment.corrected_from && `, corrected from ${segment.corrected_from}`}
            {segment.origin === 'fhir' && ', External record'}
          </span>
          <LongDates of={segment.until_text} isLine />
          <Questions of={segment} />
        </div>
      ))}
      {over.map((segment) => (
        <div key={`${segment.intake_id} ${segment.period}`} className="bp6-text-muted">
          not counted: {segment.order && `${segment.order}, `}
          {segment.name}, {daysText(segment)}
        </div>
      ))}
      {drafts.map((segment) => (
        <div key={`${segment.intake_id} ${segment.period}`} className="bp6-text-muted">
          draft, not counted: {segment.order}
        </div>
      ))}
    </>
  );
}
