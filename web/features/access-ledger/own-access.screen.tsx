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
import { readInWords } from './read-words.ts';
import { furtherReads, type Visit, visitsOf } from './visits.ts';
import table from '#web/ui/table.module.css';
import styles from './access-ledger.module.css';

/** Screen 'Who has read my record': the patient's view of the access ledger. */
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
        {(page) => <Visits visits={visitsOf(page.items, dayOf)} page={page} />}
      </LedgerList>
    </div>
  );
}

const dayOf = (at: string): string => showInstant(at).slice(0, 10);

const timeOf = ({ reads }: Visit): string => {
  const [first, last] = [showInstant(reads[0]!.at), showClock(new Date(reads.at(-1)!.at))];
  return first.endsWith(last) ? first : `${first} – ${last}`;
};

/** Table of entries by person and day. @param page their page, with the reads next to it */
const Visits = ({ visits, page }: { visits: readonly Visit[]; page: OwnAccessPage }) => (
  <Table
    className={classes(table.stacked, styles.visits)}
    rows={visits}
    keyOf={({ number }) => String(number)}
    columns={[
      { title: 'Person', cell: (visit) => <Person visit={visit} /> },
      { title: 'Clinic', cell: ({ clinic }) => clinic },
      {
        title: 'Time',
        cell: (visit) => (
          <>
            <span className={styles.time}>{timeOf(visit)}</span>
            <div className="bp6-text-muted">{furtherReads(visit, page, dayOf)}</div>
          </>
        ),
      },
      { title: 'What was read', cell: (visit) => <WhatWasRead visit={visit} /> },
    ]}
  />
);

const Person = ({ visit: { person, roles, own } }: { visit: Visit }) => (
  <>
    <b>{person ?? 'No longer known'}</b>
    {own ? (
      <>
        {' '}
        <Tag minimal>You</Tag>
      </>
    ) : (
      roles.length > 0 && <span className="bp6-text-muted">, now {roleNames(roles)}</span>
    )}
  </>
);

/** Words of a patient for what was read; each read with its time and exact kind is behind their count. */
const WhatWasRead = ({ visit: { reads } }: { visit: Visit }) => (
  <>
    {readInWords(reads.map(({ kind }) => kind))}
    <details className={styles.fold}>
      <summary>{showCount(reads.length, 'read')}</summary>
      <ul>
        {reads.map(({ number, at, kind }) => (
          <li key={number}>
            {showClock(new Date(at))} {kind}
          </li>
        ))}
      </ul>
    </details>
  </>
);
