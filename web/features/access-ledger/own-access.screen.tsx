import { Switch, Tag } from '@blueprintjs/core';
import type { OwnAccessPage, OwnAccessView } from '#contracts/people/access-ledger';
import { showClock, showInstant } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { roleNames } from '#web/lib/role-names.ts';
import { Empty } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { classes, Table } from '#web/ui/table.tsx';
import { exportOwnAccess, useOwnAccess } from './access-ledger.data.ts';
import { ExportCsv, LedgerList, useLedgerPlace } from './ledger-list.tsx';
import { isTechnical, readInWords } from './read-words.ts';
import { type Visit, visitsOf } from './visits.ts';
import table from '#web/ui/table.module.css';
import styles from './access-ledger.module.css';

/** 'Who has read my record': the patient's view of the access ledger. */
export function OwnAccessScreen() {
  const [params, set] = useParam();
  const [place, go] = useLedgerPlace();
  const withOwn = params.get('own') === 'true';
  const read = useOwnAccess(withOwn, place);
  const hidden = read.data?.hidden ?? 0;
  return (
    <div>
      <PageTitle title="Who has read my record">
        <ExportCsv save={() => exportOwnAccess(withOwn)} />
      </PageTitle>
      <Switch
        className={styles.toggle}
        checked={withOwn}
        label={withOwn || hidden === 0 ? 'Show my own reading' : `Show my own reading (${hidden.toLocaleString('en-US')} hidden)`}
        onChange={() => set({ own: withOwn ? undefined : 'true', skip: undefined, up_to: undefined })}
      />
      <LedgerList<OwnAccessView, OwnAccessPage>
        read={read}
        place={place}
        go={go}
        empty={<Empty title={hidden > 0 ? 'Nobody but you has read your record' : 'Nobody has read your record yet'} />}
      >
        {({ items }) => <Visits visits={visitsOf(items, dayOf)} />}
      </LedgerList>
    </div>
  );
}

const dayOf = (at: string): string => showInstant(at).slice(0, 10);

const timeOf = ({ reads }: Visit): string => {
  const [first, last] = [showInstant(reads[0]!.at), showClock(new Date(reads.at(-1)!.at))];
  return first.endsWith(last) ? first : `${first} – ${last}`;
};

const kindsOf = ({ reads }: Visit): string[] => reads.map(({ kind }) => kind);
const technicalIn = (visit: Visit): number => kindsOf(visit).filter(isTechnical).length;

/** By person and day; calls that show nothing of the record but a name are counted, and stand apart where there was nothing else. */
function Visits({ visits }: { visits: readonly Visit[] }) {
  const isOnlyTechnical = (visit: Visit) => technicalIn(visit) === visit.reads.length;
  const [shown, apart] = [visits.filter((visit) => !isOnlyTechnical(visit)), visits.filter(isOnlyTechnical)];
  const calls = apart.reduce((sum, { reads }) => sum + reads.length, 0);
  return (
    <>
      {shown.length > 0 && (
        <Table
          className={classes(table.stacked, styles.visits)}
          rows={shown}
          keyOf={({ number }) => String(number)}
          columns={[
            { title: 'Person', cell: (visit) => <Person visit={visit} /> },
            { title: 'Clinic', cell: ({ clinic }) => clinic },
            { title: 'Time', className: styles.time, cell: timeOf },
            { title: 'What was read', cell: (visit) => <WhatWasRead visit={visit} /> },
          ]}
        />
      )}
      {calls > 0 && (
        <details className={styles.fold}>
          <summary>{shown.length > 0 ? `and ${showCount(calls, 'technical call')}` : showCount(calls, 'technical call')}</summary>
          <p>
            Notifications of the staff, which may name you, and settings of charts. Nothing else of your record was shown by these calls.
          </p>
          <ul>
            {apart.map((visit) => (
              <li key={visit.number}>
                {timeOf(visit)}: <Person visit={visit} />
                {visit.clinic !== null && `, ${visit.clinic}`}: {[...new Set(kindsOf(visit))].join(', ')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const Person = ({ visit: { person, roles, own } }: { visit: Visit }) => (
  <>
    <b>{person ?? 'No longer known'}</b>
    {own ? (
      <>
        {' '}
        <Tag minimal>You</Tag>
      </>
    ) : (
      roles.length > 0 && <span className="bp6-text-muted">, {roleNames(roles)}</span>
    )}
  </>
);

/** In words of a patient; each read with its time and exact kind is behind its count. */
function WhatWasRead({ visit }: { visit: Visit }) {
  const technical = technicalIn(visit);
  const reads = showCount(visit.reads.length - technical, 'read');
  return (
    <>
      {readInWords(kindsOf(visit))}
      <details className={styles.fold}>
        <summary>{technical === 0 ? reads : `${reads} and ${showCount(technical, 'technical call')}`}</summary>
        <ul>
          {visit.reads.map(({ number, at, kind }) => (
            <li key={number}>
              {showClock(new Date(at))} {kind}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
