import { Body, Controller, Module, Param, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import { CriticalResultTask } from '#contracts/lab/critical-results';
import type { Accepted } from '#contracts/wire/command';
import { ById } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { CriticalResultsHandler, HandleCriticalResult } from './critical-results.handlers.ts';

@Controller('api/critical-results')
export class CriticalResultsController {
  constructor(private readonly commands: CommandBus) {}

  /** The first doctor and the time are kept. */
  @Put(':id/seen')
  seen(
    @Param({ schema: ById }) { id: lab_result_id }: z.infer<typeof ById>,
    @Body({ schema: CriticalResultTask }) { version }: z.infer<typeof CriticalResultTask>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandleCriticalResult(command_id, { lab_result_id, version }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [CriticalResultsController], providers: [CriticalResultsHandler] })
export class CriticalResultsModule {}
