import type { Accepted } from '#contracts/wire/command';
import type { ItemKind } from '#contracts/items/item-kinds';
import { http } from '#web/lib/http.ts';

/** What exists already: its id and the version that the form was opened with. */
export interface Target {
  id: string;
  version: number;
}

/** The commands that every kind of medical item has. The same `commandId` for every try of one command. */
export const itemCalls = (kind: ItemKind) => ({
  /** Saves a new item of the patient, or a change of the one with this id. */
  save: (patientId: string, target: Target | null, payload: object, commandId: string): Promise<Accepted> =>
    target
      ? http.send<Accepted>('PUT', `/api/${kind}/${target.id}`, { ...payload, version: target.version }, { commandId, quiet: true })
      : http.send<Accepted>('POST', `/api/${kind}`, { ...payload, patient_id: patientId }, { commandId, quiet: true }),

  remove: ({ id, version }: Target, comment: string, commandId: string): Promise<Accepted> =>
    http.send<Accepted>('DELETE', `/api/${kind}/${id}`, { version, comment }, { commandId, quiet: true }),

  /** Says that what an external record says is right as it stands. */
  accept: ({ id, version }: Target, comment: string, commandId: string): Promise<Accepted> =>
    http.send<Accepted>('POST', `/api/${kind}/${id}/accept`, { version, comment }, { commandId, quiet: true }),

  /** Waits until the lists know of a write (two seconds at most), so that the next screen shows it at once. */
  caughtUp: (patientId: string, position: string): Promise<unknown> =>
    http
      .get(`/api/${kind}?${new URLSearchParams({ patient_id: patientId, skip: '0', take: '1', after: position })}`, { quiet: true })
      .catch(() => undefined),
});

export type ItemCalls = ReturnType<typeof itemCalls>;
