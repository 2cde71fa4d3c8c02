import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LabResultView } from '#contracts/lab/lab-results';
import { labResults } from '#projections/lab-results/lab-results.projection';
import { readAll } from '#projections/runner/read-all';
import { clinic } from '#services/cli/demo/clinic';
import { importConsumer } from '#services/cli/import-fhir';
import { explainedOperations } from '#services/cli/operations';
import { ImportFiles } from '#services/fhir-import/import-files';
import type { ImportReport } from '#services/fhir-import/tally';
import { jobKinds } from '#services/job-kinds';
import { bundle, lab, person } from './fhir-clinic.ts';
import { bringClinicAndCatalogues, run, type Running, temporaryFolder } from './kernel.ts';

const RESULTS = 400;
const { organization_id } = clinic;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running;
beforeAll(async () => {
  folder = await temporaryFolder();
  running = await run(join(folder.path, 'data'));
  await bringClinicAndCatalogues(running.kernel);
}, 120_000);
afterAll(async () => {
  await running.close();
  await folder.remove();
});

const files = () => new ImportFiles(running.kernel.sealedFiles, running.kernel.keys);
const has = async (what: 'progress' | 'outcome', import_id: string): Promise<void> => {
  while ((await files()[what](import_id)) === undefined && (await files().outcome(import_id)) === undefined) await pause(10);
};
const bundleOf = async (id: string, name: string): Promise<string> => {
  const path = join(folder.path, `${id}.json`);
  const results = Array.from({ length: RESULTS }, (_, n) =>
    lab(`${id}-o${n}`, id, String(n), { effectiveDateTime: new Date(Date.UTC(2020, 0, 1 + n)).toISOString(), encounter: undefined }),
  );
  await writeFile(path, bundle(person(id, name), ...results));
  return path;
};

it('an import that is queued is done after a restart, and one that is stopped in the middle goes on, each thing once', async () => {
  const import_id = randomUUID();
  await files().store(import_id, [await bundleOf('j1', 'Jackdaw')], { organization_id, source: 'County' });
  const { topic } = jobKinds.importing;
  await running.kernel.messaging.publish([{ topic, id: import_id, key: organization_id, body: { import_id } }]);
  for (const what of ['progress', 'outcome'] as const) {
    await running.close();
    running = await run(running.data);
    const consumer = importConsumer(running.kernel);
    await consumer.start();
    await has(what, import_id);
    await consumer.stop();
  }
  const { report } = (await files().outcome(import_id)) as { report: ImportReport };
  const { read, imported, unchanged } = report.resources['Observation']!;
  expect([read, imported + unchanged, report.repeated]).toEqual([RESULTS, RESULTS, true]);
  await running.settled();
  const found = await readAll<LabResultView>(running.kernel.reader, labResults, { organization_id: { eq: organization_id } });
  expect(found.filter(({ parameters }) => parameters.some(({ source }) => source?.reference.startsWith('Observation/j1-')))).toHaveLength(
    RESULTS,
  );
}, 120_000);

it('an import leaves no file behind, and none that the read models wait for', async () => {
  const consumer = importConsumer(running.kernel);
  await consumer.start();
  const said: string[] = [];
  const path = await bundleOf('j2', 'Jay');
  const args = { paths: [path], organization: clinic.name };
  const report = (await explainedOperations(running.kernel)['fhir import'](args, (text) => said.push(text))) as ImportReport;
  await consumer.stop();
  expect(report).toMatchObject({ patients: 1, resources: { Observation: { imported: RESULTS } } });
  expect(report.repeated).toBeUndefined();
  expect(said[0]).toBe(`Reading ${path}`);
  const left: string[] = [];
  for await (const { name } of running.kernel.files.list('import/')) left.push(name);
  expect(left).toHaveLength(1); // the outcome of the import before, which nobody received
}, 120_000);
