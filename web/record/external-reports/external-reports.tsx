import { Button } from '@blueprintjs/core';
import { Document } from '@blueprintjs/icons';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { ExternalReportView } from '#contracts/items/external-reports';
import { isUnsettled, unsettledLabel } from '#contracts/items/report-status';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { NotRefreshed } from '#web/ui/faces.tsx';
import { classes } from '#web/ui/table.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import {
  type ExternalReports,
  firstWords,
  reportDate,
  reportLabel,
  REPORTS,
  REPORTS_ID,
  reportsFigure,
  shortName,
} from './external-reports.data.ts';
import { ReportDialog, ReportStatus } from './report.dialog.tsx';
import { ReportsDialog } from './reports.dialog.tsx';
import lines from '#web/record/beside/beside.module.css';
import styles from './external-reports.module.css';

interface Reports {
  live: ExternalReports;
  byId: ReadonlyMap<string, ExternalReportView>;
  /** The clinic's. */
  timeZone: string | undefined;
  open: (id: string) => void;
  openAll: () => void;
}

const Context = createContext<Reports | null>(null);
const NONE: readonly ExternalReportView[] = [];

interface ProviderProps {
  live: ExternalReports;
  timeZone: string | undefined;
  children: ReactNode;
}

/** Gives the reports of a record to all that lists or draws its values, and shows the one that is opened. */
export function ExternalReportsProvider({ live, timeZone, children }: ProviderProps) {
  const [isListOpen, setIsListOpen] = useState(false);
  const [opened, setOpened] = useState<string>();
  const items = live.data?.items ?? NONE;
  const byId = useMemo(() => new Map(items.map((report) => [report.id, report])), [items]);
  const { data, error, isLoading, refresh } = live;
  const value = useMemo(
    () => ({
      // not `live` itself, which is another one each time: every row would be drawn again
      live: { isLoading, refresh, isPrevious: false, ...(data ? { data } : {}), ...(error ? { error } : {}) },
      byId,
      timeZone,
      open: setOpened,
      openAll: () => setIsListOpen(true),
    }),
    [data, error, isLoading, refresh, byId, timeZone],
  );
  return (
    <Context.Provider value={value}>
      {children}
      {isListOpen && <ReportsDialog live={live} timeZone={timeZone} onOpen={setOpened} onClose={() => setIsListOpen(false)} />}
      {opened !== undefined && (
        <ReportDialog key={opened} report={byId.get(opened)} timeZone={timeZone} onClose={() => setOpened(undefined)} />
      )}
    </Context.Provider>
  );
}

/** Reports that are named with a value; all of them are in the list. */
const MAX_LINKS = 2;

interface LinksProps {
  /** Of the reports that list a value. */
  ids: readonly string[] | undefined;
  /** The values that a report lists, unless it lists all: 'Pulse, Weight'. */
  of?: (id: string) => string | undefined;
  /** In the note of a point the words are whole; a note that follows the pointer has no buttons. */
  note?: 'pointed' | 'pinned';
}

/** The reports that list a value, each with the first words of its conclusion; pressing one opens it. */
export function ReportLinks({ ids = [], of, note }: LinksProps) {
  const reports = useContext(Context);
  if (ids.length === 0 || !reports) return null;
  const { live, byId, open, openAll } = reports;
  if (!live.data) {
    return live.error ? <div className={styles.unread}>Listed in a report that could not be read</div> : null;
  }
  const present = ids.flatMap((id) => byId.get(id) ?? []);
  const missing = ids.length - present.length;
  const words = (report: ExternalReportView) => {
    const values = of?.(report.id);
    return `${values === undefined ? '' : `${values}: `}Report${unsettledLabel(report)}: ${reportLabel(report)}`;
  };
  return (
    <>
      {present.slice(0, MAX_LINKS).map((report) =>
        note === 'pointed' ? (
          <div key={report.id} className={classes(styles.words, isUnsettled(report) && styles.unsettled)}>
            {words(report)}
          </div>
        ) : (
          <Link
            key={report.id}
            text={words(report)}
            className={classes(isUnsettled(report) && styles.unsettled, note && `${lines.whole} ${styles.whole}`)}
            onOpen={() => open(report.id)}
          />
        ),
      )}
      {present.length > MAX_LINKS &&
        (note === 'pointed' ? (
          <div>and {present.length - MAX_LINKS} more reports</div>
        ) : (
          <Link text={`and ${present.length - MAX_LINKS} more: all reports`} onOpen={openAll} />
        ))}
      {missing > 0 && <div className={styles.unread}>Listed in a report that cannot be shown here</div>}
    </>
  );
}

const Link = ({ text, className, onOpen }: { text: string; className?: string | undefined; onOpen: () => void }) => (
  <button
    type="button"
    className={classes(lines.line, styles.link, className)}
    title={text}
    onClick={(event) => {
      // the row below it would open
      event.stopPropagation();
      onOpen();
    }}
  >
    {text}
  </button>
);

/** Line above the laboratory results: number of reports, the newest, and a button for the list. Nothing without reports. */
export function AllReports() {
  const reports = useContext(Context);
  if (!reports) return null;
  const { live, timeZone, openAll } = reports;
  const again = () => void live.refresh();
  if (!live.data) return live.error ? <NotRefreshed what={REPORTS} error={live.error} onRetry={again} /> : null;
  const { items } = live.data;
  const [newest] = items;
  const unsettled = items.filter(isUnsettled).length;
  return (
    <>
      {live.error && <NotRefreshed what={REPORTS} error={live.error} onRetry={again} />}
      {newest && (
        <div className={styles.all}>
          <Button size="small" icon={<Document />} text={`${REPORTS} (${items.length.toLocaleString('en-US')})`} onClick={openAll} />
          {unsettled > 0 && <StatusTag kind="needs">{unsettled.toLocaleString('en-US')} not final or in doubt</StatusTag>}
          <span className={`bp6-text-muted ${styles.newest}`} title={[newest.name, firstWords(newest, 120)].filter(Boolean).join(': ')}>
            {items.length > 1 && 'Newest: '}
            <bdi>{shortName(newest)}</bdi>, <ReportStatus report={newest} /> {reportDate(newest, timeZone)}
            {firstWords(newest) && `: ${firstWords(newest, 120)}`}
          </span>
        </div>
      )}
    </>
  );
}

/** Names of reports for paper, by id. */
export const useReportName = (): ((id: string) => string) => {
  const byId = useContext(Context)?.byId;
  return useCallback(
    (id) => {
      const report = byId?.get(id);
      return report ? `${shortName(report)}${unsettledLabel(report)}` : 'one that cannot be shown here';
    },
    [byId],
  );
};

/** Offers the reports to paper, or says there that they could not be read. */
export function PrintedReports() {
  const reports = useContext(Context);
  const ownClinic = useOwnClinic();
  const items = reports?.live.data?.items ?? NONE;
  useFigure(REPORTS_ID, items.length > 0 ? () => reportsFigure(items, reports?.timeZone, ownClinic) : null);
  useRemark(REPORTS_ID, reports ? remarkOn(REPORTS.toLowerCase(), reports.live, reports.live.data && items.length) : undefined);
  return null;
}
