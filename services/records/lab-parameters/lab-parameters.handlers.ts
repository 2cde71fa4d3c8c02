import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { LabParameterCommand } from '#contracts/lab/lab-parameters';
import type { Actor } from '#infra/event-store/actor';
import { Streams } from '#infra/event-store/streams';
import { labParameter } from './lab-parameters.decider.ts';

/** Every command on a parameter of the catalogue; it belongs to no organization. */
export class HandleLabParameter {
  constructor(
    readonly command: LabParameterCommand,
    readonly actor: Actor,
  ) {}
}

@CommandHandler(HandleLabParameter)
export class LabParametersHandler implements ICommandHandler<HandleLabParameter> {
  constructor(private readonly streams: Streams) {}

  execute({ command, actor }: HandleLabParameter): Promise<Accepted> {
    return this.streams.transact(labParameter, `lab_parameter-${command.data.parameter_id}`, command, actor, {});
  }
}
