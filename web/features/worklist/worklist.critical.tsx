import { useState } from 'react';
import { useLocation } from 'wouter';
import type { WaitingCritical, WaitingCriticalPage, Worklist } from '#contracts/worklist/worklist';
import { collectedShown } from '#contracts/wire/clock';
import { showInstant } from '#web/lib/dates.ts';
import { fullName } from '#web/lib/names.ts';
import { pageAddress, resultName, unseenValues, useOpenResult, valuesText } from '#web/record/critical-results/critical-results.data.ts';
import { CriticalValues } from '#web/record/critical-results/critical-values.tsx';
import { formOfResult } from '#web/record/critical-results/result-links.tsx';
import { SeenButton } from '#web/record/critical-results/seen-button.tsx';
import { type Staying, useStaying } from '#web/record/critical-results/use-staying.ts';
import type { Column } from '#web/ui/table.tsx';
import { DraftTag, StatusTag, UncheckedTag } from '#web/ui/tags.tsx';
import { earlierResults, ImportDays } from './worklist.imports.tsx';
import { NotListed, type OnMore, Part, PatientLink, since } from './worklist.part.tsx';
import styles from './worklist.module.css';

interface Props {
  list: Pick<Worklist, 'critical' | 'critical_pages' | 'earlier_critical'>;
  /** The address that was answered. */
  answers: string;
  onMore: OnMore;
}

/**
 * What waits for 'Seen': results, and pages with rows that are in no record. A row opens the record at its lab results, of a draft its form or
 * the page it was read from. Rows stay in their places until the screen is left.
 */
export function Critical({ list: { critical, critical_pages, earlier_critical }, answers, onMore }: Props) {
  const [, navigate] = useLocation();
  const openResult = useOpenResult();
  const [asked, setAsked] = useState(0);
  const question = `${answers} ${asked}`;
  const results = useStaying(question, critical);
  const pages = useStaying(question, critical_pages);
  const { overall_count } = earlier_critical;
  const earlier = useStaying(question, { items: earlierResults(earlier_critical.items), overall_count });
  const kinds = [results, pages, earlier];
  const onShow = () => setAsked(asked + 1);
  // nothing is in the way of the first
  if (kinds.every(({ items }) => items.length === 0) && kinds.some(({ ready }) => ready > 0)) onShow();
  return (
    <>
      <Part
        title="Critical results"
        part={{ ...results, arrived: results.arrived + earlier.arrived }}
        onMore={onMore}
        onShow={onShow}
        onOpen={({ item }) => {
          const form = formOfResult(item);
          if (form === undefined) void openResult(item.patient.id, item.id);
          else navigate(form);
        }}
        columns={RESULT_COLUMNS}
        also={
          overall_count === 0 && earlier.items.length === 0
            ? undefined
            : {
                count: overall_count,
                lines: (
                  <>
                    <ImportDays rows={earlier.items} />
                    <NotListed
                      count={earlier.notListed}
                      what="more critical results of imports, listed once these are seen"
                      onMore={earlier.ready > 0 ? onShow : undefined}
                    />
                  </>
                ),
              }
        }
      />
      <Part
        title="Critical values on report pages"
        part={pages}
        onMore={onMore}
        onShow={onShow}
        onOpen={({ item }) => navigate(pageAddress(item))}
        columns={PAGE_COLUMNS}
      />
    </>
  );
}

const RESULT_COLUMNS: readonly Column<Staying<WaitingCritical>>[] = [
  { title: 'Patient', className: styles.who, cell: ({ item }) => <PatientLink patient={item.patient} /> },
  {
    title: 'Critical values',
    cell: ({ item }) => (
      <>
        <CriticalValues values={unseenValues(item.parameters)} /> {item.draft && (item.origin === 'ocr' ? <UncheckedTag /> : <DraftTag />)}
      </>
    ),
  },
  {
    title: 'Since',
    className: styles.times,
    cell: ({ item }) => (
      <>
        <div>collected {collectedShown(item)}</div>
        <div>received {showInstant(item.since)}</div>
      </>
    ),
  },
  {
    title: 'Actions',
    className: styles.seen,
    cell: (row) => <SeenButton label={`${fullName(row.item.patient)}, ${resultName(row.item)}`} rows={[row]} />,
  },
];

const PAGE_COLUMNS: readonly Column<Staying<WaitingCriticalPage>>[] = [
  {
    title: 'Patient (as printed)',
    className: styles.who,
    cell: ({ item: { patient } }) =>
      patient ? <PatientLink patient={patient} /> : <span className="bp6-text-muted">no matching patient</span>,
  },
  {
    title: 'Critical values',
    cell: ({ item }) => (
      <>
        <CriticalValues values={unseenValues(item.values)} />{' '}
        {item.is_validated ? <StatusTag kind="needs">awaits the catalogue</StatusTag> : <UncheckedTag />}
      </>
    ),
  },
  {
    title: 'Page',
    className: styles.where,
    cell: ({ item: { name, page_number } }) => (
      <>
        {name}, page {page_number}
      </>
    ),
  },
  since('Read', ({ item }) => item.read_at),
  {
    title: 'Actions',
    className: styles.seen,
    cell: (row) => {
      const { patient, values, name, page_number } = row.item;
      const who = patient ? fullName(patient) : 'no matching patient';
      return <SeenButton label={`${who}, ${valuesText(unseenValues(values))}, ${name}, page ${page_number}`} rows={[row]} />;
    },
  },
];
