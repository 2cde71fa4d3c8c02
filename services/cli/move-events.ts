import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chain } from '#infra/event-store/chain-hash';
import type { ContentHashes } from '#infra/event-store/content-hash';
import { BEGINNING, type EventStore, type Position } from '#infra/event-store/event-store';
import { followAnotherLog, followedLog } from '#infra/messaging/sqlite/schema';
import type { ReadStore } from '#infra/read-store/read-store';
import { OperationFailed } from './control.ts';
import { recordedKafka } from './jobs-engine.ts';
import { assertMovable, commonPart, copyAfter } from './move-log.ts';
import { type End, type Mark, readMark, writeMark } from './move-mark.ts';
import { moveCheckpoints, moveLetters, reactionCheckpoints } from './move-progress.ts';

/** An event store that events come from or go to. */
export interface MoveEnd extends Omit<End, 'log_id'> {
  open(hashes: ContentHashes): Promise<EventStore>;
}

/** What a move of the events did. */
export interface LogMoved {
  from: End;
  to: End;
  /** The whole log, the same at both ends. */
  log: Chain;
  /** Events that this call appended: the others stood in the target already. */
  appended: number;
}

const endOf = ({ engine, address }: MoveEnd, { log_id }: EventStore): End => ({ engine, address, log_id });

/** @throws OperationFailed where the events of the folder are not at this end, or are on their way to another one */
const assertLiesAt = (mark: Mark | undefined, from: MoveEnd, to: MoveEnd): void => {
  if (mark === undefined) return;
  if (mark.state === 'moved' && mark.to.engine !== from.engine) {
    const isThere = mark.to.engine === to.engine ? 'already' : '';
    throw new OperationFailed(`The events of this data folder were moved to ${mark.to.address} ${isThere} on ${mark.at}`);
  }
  if (mark.state === 'moving' && (mark.from.engine !== from.engine || mark.to.engine !== to.engine)) {
    throw new OperationFailed(`A move from ${mark.from.address} to ${mark.to.address} was broken off: finish that one first`);
  }
};

/** The same once the logs are open: an address may lead to another log today. @throws OperationFailed */
const assertSameLogs = (mark: Mark | undefined, source: EventStore, target: EventStore): void => {
  if (source.log_id === target.log_id) throw new OperationFailed('Source and target are the same log');
  if (mark?.state !== 'moving' || (mark.from.log_id === source.log_id && mark.to.log_id === target.log_id)) return;
  throw new OperationFailed(`These are not the two logs of the move from ${mark.from.address} to ${mark.to.address} that was broken off`);
};

/** What the next start would put in order has to be in order: what lies in the folder follows from the source. @throws OperationFailed */
export const assertInOrder = async (queue: string, documents: ReadStore, source: { log_id: string; head: Position }): Promise<void> => {
  const isOnBrokers = (await recordedKafka(documents)) !== undefined; // under the id of the source
  const followed = isOnBrokers ? source.log_id : existsSync(queue) ? followedLog(queue) : undefined;
  const furthest = await documents.furthest(source.log_id);
  const { head } = source;
  const isWhole = followed === source.log_id && furthest <= head && (furthest === BEGINNING) === (head === BEGINNING);
  if (isWhole || (followed === undefined && furthest === BEGINNING)) return;
  throw new OperationFailed(
    'What lies in the data folder does not follow from the source: part of it was put back or taken away, it belongs to another log, or the ' +
      'read models lie where ANAMNESIS_READ_STORE does not say. ' +
      'Start and stop the program on the source once, then move it',
  );
};

/**
 * Moves the events of a data folder into another event store, in order, with ids, revisions, envelopes and hashes as they are. It may end
 * anywhere and be called again: it goes on where the target ends. Until the target was read back and found to hold the same chain nothing in
 * the data folder changes. Then reactions, their dead letters and jobs are carried over to the positions of the new log, and the folder says
 * where its events are. Read models are built anew at the next start.
 * @param folder the data folder, with nobody running on it
 * @param hashes under the keys of the installation: both ends have the same ones
 * @param documents read models and checkpoints of reactions, wherever they are
 * @param onCopied called once the target was read back, before anything in the folder changes, unless an earlier move was broken off after that; no job is on
 *   brokers afterwards
 * @throws OperationFailed
 */
export const moveEvents = async (
  {
    folder,
    hashes,
    documents,
    onCopied = () => Promise.resolve(),
  }: { folder: string; hashes: ContentHashes; documents: ReadStore; onCopied?: () => Promise<void> },
  from: MoveEnd,
  to: MoveEnd,
  progress: (text: string) => void,
): Promise<LogMoved> => {
  const opened: EventStore[] = [];
  const keep = (store: EventStore): EventStore => {
    opened.push(store);
    return store;
  };
  try {
    const mark = await readMark(folder);
    assertLiesAt(mark, from, to);
    const source = keep(await from.open(hashes));
    const target = keep(await to.open(hashes));
    assertSameLogs(mark, source, target);
    const queue = join(folder, 'messages.sqlite');
    if (mark?.state !== 'moving') await assertInOrder(queue, documents, { log_id: source.log_id, head: await source.head() });

    progress('Reading the source');
    await assertMovable(source);
    const { last, chain } = await commonPart(source, target);
    if (chain.events > 0) progress(`The target holds the first ${chain.events} events`);
    // a log that was begun on a server has no mark: half of it in the folder must not be taken for all of it
    if (mark === undefined && from.engine === 'eventstoredb')
      await writeMark(folder, { state: 'moved', from: endOf(to, target), to: endOf(from, source), at: new Date().toISOString() });
    const appended = await copyAfter(source, target, last, (copied) => progress(`${copied} events`));
    progress('Reading the target back');
    const checkpoints = await reactionCheckpoints(documents, source.log_id);
    const common = await commonPart(
      source,
      target,
      checkpoints.map(({ position }) => position),
    );
    if ((await source.head()) !== common.last) throw new OperationFailed('The target does not hold all events: move them again');

    const [start, end] = [endOf(from, source), endOf(to, target)];
    const at = new Date().toISOString();
    if (mark?.state !== 'moving') await onCopied();
    await writeMark(folder, { state: 'moving', from: start, to: end, at });
    await moveLetters(documents, target);
    await moveCheckpoints(documents, checkpoints, target.log_id, common.positions);
    if (existsSync(queue)) followAnotherLog(queue, target.log_id);
    await writeMark(folder, { state: 'moved', from: start, to: end, at });
    return { from: start, to: end, log: common.chain, appended };
  } finally {
    for (const store of opened.reverse()) await store.close();
  }
};
