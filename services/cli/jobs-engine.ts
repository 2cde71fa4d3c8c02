import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Settings, WrongSettings } from '#infra/config/configuration';
import type { KafkaPlace, KafkaSettings } from '#infra/kafka/connection';
import type { KafkaMessaging } from '#infra/messaging/kafka/kafka-messaging';
import { type Messaging, MessagingUnavailable } from '#infra/messaging/messaging';
import { hasPending } from '#infra/messaging/sqlite/schema';
import { SqliteMessaging, type SqliteMessagingOptions } from '#infra/messaging/sqlite/sqlite-messaging';
import type { JsonObject, ReadStore } from '#infra/read-store/read-store';
import { jobKinds } from '../job-kinds.ts';

/** Setting in the read store, next to the checkpoints of the reactions that publish jobs: the brokers of the last start; absent or null for the embedded queue. */
const KEY = 'messaging';
const Mark = z.object({ kafka: z.object({ brokers: z.array(z.string()).readonly(), prefix: z.string() }).nullable() });

interface Place {
  /** File of the embedded queue. */
  queue: string;
  documents: ReadStore;
  log_id: string;
  faults?: SqliteMessagingOptions['faults'];
}

/**
 * Opens the queue in the data folder, or the connection to the configured brokers, which may be unavailable.
 * @throws WrongSettings if jobs wait in the engine of the last start
 */
export const openMessaging = async ({ messaging }: Pick<Settings, 'messaging'>, place: Place): Promise<Messaging> => {
  const { queue, documents, log_id, faults } = place;
  const before = await recordedKafka(documents);
  if (before !== undefined && before.prefix !== messaging?.prefix) {
    const left = await pendingOn(reaching(before, messaging), place);
    if (left !== undefined)
      throw new WrongSettings(
        `ANAMNESIS_MESSAGING: ${left}. Move them, with it set as it was: anamnesis move --to folder --only jobs; or start with it as it was until nothing waits there`,
      );
  }
  if (messaging !== undefined && existsSync(queue) && hasPending(queue))
    throw new WrongSettings(
      'ANAMNESIS_MESSAGING: jobs or dead letters wait in the data folder. Start without it until they are done (anamnesis parked list); or move them: anamnesis move --to servers --only jobs',
    );
  await mark(documents, messaging);
  if (messaging === undefined) return SqliteMessaging.open({ file: queue, log_id, faults });
  return kafka(messaging, place);
};

/** Opens the connection to the brokers that the owner of the data folder uses. @throws WrongSettings where it uses others */
export const openMessagingBeside = async (messaging: KafkaSettings, place: Pick<Place, 'documents' | 'log_id'>): Promise<Messaging> => {
  if ((await recordedKafka(place.documents))?.prefix !== messaging.prefix)
    throw new WrongSettings('ANAMNESIS_MESSAGING: the program itself has not been started with this prefix: start it first');
  return kafka(messaging, place);
};

/** Brokers of the last start, without credentials; undefined for the embedded queue. */
export const recordedKafka = async (documents: ReadStore): Promise<KafkaPlace | undefined> => {
  const found = await documents.setting(KEY);
  return found === undefined ? undefined : (Mark.parse(found).kafka ?? undefined);
};

/** How recorded brokers are reached: as the configured ones if these are of the same cluster, otherwise without credentials, which are not recorded. */
export const reaching = (recorded: KafkaPlace, configured: KafkaSettings | undefined): KafkaSettings => {
  const isSame = configured?.prefix === recorded.prefix || configured?.brokers.some((broker) => recorded.brokers.includes(broker));
  return configured && isSame ? { ...configured, prefix: recorded.prefix } : recorded;
};

/** Describes the jobs and dead letters that wait on these brokers; undefined if there are none. */
export const pendingOn = async (settings: KafkaSettings, place: Pick<Place, 'documents' | 'log_id'>): Promise<string | undefined> => {
  const where = `Kafka at ${settings.brokers.join(',')}/${settings.prefix}`;
  const messaging = await kafka(settings, place);
  try {
    const depths = await Promise.all(Object.values(jobKinds).map(({ topic, group }) => messaging.depth(topic, group)));
    const waiting = depths.reduce((sum, depth) => sum + depth, 0);
    const dead = (await messaging.deadLetters()).length;
    return waiting + dead > 0 ? `${waiting} jobs and ${dead} dead letters wait on ${where}` : undefined;
  } catch (error) {
    if (error instanceof MessagingUnavailable) return `jobs may wait on ${where}: ${error.message}`;
    throw error;
  } finally {
    await messaging.close();
  }
};

/** How many jobs and dead letters were moved. */
export interface JobsMoved {
  waiting: number;
  dead: number;
}

/**
 * Moves jobs that wait, and dead letters, between the queue in the data folder and the brokers, while no process consumes. It may be broken off anywhere and
 * called again. @throws MessagingUnavailable
 */
export const moveJobs = async (
  settings: KafkaSettings,
  { queue, documents, log_id }: Omit<Place, 'faults'>,
  to: 'servers' | 'folder',
): Promise<JobsMoved> => {
  const embedded = await SqliteMessaging.open({ file: queue, log_id });
  const brokers = await kafka(settings, { documents, log_id });
  const [source, target] = to === 'servers' ? [embedded, brokers] : [brokers, embedded];
  const moved = { waiting: 0, dead: 0 };
  try {
    for (const { topic, group } of Object.values(jobKinds)) await brokers.depth(topic, group); // without brokers nothing changes
    // recorded before the first job is there, and until the last one has left
    if (to === 'servers') await mark(documents, settings);
    for (const { topic, group } of Object.values(jobKinds))
      await source.handOver(topic, group, async (messages) => {
        await target.accept(messages);
        const dead = messages.filter((message) => message.dead).length;
        moved.dead += dead;
        moved.waiting += messages.length - dead;
      });
    if (to === 'folder') await mark(documents, undefined);
    return moved;
  } finally {
    await brokers.close();
    await embedded.close();
  }
};

const mark = async (documents: ReadStore, messaging: KafkaSettings | undefined): Promise<void> => {
  const present = await documents.setting(KEY);
  // without credentials: an address alone is no secret
  const next: JsonObject = { kafka: messaging === undefined ? null : { brokers: [...messaging.brokers], prefix: messaging.prefix } };
  if ((present === undefined && messaging === undefined) || JSON.stringify(present) === JSON.stringify(next)) return;
  if (!(await documents.swap(KEY, present, next))) throw new Error('another process changed where jobs are');
};

/** Loaded only when needed. */
const kafka = async (
  settings: KafkaSettings,
  { documents: store, log_id }: Pick<Place, 'documents' | 'log_id'>,
): Promise<KafkaMessaging> => {
  const { KafkaMessaging } = await import('#infra/messaging/kafka/kafka-messaging');
  return new KafkaMessaging({ ...settings, store, log_id });
};
