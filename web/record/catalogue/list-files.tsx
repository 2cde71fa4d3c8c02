import { Button } from '@blueprintjs/core';
import { Export, Import } from '@blueprintjs/icons';
import { useState } from 'react';
import { useSession } from '#web/lib/session.tsx';
import { ImportDialog } from './import-list.dialog.tsx';
import { exportList, type ListOf } from './import-list.data.ts';

interface Props {
  list: ListOf;
  /** What its rows are: 'office templates'. */
  what: string;
  /** After something was imported, up to this position. */
  onImported: (position: string | undefined) => void;
}

/** A catalogue as a file: everybody who sees it takes it along, super users bring one. */
export function ListFiles({ list, what, onImported }: Props) {
  const { user } = useSession();
  const [isWorking, setIsWorking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const save = async () => {
    setIsWorking(true);
    await exportList(list);
    setIsWorking(false);
  };
  return (
    <>
      <Button icon={<Export />} text="Export" title={`Export all ${what} as CSV`} loading={isWorking} onClick={() => void save()} />
      {user.roles.includes('SuperUser') && (
        <Button icon={<Import />} text="Import" title={`Import ${what} from a CSV file`} onClick={() => setIsOpen(true)} />
      )}
      {isOpen && <ImportDialog list={list} what={what} onClose={() => setIsOpen(false)} onImported={onImported} />}
    </>
  );
}
