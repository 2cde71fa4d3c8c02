import type { LabMerge } from '#contracts/lab/lab-merges';
import type { LabParameterView, NewLabParameter } from '#contracts/lab/lab-parameters';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';
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

export const listAddress = ({ status, ...asked }: AskedPage): string => {
  const parts = Object.entries({ ...asked, ...(status === '' ? {} : { status }) });
  return `${LIST}?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** A page of the catalogue, or of what was requested for it. */
export const useListedParameters = (asked: AskedPage) =>
  useLive<ItemPage<LabParameterView>>(['lab-parameters'], listAddress(asked), { keepPrevious: true });

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
