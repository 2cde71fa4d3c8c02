import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { useState } from 'react';
import type { ExternalReportView } from '#contracts/items/external-reports';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { type ExternalReports, firstWords, reportDate, REPORTS } from './external-reports.data.ts';
import { ReportStatus } from './report.dialog.tsx';
import styles from './external-reports.module.css';

interface Props {
  live: ExternalReports;
  /** The clinic's. */
  timeZone: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** Reports drawn at first, and with each press on 'Show more'. */
const PAGE_SIZE = 100;

/** All reports of external records of a patient, newest first; each opens. */
export function ReportsDialog({ live: { data, error, isLoading, refresh }, timeZone, onOpen, onClose }: Props) {
  useReturnFocus();
  const [shown, setShown] = useState(PAGE_SIZE);
  const again = () => void refresh();
  const items = data?.items ?? [];
  return (
    <Dialog isOpen title={REPORTS} onClose={onClose} className={styles.dialog}>
      <DialogBody tabIndex={0}>
        {isLoading ? (
          <Loading label="Reading the reports" rows={4} />
        ) : !data ? (
          <Failed what={REPORTS.toLowerCase()} error={error} onRetry={again} />
        ) : items.length === 0 ? (
          <Empty title="There are no reports of external records available" />
        ) : (
          <>
            {error && <NotRefreshed error={error} onRetry={again} />}
            <ul className={`bp6-list-unstyled ${styles.list}`}>
              {items.slice(0, shown).map((report) => (
                <Row key={report.id} report={report} timeZone={timeZone} onOpen={() => onOpen(report.id)} />
              ))}
            </ul>
            {items.length > shown && (
              <Button text={`Show more (${(items.length - shown).toLocaleString('en-US')})`} onClick={() => setShown(shown + PAGE_SIZE)} />
            )}
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

interface RowProps {
  report: ExternalReportView;
  timeZone: string | undefined;
  onOpen: () => void;
}

function Row({ report, timeZone, onOpen }: RowProps) {
  const ownClinic = useOwnClinic();
  const clinic = report.organization_id === ownClinic ? undefined : report.organization_name;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.title}>
          <bdi>{report.name}</bdi>
        </span>
        <span className={styles.facts}>
          <span className="bp6-text-muted">
            {reportDate(report, timeZone)} <LongDate date={report.date ?? ''} precision={report.date_precision} />
          </span>
          <ReportStatus report={report} />
          {clinic && <span className="bp6-text-muted">[{clinic}]</span>}
        </span>
        <span className={styles.first}>{firstWords(report, 160) || <span className="bp6-text-muted">no conclusion</span>}</span>
      </button>
    </li>
  );
}
