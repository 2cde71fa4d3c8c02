import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import { readSettings } from '#infra/config/configuration';
import { toPosition } from '#infra/event-store/sqlite/position';
import { demoCommands } from '#services/cli/demo/bring';
import { clinic } from '#services/cli/demo/clinic';
import { openKernel } from '#services/cli/kernel';
import { hashesIn } from '#tests/support/hashes';
import { RawLog } from './raw-log.ts';

const TRANSACTION = 2000;

/**
 * Brings the log of a data folder to so many events by plain inserts, and puts every checkpoint at its end: as if the product had been
 * at work for long. The events lie sealed under keys that nobody has, so they can be read and never opened.
 */
export const fillLog = async (data: string, events: number, onProgress: (events: number) => void): Promise<void> => {
  const log = await RawLog.open(join(data, 'events'), await hashesIn(data));
  try {
    log.fillFast();
    for (let present = log.events(); present < events; present += TRANSACTION) {
      log.insert(log.rows(Math.min(TRANSACTION, events - present)));
      if (present % 500_000 < TRANSACTION) onProgress(present);
    }
  } finally {
    log.close();
  }
  standAtEnd(data);
};

/** Puts every checkpoint at the end of the log, whatever was appended that nobody can open. */
export const standAtEnd = (data: string): void => {
  const { head } = standing(data);
  const documents = new DatabaseSync(join(data, 'documents.sqlite'));
  documents.prepare('UPDATE checkpoints SET position = ?').run(head);
  documents.close();
};

/** Appends results of the demonstration's patients, sealed as ever, while the product does not run: what a start has to catch up with. */
export const addTail = async (data: string, events: number): Promise<void> => {
  const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: data }), (error) => {
    throw error;
  });
  const { organization_id } = clinic;
  const patients = (await demoCommands())
    .filter(({ type }) => type === 'RegisterPatient')
    .map(({ data: { patient_id } }) => patient_id as string);
  const one = (n: number) => {
    const [lab_result_id, patient_id] = [randomUUID(), patients[n % patients.length]!];
    const event = {
      type: 'LabResultRecorded',
      data: {
        lab_result_id,
        patient_id,
        origin: 'manual',
        collected: '2026-03-04T08:15:00',
        draft: false,
        parameters: [],
        comment: 'Tail',
      },
    };
    const context = { command_id: randomUUID(), actor: { system: 'bench' }, organization_id, patient_id };
    return kernel.log.append(`lab_result-${lab_result_id}`, [event], 'no-stream', context);
  };
  try {
    for (let n = 0; n < events; n += 100) await Promise.all(Array.from({ length: Math.min(100, events - n) }, (_, i) => one(n + i)));
  } finally {
    await kernel.close();
  }
};

/** The position up to which every projection has folded, and the end of the log: as they lie on disk, whoever is at work. */
export const standing = (data: string): { folded: string; head: string } => {
  const documents = new DatabaseSync(join(data, 'documents.sqlite'), { readOnly: true, timeout: 5000 });
  const log = new DatabaseSync(join(data, 'events', 'events.sqlite'), { readOnly: true, timeout: 5000 });
  try {
    const lowest = documents.prepare("SELECT min(position) AS p FROM checkpoints WHERE name LIKE 'projection:%'").get() as { p: string };
    const { n } = log.prepare('SELECT max(position) AS n FROM events').get() as { n: number };
    return { folded: lowest.p, head: toPosition(n) };
  } finally {
    documents.close();
    log.close();
  }
};
