import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { consumeForEver, publishForEver } from './messaging.killed.ts';

const [file] = process.argv.slice(2) as [string];
const messaging = await SqliteMessaging.open({ file });
await consumeForEver(messaging);
await publishForEver(messaging);
