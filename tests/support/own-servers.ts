import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Settings } from '#infra/config/configuration';
import { addressOf, databasesFor } from './databases.ts';
import { type RunningGateway, startGatewayProcess } from './gateway.ts';
import { deleteTopics, kafkaWith } from './messaging.ts';
import { settingsFor } from './settings.ts';

/** Servers that one installation uses alone. */
export interface OwnServers {
  settings: Settings;
  databases: Record<'read_store' | 'files' | 'keys', Db>;
  gateway: RunningGateway;
}

/** Gives installations of a file of tests servers of their own, and ends them with it. @param name of the databases */
export const ownServers = (name: string): { for(data: string): Promise<OwnServers> } => {
  const databases = databasesFor(name);
  const gateways: RunningGateway[] = [];
  const prefixes: string[] = [];
  afterAll(async () => {
    for (const gateway of gateways) await gateway.dispose();
    await deleteTopics(...prefixes);
  });
  return {
    for: async (data) => {
      const gateway = await startGatewayProcess();
      gateways.push(gateway);
      const prefix = `test-${randomUUID().slice(0, 8)}`;
      prefixes.push(prefix);
      const { brokers } = kafkaWith(prefix);
      const made = { read_store: databases.make(), files: databases.make(), keys: databases.make() };
      const at = Object.fromEntries(Object.entries(made).map(([what, { databaseName }]) => [what, addressOf(databaseName)]));
      const settings = { ...settingsFor(data), ...at, event_store: gateway.address, messaging: { brokers: [...brokers], prefix } };
      return { settings, databases: made, gateway };
    },
  };
};
