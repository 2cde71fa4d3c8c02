import { Button } from '@blueprintjs/core';
import { Upload } from '@blueprintjs/icons';
import { Fragment, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { ReadingInstances, ReportView } from '#contracts/reports/reports';
import { showInstant } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { forgetPassedFiles, passedFiles } from '#web/lib/passed-files.ts';
import { useSession } from '#web/lib/session.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { classes, Headings } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { FileRow } from './file-row.tsx';
import { PageRows } from './page-rows.tsx';
import { RemoveReportDialog } from './remove-report.dialog.tsx';
import { useInstances, useReports } from './reports.data.ts';
import { UploadDialog } from './upload.dialog.tsx';
import styles from './reports.module.css';
import table from '#web/ui/table.module.css';

const SIZES = [5, 10, 25, 50] as const;
const mayUpload = ['OrganizationAdmin', 'Doctor', 'Assistant'];

const HEADINGS = [
  { title: 'Name', className: styles.name },
  { title: 'No.', className: `${table.number} ${styles.index}` },
  { title: 'Issued', className: styles.when },
  { title: 'Pages', className: `${table.number} ${styles.pages}` },
  { title: 'Status', className: styles.status },
  { title: 'Actions', className: table.actions },
];

const count = (text: string | null, otherwise: number, most: number): number => {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= 0 && number <= most ? number : otherwise;
};

/** 'Reports': the uploaded laboratory reports and how far their reading and validation is. The address names page and open files. */
export default function ReportsScreen() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const take = Math.max(1, count(search.get('take'), 10, 50));
  const skip = count(search.get('skip'), 0, 1e6);
  const open = new Set((search.get('open') ?? '').split(',').filter(Boolean));
  const { data, error, isLoading, isPrevious, refresh } = useReports(skip, take);
  const { instances, failed } = useInstances();
  // the lists of patients lead here to upload at once, one of them with files; after a reload the page is a list
  const isAsked = useHistoryState<{ upload?: true } | null>()?.upload === true;
  const [passed] = useState(passedFiles);
  const [isUploading, setIsUploading] = useState(isAsked || passed.length > 0);
  const [removing, setRemoving] = useState<ReportView>();
  const staff = user.roles.some((role) => mayUpload.includes(role));
  useEffect(() => {
    if (isAsked) history.replaceState(null, '');
  }, [isAsked]);
  // not while it is drawn: a drawing may be repeated
  useEffect(forgetPassedFiles, []);

  const show = (change: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const toggle = (id: string) => show({ open: (open.has(id) ? [...open].filter((other) => other !== id) : [...open, id]).join(',') });
  const upload = staff && <Button intent="primary" icon={<Upload />} text="Upload lab results" onClick={() => setIsUploading(true)} />;

  return (
    <>
      <PageTitle title="Reports" count={data && showCount(data.overall_count, 'file')}>
        <LastSeen instances={instances} failed={failed} />
        {upload}
      </PageTitle>
      {isLoading && <Loading label="Reading reports" />}
      {!isLoading && !data && <Failed what="reports" error={error} onRetry={() => void refresh()} />}
      {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {data?.overall_count === 0 && (
        <Empty
          title="There are no OCR results yet."
          text={staff ? 'Go ahead and upload some lab results!' : 'Reports are uploaded and seen by the staff of a clinic.'}
        >
          {upload}
        </Empty>
      )}
      {data && data.overall_count > 0 && (
        <>
          <table className={`${table.table} ${styles.table}`} data-former={isPrevious || undefined}>
            <Headings of={HEADINGS} />
            <tbody>
              {data.items.map((file, index) => (
                <Fragment key={file.id}>
                  <FileRow
                    file={file}
                    number={skip + index + 1}
                    isOpen={open.has(file.id)}
                    onToggle={() => toggle(file.id)}
                    {...(staff ? { onRemove: () => setRemoving(file) } : {})}
                  />
                  {open.has(file.id) && <PageRows file={file} />}
                </Fragment>
              ))}
            </tbody>
          </table>
          <Paging
            skip={skip}
            take={take}
            total={data.overall_count}
            sizes={SIZES}
            onChange={(next) => show({ skip: String(next.skip), take: String(next.take) })}
          />
        </>
      )}
      <UploadDialog
        isOpen={isUploading && staff}
        instances={instances}
        initial={passed}
        onClose={() => setIsUploading(false)}
        onUploaded={(position, sent) => {
          setIsUploading(false);
          show({ skip: '' });
          void refresh(position);
          toast.show(`${showCount(sent, 'file')} uploaded. Reading has begun.`, 'success');
        }}
      />
      {removing && (
        <RemoveReportDialog
          file={removing}
          onDone={(position) => {
            setRemoving(undefined);
            if (position === undefined) return;
            // the last one of the last page
            if (data?.items.length === 1 && skip > 0) show({ skip: String(Math.max(0, skip - take)) });
            void refresh(position);
            toast.show(`${removing.name} was removed with its results`, 'success');
          }}
        />
      )}
    </>
  );
}

const seconds = (utc: string): string => `${showInstant(utc)}:${String(new Date(utc).getSeconds()).padStart(2, '0')}`;

/** Whether reading is alive: 'OCR last seen: MM/DD/YYYY HH:mm:ss'. */
function LastSeen({ instances, failed }: { instances: ReadingInstances | undefined; failed: boolean }) {
  return (
    <span className={classes(styles.seen, failed && styles.dead)} role="status">
      {failed
        ? 'OCR is not available. Please contact service administrator'
        : instances?.last_ping && `OCR last seen: ${seconds(instances.last_ping)}`}
    </span>
  );
}
