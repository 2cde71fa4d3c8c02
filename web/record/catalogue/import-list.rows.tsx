import { Button, ButtonGroup } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ListChange, ListImport, ListResult, ListRow } from '#contracts/catalogues/list-import';
import { Paging } from '#web/ui/paging.tsx';
import { Table } from '#web/ui/table.tsx';
import styles from './import-list.module.css';
import glyphs from '#web/ui/glyphs.module.css';
import table from '#web/ui/table.module.css';

const TAKE = 50;

/** In the order in which somebody has to look at them. */
const RESULTS: Readonly<Record<ListResult, string>> = {
  conflicting: 'Conflicting',
  changed: 'Changed',
  added: 'Added',
  unchanged: 'Unchanged',
};
const results = Object.keys(RESULTS) as ListResult[];

const SAYS: Readonly<Record<ListResult, string>> = {
  conflicting: 'Why it is left out',
  changed: 'What changes',
  added: 'What it says',
  unchanged: '',
};

/** The rows of a list by what becomes of them, counted, a page at a time. */
export function ImportRows({ shown }: { shown: ListImport }) {
  const [chosen, setChosen] = useState<ListResult>(() => results.find((result) => shown[result] > 0) ?? 'unchanged');
  const [skip, setSkip] = useState(0);
  const rows = shown.rows.filter(({ result }) => result === chosen);
  return (
    <>
      <ButtonGroup className={styles.results} aria-label="Rows of the file">
        {results.map((result) => (
          <Button
            key={result}
            active={result === chosen}
            aria-pressed={result === chosen}
            text={`${RESULTS[result]} ${shown[result].toLocaleString('en-US')}`}
            onClick={() => {
              setChosen(result);
              setSkip(0);
            }}
          />
        ))}
      </ButtonGroup>
      {rows.length === 0 ? (
        <p className="bp6-text-muted">No row of the file.</p>
      ) : (
        <Table
          className={styles.rows}
          rows={rows.slice(skip, skip + TAKE)}
          keyOf={({ line }) => String(line)}
          columns={[
            { title: 'Line', className: `${table.number} ${styles.line}`, cell: ({ line }) => line },
            { title: 'Name', className: styles.name, cell: ({ name }) => name || 'No name' },
            { title: SAYS[chosen], cell: (row) => <Said row={row} /> },
          ]}
        />
      )}
      {rows.length > TAKE && <Paging of="rows" skip={skip} take={TAKE} total={rows.length} onChange={(page) => setSkip(page.skip)} />}
    </>
  );
}

const Said = ({ row: { result, reasons, changes } }: { row: ListRow }) => (
  <ul className={styles.said}>
    {result === 'conflicting'
      ? reasons.map((text) => <li key={text}>{text}</li>)
      : changes.map((change) => <Change key={change.field} of={change} isNew={result === 'added'} />)}
  </ul>
);

const Change = ({ of: { field, before, after }, isNew }: { of: ListChange; isNew: boolean }) => (
  <li>
    <span className="bp6-text-muted">{field}:</span>{' '}
    {!isNew && (
      <>
        {before === '' ? <span className="bp6-text-muted">nothing</span> : <del>{before}</del>}
        <ArrowRight size={12} aria-hidden className={styles.arrow} />
        <span className={glyphs.spoken}>becomes</span>{' '}
      </>
    )}
    {after === '' ? <span className="bp6-text-muted">nothing</span> : <ins>{after}</ins>}
  </li>
);
