import { randomUUID } from 'node:crypto';
import { MongoKeyRows } from '#infra/keys/mongodb/mongo-key-rows';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { StoredKeys } from '#infra/keys/stored-keys';

// Started by a test and killed by it: makes keys and destroys every third one, saying what was done only after it was answered.
const [place, digits] = process.argv.slice(2) as [string, string];
const kek = Buffer.from(digits, 'hex');
const keys = place.startsWith('mongodb:')
  ? await StoredKeys.open({ rows: await MongoKeyRows.open(place), kek })
  : await openSqliteKeys({ folder: place, kek });
for (let count = 0; ; count++) {
  const { id, subject, bytes } = await keys.ensure(`patient:${randomUUID()}`);
  process.stdout.write(`${JSON.stringify({ id, subject, bytes: Buffer.from(bytes).toString('hex') })}\n`);
  if (count % 3 === 0) {
    await keys.destroy(subject);
    process.stdout.write(`${JSON.stringify({ id, destroyed: true })}\n`);
  }
  await new Promise(setImmediate);
}
