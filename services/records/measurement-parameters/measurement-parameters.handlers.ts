import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { MeasurementParameterCommand } from '#contracts/examinations/measurement-parameters';
import { type Actor, isStaff, type Scope } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { measurementParameter } from './measurement-parameters.decider.ts';
import { NAME, reservedName } from './measurement-parameters.name.ts';

/** Every command on an office parameter, from whoever sends it. */
export class HandleMeasurementParameter {
  constructor(
    readonly command: MeasurementParameterCommand,
    readonly actor: Actor,
  ) {}
}

type Named = Extract<MeasurementParameterCommand, { data: { name: string } }>;

/** What office parameters are decided with. */
interface CatalogueKernel {
  streams: Streams;
  reservations: Reservations;
}

const streamOf = (parameter_id: string): string => `measurement_parameter-${parameter_id}`;

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
  const held = await present(streams, stream, actor);
  // What is refused anyway reserves nothing; a stale command is told so below.
  if (held.version === undefined || versionOf(command) === undefined || versionOf(command) === held.version) {
    measurementParameter.decide(command, held.state);
  }
  const isHeld = held.state.status !== 'none' && reservedName(held.state.content.name) === reservedName(name);
  // A list keeps the name that people gave.
  if (isHeld || (command.type === 'ImportMeasurementParameter' && held.state.status !== 'none')) return transact();
  const message = 'There is an office parameter of this name already';
  await reservations.reserve(NAME, reservedName(name), stream, parameter_id, actor, message);
  try {
    return await transact();
  } catch (error) {
    await giveBack({ streams, reservations }, parameter_id, name, actor);
    throw error;
  }
};

const versionOf = ({ data }: MeasurementParameterCommand): number | undefined => ('version' in data ? data.version : undefined);

const present = async (streams: Streams, stream: string, actor: Actor) => {
  try {
    return await streams.load(measurementParameter, stream, actor);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return { state: measurementParameter.initial, version: undefined };
    throw error;
  }
};

/** After a command that was refused in the end; not where the name is in use by now. Where this fails too, others take it over after a while. */
const giveBack = async ({ streams, reservations }: CatalogueKernel, parameter_id: string, name: string, actor: Actor): Promise<void> => {
  try {
    const { state } = await present(streams, streamOf(parameter_id), actor);
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
