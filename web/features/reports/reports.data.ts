import { useEffect, useState } from 'react';
import type { Accepted } from '#contracts/wire/command';
import type { FileStatus, OcrType, PageStatus, ReadingInstances, ReportView } from '#contracts/reports/reports';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

export interface ReportsPage {
  items: ReportView[];
  overall_count: number;
}

/** Reading notices tell at once; the list also asks every so often while a file is busy, as the documents want. */
const POLL = 4000;
const settled: readonly (FileStatus | PageStatus)[] = ['ValidationRequired', 'ValidationAdvised', 'ValidationDone', 'Error', 'Finished'];

export const isBusy = (page: ReportsPage | undefined): boolean => page?.items.some((file) => !settled.includes(file.status)) ?? false;

/** Asks again every so often while something is busy of which no notice tells, such as a step of reading. */
export const usePolling = (isOn: boolean, refresh: () => Promise<unknown>): void =>
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => void refresh(), POLL);
    return () => clearInterval(timer);
  }, [isOn, refresh]);

/** The clinic's uploaded files, newest first. */
export const useReports = (skip: number, take: number) => {
  const live = useLive<ReportsPage>(['reports'], `/api/ocr?skip=${skip}&take=${take}`, { keepPrevious: true });
  usePolling(isBusy(live.data), live.refresh);
  return live;
};

/** Whether reading is alive: asked once, a second after the screen opened. `failed` where nobody answers. */
export const useInstances = (): { instances?: ReadingInstances; failed: boolean } => {
  const [state, setState] = useState<{ instances?: ReadingInstances; failed: boolean }>({ failed: false });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      http.get<ReadingInstances>('/api/ocr/instances', { signal: controller.signal, quiet: true }).then(
        (instances) => setState({ instances, failed: instances.last_ping === null }),
        () => setState({ failed: !controller.signal.aborted }),
      );
    }, 1000);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  return state;
};

/** Sends the files as one form, once there is a place for it; the same `commandId` again never makes a second report. */
export const uploadReports = (
  files: readonly File[],
  ocrType: OcrType,
  onProgress: (loaded: number, total: number) => void,
  options: { commandId: string; signal: AbortSignal; onWaiting: (isWaiting: boolean) => void },
): Promise<{ items: Accepted[] }> => {
  const form = new FormData();
  form.append('ocr_type', ocrType);
  for (const file of files) form.append('files', file, file.name);
  return http.upload('/api/ocr', form, onProgress, { ...options, quiet: true });
};

export const removeReport = (id: string, comment: string, commandId: string): Promise<Accepted> =>
  http.send('DELETE', `/api/ocr/${id}`, { comment }, { commandId, quiet: true });
