// Checks a data folder as `projections verify` does, in a process of its own; started by catalogue.bench.ts.
import { readSettings } from '#infra/config/configuration';
import { openKernel } from '#services/cli/kernel';
import { verifyAll } from '#services/cli/verify';

const [data] = process.argv.slice(2) as [string];
const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: data }), (error) => {
  throw error;
});
const { ok } = await verifyAll(kernel, () => undefined);
await kernel.close();
process.stdout.write(JSON.stringify({ ok }));
