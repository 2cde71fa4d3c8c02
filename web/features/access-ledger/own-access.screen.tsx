import { Switch, Tag } from '@blueprintjs/core';
import type { OwnAccessPage, OwnAccessView } from '#contracts/people/access-ledger';
import { showClock, showInstant } from '#web/lib/dates.ts';
import { Empty } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { classes, Table } from '#web/ui/table.tsx';
import { exportOwnAccess, useOwnAccess } from './access-ledger.data.ts';
import { ExportCsv, LedgerList, useLedgerPlace } from './ledger-list.tsx';
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
        {({ items }) => <Visits visits={visitsOf(items)} />}
      </LedgerList>
    </div>
  );
}

const timeOf = ({ from, to }: Visit): string => {
  const [first, last] = [showInstant(from), showInstant(to)];
  if (first === last) return first;
  return first.slice(0, 10) === last.slice(0, 10) ? `${first} – ${showClock(new Date(to))}` : `${first} – ${last}`;
};

const Visits = ({ visits }: { visits: readonly Visit[] }) => (
  <Table
    className={classes(table.stacked, styles.visits)}
    rows={visits}
    keyOf={({ number }) => String(number)}
    columns={[
      {
        title: 'Person',
        cell: ({ person, own }) => (
          <>
            <b>{person ?? 'No longer known'}</b> {own && <Tag minimal>You</Tag>}
          </>
        ),
      },
      { title: 'Clinic', cell: ({ clinic }) => clinic },
      { title: 'Time', className: styles.time, cell: timeOf },
      { title: 'What was read', cell: ({ kinds }) => kinds.join(', ') },
    ]}
  />
);
