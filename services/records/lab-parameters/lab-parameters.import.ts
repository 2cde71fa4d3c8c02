import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { labParameter } from './lab-parameters.decider.ts';
import { readLabParameterFile } from './lab-parameters.file.ts';
import { HandleLabParameter } from './lab-parameters.handlers.ts';
import { importCommand, parameterIdOf } from './lab-parameters.list.ts';

export interface Imported {
  added: number;
  changed: number;
  unchanged: number;
}

/** Revision of a parameter's stream, -1 where there is none. */
const versionOf = async (streams: Streams, stream: string, actor: Actor): Promise<number> => {
  try {
    return (await streams.load(labParameter, stream, actor)).version;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return -1;
    throw error;
  }
};

/**
 * Brings the catalogue to what a list of lab parameters says: adds what is new, configures what is there, removes nothing. The same list
 * again changes nothing. The whole file is read before the first event; an import that was broken off goes on when it is started again.
 * @param fileName shown as the source of what is imported
 * @param onProgress after each row
 * @throws Refusal with every problem of the file under the field `file`; then nothing was imported
 */
export const importLabParameters = async (
  bytes: Uint8Array,
  fileName: string,
  { streams, commands }: { streams: Streams; commands: CommandBus },
  actor: Actor,
  onProgress?: (done: number, total: number) => void,
): Promise<Imported> => {
  const listed = readLabParameterFile(bytes, fileName);
  const imported: Imported = { added: 0, changed: 0, unchanged: 0 };
  for (const [index, row] of listed.entries()) {
    const parameter_id = await parameterIdOf(streams, row, actor);
    const command = importCommand(row, parameter_id, fileName, randomUUID());
    const before = await versionOf(streams, `lab_parameter-${parameter_id}`, actor);
    const { version }: Accepted = await commands.execute(new HandleLabParameter(command, actor));
    imported[before < 0 ? 'added' : version > before ? 'changed' : 'unchanged']++;
    onProgress?.(index + 1, listed.length);
  }
  return imported;
};
