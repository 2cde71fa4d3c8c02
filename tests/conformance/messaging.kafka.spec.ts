import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KafkaMessaging } from '#infra/messaging/kafka/kafka-messaging';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { describeWith } from '#tests/support/servers';
import { describeMessaging } from './messaging.conformance.ts';

describeWith(['KAFKA_BROKERS'], 'Kafka', () => {
  describeMessaging(
    'Kafka',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'anamnesis-messaging-'));
      const store = await SqliteReadStore.open({ file: join(folder, 'documents.sqlite') });
      const prefix = `test-${randomUUID()}`;
      const settings = { ...kafkaWith(prefix), store, log_id: randomUUID() };
      return {
        open: async () => new KafkaMessaging(settings),
        dispose: async () => {
          await store.close();
          await deleteTopics(prefix);
          await rm(folder, { recursive: true, force: true });
        },
        remembersIds: false,
      };
    },
    5,
  );
});
