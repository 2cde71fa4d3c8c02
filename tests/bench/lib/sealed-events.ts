import { randomBytes, randomUUID } from 'node:crypto';
import type { NewEvent } from '#infra/event-store/event-store';

/** Events of the product's streams: mostly short ones, three events each in the middle. */
const LENGTHS = [1, 2, 3, 4, 5] as const;
/** Bytes of the data of an event, sealed. */
export const SEALED_BYTES = 400;

/** Where the next event of somebody's work goes. */
export interface Place {
  stream: string;
  /** Of the event to come: 0 begins the stream. */
  revision: number;
}

/** One writer's work: streams begun and finished one after the other, as lab results are. */
export function* places(first = 0): Generator<Place, never> {
  for (let n = first; ; n++) {
    const stream = `lab_result-${randomUUID()}`;
    for (let revision = 0; revision < LENGTHS[n % LENGTHS.length]!; revision++) yield { stream, revision };
  }
}

const ids = Array.from({ length: 64 }, () => randomUUID());
const some = (): string => ids[Math.floor(Math.random() * ids.length)]!;

/** What sealing makes of an event: ids in the clear, everything else in a box. */
const sealedBytes = (size: number): Uint8Array => {
  const around = (box: string) =>
    JSON.stringify({ open: { lab_result_id: some(), patient_id: some(), origin: 'manual' }, sealed: [{ key: some(), box }] });
  const room = Math.max(4, size - around('').length);
  return Buffer.from(around(randomBytes(room).toString('base64').slice(0, room)));
};

/** Made before: sealing is not what is measured with them. */
const boxes = Array.from({ length: 512 }, () => sealedBytes(SEALED_BYTES));

export const EVENT_TYPES = ['LabResultRecorded', 'LabResultCorrected', 'LabResultRemoved'] as const;

const REPEAT_AFTER = 8192;

const made = (type: (typeof EVENT_TYPES)[number]): NewEvent => {
  const command_id = randomUUID();
  return {
    id: randomUUID(),
    type,
    data: boxes[Math.floor(Math.random() * boxes.length)]!,
    metadata: {
      schema: 1,
      organization_id: ids[0]!,
      patient_id: some(),
      command_id,
      correlation_id: command_id,
      actor: { user_id: some(), role: 'Doctor' },
      key_ids: [some()],
      recorded_at: new Date().toISOString(),
    },
  };
};

const recorded = Array.from({ length: REPEAT_AFTER }, () => made(EVENT_TYPES[0]));
const corrected = Array.from({ length: REPEAT_AFTER }, () => made(EVENT_TYPES[1]));
let turn = 0;

/**
 * An event as the log hands it to the store. Made before, so that making it is nobody's time; ids and bytes differ from one to the next and
 * come again after thousands of others, in another stream.
 */
export const sealedEvent = (revision: number): NewEvent => (revision === 0 ? recorded : corrected)[turn++ % REPEAT_AFTER]!;
