import { Body, Controller, Delete, HttpCode, Module, Param, Post, Put } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, CqrsModule, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { type OccupationCommand, OccupationForm } from '#contracts/catalogues/occupations';
import type { Accepted } from '#contracts/wire/command';
import { ById } from '#contracts/wire/primitives';
import type { Actor, UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Streams } from '#infra/event-store/streams';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { occupations } from './occupations.decider.ts';
import { OCCUPATIONS } from './starter.ts';

/** A command on the list of occupations, by a super user or the system. */
export class HandleOccupation extends Command<Accepted> {
  constructor(
    readonly command: OccupationCommand,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(HandleOccupation)
export class OccupationsHandler implements ICommandHandler<HandleOccupation> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, actor }: HandleOccupation): Promise<Accepted> {
    if (actor.kind === 'user' && !actor.roles.includes('SuperUser')) {
      throw new Refusal('not-allowed', "You're not authorized to do this", {}, 403);
    }
    const accepted = await this.streams.transact(occupations, OCCUPATIONS, command, actor, {});
    return { ...accepted, id: command.data.occupation_id };
  }
}

@Controller('api/occupations')
export class OccupationsController {
  constructor(private readonly bus: CommandBus) {}

  @Post()
  @HttpCode(201)
  add(
    @Body({ schema: OccupationForm }) { name }: OccupationForm,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { occupation_id: createdId(command_id, 'occupation'), name };
    return this.bus.execute(new HandleOccupation({ type: 'AddOccupation', command_id, data }, actor));
  }

  @Put(':id')
  rename(
    @Param({ schema: ById }) { id: occupation_id }: z.infer<typeof ById>,
    @Body({ schema: OccupationForm }) { name }: OccupationForm,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.bus.execute(new HandleOccupation({ type: 'RenameOccupation', command_id, data: { occupation_id, name } }, actor));
  }

  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: occupation_id }: z.infer<typeof ById>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.bus.execute(new HandleOccupation({ type: 'RemoveOccupation', command_id, data: { occupation_id } }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [OccupationsController], providers: [OccupationsHandler] })
export class OccupationsModule {}
