import { Body, Controller, Module, Param, Post } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Accepted } from '#contracts/command';
import { Look } from '#contracts/record-looks';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleLook, RecordLooksHandler } from './record-looks.handlers.ts';

const OfPatient = z.object({ patient_id: z.uuid() });

@Controller('api/record-looks')
export class RecordLooksController {
  constructor(private readonly commands: CommandBus) {}

  /** The signed-in person has looked at this record: what was counted up to there is new to that person no more. */
  @Post(':patient_id')
  look(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Body({ schema: Look }) look: Look,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandleLook(patient_id, look, command_id, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [RecordLooksController], providers: [RecordLooksHandler] })
export class RecordLooksModule {}
