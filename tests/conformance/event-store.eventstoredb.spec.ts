import { EventStoreDBClient } from '@eventstore/db-client';
import { describeOnServer } from './event-store.on-server.ts';

describeOnServer('on EventStoreDB', EventStoreDBClient, 'esdb');
