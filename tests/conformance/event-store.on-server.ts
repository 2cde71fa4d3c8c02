import type { ClientClass } from '#infra/event-store/eventstoredb/client';
import { EventStoreDbEventStore } from '#infra/event-store/eventstoredb/eventstoredb-event-store';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { describeEventStore } from './event-store.conformance.ts';
import { hashes } from '#tests/support/hashes';

/**
 * The suite on a server that speaks the protocol: the one that ESDB_ENDPOINT names (a connection string, or host:port without TLS), otherwise a gateway of its own. Two clients
 * do not go into one process: both make the same global names.
 * @param scheme of the address, as the client wants it
 */
export const describeOnServer = (name: string, client: ClientClass, scheme: string): void => {
  const { ESDB_ENDPOINT } = process.env;
  let gateway: RunningGateway | undefined;
  let address = '';
  beforeAll(async () => {
    if (!ESDB_ENDPOINT) gateway = await startGatewayProcess();
    const named = gateway?.address ?? ESDB_ENDPOINT!;
    address = named.includes('://') ? named.replace(/^esdb/, scheme) : `${scheme}://${named}?tls=false`;
  });
  afterAll(() => gateway?.dispose());

  describeEventStore(name, async () => {
    const open = () =>
      EventStoreDbEventStore.open({
        client,
        address,
        hashes,
        onFatal: (error) => {
          throw error;
        },
      });
    let store = await open();
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await open();
        return store;
      },
      dispose: () => store.close(),
    };
  });
};
