import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { erasureEvents } from '#contracts/people/erasures';
import { event, type EventContract, type EventOf } from '#contracts/wire/event';
import type { Anywhere } from '#infra/event-store/append-at-end';
import { EventLog } from '#infra/event-store/event-log';
import type { Expected, Position } from '#infra/event-store/event-store';
import { positionToken } from '#infra/event-store/position-token';
import type { Keys } from '#infra/keys/keys';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { gone, type Projection } from '#projections/runner/projection';
import { type Engines, openEngines } from './engines.ts';

/** A small slice for tests of the runners: notes about patients, their text sealed under the patient's key. */
const sealing = { open: ['note_id', 'patient_id'], by: 'patient', id: 'patient_id' } as const;
const noteEvents = [
  event('NoteWritten', { note_id: z.string(), patient_id: z.string(), text: z.string() }, sealing),
  event('NoteAdded', { note_id: z.string(), patient_id: z.string(), text: z.string() }, sealing),
  event('NoteRemoved', { note_id: z.string(), patient_id: z.string(), reason: z.string() }, sealing),
] as const;
/** A newer release: a field more in one type, and one type more. */
const newerEvents = [
  event('NoteAdded', { note_id: z.string(), patient_id: z.string(), text: z.string(), color: z.string() }, sealing, 2, {
    1: (data) => ({ ...data, color: 'black' }),
  }),
  event('NoteStamped', { note_id: z.string(), patient_id: z.string() }, sealing),
] as const;
export type NoteEvent = EventOf<(typeof noteEvents)[number]>;

export interface NoteDoc {
  id: string;
  patient_id: string;
  lines: string[];
}

/** @param fault thrown into a fold where it answers something */
export const notesProjection = (
  version = 1,
  fault: (text: string) => Error | undefined = () => undefined,
): Projection<NoteEvent, NoteDoc, 'NoteWritten'> => {
  const read = (text: string): string => {
    const error = fault(text);
    if (error) throw error;
    return text;
  };
  return {
    name: 'notes',
    version,
    key: ({ data }) => data.note_id,
    create: { NoteWritten: ({ data }) => ({ id: data.note_id, patient_id: data.patient_id, lines: [read(data.text)] }) },
    apply: {
      NoteAdded: (doc, { data }) => ({ ...doc, lines: [...doc.lines, read(data.text)] }),
      NoteRemoved: () => gone,
    },
    indexes: [['patient_id']],
    erasedWith: { patient: { field: 'patient_id' } },
  };
};

export interface Notebook extends Engines {
  documents: ReadStore;
  /** The log as a newer release has it: it may add notes in red, and stamp them, which this one does not know. */
  newerLog: EventLog;
  /** The log through other keys. */
  logWith(keys: Keys): EventLog;
  /** Another file of read models. */
  openDocuments(): Promise<ReadStore>;
  /** Appends one event about a note to its stream; answers its position token and position. */
  note(type: NoteEvent['type'], note_id: string, text: string, options?: NoteOptions): Promise<{ token: string; position: Position }>;
}

interface NoteOptions {
  patient_id?: string;
  organization_id?: string;
  stream?: string;
  expected?: Expected | Anywhere;
}

export const PATIENT = '6f1c4d7e-4a43-4a0c-8a55-2f6a3f1f0a01';

/** A log for notes with a read store beside it. */
export const openNotebook = async (): Promise<Notebook> => {
  const engines = await openEngines();
  const byType = (events: readonly EventContract[]) => new Map(events.map((contract) => [contract.type, contract]));
  const contracts = byType([...noteEvents, ...erasureEvents]);
  const log = new EventLog(engines.store, engines.keys, contracts);
  const opened: ReadStore[] = [];
  const openDocuments = async (): Promise<ReadStore> => {
    const store = await SqliteReadStore.open({ file: join(engines.folder, `documents-${opened.length}.sqlite`) });
    opened.push(store);
    return store;
  };
  return {
    ...engines,
    log,
    newerLog: new EventLog(engines.store, engines.keys, byType([...noteEvents, ...erasureEvents, ...newerEvents])),
    documents: await openDocuments(),
    openDocuments,
    logWith: (keys) => new EventLog(engines.store, keys, contracts),
    note: async (type, note_id, text, { patient_id = PATIENT, organization_id, stream, expected = 'any' } = {}) => {
      const data = type === 'NoteRemoved' ? { note_id, patient_id, reason: text } : { note_id, patient_id, text };
      const context = { command_id: randomUUID(), actor: { system: 'test' }, patient_id, ...(organization_id && { organization_id }) };
      const { position } = await log.append(stream ?? `note-${note_id}`, [{ type, data }], expected, context);
      return { position, token: positionToken(engines.store.log_id, position) };
    },
    close: async () => {
      for (const store of opened) await store.close();
      await engines.close();
    },
  };
};
