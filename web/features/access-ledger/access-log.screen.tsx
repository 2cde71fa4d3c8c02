import { useState } from 'react';
import type { AccessView, LedgerPageOf } from '#contracts/people/access-ledger';
import { readinessOf, useAsked } from '#web/lib/asked.ts';
import { showInstant } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { NAME_DEBOUNCE } from '#web/lib/search.ts';
import { Empty } from '#web/ui/faces.tsx';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { ShortId } from '#web/ui/short-id.tsx';
import { Table } from '#web/ui/table.tsx';
import { exportAccessLog, type Looked, useAccessLog } from './access-ledger.data.ts';
import { ExportCsv, LedgerList, useLedgerPlace } from './ledger-list.tsx';
import styles from './access-ledger.module.css';

const NOTHING: Looked = { person: '', patient: '', from: '', until: '' };

/** 'Access log': what concerns the administrator's clinic. */
export function AccessLogScreen() {
  const [typed, setTyped] = useState(NOTHING);
  const asked = useAsked(JSON.stringify(typed), NAME_DEBOUNCE);
  const looked = JSON.parse(asked.question) as Looked;
  const [place, go] = useLedgerPlace();
  const read = useAccessLog(looked, place);
  const isAll = Object.values(looked).every((text) => text === '');
  const change = (changes: Partial<Looked>) => {
    setTyped({ ...typed, ...changes });
    if (place.skip > 0) go(0);
  };
  const field = (name: keyof Looked, label: string) => (
    <FilterField
      label={label}
      value={typed[name]}
      onValueChange={(text) => change({ [name]: text })}
      onKeyDown={(event) => isKey(event, 'choose') && asked.now()}
    />
  );
  const day = (name: 'from' | 'until', label: string) => (
    <label className={styles.day}>
      {label}
      <FilterField label={`${label} day`} type="date" value={typed[name]} onValueChange={(text) => change({ [name]: text })} />
    </label>
  );
  return (
    <div>
      <PageTitle title="Access log">
        <ExportCsv save={() => exportAccessLog(looked)} />
      </PageTitle>
      <FilterLine>
        {field('person', "Reader's last name")}
        {field('patient', "Patient's last name")}
        {day('from', 'From')}
        {day('until', 'Until')}
      </FilterLine>
      <LedgerList<AccessView, LedgerPageOf<AccessView>>
        read={read}
        place={place}
        go={go}
        isFormer={readinessOf(asked, read) !== 'answered'}
        empty={<Empty title={isAll ? 'No record was read yet' : 'Nothing was read that is looked for'} />}
      >
        {({ items }) => <Reads reads={items} />}
      </LedgerList>
    </div>
  );
}

const RELATIONS: Readonly<Record<string, string>> = {
  'own-organization': 'Own clinic',
  self: 'Own record',
  connected: 'Connection',
  party: 'Invitation',
  'super-user': 'Super user',
};

const Reads = ({ reads }: { reads: readonly AccessView[] }) => (
  <div className={styles.scroll}>
    <Table
      className={styles.reads}
      rows={reads}
      keyOf={({ number }) => String(number)}
      columns={[
        { title: 'Time', className: styles.time, cell: ({ at }) => showInstant(at) },
        { title: 'Person', cell: ({ person, user_id }) => person ?? <ShortId id={user_id} /> },
        { title: 'For clinic', cell: ({ clinic }) => clinic ?? '–' },
        { title: 'Patient', cell: ({ patient, patient_id }) => patient ?? <ShortId id={patient_id} /> },
        { title: 'Record of', cell: ({ record_clinic }) => record_clinic },
        { title: 'What was read', cell: ({ kind }) => kind },
        { title: 'Reached by', cell: ({ relation }) => RELATIONS[relation] ?? relation },
        { title: 'Network address', cell: ({ address }) => address },
      ]}
    />
  </div>
);
