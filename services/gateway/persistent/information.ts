import messages from '@eventstore/db-client/generated/persistent_pb.js';
import type { Group } from './group.ts';
import type { GroupStore } from './group-store.ts';

const { SubscriptionInfo } = messages;

/** What a group is and does at the moment, as clients read it. */
export const informationOf = async (group: Group, store: GroupStore): Promise<messages.SubscriptionInfo> => {
  const { record, source, state, isLive } = group;
  const { settings } = record;
  const now = Date.now();
  const rates = group.statistics.measure(now);
  const { waiting, retries, inHand } = state.counts;
  const last = await source.last();
  const info = new SubscriptionInfo();
  info.setEventSource(record.source.stream);
  info.setGroupName(record.name);
  info.setStatus(group.members.size === 0 ? 'NotReady' : isLive ? 'Live' : 'Behind');
  info.setConnectionsList(connections(group, now));
  info.setAveragePerSecond(rates.averagePerSecond);
  info.setTotalItems(String(rates.total));
  info.setCountSinceLastMeasurement(String(rates.countSince));
  info.setLastCheckpointedEventPosition(written(group, record.checkpoint));
  info.setLastKnownEventPosition(written(group, last));
  info.setResolveLinkTos(settings.resolveLinks);
  info.setStartFrom(startFrom(group));
  info.setMessageTimeoutMilliseconds(settings.messageTimeout);
  info.setExtraStatistics(settings.extraStatistics);
  info.setMaxRetryCount(settings.maxRetryCount);
  info.setLiveBufferSize(settings.liveBufferSize);
  info.setBufferSize(settings.historyBufferSize);
  info.setReadBatchSize(settings.readBatchSize);
  info.setCheckPointAfterMilliseconds(settings.checkpointAfter);
  info.setMinCheckPointCount(settings.minCheckpointCount);
  info.setMaxCheckPointCount(settings.maxCheckpointCount);
  info.setReadBufferCount(isLive ? 0 : waiting);
  info.setLiveBufferCount(String(isLive ? waiting : 0));
  info.setRetryBufferCount(retries);
  info.setTotalInFlightMessages(inHand);
  info.setOutstandingMessagesCount(inHand);
  info.setNamedConsumerStrategy(settings.strategy);
  info.setMaxSubscriberCount(settings.maxSubscriberCount);
  info.setParkedMessageCount(String(store.parkedCount(record.id)));
  return info;
};

const connections = ({ members, state, record }: Group, now: number): messages.SubscriptionInfo.ConnectionInfo[] =>
  [...members.values()].map(({ consumer, statistics }) => {
    const rates = statistics.measure(now);
    const inHand = state.inHandOf(consumer.id);
    const connection = new SubscriptionInfo.ConnectionInfo();
    connection.setFrom(consumer.from);
    connection.setUsername(consumer.user);
    connection.setConnectionName(consumer.connectionName);
    connection.setAverageItemsPerSecond(rates.rateSince);
    connection.setTotalItems(String(rates.total));
    connection.setCountSinceLastMeasurement(String(rates.countSince));
    connection.setAvailableSlots(consumer.slots - inHand);
    connection.setInFlightMessages(inHand);
    if (record.settings.extraStatistics) connection.setObservedMeasurementsList(statistics.observed().map(measurement));
    return connection;
  });

const measurement = ([key, value]: [string, number]): messages.SubscriptionInfo.Measurement => {
  const measured = new SubscriptionInfo.Measurement();
  measured.setKey(key);
  measured.setValue(String(value));
  return measured;
};

/** A place before the first is none. */
const written = ({ source }: Group, place: number | undefined): string =>
  place === undefined || place < source.first ? '' : source.written(place);

const startFrom = ({ record, source }: Group): string =>
  source.written(record.settings.startFrom === 'end' ? -1 : record.settings.startFrom);
