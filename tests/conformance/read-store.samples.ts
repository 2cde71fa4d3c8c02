import type { DocumentWrite, JsonObject, ReadStore } from '#infra/read-store/read-store';

/** One store on its own; `open` opens it again after a close, as after a restart. */
export interface ReadStoreUnderTest {
  open(): Promise<ReadStore>;
  dispose(): Promise<void>;
}

/** The collection that each test begins with, defined and empty. */
export const PATIENTS = 'patients@1';
export const place = (n: number) => String(n).padStart(20, '0');
export const insert = (id: string, data: JsonObject | null, position = 1, collection = PATIENTS): DocumentWrite => ({
  collection,
  id,
  expected: null,
  position: place(position),
  data,
});
export const update = (id: string, from: number, to: number, data: JsonObject | null): DocumentWrite => ({
  collection: PATIENTS,
  id,
  expected: place(from),
  position: place(to),
  data,
});
export const at = (position: number, epoch = 1) => ({ name: 'patients', log_id: 'log', position: place(position), epoch });
