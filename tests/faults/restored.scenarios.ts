import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyOfFolder, history, type History } from './history.ts';
import { live } from './lives.ts';
import { closeFolder, openFolder, startWork } from './parts.ts';
import type { Scenario, Trial } from './trial.ts';
import { checkDocuments, verifyFolder, wholeLog } from './verify.ts';
import { projections } from '#projections/projections';
import { ReactionRunner } from '#services/reactions/reaction-runner';
import { reactions } from '#services/cli/reactions';
import { tally } from './tally.projection.ts';

/** The folder of today in which one part is put back to yesterday. */
const withYesterdays = async (trial: Trial, part: string): Promise<History & { mixed: string }> => {
  const both = await history(trial);
  const mixed = await copyOfFolder(trial, both.today.data);
  await putBack(mixed, part, both.yesterday.data);
  return { ...both, mixed };
};

const putBack = async (data: string, part: string, from: string): Promise<void> => {
  for (const end of ['', '-wal']) {
    await rm(join(data, `${part}${end}`), { recursive: true, force: true });
    if (existsSync(join(from, `${part}${end}`))) await cp(join(from, `${part}${end}`), join(data, `${part}${end}`), { recursive: true });
  }
};

/** Whatever somebody does to the folder before the product starts again. */
const growBeforeStart = async (data: string, events: number): Promise<void> => {
  const kernel = await openFolder(data);
  for (let n = 0; n < events; n += 1) {
    const context = { command_id: crypto.randomUUID(), actor: { system: 'cli' } };
    const session_id = crypto.randomUUID();
    await kernel.log.append(
      `session-${session_id}`,
      [{ type: 'SignedIn', data: { session_id, user_id: session_id } }],
      'no-stream',
      context,
    );
  }
  await closeFolder(kernel);
};

const olderLog = async (trial: Trial, grows: boolean): Promise<void> => {
  const { yesterday, whose, mixed } = await withYesterdays(trial, 'events');
  if (grows) await growBeforeStart(mixed, 500); // more than there were today: no position is ahead of the end any more
  await verifyFolder(mixed, yesterday.book.copy(), whose, trial.found);
};

const olderKeys = async (trial: Trial): Promise<void> => {
  const { today, whose, mixed } = await withYesterdays(trial, 'keys');
  const { found } = trial;
  // nothing of the documents may come from before: they are built with the keys that are there
  for (const end of ['', '-wal', '-shm']) await rm(join(mixed, `documents.sqlite${end}`), { force: true });
  const kernel = await openFolder(mixed);
  const atWork = await startWork(kernel);
  try {
    const unknown = new Set<string>();
    for (const stored of await wholeLog(kernel)) {
      const opened = await kernel.log.open(stored).then(
        ({ kind }) => kind,
        () => 'unavailable',
      );
      if (opened === 'erased') found.lost.push(`the event at ${stored.position} is taken for erased, its key is only not there`);
      if (opened === 'unavailable') unknown.add(stored.metadata.patient_id ?? '');
    }
    if (unknown.size === 0) throw new Error('no key of today is missing');
    const isNamed = async (): Promise<boolean> =>
      (await atWork.runner.status()).some(({ waiting }) => waiting?.startsWith('the key store does not know this key id'));
    for (let tries = 0; tries < 400 && !(await isNamed()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    if (!(await isNamed())) found.unnamed.push('no projection says that keys are missing');
    await writeAboutTheUnknown(kernel, [...unknown].filter(Boolean), found);
  } finally {
    await atWork.stop();
    await closeFolder(kernel);
  }
  const mended = await copyOfFolder(trial, mixed);
  await putBack(mended, 'keys', today.data);
  await verifyFolder(mended, today.book.copy(), whose, found);
};

/** A result for somebody whose key is missing must not be sealed under a second key: it could never be opened beside the first. */
const writeAboutTheUnknown = async (
  { log }: Awaited<ReturnType<typeof openFolder>>,
  patients: readonly string[],
  found: Trial['found'],
): Promise<void> => {
  const [patient_id] = patients;
  const lab_result_id = crypto.randomUUID();
  const data = {
    lab_result_id,
    patient_id,
    origin: 'manual',
    collected: '2025-08-14T00:00:00',
    draft: false,
    parameters: [],
    comment: 'New',
  };
  const context = { command_id: crypto.randomUUID(), actor: { system: 'cli' }, patient_id: patient_id! };
  const written = await log.append(`lab_result-${lab_result_id}`, [{ type: 'LabResultRecorded', data }], 'no-stream', context).then(
    () => true,
    () => false,
  );
  if (written) found.lost.push(`a result of ${patient_id} was acknowledged under a new key, while the key of the record is missing`);
};

const olderQueue = async (trial: Trial): Promise<void> => {
  const { today, whose, mixed } = await withYesterdays(trial, 'messages.sqlite');
  await verifyFolder(mixed, today.book.copy(), whose, trial.found);
};

const olderDocuments = async (trial: Trial): Promise<void> => {
  const { today, whose, mixed } = await withYesterdays(trial, 'documents.sqlite');
  const kernel = await openFolder(mixed);
  await checkDocuments(kernel, [...projections, tally], 'as they lay there', trial.found);
  await closeFolder(kernel);
  await verifyFolder(mixed, today.book.copy(), whose, trial.found);
};

/** Every job is in the queue, and noted as being there; none is done. */
const publishAll = async (data: string): Promise<void> => {
  const kernel = await openFolder(data);
  const { log, documents: store, messaging } = kernel;
  const runner = new ReactionRunner({ log, store, messaging, reactions: reactions(kernel) });
  await runner.start();
  await runner.settled();
  await runner.stop();
  await closeFolder(kernel);
};

const noQueue = async (trial: Trial): Promise<void> => {
  const { today, whose } = await history(trial);
  const world = { data: await copyOfFolder(trial, today.data), book: today.book.copy(), whose };
  await live(world, { point: 'job begun', kind: 'kill', nth: 2 }).ended; // a job is left in hand
  const without = await copyOfFolder(trial, world.data);
  await publishAll(without);
  for (const end of ['', '-wal']) await rm(join(without, `messages.sqlite${end}`), { force: true });
  await verifyFolder(without, world.book, whose, trial.found);
};

/** Parts of the data that are older than the others. */
export const restored: Scenario[] = [
  { name: 'a log of yesterday under documents and jobs of today is noticed, and both follow it', run: (trial) => olderLog(trial, false) },
  { name: 'a log of yesterday is noticed even where it grew before the product started', run: (trial) => olderLog(trial, true) },
  { name: 'keys of yesterday under a log of today are missing and named, never taken for destroyed or made again', run: olderKeys },
  { name: 'a queue of yesterday under a log of today loses no job and does none twice', run: olderQueue },
  { name: 'a queue that was taken away is noticed, and its jobs are done', run: noQueue },
  { name: 'documents of yesterday under a log of today catch up', run: olderDocuments },
];
