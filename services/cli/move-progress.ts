import type { EventStore, Position } from '#infra/event-store/event-store';
import { COLLECTION, findLetters, type HeldEvent } from '#infra/following/dead-letters';
import type { Checkpoint, JsonObject, ReadStore } from '#infra/read-store/read-store';
import { SOURCE as OUTGOING } from '../outgoing/publisher.ts';
import { OperationFailed } from './control.ts';

/** Reactions keep how far they came; projections are built anew from the log that was moved. */
const REACTIONS = 'reaction:';

/** How far reactions came in a log, in each range of buckets. */
export const reactionCheckpoints = async (documents: ReadStore, log_id: string): Promise<({ name: string } & Checkpoint)[]> =>
  (await documents.checkpoints(log_id)).filter(({ name }) => name.startsWith(REACTIONS));

/**
 * Makes reactions and outgoing events continue in another read store, which is empty, where they stand in this one: their dead letters and checkpoints. Read
 * models are not copied. @returns number of dead letters
 */
export const carryProgress = async (from: ReadStore, to: ReadStore, log_id: string): Promise<number> => {
  const letters = await findLetters(from, { prefix: REACTIONS });
  await findLetters(to, { prefix: REACTIONS }); // defines the collection
  await to.write(
    letters.map(({ id, position, data }) => {
      return { collection: COLLECTION, id, expected: null, position, data: data as unknown as JsonObject };
    }),
  );
  const feed = await from.setting(OUTGOING);
  if (feed !== undefined) await to.swap(OUTGOING, undefined, feed);
  for (const { name, position } of await from.checkpoints(log_id)) {
    // the first owner takes an epoch above this one
    if (name.startsWith(REACTIONS) || name === OUTGOING) await to.write([], { name, log_id, position, epoch: 0 });
  }
  return letters.length;
};

/** Where an event stands in the log that was moved. @throws OperationFailed where it is not there */
const placed = async (target: EventStore, held: HeldEvent): Promise<HeldEvent> => {
  const { stream, revision, event_id } = held;
  for await (const { id, position } of target.readStream(stream, { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 })) {
    if (id === event_id) return { ...held, position };
  }
  throw new OperationFailed(`A dead letter names an event that the log does not have: revision ${revision} of ${stream}`);
};

/** Dead letters of reactions name their events by the positions of the target. Events are found by stream and revision: twice is harmless. */
export const moveLetters = async (documents: ReadStore, target: EventStore): Promise<number> => {
  const items = await findLetters(documents, { prefix: REACTIONS });
  for (const { id, position: expected, data } of items) {
    const events: HeldEvent[] = [];
    for (const held of data.events) events.push(await placed(target, held));
    const letter = { ...data, events } as unknown as JsonObject;
    await documents.write([{ collection: COLLECTION, id, expected, position: events.at(-1)!.position, data: letter }]);
  }
  return items.length;
};

/** Reactions go on in the target where they stood in the source. @param positions of the target, for each of the source */
export const moveCheckpoints = async (
  documents: ReadStore,
  checkpoints: readonly ({ name: string } & Checkpoint)[],
  log_id: string,
  positions: ReadonlyMap<Position, Position>,
): Promise<void> => {
  for (const { name, position, epoch } of checkpoints) {
    await documents.write([], { name, log_id, position: positions.get(position)!, epoch });
  }
};
