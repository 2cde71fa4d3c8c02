import { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { describeOnServer } from './event-store.on-server.ts';

describeOnServer("on EventStoreDB by Kurrent's client", KurrentDBClient, 'kurrentdb');
