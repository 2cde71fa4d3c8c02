import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { Actor } from '#infra/event-store/actor';
import { readMeasurementParameterFile } from './measurement-parameters.file.ts';
import { type CatalogueKernel, HandleMeasurementParameter } from './measurement-parameters.handlers.ts';
import { importCommand, parameterOf } from './measurement-parameters.list.ts';

interface ImportKernel extends CatalogueKernel {
  commands: CommandBus;
}

export interface Imported {
  added: number;
  changed: number;
  unchanged: number;
}

/**
 * Brings the catalogue to what a list of office parameters says: adds what is new, completes what is there, removes nothing. The same list
 * again changes nothing. The whole file is read before the first event; an import that was broken off goes on when it is started again.
 * @param fileName shown as the source of what is imported
 * @param onProgress after each row
 * @throws Refusal with every problem of the file under the field `file`; then nothing was imported
 */
export const importMeasurementParameters = async (
  bytes: Uint8Array,
  fileName: string,
  kernel: ImportKernel,
  actor: Actor,
  onProgress?: (done: number, total: number) => void,
): Promise<Imported> => {
  const listed = readMeasurementParameterFile(bytes, fileName);
  const imported: Imported = { added: 0, changed: 0, unchanged: 0 };
  for (const [index, row] of listed.entries()) {
    const { parameter_id, state, version: before = -1 } = await parameterOf(kernel, row, actor);
    const command = importCommand(row, parameter_id, state, fileName, randomUUID());
    const { version }: Accepted = await kernel.commands.execute(new HandleMeasurementParameter(command, actor));
    imported[before < 0 ? 'added' : version > before ? 'changed' : 'unchanged']++;
    onProgress?.(index + 1, listed.length);
  }
  return imported;
};
