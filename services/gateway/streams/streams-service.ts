import grpcStreams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { GatewayLog } from '../log/gateway-log.ts';
import type { CallMemory } from '../protocol/call-memory.ts';
import { appendingOf } from './appending.ts';
import { batchAppendingOf } from './batch-appending.ts';
import { deletingOf, tombstoningOf } from './deleting.ts';
import { readingOf } from './reading.ts';

const asItIs = (bytes: Buffer): Buffer => bytes;
const { StreamsService } = grpcStreams;

/** Milliseconds from the first part of a batched append to its last. */
const MAX_UNFINISHED_MS = 30_000;

/** The Streams service with answers of Read and BatchAppend that are bytes already. */
const definition: ServiceDefinition = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: asItIs as never },
  batchAppend: { ...StreamsService.batchAppend, responseSerialize: asItIs as never },
};

export const streamsService = (
  log: GatewayLog,
  memory: CallMemory,
  patience = MAX_UNFINISHED_MS,
): { definition: ServiceDefinition; implementation: UntypedServiceImplementation } => ({
  definition,
  implementation: {
    read: readingOf(log) as never,
    append: appendingOf(log, memory) as never,
    batchAppend: batchAppendingOf(log, memory, patience) as never,
    delete: deletingOf(log) as never,
    tombstone: tombstoningOf(log) as never,
  },
});
