import { SqliteAccessLedger } from '#infra/access-ledger/sqlite/sqlite-access-ledger';
import { aRead } from './access-ledger.conformance.ts';

// Started by a test and killed by it: writes without end, saying how much was written once that was answered.
const [file, secret] = process.argv.slice(2) as [string, string];
const ledger = await SqliteAccessLedger.open({ file, secret: async () => Buffer.from(secret, 'hex') });
for (let written = 3; ; written += 3) {
  await ledger.append({ reads: [aRead(), aRead(), aRead()] });
  process.stdout.write(`${JSON.stringify({ written })}\n`);
}
