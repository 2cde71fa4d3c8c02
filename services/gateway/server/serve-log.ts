import type { GatewayLog } from '../log/gateway-log.ts';
import type { GroupStore } from '../persistent/group-store.ts';
import { Groups } from '../persistent/groups.ts';
import { persistentService } from '../persistent/persistent-service.ts';
import { streamsService } from '../streams/streams-service.ts';
import { CallMemory } from '../protocol/call-memory.ts';
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts';

/** Clients ask for these before they send what older servers do not know. */
const streamFeatures = { read: ['position', 'events'], batchAppend: ['deadline_duration'] };

/** Bytes that all calls hold together. */
const MAX_HELD = 256 * 1024 * 1024;
/** The same where nobody may write: it is the process of the product, and its log takes nothing from clients. */
const MAX_HELD_OF_READERS = 64 * 1024 * 1024;

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
  const memory = new CallMemory(log.isWritable ? MAX_HELD : MAX_HELD_OF_READERS);
  const streams = { ...streamsService(log, memory), features: streamFeatures };
  const persistent = persistentService(groups, { store, memory, user: options.credentials?.user ?? 'anonymous' });
  const gateway = await startGateway({ ...options, log, memory, services: [streams, persistent] });
  return {
    port: gateway.port,
    close: async () => {
      await gateway.close();
      await groups.close();
    },
  };
};
