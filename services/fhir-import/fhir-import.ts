import { compare } from '#contracts/rules/compare';
import type { CommandBus } from '@nestjs/cqrs';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { ImportContext } from './context.ts';
import type { ImportDirectories } from './directories.ts';
import { importUnit } from './import-unit.ts';
import { LeftOutNotes } from './left-out-notes.ts';
import { type SourceFile, UnreadableBundle } from './resources/fhir-file.ts';
import { parameterFinder } from './known-parameters.ts';
import { type ImportReport, Tally } from './tally.ts';
import { readUnit, unitsOf } from './unit.ts';

export interface FhirImportKernel {
  commands: CommandBus;
  streams: Streams;
  log: EventLog;
  sealedFiles: SealedFiles;
  directories: ImportDirectories;
}

export interface FhirImportOptions {
  organization_id: string;
  /** Name of the sender, for people, and what tells equal ids of two senders apart. */
  source: string;
  progress: (text: string) => void;
  /** Ends the import between two items. */
  signal: AbortSignal;
}

/**
 * Takes FHIR R4 files into the records of one clinic: bundles, single resources and lists of them as JSON, bulk exports as NDJSON, each plain or
 * gzipped. Ids follow from clinic, sender and resource: the same file again changes nothing, a newer version corrects. What is not taken
 * is counted and named.
 * @throws UnreadableBundle where it is the only file; of several it is named by its path, and nothing of it is taken. The signal's reason
 */
export const importFhir = async (
  { commands, streams, log, sealedFiles, directories }: FhirImportKernel,
  files: readonly SourceFile[],
  { organization_id, source, progress, signal }: FhirImportOptions,
): Promise<ImportReport> => {
  const tally = new Tally();
  const context: ImportContext = {
    commands,
    streams,
    log,
    sealedFiles,
    directories,
    tally,
    organization_id,
    source,
    signal,
    refused: new Map(),
    labParameter: parameterFinder(await directories.labParameters()),
    measurementParameter: parameterFinder(await directories.measurementParameters()),
  };
  const notes = new LeftOutNotes();
  for (const unit of await unitsOf(files, signal)) {
    progress(`Reading ${unit.length === 1 ? unit[0]!.path : `${unit.length} files`}`);
    const counted = new Tally();
    const found = await readUnit(unit, counted, signal).catch((error: unknown) => {
      if (!(error instanceof UnreadableBundle) || files.length === 1) throw error;
      tally.part(error.path, error.message);
      for (const { path } of unit.filter((one) => one.path !== error.path)) tally.part(path, 'another file of its export cannot be read');
    });
    if (!found) continue;
    tally.add(counted);
    let reported = 0;
    await importUnit(context, found, { counted, notes }, (done, total) => {
      if (done < total && done - reported < 250) return;
      reported = done;
      progress(`${done} of ${total}`);
    });
  }
  await notes.write(context);
  return tally.report();
};

/** Whether a file of these could not be read at all. */
export const hasUnread = ({ skipped }: ImportReport, paths: readonly string[]): boolean =>
  skipped.some(({ reference }) => paths.includes(reference));

const sorted = (reasons: ReadonlyMap<string, number>) => [...reasons].sort(([a, x], [b, y]) => y - x || compare(a, b));

/** So many elements of a type are named at a terminal. */
const MAX_NAMED_ELEMENTS = 20;

/** 'Not taken of Observation: issued (2,796), extension (12)' */
const elementsSaid = ([type, counts]: readonly [string, Record<string, number>]): string => {
  const named = Object.entries(counts).map(([path, count]) => `${path} (${count.toLocaleString('en-US')})`);
  const more = named.length - MAX_NAMED_ELEMENTS;
  const rest = more > 0 ? [`and ${more} more elements (--json names them)`] : [];
  return `Not taken of ${type}: ${[...named.slice(0, MAX_NAMED_ELEMENTS), ...rest].join(', ')}`;
};

/** The same for a person at a terminal. */
export const importSaid = ({ patients, resources, files = [], skipped, elements = {}, repeated }: ImportReport): string => {
  const rows = Object.entries(resources).map(
    ([type, { read, imported, unchanged, skipped: left }]) =>
      `${type.padEnd(24)}${[read, imported, unchanged, left].map((count) => String(count).padStart(10)).join('')}`,
  );
  const reasons = new Map<string, number>();
  for (const { reference, reason } of skipped) {
    // a file that could not be read says its own name
    const line = reason.includes(reference) ? reason : `${reference.split(/[/ ]/, 1)[0] || reference}: ${reason}`;
    reasons.set(line, (reasons.get(line) ?? 0) + 1);
  }
  const allergies = skipped.flatMap(({ reference }) => (reference.startsWith('AllergyIntolerance') ? [reference] : []));
  return [
    `${patients} ${patients === 1 ? 'patient' : 'patients'}`,
    `${''.padEnd(24)}${['read', 'imported', 'unchanged', 'skipped'].map((word) => word.padStart(10)).join('')}`,
    ...rows,
    ...(repeated === true
      ? ['', 'This import was interrupted and repeated: resources imported before the interruption count as unchanged']
      : []),
    ...(files.length > 0
      ? ['', 'About the files:', ...files.flatMap(({ path, remarks }) => [`  ${path}`, ...remarks.map((text) => `    ${text}`)])]
      : []),
    ...(reasons.size > 0
      ? ['', 'Not taken, or in question:', ...sorted(reasons).map(([line, count]) => `${String(count).padStart(6)}  ${line}`)]
      : []),
    ...(Object.keys(elements).length > 0 ? ['', ...Object.entries(elements).map(elementsSaid), 'docs/fhir.md says why'] : []),
    ...(allergies.length > 0 ? ['', `ALLERGIES ARE NOT RECORDED HERE, not taken: ${allergies.join(', ')}`] : []),
  ].join('\n');
};
