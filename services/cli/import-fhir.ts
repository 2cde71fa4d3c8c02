import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { MessagingUnavailable } from '#infra/messaging/messaging';
import { whenPossible } from '#infra/messaging/when-possible';
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
import { inWords } from './in-words.ts';
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

/** Milliseconds between two looks at an import: doubled each time, from the first to the last. */
const LOOK_AGAIN_MS: [number, number] = [20, 640];
/** Milliseconds after which an import that nobody has begun is reported, and between two looks for one that was set aside. */
const PATIENCE_MS = 10_000;
/** Milliseconds that the outcome of an import is waited for where a store does not answer. */
const MAX_AWAY_MS = 5 * 60_000;

/** Waits until an import has ended. @throws OperationFailed */
const outcomeOf = async (
  kernel: Kernel,
  files: ImportFiles,
  import_id: string,
  progress: (text: string) => void,
): Promise<ImportReport> => {
  const patiently = <T>(look: () => Promise<T>) => whenPossible(look, { signal: new AbortController().signal, max_ms: MAX_AWAY_MS });
  let shown: string | undefined;
  let [wait, longest]: [number, number] = LOOK_AGAIN_MS;
  for (let next = performance.now() + PATIENCE_MS; ; await pause(wait)) {
    wait = Math.min(2 * wait, longest);
    const outcome = await patiently(() => files.outcome(import_id));
    if (outcome !== undefined && 'report' in outcome) return outcome.report;
    if (outcome !== undefined) {
      if (!outcome.isSetAside) await files.forget(import_id).catch(() => undefined); // then it is swept
      throw new OperationFailed(outcome.failure);
    }
    const now = await patiently(() => files.progress(import_id));
    if (now !== undefined && now !== shown) progress((shown = now));
    if (performance.now() < next) continue;
    next = performance.now() + PATIENCE_MS;
    if (shown === undefined) progress((shown = 'Waiting for the import to begin'));
    const lost = await patiently(() => lostBecause(kernel, files, import_id));
    // it may have ended between the two looks
    if (lost !== undefined && (await patiently(() => files.outcome(import_id))) === undefined) throw new OperationFailed(lost);
  }
};

/** Says why nobody will finish this import; undefined where somebody may. */
const lostBecause = async ({ messaging }: Kernel, files: ImportFiles, import_id: string): Promise<string | undefined> => {
  const { topic, group } = jobKinds.importing;
  const letter = await messaging.deadLetters(topic, group).then(
    (letters) => letters.find(({ id }) => id === import_id),
    (error: unknown) => {
      if (!(error instanceof MessagingUnavailable)) throw error;
      return undefined; // nobody knows now
    },
  );
  if (letter !== undefined) return `The import was set aside (${letter.error}). See: anamnesis parked list`;
  return (await files.open(import_id)) === undefined
    ? 'The files of this import were removed before it began: import them again'
    : undefined;
};

/** Refusals and errors in words stay what they are; behind anything else the import goes on, which the person must know. */
const goingOn = (error: unknown): never => {
  if (error instanceof OperationFailed) throw error;
  const why = inWords(error) ?? (error as Error).name;
  throw new OperationFailed(
    `The outcome of the import cannot be received (${why}). The import itself goes on, also after a start; to see its outcome, import the same files again`,
  );
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
    const report = await outcomeOf(kernel, files, import_id, progress).catch(goingOn);
    await files.forget(import_id).catch(() => undefined); // swept later; the report must not be lost with it
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
