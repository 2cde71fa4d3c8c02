import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { FoundRow } from '#contracts/lab/found-parameters';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { showInstant } from '#web/lib/dates.ts';
import { Empty, Failed, Loading } from '#web/ui/faces.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { startHere } from '#web/ui/start-here.ts';
import { Table } from '#web/ui/table.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { ROWS, useFoundRows, useRowImage } from './lab-parameters.data.ts';
import styles from './found-rows.module.css';

/** 'OCR Reports': the rows in which a name is printed, as words and as cut out of the page; nothing of page, file or person (ruling 58). */
export function FoundRowsDialog({ parameter, onClose }: { parameter: LabParameterView; onClose: () => void }) {
  useReturnFocus();
  const [skip, setSkip] = useState(0);
  const read = useFoundRows(parameter.id, skip);
  const { data, error } = read;
  return (
    <Dialog isOpen className={styles.dialog} title={`OCR Reports: ${parameter.primary_alias}`} onClose={onClose}>
      <DialogBody>
        {read.isLoading && <Loading label="Reading rows of reports" rows={6} />}
        {!read.isLoading && !data && <Failed what="rows of reports" error={error} onRetry={() => void read.refresh()} />}
        {data?.overall_count === 0 && <Empty title="It is printed on no report" text="A person asked for it by its name." />}
        {data && data.overall_count > 0 && (
          <>
            <Table
              className={styles.table}
              rows={data.items}
              keyOf={({ id }) => id}
              columns={[
                { title: 'As printed', cell: (row) => <Printed row={row} /> },
                { title: 'Name', cell: ({ name }) => name },
                { title: 'Value', className: styles.value, cell: ({ value }) => value },
                { title: 'Unit', cell: ({ unit }) => unit },
                { title: 'Range', className: styles.value, cell: ({ range }) => range },
                { title: 'Found', className: styles.value, cell: ({ since }) => showInstant(since).slice(0, 10) },
              ]}
            />
            <Paging skip={skip} take={ROWS} total={data.overall_count} of="rows" onChange={(page) => setSkip(page.skip)} />
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text="Close" onClick={onClose} {...startHere} />} />
    </Dialog>
  );
}

const Printed = ({ row }: { row: FoundRow }) =>
  row.has_image ? <Strip row={row} /> : <span className="bp6-text-muted">Added by a person</span>;

function Strip({ row }: { row: FoundRow }) {
  const image = useRowImage(row.id);
  if (image === null) return <span className="bp6-text-muted">No picture</span>;
  return image === undefined ? (
    <span className={`bp6-skeleton ${styles.strip}`} />
  ) : (
    <img className={styles.strip} src={image} alt={`${row.name} as it is printed`} />
  );
}
