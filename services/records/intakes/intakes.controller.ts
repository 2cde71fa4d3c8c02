import { Body, Controller, Delete, HttpCode, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { DosageChangeRequest, IntakeCorrection, NewIntake } from '#contracts/treatments/intakes';
import { ItemRemoval } from '#contracts/items/item-view';
import { ExternalAcceptance } from '#contracts/items/open-questions';
import { ById } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleIntake, IntakesHandler } from './intakes.handlers.ts';

@Controller('api/intakes')
export class IntakesController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  record(
    @Body({ schema: NewIntake }) typed: NewIntake,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...typed, intake_id: createdId(command_id, 'intake') };
    return this.commands.execute(new HandleIntake({ type: 'RecordIntake', command_id, data }, actor));
  }

  /** 409 with the current item where it changed since the form was opened; 422 for what came from an external record. */
  @Put(':id')
  correct(
    @Param({ schema: ById }) { id: intake_id }: z.infer<typeof ById>,
    @Body({ schema: IntakeCorrection }) correction: IntakeCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const { dosage_changes, ...typed } = correction;
    const data = { ...typed, ...(dosage_changes ? { dosage_changes } : {}), intake_id };
    return this.commands.execute(new HandleIntake({ type: 'CorrectIntake', command_id, data }, actor));
  }

  /** Another dosage from a day on, of the same treatment. 409 and 422 as for a correction. */
  @Post(':id/split')
  @HttpCode(200)
  changeDosage(
    @Param({ schema: ById }) { id: intake_id }: z.infer<typeof ById>,
    @Body({ schema: DosageChangeRequest }) change: DosageChangeRequest,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...change, intake_id };
    return this.commands.execute(new HandleIntake({ type: 'ChangeDosage', command_id, data }, actor));
  }

  /** Answers what is asked about what came from an external record: it is right as it stands. */
  @Post(':id/accept')
  accept(
    @Param({ schema: ById }) { id: intake_id }: z.infer<typeof ById>,
    @Body({ schema: ExternalAcceptance }) acceptance: ExternalAcceptance,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...acceptance, intake_id };
    return this.commands.execute(new HandleIntake({ type: 'AcceptExternal', command_id, data }, actor));
  }

  /** The treatment leaves lists and charts; its history stays. */
  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: intake_id }: z.infer<typeof ById>,
    @Body({ schema: ItemRemoval }) removal: z.infer<typeof ItemRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...removal, intake_id };
    return this.commands.execute(new HandleIntake({ type: 'RemoveIntake', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [IntakesController], providers: [IntakesHandler] })
export class IntakesModule {}
