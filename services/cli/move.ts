import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataFolder } from '#infra/data-folder/data-folder';
import type { Chain } from '#infra/event-store/chain-hash';
import { BEGINNING, type EventStore } from '#infra/event-store/event-store';
import { followAnotherLog, followedLog } from '#infra/messaging/sqlite/schema';
import type { ReadStore } from '#infra/read-store/read-store';
import { OperationFailed } from './control.ts';
import { recordedKafka, pendingOn } from './jobs-engine.ts';
import { holdsClinic } from './keys-engine.ts';
import { assertMovable, commonPart, copyAfter } from './move-log.ts';
import { type End, type Mark, readMark, writeMark } from './move-mark.ts';
import { moveCheckpoints, moveLetters, reactionCheckpoints } from './move-progress.ts';
import { openDocuments } from './read-engine.ts';

/** An event store that events come from or go to. */
export interface MoveEnd extends Omit<End, 'log_id'> {
  open(): Promise<EventStore>;
}

/** What a move did. */
export interface Moved {
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

/**
 * What the next start would put in order has to be in order: what lies in the folder follows from the source, and no job waits on Kafka, where it
 * belongs to the source's log.
 * @throws OperationFailed
 */
const assertInOrder = async (queue: string, documents: ReadStore, source: EventStore): Promise<void> => {
  const brokers = await recordedKafka(documents);
  const left = brokers && (await pendingOn(brokers, { documents, log_id: source.log_id }));
  if (left !== undefined)
    throw new OperationFailed(`${left}. Start the program on the source until nothing waits there, then move its events`);
  const ofQueue = existsSync(queue) ? followedLog(queue) : undefined;
  const followed = brokers === undefined ? ofQueue : source.log_id;
  const furthest = await documents.furthest(source.log_id);
  const head = await source.head();
  const isWhole = followed === source.log_id && furthest <= head && (furthest === BEGINNING) === (head === BEGINNING);
  if (isWhole || (followed === undefined && furthest === BEGINNING)) return;
  throw new OperationFailed(
    'What lies in the data folder does not follow from the source: part of it was put back or taken away, it belongs to another log, or the ' +
      'read models lie where ANAMNESIS_READ_STORE does not say. ' +
      'Start and stop the program on the source once, then move its events',
  );
};

/**
 * Moves the events of a data folder into another event store, in order, with ids, revisions, envelopes and hashes as they are. It may end
 * anywhere and be called again: it goes on where the target ends. Until the target was read back and found to hold the same chain nothing in
 * the data folder changes. Then reactions, their dead letters and jobs are carried over to the positions of the new log, and the folder says
 * where its events are. Read models are built anew at the next start.
 * @param data the data folder, with nobody running on it
 * @param read_store address of the database with the read models and the checkpoints of reactions; left out: they are in the folder
 * @throws OperationFailed, DataFolderInUse, EventsMoved
 */
export const moveEvents = async (
  data: string,
  from: MoveEnd,
  to: MoveEnd,
  progress: (text: string) => void,
  read_store?: string,
): Promise<Moved> => {
  if (!holdsClinic(data)) throw new OperationFailed(`There is no clinic in ${resolve(data)}: ANAMNESIS_DATA`);
  const folder = DataFolder.open(data, { isAlone: true });
  const opened: { close(): Promise<void> }[] = [];
  const keep = <E extends { close(): Promise<void> }>(engine: E): E => {
    opened.push(engine);
    return engine;
  };
  try {
    const mark = await readMark(folder.path);
    assertLiesAt(mark, from, to);
    const source = keep(await from.open());
    const target = keep(await to.open());
    assertSameLogs(mark, source, target);
    const documents = keep(await openDocuments(folder.path, { read_store }));
    const queue = join(folder.path, 'messages.sqlite');
    if (mark?.state !== 'moving') await assertInOrder(queue, documents, source);

    progress('Reading the source');
    await assertMovable(source);
    const { last, chain } = await commonPart(source, target);
    if (chain.events > 0) progress(`The target holds the first ${chain.events} events`);
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
    await writeMark(folder.path, { state: 'moving', from: start, to: end, at });
    await moveLetters(documents, target);
    await moveCheckpoints(documents, checkpoints, target.log_id, common.positions);
    if (existsSync(queue)) followAnotherLog(queue, target.log_id);
    await writeMark(folder.path, { state: 'moved', from: start, to: end, at });
    return { from: start, to: end, log: common.chain, appended };
  } finally {
    for (const engine of opened.reverse()) await engine.close();
    folder.release();
  }
};

/** The address itself is not repeated: what is kept of it for people lacks password and options, and would not connect. */
const startOn: Record<End['engine'], string> = {
  embedded: 'Start without ANAMNESIS_EVENT_STORE',
  eventstoredb: 'Start with ANAMNESIS_EVENT_STORE set to the address that followed --to',
};

/** For the person at the terminal. */
export const movedSaid = ({ from, to, log, appended }: Moved): string =>
  [
    `Moved ${log.events} events from ${from.address} to ${to.address} (${appended} of them now); read back, the same at both ends`,
    `Chain: ${log.chain_hash}`,
    `The log's id is now ${to.log_id}. ${startOn[to.engine]}`,
    'Read models are built at the next start; until then calls answer 503 with progress',
  ].join('\n');
