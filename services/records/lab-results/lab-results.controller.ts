import { Body, Controller, Delete, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { LabResultCorrection, NewLabResult } from '#contracts/lab/lab-results';
import { ItemRemoval } from '#contracts/items/item-view';
import { ExternalAcceptance } from '#contracts/items/open-questions';
import { ById } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleLabResult, LabResultsHandler } from './lab-results.handlers.ts';

@Controller('api/lab-results')
export class LabResultsController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  record(
    @Body({ schema: NewLabResult }) result: NewLabResult,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...result, lab_result_id: createdId(command_id, 'lab-result') };
    return this.commands.execute(new HandleLabResult({ type: 'RecordLabResult', command_id, data }, actor));
  }

  /** 409 with the current item where it changed since the form was opened; 422 for what came from an external record or a page. */
  @Put(':id')
  correct(
    @Param({ schema: ById }) { id: lab_result_id }: z.infer<typeof ById>,
    @Body({ schema: LabResultCorrection }) correction: LabResultCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...correction, lab_result_id };
    return this.commands.execute(new HandleLabResult({ type: 'CorrectLabResult', command_id, data }, actor));
  }

  /** Answers what is asked about what came from an external record: it is right as it stands. */
  @Post(':id/accept')
  accept(
    @Param({ schema: ById }) { id: lab_result_id }: z.infer<typeof ById>,
    @Body({ schema: ExternalAcceptance }) acceptance: ExternalAcceptance,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...acceptance, lab_result_id };
    return this.commands.execute(new HandleLabResult({ type: 'AcceptExternal', command_id, data }, actor));
  }

  /** The result leaves lists and charts; its history stays. */
  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: lab_result_id }: z.infer<typeof ById>,
    @Body({ schema: ItemRemoval }) removal: z.infer<typeof ItemRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...removal, lab_result_id };
    return this.commands.execute(new HandleLabResult({ type: 'RemoveLabResult', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [LabResultsController], providers: [LabResultsHandler] })
export class LabResultsModule {}
