import { Body, Controller, Delete, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { DiagnosisCorrection, NewDiagnosis } from '#contracts/diagnoses/diagnoses';
import { ItemRemoval } from '#contracts/items/item-view';
import { ExternalAcceptance } from '#contracts/items/open-questions';
import { ById } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { DiagnosesHandler, HandleDiagnosis } from './diagnoses.handlers.ts';

@Controller('api/diagnoses')
export class DiagnosesController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  record(
    @Body({ schema: NewDiagnosis }) form: NewDiagnosis,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...form, diagnosis_id: createdId(command_id, 'diagnosis') };
    return this.commands.execute(new HandleDiagnosis({ type: 'RecordDiagnosis', command_id, data }, actor));
  }

  /** 409 with the current item where it changed since the form was opened; 422 for what came from an external record. */
  @Put(':id')
  correct(
    @Param({ schema: ById }) { id: diagnosis_id }: z.infer<typeof ById>,
    @Body({ schema: DiagnosisCorrection }) correction: DiagnosisCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...correction, diagnosis_id };
    return this.commands.execute(new HandleDiagnosis({ type: 'CorrectDiagnosis', command_id, data }, actor));
  }

  /** Answers what is asked about what came from an external record: it is right as it stands. */
  @Post(':id/accept')
  accept(
    @Param({ schema: ById }) { id: diagnosis_id }: z.infer<typeof ById>,
    @Body({ schema: ExternalAcceptance }) acceptance: ExternalAcceptance,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...acceptance, diagnosis_id };
    return this.commands.execute(new HandleDiagnosis({ type: 'AcceptExternal', command_id, data }, actor));
  }

  /** The diagnosis leaves lists and charts; its history stays. */
  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: diagnosis_id }: z.infer<typeof ById>,
    @Body({ schema: ItemRemoval }) removal: z.infer<typeof ItemRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...removal, diagnosis_id };
    return this.commands.execute(new HandleDiagnosis({ type: 'RemoveDiagnosis', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [DiagnosesController], providers: [DiagnosesHandler] })
export class DiagnosesModule {}
