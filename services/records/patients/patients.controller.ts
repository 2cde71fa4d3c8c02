import { Body, Controller, Delete, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { NewPatient, PatientCorrection, PatientRemoval } from '#contracts/people/patients';
import { ById } from '#contracts/wire/primitives';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandlePatient, PatientsHandler } from './patients.handlers.ts';

const mayInvite = (actor: UserActor): boolean => actor.roles.includes('Doctor');

@Controller('api/patients')
export class PatientsController {
  constructor(private readonly commands: CommandBus) {}

  /** Adds a patient to the person's own clinic. */
  @Post()
  add(
    @Body({ schema: NewPatient }) person: NewPatient,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const { organization_id } = actor;
    if (organization_id === null) throw notFound();
    const patient_id = createdId(command_id, 'patient');
    const data = { ...person, patient_id, organization_id, may_set_email: mayInvite(actor), comment: 'New entry' };
    return this.commands.execute(new HandlePatient({ type: 'RegisterPatient', command_id, data }, actor));
  }

  @Put(':id')
  correct(
    @Param({ schema: ById }) { id: patient_id }: z.infer<typeof ById>,
    @Body({ schema: PatientCorrection }) correction: PatientCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...correction, patient_id, may_set_email: mayInvite(actor) };
    return this.commands.execute(new HandlePatient({ type: 'CorrectPatient', command_id, data }, actor));
  }

  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: patient_id }: z.infer<typeof ById>,
    @Body({ schema: PatientRemoval }) removal: z.infer<typeof PatientRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandlePatient({ type: 'RemovePatient', command_id, data: { ...removal, patient_id } }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [PatientsController], providers: [PatientsHandler] })
export class PatientsModule {}
