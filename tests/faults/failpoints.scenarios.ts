import { join } from 'node:path';
import type { FaultKind } from '#infra/event-store/sqlite/faults';
import { canFailSyncs } from './children.ts';
import type { End } from './life.ts';
import { expectKilled, live, repeatedly, type World } from './lives.ts';
import { type Findings, type Scenario, type Trial, until } from './trial.ts';

/** Commands acknowledged in one life; the fault is met within the first forty. */
const STILL_AT_WORK = 400;
/** Commands after which it counts as going on. */
const GOING_ON = 60;
/** More syncs of a file than there are before the first command is taken. */
const SYNCS_AT_START = 24;

interface Failpoint {
  name: string;
  /** Where the victim passes it: see the victim. */
  point: string;
  kind: FaultKind;
  /** It happens at a pass between the first and this one. */
  among: number;
  /** 'dies': ends without a word. 'stops': says why and ends. A text: says so, and goes on working. */
  then: 'dies' | 'stops' | RegExp;
}

const failpoints: readonly Failpoint[] = [
  { name: 'the log, killed with its events written and not committed', point: 'log before-commit', kind: 'kill', among: 40, then: 'dies' },
  {
    name: 'the log, killed after its commit, before the acknowledgement',
    point: 'log after-commit',
    kind: 'kill',
    among: 40,
    then: 'dies',
  },
  { name: 'the writer of the log, crashed before its commit', point: 'log before-commit', kind: 'crash', among: 40, then: 'stops' },
  { name: 'the writer of the log, crashed before the acknowledgement', point: 'log after-commit', kind: 'crash', among: 40, then: 'stops' },
  { name: 'the disk of the log, failing its sync at the commit', point: 'log at-commit', kind: 'io', among: 40, then: 'stops' },
  { name: 'the disk of the log, failing after the commit', point: 'log after-commit', kind: 'io', among: 40, then: 'stops' },
  { name: 'the disk of the log, full at the commit', point: 'log at-commit', kind: 'full', among: 40, then: /takes no appends: full/ },

  { name: 'documents, killed between them and their checkpoint', point: 'projection before-commit', kind: 'kill', among: 40, then: 'dies' },
  // Of most projections a write moves the checkpoint alone: the tally has a document in each.
  {
    name: 'documents of every event, killed between them and their checkpoint',
    point: 'tally before-commit',
    kind: 'kill',
    among: 40,
    then: 'dies',
  },
  { name: 'documents, killed after their commit', point: 'projection after-commit', kind: 'kill', among: 40, then: 'dies' },
  { name: 'the disk of the documents, failing at the commit', point: 'projection before-commit', kind: 'io', among: 40, then: /waits: / },

  { name: 'a reaction, killed after its effect', point: 'reaction done', kind: 'kill', among: 8, then: 'dies' },
  { name: 'a reaction, killed before its checkpoint is on disk', point: 'reaction before-commit', kind: 'kill', among: 8, then: 'dies' },
  { name: 'a reaction, killed after its checkpoint', point: 'reaction after-commit', kind: 'kill', among: 8, then: 'dies' },

  { name: 'the queue, killed before a job is on disk', point: 'publish before-commit', kind: 'kill', among: 8, then: 'dies' },
  {
    name: 'the queue, killed after a job is on disk, before that is told',
    point: 'publish after-commit',
    kind: 'kill',
    among: 8,
    then: 'dies',
  },
  {
    name: 'the disk of the queue, failing as a job is published',
    point: 'publish before-commit',
    kind: 'io',
    among: 8,
    then: /read-uploaded-reports waits: the queue takes nothing/,
  },
  { name: 'a job, killed when it has begun', point: 'job begun', kind: 'kill', among: 8, then: 'dies' },
  { name: 'a job, killed half-way', point: 'job half', kind: 'kill', among: 8, then: 'dies' },
  { name: 'a job, killed when all of it is done', point: 'job handled', kind: 'kill', among: 8, then: 'dies' },
  { name: 'a job, killed before its acknowledgement is on disk', point: 'end before-commit', kind: 'kill', among: 8, then: 'dies' },
  { name: 'a job, killed after its acknowledgement', point: 'end after-commit', kind: 'kill', among: 8, then: 'dies' },

  { name: 'a new key, killed before anything was sealed with it', point: 'key made', kind: 'kill', among: 12, then: 'dies' },
  { name: 'a reserved number, killed before its patient exists', point: 'number reserved', kind: 'kill', among: 12, then: 'dies' },
];

const expectStopped = ({ code, complaint }: End, { unnamed }: Findings): void => {
  if (code !== 70) unnamed.push(`the victim did not stop with 70 but with ${code}: ${complaint}`);
  if (!complaint.includes('The disk failed under the log')) unnamed.push(`the victim stopped without saying why: ${complaint}`);
};

/** The disk failed under the log: it has to stop, and must not be seen at work any more. */
const expectToStop = async (world: World, life: ReturnType<typeof live>, found: Findings): Promise<void> => {
  let hasEnded = false;
  void life.ended.then(() => (hasEnded = true));
  const from = world.book.acknowledged;
  await until('it stops', () => hasEnded || world.book.acknowledged > from + STILL_AT_WORK);
  if (!hasEnded) found.unnamed.push(`the disk failed under the log, and after it ${STILL_AT_WORK} commands were taken`);
  expectStopped(hasEnded ? await life.ended : await life.kill(), found);
};

/** It has to name the fault where one can be named, and then to go on until it is ended. */
const expectToGoOn = async (world: World, life: ReturnType<typeof live>, { unnamed }: Findings, named?: RegExp): Promise<End> => {
  const isNamed = (): boolean => named === undefined || world.book.named.some((text) => named.test(text));
  let hasEnded = false;
  void life.ended.then(() => (hasEnded = true));
  await until('the fault is named', () => isNamed() || hasEnded).catch(() => unnamed.push(`nobody says ${named?.source}`));
  const from = world.book.acknowledged;
  await until('work goes on', () => world.book.acknowledged >= from + GOING_ON || hasEnded);
  world.book.named.length = 0;
  return life.kill();
};

interface Sync {
  name: string;
  /** The data folder's file whose sync fails. */
  file: string;
  then: 'stops' | 'goes on';
}

/** The same by the kernel's own answer, which no code of ours stands in between. */
const syncs: readonly Sync[] = [
  { name: 'a sync of the log that the kernel answers with an error', file: 'events/events.sqlite-wal', then: 'stops' },
  { name: 'a sync of the queue that the kernel answers with an error', file: 'messages.sqlite-wal', then: 'goes on' },
];

const failAtSync = async ({ file, then }: Sync, trial: Trial, world: World): Promise<void> => {
  const nth = SYNCS_AT_START + Math.floor(trial.chance() * 20);
  const life = live(world, undefined, { file: join(world.data, file), nth });
  if (then === 'stops') return expectToStop(world, life, trial.found);
  expectKilled(await expectToGoOn(world, life, trial.found), trial.found);
};

const nameOf = (name: string): string => `nothing is lost or doubled at a failpoint: ${name}`;

/** Each failpoint by its name, as often as there are rounds. */
export const atFailpoints: Scenario[] = [
  ...failpoints.map(({ name, point, kind, among, then }) => ({
    name: nameOf(name),
    run: (trial: Trial) =>
      repeatedly(trial, trial.rounds, async (world) => {
        const life = live(world, { point, kind, nth: 1 + Math.floor(trial.chance() * among) });
        if (then === 'stops') await expectToStop(world, life, trial.found);
        else expectKilled(then === 'dies' ? await life.ended : await expectToGoOn(world, life, trial.found, then), trial.found);
        trial.found.failpoints += 1;
      }),
  })),
  ...syncs.map((sync) => ({
    name: nameOf(sync.name),
    run: async (trial: Trial) => {
      if (!canFailSyncs()) return trial.say('SKIPPED: there is no strace here that may do it, failing syncs are tried by order alone');
      await repeatedly(trial, trial.rounds, async (world) => {
        await failAtSync(sync, trial, world);
        trial.found.failpoints += 1;
      });
    },
  })),
];
