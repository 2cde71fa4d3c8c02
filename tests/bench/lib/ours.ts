import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { EventLog } from '#infra/event-store/event-log';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { type Place, sealedEvent } from './sealed-events.ts';
import { ContentHashes } from '#infra/event-store/content-hash';

const PATIENTS = 64;

/** The embedded event store through its port, and the log on top of it, which checks and seals. */
export interface Ours {
  /** Bytes sealed before: the store alone. */
  append: (place: Place) => Promise<unknown>;
  /** Plain data: checked by its contract, sealed, appended. */
  appendPlain: (place: Place) => Promise<unknown>;
  close(): Promise<void>;
}

/** @param hashes default: under a key, as in the product */
export const openOurs = async (folder: string, hashes?: ContentHashes): Promise<Ours> => {
  await mkdir(folder, { recursive: true });
  const keys = await openSqliteKeys({ folder, kek: randomBytes(32) });
  const store = await SqliteEventStore.open({
    folder,
    hashes: hashes ?? (await ContentHashes.under(keys)),
    onFatal: (error) => {
      throw error;
    },
  });
  const log = new EventLog(store, keys);
  const patients = Array.from({ length: PATIENTS }, () => randomUUID());
  for (const patient of patients) await keys.ensure(`patient:${patient}`);
  const expected = (revision: number) => (revision === 0 ? 'no-stream' : { exact: revision - 1 });
  return {
    append: ({ stream, revision }) => store.append(stream, [sealedEvent(revision)], expected(revision)),
    appendPlain: ({ stream, revision }) => {
      const patient_id = patients[Math.floor(Math.random() * PATIENTS)]!;
      const event = {
        type: 'LabResultRemoved',
        data: { lab_result_id: stream.slice('lab_result-'.length), patient_id, comment: 'Entered for another person of the same name' },
      };
      const context = { command_id: randomUUID(), actor: { user_id: patient_id, role: 'Doctor' }, patient_id };
      return log.append(stream, [event], expected(revision), context);
    },
    close: async () => {
      await store.close();
      await keys.close();
    },
  };
};
