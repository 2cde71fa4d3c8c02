import type { EventStoreDBClient } from '@eventstore/db-client';
import * as kurrent from '@kurrent/kurrentdb-client';
import { describePersistentSubscriptions, type Library } from './persistent-subscriptions.ts';

describe('persistent subscriptions by @kurrent/kurrentdb-client', () => {
  const connect = (address: string) => kurrent.KurrentDBClient.connectionString(address.replace('esdb:', 'kurrentdb:'));
  describePersistentSubscriptions(kurrent as unknown as Library, (address) => connect(address) as unknown as EventStoreDBClient, [
    'PinnedByCorrelation',
  ]);
});
