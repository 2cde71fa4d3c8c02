import type { GatewayLog } from '../log/gateway-log.ts';
import type { GroupStore } from '../persistent/group-store.ts';
import { Groups } from '../persistent/groups.ts';
import { persistentService } from '../persistent/persistent-service.ts';
import { streamsService } from '../streams/streams-service.ts';
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts';

/** Clients ask for these before they send what older servers do not know. */
const streamFeatures = { read: ['position', 'events'], batchAppend: ['deadline_duration'] };

/**
 * Serves a log with its persistent subscriptions. Log and store are closed by whoever opened them, after the gateway.
 * @throws what startGateway throws
 */
export const serveLog = async (
  log: GatewayLog,
  store: GroupStore,
  options: Pick<GatewayOptions, 'port' | 'host' | 'tls' | 'credentials'>,
): Promise<Gateway> => {
  const groups = new Groups(log, store);
  const streams = { ...streamsService(log), features: streamFeatures };
  const persistent = persistentService(groups, store, options.credentials?.user ?? 'anonymous');
  const gateway = await startGateway({ ...options, log, services: [streams, persistent] });
  return {
    port: gateway.port,
    close: async () => {
      await gateway.close();
      await groups.close();
    },
  };
};
