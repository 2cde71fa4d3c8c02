import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { MeasurementParameterCommand } from '#contracts/examinations/measurement-parameters';
import type { Actor } from '#infra/event-store/actor';
import { officeParameterId } from '#catalogues/office-parameter';
import { Refusal } from '#infra/event-store/decider';
import type { Reservations } from '#infra/event-store/reservations';
import type { Streams } from '#infra/event-store/streams';
import { measurementParameter } from './measurement-parameters.decider.ts';
import { HandleMeasurementParameter } from './measurement-parameters.handlers.ts';
import { NAME, reservedName } from './measurement-parameters.name.ts';
import { type ListedMeasurement, readMeasurementParameterFile } from './measurement-parameters.file.ts';

interface ImportKernel {
  streams: Streams;
  reservations: Reservations;
  commands: CommandBus;
}

export interface Imported {
  added: number;
  changed: number;
  unchanged: number;
}

/** Revision of a parameter's stream, -1 where there is none. */
const versionOf = async ({ streams }: ImportKernel, parameter_id: string, actor: Actor): Promise<number> => {
  try {
    return (await streams.load(measurementParameter, `measurement_parameter-${parameter_id}`, actor)).version;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return -1;
    throw error;
  }
};

/** The parameter that a row means: the one of its code, otherwise who holds its name, otherwise a new one. */
const parameterOf = async (kernel: ImportKernel, { code, name }: ListedMeasurement, actor: Actor) => {
  const parameter_id = officeParameterId(code, name);
  const version = await versionOf(kernel, parameter_id, actor);
  if (version >= 0) return { parameter_id, version };
  const holder = await kernel.reservations.ownerOf(NAME, reservedName(name));
  if (holder === undefined || holder === parameter_id) return { parameter_id, version };
  return { parameter_id: holder, version: await versionOf(kernel, holder, actor) };
};

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
    const { line: _, code, plausible, ...fields } = row;
    const { parameter_id, version: before } = await parameterOf(kernel, row, actor);
    const command: MeasurementParameterCommand = {
      type: 'ImportMeasurementParameter',
      command_id: randomUUID(),
      data: {
        parameter_id,
        ...fields,
        options_config: [],
        source: fileName,
        ...(code === undefined ? {} : { code }),
        ...(plausible ? { plausible } : {}),
      },
    };
    const { version }: Accepted = await kernel.commands.execute(new HandleMeasurementParameter(command, actor));
    imported[before < 0 ? 'added' : version > before ? 'changed' : 'unchanged']++;
    onProgress?.(index + 1, listed.length);
  }
  return imported;
};
