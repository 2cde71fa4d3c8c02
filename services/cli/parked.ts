import { compare } from '#contracts/rules/compare';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type DeadLetter, storedLetters } from '#infra/following/dead-letters';
import { rangeOfKey } from '#infra/following/ranges';
import { ImportFiles } from '../fhir-import/import-files.ts';
import { jobKinds } from '../job-kinds.ts';
import { ReactionRunner } from '../reactions/reaction-runner.ts';
import { reactions } from './reactions.ts';
import { OperationFailed } from './control.ts';
import type { Kernel } from './kernel.ts';

/** What could not be done, as an operator sees it, whoever was to do it. Places, kinds and ids; no data of a person. */
export interface Parked {
  /** For the command line. */
  id: string;
  kind: 'projection' | 'reaction' | 'job';
  /** Of the projection or reaction; of a job its topic and who handles it: 'ocr/reading'. */
  source: string;
  /** What stands still: a document's id, a stream, an event's id; of a job the key that keeps its order. */
  key: string;
  /** Of buckets, 0 to 15. */
  range: number;
  /** Of the event in the log, or the id of the job. */
  at: string;
  /** Null for a job. */
  event_id: string | null;
  stream: string | null;
  type: string | null;
  /** UTC with milliseconds. */
  since: string;
  attempts: number;
  error: string;
  forged: boolean;
  /** Later events that wait behind it. */
  behind: number;
}

const idOf = (...names: string[]): string => createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 10);

const ofLetter = (kind: 'projection' | 'reaction', source: string, letter: DeadLetter): Parked => {
  const { key, range, events, since, attempts, error, forged } = letter;
  const { position, event_id, stream, type } = events[0]!;
  const id = idOf(kind, source, key);
  return { id, kind, source, key, range, at: position, event_id, stream, type, since, attempts, error, forged, behind: events.length - 1 };
};

/** Everything that stands still until somebody looks at it, the oldest first. */
export const parked = async (kernel: Kernel): Promise<Parked[]> => {
  const all: Parked[] = [];
  for (const { name } of kernel.runner.projections) {
    for (const letter of await kernel.runner.parked(name)) all.push(ofLetter('projection', name, letter));
  }
  for (const { name } of reactions(kernel)) {
    const letters = await storedLetters(kernel.documents, `reaction:${name}`);
    for (const letter of letters) if (letter.state === 'dead') all.push(ofLetter('reaction', name, letter));
  }
  for (const { topic, group, id: at, key, failed_at: since, attempts, error } of await kernel.messaging.deadLetters()) {
    const source = `${topic}/${group}`;
    const place = { id: idOf('job', source, at), kind: 'job', source, key, range: rangeOfKey(key), at } as const;
    all.push({ ...place, event_id: null, stream: null, type: null, since, attempts, error, forged: false, behind: 0 });
  }
  return all.toSorted((a, b) => compare(a.since, b.since));
};

const One = z.object({ id: z.string() });
const Dropped = One.extend({ reason: z.string().trim().min(1) });

/** @throws OperationFailed where nothing, or more than one thing, has an id that begins so */
export const parkedOne = async (kernel: Kernel, args: Record<string, unknown>): Promise<Parked> => {
  const { id } = One.parse(args);
  const found = (await parked(kernel)).filter((one) => one.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new OperationFailed(
    found.length === 0 ? `Nothing is parked as ${id}` : `More than one thing is parked as ${id}: give more of its id`,
  );
};

/** The reaction alone where no server runs it. */
const withReaction = async <T>(kernel: Kernel, name: string, alone: boolean, work: (runner: ReactionRunner) => Promise<T>): Promise<T> => {
  if (!alone) return work(kernel.reactionRunner);
  const { log, documents: store, messaging, alarms } = kernel;
  const one = reactions(kernel).filter((reaction) => reaction.name === name);
  const runner = new ReactionRunner({ log, store, messaging, reactions: one, alarms });
  await runner.start();
  try {
    return await work(runner);
  } finally {
    await runner.stop();
  }
};

const withProjections = async <T>({ runner }: Kernel, alone: boolean, work: (runner: Kernel['runner']) => Promise<T>): Promise<T> => {
  try {
    return await work(runner);
  } finally {
    if (alone) await runner.stop();
  }
};

/** Tries again what is parked; a job is put behind the others of its key. @throws OperationFailed where it fails once more */
export const retryParked = async (kernel: Kernel, args: Record<string, unknown>, alone: boolean): Promise<string> => {
  const one = await parkedOne(kernel, args);
  const { kind, source, key, at, id } = one;
  if (kind === 'job') {
    const [topic = '', group = ''] = source.split('/');
    await kernel.messaging.retry(topic, group, at);
    return `The job ${at} of ${source} waits for its turn`;
  }
  const isDone =
    kind === 'projection'
      ? await withProjections(kernel, alone, (runner) => runner.retry(source, key))
      : await withReaction(kernel, source, alone, (runner) => runner.retry(source, key));
  if (isDone) return `Done: ${source} ${key}`;
  const now = (await parked(kernel)).find((again) => again.id === id) ?? one;
  throw new OperationFailed(`It cannot be done yet: ${source} ${key}: ${now.error}`);
};

/** Gives up for good what is parked, and lets go on what waits behind it. */
export const dropParked = async (kernel: Kernel, args: Record<string, unknown>, alone: boolean): Promise<string> => {
  const { reason } = Dropped.parse(args);
  const { kind, source, key, at, type } = await parkedOne(kernel, args);
  if (kind === 'projection') await withProjections(kernel, alone, (runner) => runner.drop(source, key));
  else if (kind === 'reaction') await withReaction(kernel, source, alone, (runner) => runner.drop(source, key));
  else await dropJob(kernel, ...(source.split('/') as [string, string]), at);
  const what = `Dropped from ${kind} ${source}: ${type === null ? `job ${at}` : `${type} at ${at}, ${key}`}`;
  kernel.alarms.raise(`${what}: ${reason}`);
  return what;
};

const dropJob = async ({ messaging, sealedFiles, keys }: Kernel, topic: string, group: string, id: string): Promise<void> => {
  // first, so that a drop that failed can be repeated
  if (topic === jobKinds.importing.topic) await new ImportFiles(sealedFiles, keys).forget(id);
  await messaging.drop(topic, group, id);
};

/** For the person at the terminal. */
export const printParked = (all: readonly Parked[]): void => {
  if (all.length === 0) return console.log('Nothing is parked');
  console.table(
    all.map(({ id, kind, source, key, range, at, since, attempts, behind, error }) => ({
      id,
      kind,
      source,
      key,
      range,
      at,
      since,
      attempts,
      behind,
      error,
    })),
  );
  const forged = all.filter((one) => one.forged);
  if (forged.length > 0)
    console.log(`ALARM: ${forged.length} of them due to events that are not what was recorded: ${forged.map(({ id }) => id).join(', ')}`);
};
