import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { MeasurementParameterCommand } from '#contracts/examinations/measurement-parameters';
import { type Actor, isStaff, type Scope } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Reservations } from '#infra/event-store/reservations';
import { type Foreseen, Streams } from '#infra/event-store/streams';
import { type MeasurementParameter, measurementParameter } from './measurement-parameters.decider.ts';
import { NAME, reservedName } from '#catalogues/office-parameter-name';

/** Every command on an office parameter, from whoever sends it. */
export class HandleMeasurementParameter {
  constructor(
    readonly command: MeasurementParameterCommand,
    readonly actor: Actor,
  ) {}
}

type Named = Extract<MeasurementParameterCommand, { data: { name: string } }>;

/** What office parameters are decided with. */
export interface CatalogueKernel {
  streams: Streams;
  reservations: Reservations;
}

export const streamOf = (parameter_id: string): string => `measurement_parameter-${parameter_id}`;

/** The catalogue is the super user's and the system's; the staff of a clinic suggests, and takes its own suggestions back. */
const assertMay = ({ type }: MeasurementParameterCommand, actor: Actor): void => {
  if (actor.kind === 'system' || actor.roles.includes('SuperUser')) return;
  const isTheirs = type === 'SuggestMeasurementParameter' || type === 'CancelMeasurementParameter';
  if (!isTheirs || !isStaff(actor)) throw new Refusal('not-allowed', "You're not authorized to be here!", {}, 403);
};

const scopeOf = ({ type }: MeasurementParameterCommand, actor: Actor): Scope =>
  type === 'SuggestMeasurementParameter' && actor.kind === 'user' && actor.organization_id !== null
    ? { organization_id: actor.organization_id }
    : {};

const TAKEN = 'There is an office parameter of this name already';

/** Whether the name is the parameter's already. A list without definitions and types keeps the name that people gave. */
const keepsName = (command: Named, state: MeasurementParameter): boolean => {
  if (state.status === 'none') return false;
  if (command.type === 'ImportMeasurementParameter' && !command.data.whole) return true;
  return reservedName(state.content.name) === reservedName(command.data.name);
};

/** What a row of a list would do, with nothing reserved or written. @throws Refusal as the command itself */
export const foreseeMeasurementParameter = async (
  { streams, reservations }: CatalogueKernel,
  command: Extract<Named, { type: 'ImportMeasurementParameter' }>,
  actor: Actor,
): Promise<Foreseen<MeasurementParameter>> => {
  assertMay(command, actor);
  const { parameter_id, name } = command.data;
  const foreseen = await streams.foresee(measurementParameter, streamOf(parameter_id), command, actor, {});
  if (!foreseen.isChange || keepsName(command, foreseen.before)) return foreseen;
  const holder = await reservations.ownerOf(NAME, reservedName(name));
  if (holder !== undefined && holder !== parameter_id) throw new Refusal('taken', TAKEN, { name: [TAKEN] }, 409);
  return foreseen;
};

/** A name belongs to one parameter of the catalogue: it is reserved before the event that needs it. @throws Refusal, Stale */
const handleMeasurementParameter = async (
  { streams, reservations }: CatalogueKernel,
  command: MeasurementParameterCommand,
  actor: Actor,
): Promise<Accepted> => {
  const { parameter_id } = command.data;
  const stream = streamOf(parameter_id);
  const before = await streams.repeated(stream, command.command_id, actor);
  if (before) return before;
  assertMay(command, actor);
  const transact = () => streams.transact(measurementParameter, stream, command, actor, scopeOf(command, actor));
  if (!('name' in command.data)) return transact();
  const { name } = (command as Named).data;
  const held = await presentParameter(streams, parameter_id, actor);
  // What is refused anyway reserves nothing; a stale command is told so below.
  if (held.version === undefined || versionOf(command) === undefined || versionOf(command) === held.version) {
    measurementParameter.decide(command, held.state);
  }
  if (keepsName(command as Named, held.state)) return transact();
  await reservations.reserve(NAME, reservedName(name), stream, parameter_id, actor, TAKEN);
  try {
    return await transact();
  } catch (error) {
    await giveBack({ streams, reservations }, parameter_id, name, actor);
    throw error;
  }
};

const versionOf = ({ data }: MeasurementParameterCommand): number | undefined => ('version' in data ? data.version : undefined);

/** The parameter as it is now; without a version where there is none. */
export const presentParameter = async (
  streams: Streams,
  parameter_id: string,
  actor: Actor,
): Promise<{ state: MeasurementParameter; version: number | undefined }> => {
  try {
    return await streams.load(measurementParameter, streamOf(parameter_id), actor);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return { state: measurementParameter.initial, version: undefined };
    throw error;
  }
};

/** After a command that was refused in the end; not where the name is in use by now. Where this fails too, others take it over after a while. */
const giveBack = async ({ streams, reservations }: CatalogueKernel, parameter_id: string, name: string, actor: Actor): Promise<void> => {
  try {
    const { state } = await presentParameter(streams, parameter_id, actor);
    if (state.status !== 'none' && reservedName(state.content.name) === reservedName(name)) return;
    await reservations.release(NAME, reservedName(name), parameter_id, actor);
  } catch {
    // what the command itself threw is what the person has to hear
  }
};

@CommandHandler(HandleMeasurementParameter)
export class MeasurementParametersHandler implements ICommandHandler<HandleMeasurementParameter> {
  private readonly kernel: CatalogueKernel;

  constructor(streams: Streams, reservations: Reservations) {
    this.kernel = { streams, reservations };
  }

  execute({ command, actor }: HandleMeasurementParameter): Promise<Accepted> {
    return handleMeasurementParameter(this.kernel, command, actor);
  }
}
