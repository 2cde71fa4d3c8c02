import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { organizations } from '#projections/organizations/organizations.projection';
import type { Reader } from '#projections/runner/reader';
import { importFhir } from '../fhir-import/fhir-import.ts';
import { ImportConsumer } from '../fhir-import/import.consumer.ts';
import { ImportFiles } from '../fhir-import/import-files.ts';
import { UnreadableBundle } from '../fhir-import/resources/fhir-file.ts';
import type { ImportReport } from '../fhir-import/tally.ts';
import { jobKinds } from '../job-kinds.ts';
import { withCommands } from './command-bus.ts';
import { OperationFailed } from './control.ts';
import { ReadModelImportDirectories } from './import-directories.ts';
import type { Kernel } from './kernel.ts';

const Asked = z.object({
  paths: z.array(z.string()).min(1),
  organization: z.string().optional(),
  source: z.string().trim().min(1).max(200).default('FHIR file'),
});

/** The clinic that is named, by id or name; without a name the only one there is. @throws OperationFailed */
const clinicOf = async (reader: Reader, named: string | undefined): Promise<string> => {
  const { items } = await reader.find<{ name: string }>(organizations, { filter: {} });
  const known = items.map(({ id, data }) => ({ id, name: data.name }));
  const found = named === undefined ? known : known.filter(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase());
  if (found.length === 1) return found[0]!.id;
  const names = known.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  if (known.length === 0) throw new OperationFailed('There is no clinic yet');
  throw new OperationFailed(
    named === undefined
      ? `Which clinic? --organization ID\n${names}`
      : `There is ${found.length === 0 ? 'no' : 'more than one'} clinic '${named}':\n${names}`,
  );
};

/** Imports files of queued imports within this process. */
export const importConsumer = (kernel: Kernel): ImportConsumer =>
  new ImportConsumer({
    messaging: kernel.messaging,
    files: new ImportFiles(kernel.sealedFiles, kernel.keys),
    importing: async (files, options) => {
      const directories = new ReadModelImportDirectories(kernel, options.signal);
      await directories.settled();
      return withCommands(kernel, (commands) => importFhir({ ...kernel, commands, directories }, files, options));
    },
  });

/** Milliseconds between two looks at the status of an import: doubled each time, from the first to the last. */
const LOOK_AGAIN_MS: [number, number] = [20, 640];
/** Milliseconds after which an import that nobody has begun is reported, and between two looks for one that was set aside. */
const PATIENCE_MS = 10_000;

/** Waits until an import has ended. @throws OperationFailed */
const outcomeOf = async (
  kernel: Kernel,
  files: ImportFiles,
  import_id: string,
  progress: (text: string) => void,
): Promise<ImportReport> => {
  let told: string | undefined;
  let [wait, longest]: [number, number] = LOOK_AGAIN_MS;
  for (let next = performance.now() + PATIENCE_MS; ; await pause(wait)) {
    wait = Math.min(2 * wait, longest);
    const status = await files.status(import_id);
    if (status !== undefined && 'report' in status) return status.report;
    if (status !== undefined && 'failure' in status) {
      // kept where somebody may have it tried again
      if ((await files.open(import_id)) === undefined) await files.forget(import_id);
      throw new OperationFailed(status.failure);
    }
    if (status !== undefined && status.progress !== told) progress((told = status.progress));
    if (performance.now() < next) continue;
    next = performance.now() + PATIENCE_MS;
    if (told === undefined) progress((told = 'Waiting for the import to begin'));
    await refuseLost(kernel, files, import_id);
  }
};

/** @throws OperationFailed where nobody will finish this import */
const refuseLost = async ({ messaging }: Kernel, files: ImportFiles, import_id: string): Promise<void> => {
  const { topic, group } = jobKinds.importing;
  if ((await messaging.deadLetters(topic, group)).some(({ id }) => id === import_id))
    throw new OperationFailed('The import ended the process each time it was tried, and was set aside. See: anamnesis parked list');
  if ((await files.open(import_id)) === undefined && (await files.status(import_id)) === undefined)
    throw new OperationFailed('The files of this import were removed before it began: import them again');
};

/**
 * `anamnesis fhir import FILE...`: stores the files, queues the import and waits for its outcome. It is done also where nobody waits any more.
 * @param alone no server runs: it is imported here, and the read models that it reads are brought up to date here
 * @throws OperationFailed
 */
export const importFhirFiles = async (
  kernel: Kernel,
  args: Record<string, unknown>,
  progress: (text: string) => void,
  alone: boolean,
): Promise<ImportReport> => {
  const { paths, organization, source } = Asked.parse(args);
  const { reader, runner, messaging, sealedFiles, keys } = kernel;
  const files = new ImportFiles(sealedFiles, keys);
  const consumer = alone ? importConsumer(kernel) : undefined;
  if (alone) await runner.start();
  try {
    await runner.settled();
    const organization_id = await clinicOf(reader, organization);
    const import_id = randomUUID();
    await files.store(import_id, paths, { organization_id, source });
    const job = { topic: jobKinds.importing.topic, id: import_id, key: organization_id, body: { import_id } };
    await messaging.publish([job]).catch(async (error: unknown) => {
      await files.forget(import_id);
      throw error;
    });
    await consumer?.start();
    const report = await outcomeOf(kernel, files, import_id, progress);
    await files.forget(import_id);
    await runner.settled();
    return report;
  } catch (error) {
    if (error instanceof UnreadableBundle) throw new OperationFailed(error.message);
    throw error;
  } finally {
    await consumer?.stop();
    if (alone) await runner.stop();
  }
};
