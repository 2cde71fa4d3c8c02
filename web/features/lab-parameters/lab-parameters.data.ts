import { useEffect, useState } from 'react';
import type { FoundRow } from '#contracts/lab/found-parameters';
import type { LabMerge, LabMergePreview } from '#contracts/lab/lab-merges';
import type { LabParameterView, NewLabParameter, ParameterSuggestion } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { http, Problem } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import type { ItemPage } from '#web/record/item/item-reads.ts';

const LIST = '/api/lab-parameters';

interface AskedPage {
  /** One status or several, 'PendingApproval,AutomaticallyRequested'; '' for every. */
  status: string;
  query: string;
  skip: number;
  take: number;
}

const listAddress = ({ status, ...asked }: AskedPage): string => {
  const parts = Object.entries({ ...asked, ...(status === '' ? {} : { status }) });
  return `${LIST}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** What the catalogue and the requests for it follow. */
const SLICES = ['lab-parameters', 'lab-requests'];

/** A page of the catalogue, or of what was requested for it. */
export const useListedParameters = (asked: AskedPage) =>
  useLive<ItemPage<LabParameterView>>(SLICES, listAddress(asked), { keepPrevious: true });

/** How many approved parameters are offered for merging. */
const OFFERED = 10;

/** Approved parameters that answer to a text. */
export const useApproved = (query: string | null) =>
  useLive<ItemPage<LabParameterView>>(SLICES, query === null ? null : listAddress({ status: 'Approved', query, skip: 0, take: OFFERED }), {
    keepPrevious: true,
    quiet: true,
  });

/** Parameters that may be meant by this one, with the reasons. */
export const useSuggestions = (id: string | undefined) =>
  useLive<ItemPage<ParameterSuggestion>>(SLICES, id === undefined ? null : `${LIST}/${id}/suggestions`, { quiet: true });

/** What making these one would change. Null reads nothing. */
export const useMergePreview = (asked: { ids: readonly string[]; kept: string } | null) =>
  useLive<LabMergePreview>(
    SLICES,
    asked && `${LIST}/merge/preview?${new URLSearchParams({ parameter_ids: asked.ids.join(','), kept_id: asked.kept }).toString()}`,
    { keepPrevious: true, quiet: true },
  );

/** Rows of one page of 'OCR Reports'. */
export const ROWS = 10;

/** Where a requested parameter is printed, the latest first. */
export const useFoundRows = (id: string, skip: number) =>
  useLive<ItemPage<FoundRow>>(SLICES, `${LIST}/${id}/pages?skip=${skip}&take=${ROWS}`, { keepPrevious: ['skip'], quiet: true });

/** The picture of one printed row as an address of this tab; null where it cannot be shown. */
export const useRowImage = (foundId: string): string | null | undefined => {
  const [image, setImage] = useState<string | null>();
  useEffect(() => {
    const controller = new AbortController();
    let url: string | undefined;
    http.blob(`${LIST}/pages/${foundId}/image`, { signal: controller.signal, quiet: true }).then(
      (blob) => {
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setImage(url);
      },
      (cause: unknown) => {
        if (!(cause instanceof Problem)) throw cause;
        if (!controller.signal.aborted) setImage(null);
      },
    );
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [foundId]);
  return image;
};

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, commandId: string): Promise<Accepted> =>
  http.send<Accepted>(method, path, body, { commandId, quiet: true });

/** The same `commandId` for every try of one command. */
export const labParameterCalls = {
  add: (form: NewLabParameter, commandId: string) => send('POST', LIST, form, commandId),
  update: (id: string, version: number, form: NewLabParameter, commandId: string) =>
    send('PUT', `${LIST}/${id}`, { ...form, version }, commandId),
  /** Of what was requested or rejected. */
  approve: (id: string, version: number, form: NewLabParameter, commandId: string) =>
    send('PUT', `${LIST}/${id}`, { ...form, version, status: 'Approved' }, commandId),
  remove: (id: string, version: number, commandId: string) => send('DELETE', `${LIST}/${id}`, { version }, commandId),
  reject: (id: string, version: number, commandId: string) => send('PUT', `${LIST}/reject_parameter`, { id, version }, commandId),
  /** Takes a rejection back: by a super user it is asked for once more. */
  requestAgain: (id: string, commandId: string) => send('PUT', `${LIST}/request_parameter`, { id }, commandId),
  /** `id` of the answer undoes it. */
  merge: (merge: LabMerge, commandId: string) => send('PUT', `${LIST}/merge`, merge, commandId),
  undoMerge: (mergeId: string, commandId: string) => send('PUT', `${LIST}/merge/${mergeId}/undo`, {}, commandId),
};
