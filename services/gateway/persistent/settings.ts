/** How messages are given to the consumers of a group. */
export const strategies = ['RoundRobin', 'DispatchToSingle', 'Pinned', 'PinnedByCorrelation'] as const;
export type StrategyName = (typeof strategies)[number];

/** What a client decides of a group. Times are milliseconds. */
export interface GroupSettings {
  resolveLinks: boolean;
  extraStatistics: boolean;
  /** How long a consumer may take before the message goes to another; 0: for ever. */
  messageTimeout: number;
  /** A message is sent once and so many times again before it is parked. */
  maxRetryCount: number;
  checkpointAfter: number;
  minCheckpointCount: number;
  maxCheckpointCount: number;
  /** 0: as many as come. */
  maxSubscriberCount: number;
  liveBufferSize: number;
  historyBufferSize: number;
  readBatchSize: number;
  strategy: StrategyName;
  /** The first revision or position that is delivered, or what comes after the group's making. */
  startFrom: number | 'end';
}

/** What a group of the whole log wants of it. */
export interface FilterSpec {
  on: 'stream' | 'type';
  prefixes: string[];
  regex?: string;
}

/** What a group reads. */
export type SourceSpec = { stream: string } | { stream: '$all'; filter?: FilterSpec };

/** Settings that no group can work with. */
export class WrongSettings extends Error {}

const atLeast: Readonly<Partial<Record<keyof GroupSettings, number>>> = {
  messageTimeout: 0,
  maxRetryCount: 0,
  checkpointAfter: 0,
  minCheckpointCount: 0,
  maxCheckpointCount: 0,
  maxSubscriberCount: 0,
  liveBufferSize: 1,
  historyBufferSize: 1,
  readBatchSize: 1,
};

const inWords: Readonly<Record<string, string>> = {
  messageTimeout: 'The message timeout',
  maxRetryCount: 'The maximum of retries',
  checkpointAfter: 'The time after which a checkpoint is written',
  minCheckpointCount: 'The minimum of messages for a checkpoint',
  maxCheckpointCount: 'The maximum of messages for a checkpoint',
  maxSubscriberCount: 'The maximum of subscribers',
  liveBufferSize: 'The size of the live buffer',
  historyBufferSize: 'The size of the history buffer',
  readBatchSize: 'The size of a batch of reading',
};

/** @throws WrongSettings naming the first setting that is out of its bounds */
export const checkSettings = (settings: GroupSettings): GroupSettings => {
  for (const [name, least] of Object.entries(atLeast)) {
    const value = settings[name as keyof GroupSettings] as number;
    if (!Number.isSafeInteger(value) || value < least) throw new WrongSettings(`${inWords[name]} is a whole number from ${least} on`);
  }
  return settings;
};
