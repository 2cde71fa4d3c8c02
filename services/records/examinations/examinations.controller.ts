import { Body, Controller, Delete, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { ExaminationCorrection, NewExamination } from '#contracts/examinations/examinations';
import { ItemRemoval } from '#contracts/items/item-view';
import { ExternalAcceptance } from '#contracts/items/open-questions';
import { ById } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { ExaminationsHandler, HandleExamination } from './examinations.handlers.ts';

@Controller('api/examinations')
export class ExaminationsController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  record(
    @Body({ schema: NewExamination }) examination: NewExamination,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...examination, examination_id: createdId(command_id, 'examination') };
    return this.commands.execute(new HandleExamination({ type: 'RecordExamination', command_id, data }, actor));
  }

  /** 409 with the current item where it changed since the form was opened; 422 for what came from an external record. */
  @Put(':id')
  correct(
    @Param({ schema: ById }) { id: examination_id }: z.infer<typeof ById>,
    @Body({ schema: ExaminationCorrection }) correction: ExaminationCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...correction, examination_id };
    return this.commands.execute(new HandleExamination({ type: 'CorrectExamination', command_id, data }, actor));
  }

  /** Answers what is asked about what came from an external record: it is right as it stands. */
  @Post(':id/accept')
  accept(
    @Param({ schema: ById }) { id: examination_id }: z.infer<typeof ById>,
    @Body({ schema: ExternalAcceptance }) acceptance: ExternalAcceptance,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...acceptance, examination_id };
    return this.commands.execute(new HandleExamination({ type: 'AcceptExternal', command_id, data }, actor));
  }

  /** The examination leaves lists and charts; its history stays. */
  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: examination_id }: z.infer<typeof ById>,
    @Body({ schema: ItemRemoval }) removal: z.infer<typeof ItemRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...removal, examination_id };
    return this.commands.execute(new HandleExamination({ type: 'RemoveExamination', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [ExaminationsController], providers: [ExaminationsHandler] })
export class ExaminationsModule {}
