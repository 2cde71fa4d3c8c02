import { useState } from 'react';
import type { CriticalResultView } from '#contracts/lab/critical-results';
import type { EarlierCritical } from '#contracts/worklist/worklist';
import { collectedShown } from '#contracts/wire/clock';
import { showDate } from '#web/lib/dates.ts';
import { fullName } from '#web/lib/names.ts';
import { showCount } from '#web/lib/numbers.ts';
import { labListAddress, unseenValues } from '#web/record/critical-results/critical-results.data.ts';
import { CriticalValues } from '#web/record/critical-results/critical-values.tsx';
import { SeenButton } from '#web/record/critical-results/seen-button.tsx';
import { areSettled, type Staying } from '#web/record/critical-results/use-staying.ts';
import { classes, Fold, Table } from '#web/ui/table.tsx';
import table from '#web/ui/table.module.css';
import { PatientLink } from './worklist.part.tsx';
import styles from './worklist.module.css';

type Earlier = CriticalResultView & Pick<EarlierCritical, 'imported_on'> & Pick<EarlierCritical['people'][number], 'patient'>;
type Rows = readonly Staying<Earlier>[];

/** The results of all days and patients, in their order. */
export const earlierResults = (days: readonly EarlierCritical[]): Earlier[] =>
  days.flatMap(({ imported_on, people }) =>
    people.flatMap(({ patient, results }) => results.map((result) => ({ ...result, patient, imported_on }))),
  );

/** Rows that have something in common, by it. */
const grouped = (rows: Rows, by: (item: Earlier) => string): [string, Rows][] => {
  const groups = new Map<string, Staying<Earlier>[]>();
  for (const row of rows) {
    const group = groups.get(by(row.item));
    if (group) group.push(row);
    else groups.set(by(row.item), [row]);
  }
  return [...groups];
};

/** What imports brought long after it was collected: a line for each day. */
export const ImportDays = ({ rows }: { rows: Rows }) =>
  grouped(rows, (item) => item.imported_on).map(([day, some]) => <ImportDay key={day} importedOn={day} rows={some} />);

/** One line, which unfolds to the patients and their values; 'Seen' is there while the values are. */
function ImportDay({ importedOn, rows }: { importedOn: string; rows: Rows }) {
  const [isOpen, setIsOpen] = useState(false);
  const day = showDate(importedOn);
  const people = grouped(rows, ({ patient }) => patient.id).flatMap(([id, some]) =>
    some[0] ? [{ id, patient: some[0].item.patient, rows: some }] : [],
  );
  const [only] = people.length === 1 ? people : [];
  const isSettled = areSettled(rows);
  return (
    <div className={styles.earlier}>
      <div className={styles.line}>
        <div className={classes(isSettled && 'bp6-text-muted')}>
          <Fold isOpen={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Imported {day}: {showCount(rows.length, 'critical result')}
          </Fold>{' '}
          of {only ? <PatientLink patient={only.patient} to={labListAddress(only.id)} /> : showCount(people.length, 'patient')}, collected
          more than 14 days before
        </div>
        {(isOpen || isSettled) && <SeenButton label={`all critical results imported ${day}`} rows={rows} />}
      </div>
      {isOpen && (
        <Table
          className={classes(table.stacked, styles.rows)}
          rows={people}
          keyOf={({ id }) => id}
          row={(one) => ({ id: `${importedOn} ${one.id}`, className: classes(areSettled(one.rows) && styles.settled) })}
          columns={[
            {
              title: 'Patient',
              className: styles.who,
              cell: ({ id, patient }) => <PatientLink patient={patient} to={labListAddress(id)} />,
            },
            {
              title: 'Critical values',
              cell: (one) => (
                <ul className={styles.values}>
                  {one.rows.map(({ id, item }) => (
                    <li key={id}>
                      <CriticalValues values={unseenValues(item.parameters)} />, {collectedShown(item)}
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              title: 'Actions',
              className: styles.seen,
              cell: (one) => <SeenButton label={`critical results of ${fullName(one.patient)} imported ${day}`} rows={one.rows} />,
            },
          ]}
        />
      )}
    </div>
  );
}
