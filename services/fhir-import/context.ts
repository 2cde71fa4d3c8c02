import type { CommandBus } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { CommandShape, Decider, EventShape } from '#infra/event-store/decider';
import { Refusal } from '#infra/event-store/decider';
import type { ExternalSource } from '#contracts/wire/coding';
import type { Actor } from '#infra/event-store/actor';
import { outlineOf } from '#infra/access/stream-scope';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { ImportDirectories, Parameter } from './directories.ts';
import type { Called, Known } from './known-parameters.ts';
import type { Tally } from './tally.ts';

const IMPORTS = '8d1c2f4e-66b1-4a39-9a55-0c7c1f0b9a52';

export const IMPORTER: Actor = { kind: 'system', part: 'fhir-import' };

/** What every part of an import works with. */
export interface ImportContext {
  commands: CommandBus;
  streams: Streams;
  log: EventLog;
  sealedFiles: SealedFiles;
  directories: ImportDirectories;
  tally: Tally;
  organization_id: string;
  /** Name of the sender, for people. */
  source: string;
  /** Ends the import between two items. */
  signal: AbortSignal;
  /** By `Type/id`: what this import took back, or would have, so that an older version of another file is not taken either. */
  refused: Map<string, ExternalSource>;
  labParameter: (called: Called) => Known<Parameter>;
  measurementParameter: (called: Called) => Known<Parameter>;
}

/** A record that resources of this import belong to. */
export interface ImportedPatient {
  patient_id: string;
  /** `YYYY-MM-DDT00:00:00` */
  born: string;
  /** What its source says and the record does not, because the clinic keeps it itself. */
  remarks?: readonly string[];
}

/** The id of what a source calls so: the same at each import into the same clinic. */
export const importedId = ({ organization_id, source }: Pick<ImportContext, 'organization_id' | 'source'>, name: string): string =>
  v5(JSON.stringify([organization_id, source, name]), IMPORTS);

/**
 * A command on an item. Its key follows from the item, from what is said of which version, and from the revision of the item that it meets:
 * the same import at once or broken off is one command, and a source that says again what it said before the last time is heard.
 * @param said the versions that the command is made of
 */
export const importCommand = async <T extends string, D extends object>(
  { log }: ImportContext,
  type: T,
  stream: string,
  said: readonly ExternalSource[],
  data: D,
) => {
  const revision = (await outlineOf(log, stream))?.version ?? -1;
  const versions = said.map(({ system, reference, version, last_updated, digest, links }) => [
    system,
    reference,
    version,
    last_updated,
    digest,
    links,
  ]);
  return { type, command_id: v5(JSON.stringify([type, stream, revision, versions]), IMPORTS), data };
};

/** The comment of what was taken, with what the resource says in words beside. */
export const importedFrom = (source: string, beside: readonly string[] = []): string =>
  [`Imported from ${source}`, ...beside].join(': ').slice(0, 2000);

export const OF_ANOTHER_PATIENT = "Its source says that it is another patient's";

/** The comment of what is taken out again. */
export const commentOn = (refusal: string): string =>
  refusal === 'entered in error' ? 'Entered in error' : `Taken back by its source: ${refusal}`.slice(0, 2000);

/** A stream's state, undefined where there is none. @throws Refusal other than 404 */
export const stateOf = async <S, C extends CommandShape, E extends EventShape>(
  { streams }: ImportContext,
  decider: Decider<S, C, E>,
  stream: string,
): Promise<S | undefined> => {
  try {
    return (await streams.load(decider, stream, IMPORTER)).state;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
};

/** Does the work; what the domain refuses is the reason why these resources were not taken. */
export const orSkipped = async ({ tally }: ImportContext, references: readonly string[], work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const reference of references) tally.skipped(reference, error.message);
  }
};
