import './reports.css';
import { Button, Tooltip } from '@blueprintjs/core';
import { ChevronDown, ChevronRight, Trash, Upload } from '@blueprintjs/icons';
import { Fragment, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { ReportView } from '#contracts/reports';
import { showInstant } from '#web/lib/dates.ts';
import { Problem } from '#web/lib/http.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { removeReport, useInstances, useReports } from './reports.data.ts';
import { PageRows } from './page-rows.tsx';
import { canReviewFile, reviewAddress, shownFileStatus } from './statuses.ts';
import { UploadDialog } from './upload.dialog.tsx';

const SIZES = [5, 10, 25, 50] as const;
const mayUpload = ['OrganizationAdmin', 'Doctor', 'Assistant'];

const seconds = (utc: string) => `${showInstant(utc)}:${String(new Date(utc).getSeconds()).padStart(2, '0')}`;

/** 'Reports': the uploaded laboratory reports and how far their reading and validation is. */
export default function ReportsScreen() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const take = Number(search.get('take')) || 10;
  const skip = Number(search.get('skip')) || 0;
  const { data, error, isLoading, isPrevious, refresh } = useReports(skip, take);
  const { instances, failed } = useInstances();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isUploading, setIsUploading] = useState(false);
  const [removing, setRemoving] = useState<ReportView>();
  const staff = user.roles.some((role) => mayUpload.includes(role));

  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const page = (next: { skip: number; take: number }) => setSearch({ skip: String(next.skip), take: String(next.take) }, { replace: true });
  const upload = staff && <Button intent="primary" icon={<Upload />} text="Upload lab results" onClick={() => setIsUploading(true)} />;

  return (
    <>
      <PageTitle title="Reports" count={data && showCount(data.overall_count, 'file')}>
        <span className={failed ? 'reports-dead' : 'muted'} role="status">
          {failed
            ? 'OCR is not available. Please contact service administrator'
            : instances?.last_ping && `OCR last seen: ${seconds(instances.last_ping)}`}
        </span>
        {upload}
      </PageTitle>
      {isLoading && <Loading label="Reading reports" />}
      {!isLoading && !data && <Failed what="reports" error={error} onRetry={() => void refresh()} />}
      {data && error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
      {data?.overall_count === 0 && (
        <Empty title="There are no OCR results yet." text="Go ahead and upload some lab results!">
          {upload}
        </Empty>
      )}
      {data && data.overall_count > 0 && (
        <>
          <table className={`data-table reports-table ${isPrevious ? 'is-previous' : ''}`}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="number">
                  No.
                </th>
                <th scope="col">Issued</th>
                <th scope="col" className="number">
                  Pages
                </th>
                <th scope="col">Status</th>
                <th scope="col" className="actions">
                  Actions
                </th>
              </tr>
            </thead>
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
          <Paging skip={skip} take={take} total={data.overall_count} sizes={SIZES} onChange={page} />
        </>
      )}
      <UploadDialog
        isOpen={isUploading}
        instances={instances}
        onClose={() => setIsUploading(false)}
        onUploaded={(position, count) => {
          setIsUploading(false);
          page({ skip: 0, take });
          void refresh(position);
          toast.show(`${showCount(count, 'file')} uploaded. Reading has begun.`, 'success');
        }}
      />
      {removing && <RemoveDialog file={removing} onDone={(position) => (setRemoving(undefined), void refresh(position))} />}
    </>
  );
}

interface FileRowProps {
  file: ReportView;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
  onRemove?: () => void;
}

function FileRow({ file, number, isOpen, onToggle, onRemove }: FileRowProps) {
  const { kind, label, text } = shownFileStatus(file);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr>
      <td>
        <button type="button" className="reports-expand" aria-expanded={isOpen} onClick={onToggle} disabled={file.pages.length === 0}>
          <Chevron aria-hidden />
          {file.name}
        </button>
      </td>
      <td className="number">{number}</td>
      <td>{showInstant(file.issued_time)}</td>
      <td className="number">{file.pages.length}</td>
      <td>
        <Tooltip content={text} hoverOpenDelay={300}>
          <StatusTag kind={kind}>{label}</StatusTag>
        </Tooltip>
        {file.status === 'Error' && <span className="reports-error">{text}</span>}
      </td>
      <td className="actions">
        {canReviewFile(file) && (
          <Link className="bp6-button bp6-small" href={reviewAddress(file.pages)}>
            Review OCR
          </Link>
        )}
        {onRemove && <Button variant="minimal" size="small" icon={<Trash />} aria-label={`Remove ${file.name}`} onClick={onRemove} />}
      </td>
    </tr>
  );
}

function RemoveDialog({ file, onDone }: { file: ReportView; onDone: (position?: string) => void }) {
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async () => {
    setIsWorking(true);
    try {
      onDone((await removeReport(file.id)).position);
    } catch (cause) {
      setError(cause instanceof Problem ? cause.message : String(cause));
      setIsWorking(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      confirm="Remove OCR"
      isWorking={isWorking}
      error={error}
      onConfirm={() => void remove()}
      onCancel={() => onDone()}
    >
      <p>Are you sure? You&apos;re trying to remove OCR files and related lab results. This action is irreversible!</p>
      <p className="muted">{file.name}</p>
    </ConfirmDialog>
  );
}
