import { DamagedStream } from '../event-store.ts';

/** Where an event stands in the log of the server. Commit and prepare are the same for events that are written in one go, as ours are. */
interface ServerPosition {
  commit: bigint;
  prepare: bigint;
}

/** An event as the clients give it: what is said to be JSON is parsed, and so are metadata that happen to be JSON. */
export interface RecordedEvent {
  streamId: string;
  id: string;
  revision: bigint;
  type: string;
  data: unknown;
  metadata?: unknown;
  position?: ServerPosition | undefined;
}

/** An event as the clients take it. `metadata` have to be a plain Uint8Array: they send anything else as JSON. */
export interface ProposedEvent {
  id: string;
  type: string;
  contentType: 'application/octet-stream' | 'application/json';
  data: unknown;
  metadata?: Uint8Array;
}

/** What is read: a stream of the one client, a generator of the other. */
export interface Source extends AsyncIterable<{ event?: RecordedEvent }> {
  on?(name: 'error', listener: (error: unknown) => void): unknown;
  cancel?(): Promise<void>;
}

export interface ServerSubscription {
  on(name: 'data', listener: (resolved: { event?: RecordedEvent }) => void): unknown;
  on(name: 'error', listener: (error: unknown) => void): unknown;
  on(name: 'confirmation' | 'end' | 'close', listener: () => void): unknown;
  removeAllListeners(): unknown;
  unsubscribe(): Promise<void>;
}

type Direction = 'forwards' | 'backwards';

interface ReadStreamOptions {
  direction: Direction;
  fromRevision: bigint | 'start' | 'end';
  maxCount: number;
  requiresLeader: true;
}

interface ReadAllOptions {
  direction: Direction;
  fromPosition: ServerPosition | 'start' | 'end';
  maxCount: number;
  requiresLeader: true;
}

interface SubscribeOptions {
  fromPosition: ServerPosition | 'start';
  filter: { filterOn: 'streamName'; regex: string; checkpointInterval: number };
  requiresLeader: true;
}

/** `expectedRevision` as the older client calls it, `streamState` as the newer one does. */
interface AppendOptions {
  expectedRevision: bigint | 'no_stream';
  streamState: bigint | 'no_stream';
  requiresLeader: true;
}

/** The part that is used of a client for Node: of @eventstore/db-client, and of @kurrent/kurrentdb-client. */
export interface Client {
  readonly capabilities: Promise<{ serverVersion: string }>;
  appendToStream(
    stream: string,
    events: readonly ProposedEvent[],
    options: AppendOptions,
  ): Promise<{ nextExpectedRevision: bigint; position?: ServerPosition }>;
  readStream(stream: string, options: ReadStreamOptions): Source;
  readAll(options: ReadAllOptions): Source;
  subscribeToAll(options: SubscribeOptions): ServerSubscription;
  dispose(): Promise<void>;
}

/** The class of a client, with its connections from an address. */
export interface ClientClass {
  connectionString(address: string): object;
}

/** What is wrong, in the clients' word for it; undefined for what is no answer of theirs. */
export const kindOf = (error: unknown): string | undefined => {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  return typeof type === 'string' ? type : undefined;
};

/** The client did not say in time what became of a call. */
export class NoAnswer extends Error {}

const PASSING = ['unavailable', 'cancelled', 'deadline-exceeded', 'timeout', 'not-leader'];

/**
 * Whether the same call may be answered a moment later. What gRPC could not say better counts too (`unknown`, reset connections): for a while
 * only, so that a lasting fault is told.
 */
export const isPassing = (error: unknown): boolean => {
  if (error instanceof NoAnswer) return true;
  if (error instanceof DamagedStream) return false; // its words would be taken for those of a connection
  const kind = kindOf(error);
  return kind === undefined ? isOfConnection(error) : PASSING.includes(kind) || kind === 'unknown';
};

/** Of grpc-js, of sockets, and of the search for the nodes of a cluster, which no client gives a word of its own. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || /discover|channel|connection|stream|destroyed|closed/i.test(error.message));
