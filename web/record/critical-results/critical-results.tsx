import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { CriticalPageView, CriticalResultView } from '#contracts/lab/critical-results';
import { collectedShown } from '#contracts/wire/clock';
import { showCount } from '#web/lib/numbers.ts';
import { NotRefreshed } from '#web/ui/faces.tsx';
import { classes, Fold } from '#web/ui/table.tsx';
import {
  type CriticalResults as Read,
  pageAddress,
  pageText,
  resultName,
  unseenValues,
  useCriticalResults,
  useOwnRecord,
  valuesText,
} from './critical-results.data.ts';
import { CriticalValues } from './critical-values.tsx';
import { ResultLink, UncheckedLink } from './result-links.tsx';
import { SeenButton } from './seen-button.tsx';
import { SeenMarks } from './seen-marks.tsx';
import { seenText } from './seen-text.ts';
import { areSettled, type Staying, useStaying } from './use-staying.ts';
import styles from './critical-results.module.css';

/** How many lines of a kind are shown at once. */
const FEW = 3;

/** On a record, for the staff of its clinic: critical results that no doctor has seen, and those that nobody has checked (ruling 62). */
export function CriticalResults({ patientId }: { patientId: string }) {
  const patient = useOwnRecord(patientId);
  const { data, error, refresh } = useCriticalResults(patient ? patientId : null);
  if (!patient) return null;
  return (
    <SeenMarks key={patientId} refresh={refresh} summary={data && waitingText(data)}>
      {data && <Lines results={data} timeZone={patient.time_zone} />}
      {/* below the lines, which stay in their places */}
      {error && <NotRefreshed what="Critical results" error={error} onRetry={() => void refresh()} />}
    </SeenMarks>
  );
}

const waitingText = ({ items, unseen, pages }: Read): string => {
  const unchecked = items.filter(({ draft }) => draft).length;
  return [
    unseen > 0 && `${showCount(unseen, 'critical result')} not seen`,
    unchecked > 0 && `${showCount(unchecked, 'critical result')} unchecked`,
    pages.length > 0 && `${showCount(pages.length, 'report page')} with critical values`,
  ]
    .filter(Boolean)
    .join(', ');
};

interface LinesProps {
  results: Read;
  /** The clinic's. */
  timeZone: string | undefined;
}

function Lines({ results, timeZone }: LinesProps) {
  const { items, overall_count, unseen, pages } = results;
  const [asked, setAsked] = useState(0);
  const question = String(asked);
  const notRead = overall_count - items.length;
  const among = <T,>(some: T[]) => ({ items: some, overall_count: some.length + notRead });
  const unseenItems = items.filter(({ state }) => state === 'new');
  const earlierItems = items.filter(({ state }) => state === 'earlier');
  const waiting = useStaying(question, among(unseenItems));
  const earlier = useStaying(question, among(earlierItems));
  // those that wait, or waited, say it in their own line
  const own = new Set(waiting.items.map(({ id }) => id));
  const uncheckedItems = items.filter(({ id, draft, state }) => draft && state !== 'new' && !own.has(id));
  const unchecked = useStaying(question, among(uncheckedItems));
  const onPages = useStaying(question, { items: pages.map((page) => ({ ...page, id: page.page_id })), overall_count: pages.length });
  const kinds = [waiting, unchecked, onPages, earlier];
  const arrived = kinds.reduce((sum, { ready }) => sum + ready, 0);
  const isEmpty = kinds.every((kind) => kind.items.length === 0);
  // nothing is in the way of the first
  if (isEmpty && arrived > 0) setAsked(asked + 1);
  if (isEmpty) return null;
  const unseenNotRead = unseen - unseenItems.length - earlierItems.length;
  return (
    <section aria-label="Critical results" className={styles.results}>
      <Few rows={waiting.items} what="not seen">
        {(row) => <WaitingLine key={row.id} row={row} timeZone={timeZone} />}
      </Few>
      <Few rows={unchecked.items} what="unchecked">
        {({ id, item, isSettled }) => (
          <Line key={id} isSettled={isSettled}>
            <UncheckedLink result={item} timeZone={timeZone} />
            {isSettled && <span className="bp6-text-muted"> checked or changed meanwhile</span>}
          </Line>
        )}
      </Few>
      <Few rows={onPages.items} what="on report pages">
        {(row) => <PageLine key={row.id} row={row} timeZone={timeZone} />}
      </Few>
      {earlier.items.length > 0 && <EarlierLine rows={earlier.items} />}
      {arrived > 0 && (
        <p>
          <Button size="small" intent="danger" text={`${arrived.toLocaleString('en-US')} new: show`} onClick={() => setAsked(asked + 1)} />
        </p>
      )}
      {notRead > 0 && (
        <p>
          {showCount(notRead, 'older critical result')}
          {unseenNotRead > 0 && `, ${unseenNotRead.toLocaleString('en-US')} of them not seen,`} could not be listed here
        </p>
      )}
    </section>
  );
}

interface FewProps<T> {
  rows: readonly Staying<T>[];
  /** 'not seen'. */
  what: string;
  children: (row: Staying<T>) => ReactNode;
}

/** The first few, and the others below where they are asked for. */
function Few<T>({ rows, what, children }: FewProps<T>) {
  const [isOpen, setIsOpen] = useState(false);
  const more = rows.slice(FEW);
  return (
    <>
      {rows.slice(0, FEW).map(children)}
      {more.length > 0 && (
        <p>
          <Fold isOpen={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'} {more.length.toLocaleString('en-US')} more {what}
          </Fold>
        </p>
      )}
      {isOpen && more.map(children)}
    </>
  );
}

interface LineProps {
  isSettled: boolean;
  button?: ReactNode;
  children: ReactNode;
}

const Line = ({ isSettled, button, children }: LineProps) => (
  <Callout compact intent={isSettled ? 'none' : 'danger'} icon={null} className={classes(styles.line, isSettled && styles.settled)}>
    <WarningSign aria-hidden />
    <div>{children}</div>
    {button}
  </Callout>
);

const NOT_SEEN = <strong>Critical, not seen:</strong>;

interface RowProps<T> extends Pick<LinesProps, 'timeZone'> {
  row: Staying<T>;
}

function WaitingLine({ row, timeZone }: RowProps<CriticalResultView>) {
  const { item, isSettled } = row;
  return (
    <Line isSettled={isSettled} button={<SeenButton label={resultName(item)} rows={[row]} />}>
      {isSettled ? 'Critical:' : NOT_SEEN} <CriticalValues values={unseenValues(item.parameters)} />, {collectedShown(item)}
      {item.draft && (
        <div>
          <UncheckedLink result={item} timeZone={timeZone} />
        </div>
      )}
    </Line>
  );
}

/** Rows of a page that are in no record: the line stays after 'Seen', until they come into one. */
function PageLine({ row, timeZone }: RowProps<CriticalPageView & { id: string }>) {
  const { item, isSettled } = row;
  const { values, name, page_number, waits } = item;
  const unseen = unseenValues(values);
  const seen = new Set(values.flatMap((value) => (value.seen ? [seenText(value.seen)] : [])));
  const where = ['not in the record', `${name}, page ${page_number}`, ...(waits ? [] : seen)].join(', ');
  return (
    <Line
      isSettled={isSettled}
      button={
        (waits || isSettled) && <SeenButton label={`${valuesText(waits ? unseen : values)}, ${name}, page ${page_number}`} rows={[row]} />
      }
    >
      <Link to={pageAddress(item)}>{pageText(item, timeZone)}</Link> <span className="bp6-text-muted">{where}</span>
    </Line>
  );
}

/** What imports brought long after it was collected: 'Seen' is of the values, and there while they are. */
function EarlierLine({ rows }: { rows: readonly Staying<CriticalResultView>[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const isSettled = areSettled(rows);
  return (
    <Line isSettled={isSettled} button={(isOpen || isSettled) && <SeenButton label="earlier critical results" rows={rows} />}>
      {isSettled ? 'Critical:' : NOT_SEEN}{' '}
      <Fold isOpen={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {showCount(rows.length, 'imported result')}
      </Fold>
      , collected more than 14 days before {rows.length === 1 ? 'its' : 'their'} import
      {isOpen && (
        <ul className={styles.values}>
          {rows.map(({ id, item, isSettled: isMuted }) => (
            <li key={id} className={classes(isMuted && styles.settled)}>
              <CriticalValues values={unseenValues(item.parameters)} />, <ResultLink result={item}>{collectedShown(item)}</ResultLink>
            </li>
          ))}
        </ul>
      )}
    </Line>
  );
}
