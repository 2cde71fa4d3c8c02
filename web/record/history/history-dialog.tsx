import { Dialog, DialogBody } from '@blueprintjs/core';
import type { AuditType } from '#contracts/items/history';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { LongDates } from '#web/ui/long-date.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { useHistory } from './history.data.ts';
import { HistorySources } from './history-sources.tsx';
import { HistoryTable } from './history-table.tsx';
import styles from './history-dialog.module.css';

interface Props {
  type: AuditType;
  id: string;
  /** The value that was asked for: its own history, the rest of the entry on request. */
  entryId?: string | undefined;
  /** What it is the history of. */
  title?: string;
  onClose: () => void;
}

/** The history of an item, or of one value in it: every operation with its person, time, reason and differences, and where on which page it was read. */
export function HistoryDialog({ type, id, entryId, title = 'History', onClose }: Props) {
  useReturnFocus();
  const { data, error, isLoading, refresh } = useHistory(type, id);
  const again = () => void refresh();
  return (
    <Dialog isOpen title={title} onClose={onClose} className={styles.dialog}>
      <DialogBody tabIndex={0}>
        <LongDates of={title} isLine />
        {isLoading ? (
          <Loading label="Reading the history" rows={4} />
        ) : !data && error?.status === 404 ? (
          <Empty title="There is no history to show" text="The history of a record stays with the clinic that keeps it." />
        ) : !data ? (
          <Failed what="history" error={error} onRetry={again} />
        ) : data.items.length === 0 ? (
          <Empty title="There is no history available" />
        ) : (
          <>
            {error && <NotRefreshed error={error} onRetry={again} />}
            <HistorySources entries={data.items} entryId={entryId} />
            <HistoryTable entries={data.items} entryId={entryId} />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
