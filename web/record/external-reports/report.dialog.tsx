import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { besidePartText } from '#contracts/wire/beside';
import { conclusionOf, type ExternalReportView, partsBesideConclusion } from '#contracts/items/external-reports';
import { isUnsettled, statusLabel } from '#contracts/items/report-status';
import { showCount } from '#web/lib/numbers.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { Empty } from '#web/ui/faces.tsx';
import { LongDate } from '#web/ui/long-date.tsx';
import { classes } from '#web/ui/table.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { asSentence, reportDate } from './external-reports.data.ts';
import { ReportFormView } from './report-form.tsx';
import styles from './external-reports.module.css';

interface Props {
  /** Undefined once its source has withdrawn it. */
  report: ExternalReportView | undefined;
  /** The clinic's. */
  timeZone: string | undefined;
  onClose: () => void;
}

/** Tag with the status of a report that is not final: a warning while it may still change. */
export function ReportStatus({ report }: { report: ExternalReportView }) {
  const status = statusLabel(report);
  if (status === undefined) return null;
  return isUnsettled(report) ? (
    <StatusTag kind="needs">{status}</StatusTag>
  ) : (
    <StatusTag kind="waiting" icon={Edit}>
      {status}
    </StatusTag>
  );
}

/** Dialog with one report of an external record: conclusion, parts and forms. */
export function ReportDialog({ report, timeZone, onClose }: Props) {
  useReturnFocus();
  return (
    <Dialog isOpen title="Report of an external record" onClose={onClose} className={styles.dialog}>
      {/* scrolls by arrow keys, as every pane that scrolls must */}
      <DialogBody tabIndex={0}>
        {report ? (
          <Report report={report} timeZone={timeZone} />
        ) : (
          <Empty title="This report is no longer available" text="Its source has withdrawn it, or it cannot be read now." />
        )}
      </DialogBody>
      <DialogFooter actions={<Button text="Close" intent="primary" onClick={onClose} />} />
    </Dialog>
  );
}

/** True for text in columns, which only a monospaced font keeps aligned. */
const isAligned = (text: string): boolean => /\S(?: {3,}|\t)\S/.test(text);

function Report({ report, timeZone }: { report: ExternalReportView; timeZone: string | undefined }) {
  const ownClinic = useOwnClinic();
  const { name, date, date_precision, source, forms, remark, results } = report;
  const [beside, { words, codes }] = [partsBesideConclusion(report), conclusionOf(report)];
  const clinic = report.organization_id === ownClinic ? undefined : report.organization_name;
  return (
    <div className={styles.report}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className={styles.facts}>
        <span>
          {reportDate(report, timeZone)} <LongDate date={date ?? ''} precision={date_precision} />
        </span>
        <ReportStatus report={report} />
        <span className="bp6-text-muted">from {source.system}</span>
        {clinic && <span className="bp6-text-muted">[{clinic}]</span>}
        <span className="bp6-text-muted">{results.length === 0 ? 'lists no results' : `lists ${showCount(results.length, 'result')}`}</span>
      </p>
      {beside.length > 0 && (
        <ul className={`bp6-text-muted ${styles.parts}`}>
          {beside.map((part, index) => (
            // an element may stand there twice with the same words
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{besidePartText(part)}</li>
          ))}
        </ul>
      )}
      <h4>Conclusion</h4>
      {words !== undefined && <p className={classes(styles.text, isAligned(words) && 'bp6-monospace-text')}>{words}</p>}
      {codes !== undefined && (
        <p className={styles.text}>
          {words !== undefined && <span className="bp6-text-muted">Coded as:</span>} {codes}
        </p>
      )}
      {words === undefined && codes === undefined && <p className="bp6-text-muted">No conclusion was sent.</p>}
      {forms.map((form, index) => (
        // a new version brings new files: what was read of the old one must not stay
        <ReportFormView key={`${index} ${form.file_id}`} reportId={report.id} form={form} />
      ))}
      {remark && <p className={styles.remark}>{asSentence(remark)}</p>}
    </div>
  );
}
