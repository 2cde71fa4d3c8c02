import type { ErasureCommand, ErasureEvent } from '#contracts/people/erasures';
import type { Actor } from '#infra/event-store/actor';
import { proveLog } from '#infra/event-store/chain-hash';
import type { EventLog } from '#infra/event-store/event-log';
import type { Reservations } from '#infra/event-store/reservations';
import type { Streams } from '#infra/event-store/streams';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Keys } from '#infra/keys/keys';
import { erasure } from '../../records/erasures/erasures.decider.ts';
import { settleNumbersOf } from '../patients/settle-numbers.reaction.ts';
import type { Reaction } from '../reaction.ts';
import type { ReadModels } from './read-models.ts';

export interface ErasingParts {
  log: EventLog;
  streams: Streams;
  reservations: Reservations;
  keys: Keys;
  sealedFiles: SealedFiles;
  readModels: ReadModels;
}

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/**
 * Carries an erasure out, in this order: documents, files, the number that the record held, keys (the record's own last), and only then the
 * event that says so. Each step is harmless when done again, so it may break off anywhere. Where the log is read again from its
 * beginning, as after a restore, keys and files that came back go once more.
 */
export const eraseRecords = ({ log, streams, reservations, keys, sealedFiles, readModels }: ErasingParts): Reaction => ({
  name: 'erase-records',
  types: ['ErasureOrdered'],
  react: async (happened, meta, effects) => {
    const { data } = happened as Extract<ErasureEvent, { type: 'ErasureOrdered' }>;
    const { state } = await streams.load(erasure, meta.stream, REACTIONS);
    const isDone = state.status === 'erased';

    const documents = isDone ? [] : await readModels.purged(meta.position);
    for (const name of data.files) await sealedFiles.remove(name);
    await settleNumbersOf(log, reservations, meta.stream); // unreadable, and so held for ever, once the key is gone
    const destroyed: { subject: string; key_ids: string[] }[] = [];
    for (const subject of data.keys) destroyed.push({ subject, key_ids: await keys.destroy(subject) });
    if (isDone) return;

    const gone = new Set(destroyed.flatMap(({ key_ids }) => key_ids));
    const proof = await proveLog(log.store, meta.position, gone);
    const command: ErasureCommand = {
      type: 'ConfirmErasure',
      command_id: effects.id(),
      data: {
        patient_id: data.subject.slice('patient:'.length),
        keys: destroyed,
        documents,
        log: proof.log,
        erased: proof.sealed,
      },
    };
    await streams.transact(erasure, meta.stream, command, REACTIONS);
  },
});
