import type messages from '@eventstore/db-client/generated/persistent_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import { invalid } from '../protocol/errors.ts';
import { idOf, streamName, wholeNumber } from '../streams/requests.ts';
import {
  checkSettings,
  type FilterSpec,
  type GroupSettings,
  type SourceSpec,
  strategies,
  type StrategyName,
  WrongSettings,
} from './settings.ts';

/** What older clients send for 'end'. */
const END = '18446744073709551615';
/** Of 100 ns. */
const TICKS_OF_A_MILLISECOND = 10_000;
/** By the numbers of the protocol. */
const byNumber: readonly StrategyName[] = ['DispatchToSingle', 'RoundRobin', 'Pinned'];

type CreateOptions = messages.CreateReq.Options;
type UpdateOptions = messages.UpdateReq.Options;
type SentSettings = messages.CreateReq.Settings | messages.UpdateReq.Settings;

/** Which stream a request is about: '$all' is the whole log. */
export const streamOf = (options: { hasAll(): boolean; getStreamIdentifier(): shared.StreamIdentifier | undefined }): string =>
  options.hasAll() ? '$all' : streamName(options.getStreamIdentifier());

/** Newer clients name the stream with where to start, older ones beside it. */
export const groupStream = (options: CreateOptions | UpdateOptions): string =>
  options.hasAll() ? '$all' : streamName(options.getStream()?.getStreamIdentifier() ?? options.getStreamIdentifier());

/** @throws ServiceError where the name is missing */
export const groupName = (options: { getGroupName(): string } | undefined): string => {
  const name = options?.getGroupName() ?? '';
  if (name === '') throw invalid('The name of the subscription group is missing');
  if (name.includes('\0')) throw invalid('The name of a subscription group has no NUL in it');
  return name;
};

export const sourceOfRequest = (options: CreateOptions): SourceSpec => {
  const filter = filterOfRequest(options.getAll()?.getFilter());
  const stream = groupStream(options);
  return stream === '$all' ? { stream, ...(filter && { filter }) } : { stream };
};

const filterOfRequest = (options: messages.CreateReq.AllOptions.FilterOptions | undefined): FilterSpec | undefined => {
  const [byStream, byType] = [options?.getStreamIdentifier(), options?.getEventType()];
  const expression = byStream ?? byType;
  if (!expression) return undefined;
  const regex = expression.getRegex();
  return { on: byStream ? 'stream' : 'type', prefixes: expression.getPrefixList(), ...(regex !== '' && { regex }) };
};

/** @throws ServiceError naming the setting that nothing can work with */
export const settingsOf = (options: CreateOptions | UpdateOptions): GroupSettings => {
  const sent = options.getSettings();
  if (!sent) throw invalid('The settings of the subscription group are missing');
  const settings: GroupSettings = {
    resolveLinks: sent.getResolveLinks(),
    extraStatistics: sent.getExtraStatistics(),
    messageTimeout: sent.hasMessageTimeoutTicks() ? fromTicks(sent.getMessageTimeoutTicks()) : sent.getMessageTimeoutMs(),
    maxRetryCount: sent.getMaxRetryCount(),
    checkpointAfter: sent.hasCheckpointAfterTicks() ? fromTicks(sent.getCheckpointAfterTicks()) : sent.getCheckpointAfterMs(),
    minCheckpointCount: sent.getMinCheckpointCount(),
    maxCheckpointCount: sent.getMaxCheckpointCount(),
    maxSubscriberCount: sent.getMaxSubscriberCount(),
    liveBufferSize: sent.getLiveBufferSize(),
    historyBufferSize: sent.getHistoryBufferSize(),
    readBatchSize: sent.getReadBatchSize(),
    strategy: strategyOf(sent),
    startFrom: startOf(options, sent),
  };
  try {
    return checkSettings(settings);
  } catch (error) {
    throw error instanceof WrongSettings ? invalid(error.message) : error;
  }
};

const fromTicks = (ticks: string): number => Math.floor(Number(ticks) / TICKS_OF_A_MILLISECOND);

const strategyOf = (sent: SentSettings): StrategyName => {
  const named = 'getConsumerStrategy' in sent ? sent.getConsumerStrategy() : '';
  const known = strategies.find((strategy) => strategy === named) ?? (named === '' ? byNumber[sent.getNamedConsumerStrategy()] : undefined);
  if (!known) throw invalid(`There is no such consumer strategy; known are ${strategies.join(', ')}`);
  return known;
};

const startOf = (options: CreateOptions | UpdateOptions, sent: SentSettings): number | 'end' => {
  const all = options.getAll();
  const stream = options.getStream();
  if (all ? all.hasEnd() : stream?.hasEnd()) return 'end';
  if (all ? all.hasStart() : stream?.hasStart()) return 0;
  const named = all ? (all.getPosition()?.getCommitPosition() ?? END) : stream?.hasRevision() ? stream.getRevision() : sent.getRevision();
  return named === END ? 'end' : wholeNumber(named);
};

/** What a consumer names messages by: hexadecimal. @throws ServiceError where one is no UUID */
export const idsOf = (answer: { getIdsList(): shared.UUID[] }): string[] => answer.getIdsList().map((id) => idOf(id).toString('hex'));
