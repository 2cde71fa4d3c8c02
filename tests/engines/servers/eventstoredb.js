import { join, resolve } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';

const program = resolve(import.meta.dirname, '../../../bin/anamnesis.js');

const mark = (folder) => ['--data', join(folder, 'data')];

/** The product's gateway on a log of its own. */
export const eventstoredb = {
  server: "the gateway (EventStoreDB's protocol)",
  given: 'ESDB_ENDPOINT',
  /** @param given a connection string, or host:port without TLS */
  addressOf: (given) => (given.includes('://') ? given : `esdb://${given}?tls=false`),
  address: (port) => `esdb://127.0.0.1:${port}?tls=false`,
  variables: (address, { folder } = {}) => ({
    ESDB_ENDPOINT: address,
    ANAMNESIS_EVENT_STORE: address,
    // keys and log belong together, and go together
    ...(folder && { ANAMNESIS_DATA: join(folder, 'clinic') }),
  }),
  prepare: async () => undefined,
  mark,
  command: async (folder, { port }) => [process.execPath, program, 'gateway', '--port', String(port), ...mark(folder)],
  /** @returns the version that it says */
  ask: async (address) => {
    const client = EventStoreDBClient.connectionString(address);
    try {
      return (await client.capabilities).serverVersion;
    } finally {
      await client.dispose();
    }
  },
};
