import { KafkaMessaging } from '#infra/messaging/kafka/kafka-messaging';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { consumeForEver, publishForEver } from './messaging.killed.ts';

const [file, log_id, prefix, task] = process.argv.slice(2) as [string, string, string, 'publish' | 'consume'];
const store = await SqliteReadStore.open({ file });
const messaging = new KafkaMessaging({ brokers: process.env['KAFKA_BROKERS']!.split(','), prefix, store, log_id });
await consumeForEver(messaging);
if (task === 'publish') await publishForEver(messaging);
