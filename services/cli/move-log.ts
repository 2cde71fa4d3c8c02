import { type Chain, chained, emptyChain } from '#infra/event-store/chain-hash';
import { BEGINNING, type EventStore, type Position, type StoredEvent, WrongExpectedRevision } from '#infra/event-store/event-store';
import { checkSize, envelopeText, TooLarge } from '#infra/event-store/valid-input';
import { OperationFailed } from './control.ts';

/** An append of the copy carries so many events and bytes at the most, but for a single large one: less than any engine takes. */
const RUN_EVENTS = 256;
const RUN_BYTES = 512 * 1024;
const TOLD_EVERY = 10_000;

const placeOf = ({ stream, revision, position }: StoredEvent): string => `revision ${revision} of ${stream} at ${position}`;

/** Earlier releases took larger appends. @throws OperationFailed */
const assertFits = (event: StoredEvent): void => {
  try {
    checkSize([event], [envelopeText(event.metadata)]);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw new OperationFailed(`${placeOf(event)} cannot be moved: ${error.message}. Nothing was moved`);
  }
};

/** @throws OperationFailed where an event of the log cannot be moved as it is: it was changed, is too large, or one before it is missing */
export const assertMovable = async (source: EventStore): Promise<void> => {
  const revisions = new Map<string, number>();
  for await (const event of source.readAll()) {
    const expected = (revisions.get(event.stream) ?? -1) + 1;
    const fault = !event.intact ? 'is not what was recorded' : event.revision !== expected ? `should be revision ${expected}` : undefined;
    if (fault) throw new OperationFailed(`The source is damaged: ${placeOf(event)} ${fault}. Nothing was moved. See: projections verify`);
    assertFits(event);
    revisions.set(event.stream, event.revision);
  }
};

/** Whether it is the same event at the same place of its stream. The hash binds data and envelope, and was made anew where it was read. */
const isSame = (a: StoredEvent, b: StoredEvent): boolean =>
  a.id === b.id && a.content_hash === b.content_hash && a.stream === b.stream && a.revision === b.revision && b.intact;

/** What both logs begin with. */
export interface Common {
  chain: Chain;
  /** Of the last event of it, in the source; BEGINNING where it is empty. */
  last: Position;
  /** Where the events before positions of the source ended in the target, for each position that was asked for. */
  positions: ReadonlyMap<Position, Position>;
}

/**
 * Reads the target beside the source, event for event, as far as the target goes.
 * @param asked positions of the source that are looked up in the target: a position between two events is that of the first of them
 * @throws OperationFailed where the target holds anything else than the source's first events
 */
export const commonPart = async (source: EventStore, target: EventStore, asked: readonly Position[] = []): Promise<Common> => {
  const waiting = asked.toSorted();
  const positions = new Map<Position, Position>();
  const theirs = source.readAll()[Symbol.asyncIterator]();
  let [chain, last, end] = [emptyChain, BEGINNING, BEGINNING];
  const passTo = (position: Position | undefined): void => {
    while (waiting.length > 0 && (position === undefined || waiting[0]! < position)) positions.set(waiting.shift()!, end);
  };
  try {
    for await (const copy of target.readAll()) {
      const { value: event } = (await theirs.next()) as { value: StoredEvent | undefined };
      if (event === undefined || !isSame(event, copy)) {
        throw new OperationFailed(
          `The target holds another log: ${placeOf(copy)} is not what the source has there. A log is moved into an empty event store, or ` +
            'on to where an earlier move of it ended. The target was left as it is',
        );
      }
      passTo(event.position);
      chain = chained(chain, copy.content_hash);
      [last, end] = [event.position, copy.position];
    }
  } finally {
    await theirs.return?.();
  }
  passTo(undefined);
  return { chain, last, positions };
};

/**
 * Appends what the source has after a position, in its order: one append for consecutive events of a stream, and the next one only once
 * that is on the disk, so that whatever ends it, the target holds the first events of the source and nothing else.
 * @returns how many events were appended
 * @throws OperationFailed where somebody else writes to the target
 */
export const copyAfter = async (
  source: EventStore,
  target: EventStore,
  after: Position,
  progress: (copied: number) => void = () => undefined,
): Promise<number> => {
  let [copied, bytes] = [0, 0];
  let run: StoredEvent[] = [];
  const write = async (): Promise<void> => {
    const { stream, revision } = run[0]!;
    await append(target, stream, revision, run);
    if (Math.floor((copied + run.length) / TOLD_EVERY) > Math.floor(copied / TOLD_EVERY)) progress(copied + run.length);
    copied += run.length;
    [run, bytes] = [[], 0];
  };
  for await (const event of source.readAll(after === BEGINNING ? {} : { after })) {
    const size = event.data.byteLength + JSON.stringify(event.metadata).length;
    const isFull = run.length >= RUN_EVENTS || bytes + size > RUN_BYTES;
    if (run.length > 0 && (isFull || run[0]!.stream !== event.stream)) await write();
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) await write();
  return copied;
};

const append = async (target: EventStore, stream: string, revision: number, run: readonly StoredEvent[]): Promise<void> => {
  const events = run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  try {
    await target.append(stream, events, revision === 0 ? 'no-stream' : { exact: revision - 1 });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    throw new OperationFailed(`The target holds other events of ${stream}: somebody else writes there. The source was left as it is`);
  }
};
