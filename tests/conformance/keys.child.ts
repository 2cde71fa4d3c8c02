import { randomUUID } from 'node:crypto';
import { SqliteKeys } from '#infra/keys/sqlite/sqlite-keys';

// Started by a test and killed by it: makes keys and destroys every third one, saying what was done only after it was answered.
const [folder, kek] = process.argv.slice(2) as [string, string];
const keys = await SqliteKeys.open({ folder, kek: Buffer.from(kek, 'hex') });
for (let count = 0; ; count++) {
  const { id, subject, bytes } = await keys.ensure(`patient:${randomUUID()}`);
  process.stdout.write(`${JSON.stringify({ id, subject, bytes: Buffer.from(bytes).toString('hex') })}\n`);
  if (count % 3 === 0) {
    await keys.destroy(subject);
    process.stdout.write(`${JSON.stringify({ id, destroyed: true })}\n`);
  }
  await new Promise(setImmediate);
}
