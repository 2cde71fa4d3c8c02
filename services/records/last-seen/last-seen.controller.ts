import { Body, Controller, Module, Param, Post } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { Accepted } from '#contracts/wire/command';
import { Seen } from '#contracts/items/last-seen';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { MarkSeen, LastSeenHandler } from './last-seen.handlers.ts';

const OfPatient = z.object({ patient_id: Id });

@Controller('api/record-looks')
export class LastSeenController {
  constructor(private readonly commands: CommandBus) {}

  /** The signed-in person has looked at this record: what was counted up to there is new to that person no more. */
  @Post(':patient_id')
  look(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Body({ schema: Seen }) look: Seen,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new MarkSeen(patient_id, look, command_id, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [LastSeenController], providers: [LastSeenHandler] })
export class LastSeenModule {}
