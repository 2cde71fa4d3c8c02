import { randomUUID } from 'node:crypto';
import { GridFsFiles } from '#infra/files/gridfs/gridfs-files';

// Started by a test and killed by it: puts, replaces and removes without end, and prints what was acknowledged.
const [address] = process.argv.slice(2) as [string];
const files = await GridFsFiles.open({ address });
await files.prepare();
const names = Array.from({ length: 5 }, () => `scans/${randomUUID()}`);
for (let version = 0; ; version++) {
  const name = names[version % names.length]!;
  const isRemoved = version % 7 === 6;
  await (isRemoved ? files.remove(name) : files.put(name, Buffer.from(String(version))));
  process.stdout.write(`${JSON.stringify({ name, version, isRemoved })}\n`);
}
