import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { Comment, Id } from '#contracts/wire/primitives';
import type { Actor } from '#infra/event-store/actor';
import { eraseRecords } from '../reactions/erasures/erase-records.reaction.ts';
import { NotYet } from '../reactions/reaction.ts';
import { ReactionRunner } from '../reactions/reaction-runner.ts';
import { orderErasure } from '../records/erasures/erasures.handlers.ts';
import { type Certificate, certify, erasureOf } from './certificate.ts';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';
import { release } from './release.ts';

const CLI: Actor = { kind: 'system', part: 'cli' };
const LONGEST_WAIT = 120_000;

const Erase = z.object({ patient_id: Id, reason: Comment });

/** What carries erasures out where no server does: the projections, and the reaction to the order. Answers how to stop it. */
const startWorkers = async (kernel: Kernel): Promise<() => Promise<void>> => {
  const { log, documents: store, messaging } = kernel;
  const reactions = new ReactionRunner({ log, store, messaging, reactions: [eraseRecords(kernel)] });
  await kernel.runner.start();
  await reactions.start();
  await reactions.settled();
  for (const { key } of reactions.parked('erase-records')) await reactions.retry('erase-records', key);
  return async () => {
    await reactions.stop();
    await kernel.runner.stop();
  };
};

/** Undone while documents that were written after the order may still be there. */
const isDone = async ({ log, readModels }: Kernel, patient_id: string): Promise<boolean> => {
  const { destroyed } = await erasureOf(log, patient_id);
  if (!destroyed) return false;
  try {
    await readModels.purged(destroyed.meta.position);
    return true;
  } catch (error) {
    if (error instanceof NotYet) return false;
    throw error;
  }
};

const untilDone = async (kernel: Kernel, patient_id: string): Promise<void> => {
  const until = performance.now() + LONGEST_WAIT;
  while (!(await isDone(kernel, patient_id))) {
    if (performance.now() > until) {
      throw new OperationFailed(
        'The erasure was ordered and nobody reaches the record any more, but documents, files and keys are not all gone yet. ' +
          'See: anamnesis projections status. The same command again waits on (without a running server it also begins again) ' +
          'and prints the certificate when it is done.',
      );
    }
    await pause(50);
  }
};

/**
 * Erases a patient record and answers the certificate, also where that was done before.
 * @param alone no server runs: what carries the order out is started here
 * @throws Refusal, OperationFailed
 */
export const erasePatient = async (
  kernel: Kernel,
  args: Record<string, unknown>,
  progress: (text: string) => void,
  alone: boolean,
): Promise<Certificate> => {
  const { patient_id, reason } = Erase.parse(args);
  const stop = alone ? await startWorkers(kernel) : undefined;
  try {
    const wasDone = (await erasureOf(kernel.log, patient_id)).destroyed !== undefined;
    progress('Looking through the log for what belongs to the record');
    await orderErasure(kernel, { patient_id, reason }, CLI, randomUUID());
    progress('Ordered; purging documents, files and keys');
    if (!wasDone) await untilDone(kernel, patient_id);
    const certificate = await certify(kernel, patient_id, release());
    if (!certificate) throw new OperationFailed('The erasure cannot be certified');
    return certificate;
  } finally {
    await stop?.();
  }
};
