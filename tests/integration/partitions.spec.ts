import { cp } from 'node:fs/promises';
import { projections } from '#projections/projections';
import { keyOf, partitionOf } from '#projections/runner/folding';
import { openWith, settingsFor, temporaryFolder } from './kernel.ts';

it('each document of the demonstration has one partition all its life', async () => {
  const folder = await temporaryFolder();
  await cp(process.env['TEST_DATA_FOLDER']!, folder.path, { recursive: true });
  const kernel = await openWith(settingsFor(folder.path));
  const partitions = new Map<string, Set<string>>();
  for await (const stored of kernel.events.readAll()) {
    const opened = await kernel.log.open(stored);
    if (opened.kind !== 'opened') continue;
    for (const projection of projections) {
      const key = keyOf(projection, 'of' in projection ? { kind: 'envelope', type: stored.type, meta: opened.meta } : opened);
      if (key === undefined) continue;
      const of = `${projection.name} ${key}`;
      partitions.set(of, (partitions.get(of) ?? new Set()).add(partitionOf(projection, opened.meta)));
    }
  }
  await kernel.close();
  await folder.remove();
  expect(partitions.size).toBeGreaterThan(500);
  expect([...partitions].filter(([, values]) => values.size > 1)).toEqual([]);
});
