import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { sameName } from '#contracts/people/accounts';
import { Comment, Id } from '#contracts/wire/primitives';
import type { Actor } from '#infra/event-store/actor';
import { eraseRecords } from '../reactions/erasures/erase-records.reaction.ts';
import { NotYet } from '../reactions/reaction.ts';
import { ReactionRunner } from '../reactions/reaction-runner.ts';
import { eraseAccount, orderErasure } from '../records/erasures/erasures.handlers.ts';
import { type Certificate, certify, erasureOf } from './certificate.ts';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';
import { release } from './release.ts';

const CLI: Actor = { kind: 'system', part: 'cli' };
const LONGEST_WAIT = 120_000;

const ErasePatient = z.object({ patient_id: Id, reason: Comment });
const EraseAccount = z.object({ account: z.string(), reason: Comment });

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
const isDone = async ({ log, readModels }: Kernel, subject: string): Promise<boolean> => {
  const { destroyed } = await erasureOf(log, subject);
  if (!destroyed) return false;
  try {
    await readModels.purged(destroyed.meta.position);
    return true;
  } catch (error) {
    if (error instanceof NotYet) return false;
    throw error;
  }
};

const untilDone = async (kernel: Kernel, subject: string): Promise<void> => {
  const until = performance.now() + LONGEST_WAIT;
  while (!(await isDone(kernel, subject))) {
    if (performance.now() > until) {
      throw new OperationFailed(
        'The erasure was ordered and nobody reaches the record or the account any more, but documents, files and keys are not all gone yet. ' +
          'See: anamnesis projections status. The same command again waits on (without a running server it also begins again) ' +
          'and prints the certificate when it is done.',
      );
    }
    await pause(50);
  }
};

/** What an erasure is done with, from the order on. */
interface Erasing {
  kernel: Kernel;
  progress: (text: string) => void;
  /** No server runs: what carries the order out is started here. */
  alone: boolean;
}

/** Orders the erasure, waits for it, and answers the certificate, also where it was done before. @throws Refusal, OperationFailed */
const certified = async ({ kernel, progress, alone }: Erasing, subject: string, order: () => Promise<unknown>): Promise<Certificate> => {
  const stop = alone ? await startWorkers(kernel) : undefined;
  try {
    const wasDone = (await erasureOf(kernel.log, subject)).destroyed !== undefined;
    progress('Looking through the log for what belongs to it');
    await order();
    progress('Ordered; purging documents, files and keys');
    if (!wasDone) await untilDone(kernel, subject);
    const certificate = await certify(kernel, subject, release());
    if (!certificate) throw new OperationFailed('The erasure cannot be certified');
    return certificate;
  } finally {
    await stop?.();
  }
};

/** Erases a patient record. @throws Refusal, OperationFailed */
export const erasePatient = (erasing: Erasing, args: Record<string, unknown>): Promise<Certificate> => {
  const { patient_id, reason } = ErasePatient.parse(args);
  return certified(erasing, `patient:${patient_id}`, () => orderErasure(erasing.kernel, { patient_id, reason }, CLI, randomUUID()));
};

/** Erases an account, named by its username or, once that is free, by its id. @throws Refusal, OperationFailed */
export const eraseAccountNamed = async (erasing: Erasing, args: Record<string, unknown>): Promise<Certificate> => {
  const { account, reason } = EraseAccount.parse(args);
  const named = Id.safeParse(account).data ?? (await erasing.kernel.reservations.ownerOf('username', sameName(account)));
  if (named === undefined) throw new OperationFailed('There is no such user');
  return certified(erasing, `user:${named}`, () => eraseAccount(erasing.kernel, { user_id: named, reason }, CLI, randomUUID()));
};
