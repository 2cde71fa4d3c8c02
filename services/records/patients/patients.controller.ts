import { Body, Controller, Delete, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { NewPatient, PatientCorrection, PatientRemoval } from '#contracts/people/patients';
import { fileOfAgreement } from '#contracts/stored-files';
import { ById } from '#contracts/wire/primitives';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { SealedFiles } from '#infra/files/sealed-files';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { AgreementsController } from './agreements.controller.ts';
import { HandlePatient, PatientsHandler } from './patients.handlers.ts';

const mayInvite = (actor: UserActor): boolean => actor.roles.includes('Doctor');

@Controller('api/patients')
export class PatientsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: SealedFiles,
  ) {}

  /** Adds a patient to the person's own clinic. */
  @Post()
  async add(
    @Body({ schema: NewPatient }) { id, ...person }: NewPatient,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const { organization_id } = actor;
    if (organization_id === null) throw notFound();
    const patient_id = id ?? createdId(command_id, 'patient');
    await this.assertUploaded(patient_id, person.agreement_id);
    const facts = { may_set_email: mayInvite(actor), needs_agreement: true, comment: 'New entry' } as const;
    const data = { ...person, patient_id, organization_id, ...facts };
    return this.commands.execute(new HandlePatient({ type: 'RegisterPatient', command_id, data }, actor));
  }

  @Put(':id')
  async correct(
    @Param({ schema: ById }) { id: patient_id }: z.infer<typeof ById>,
    @Body({ schema: PatientCorrection }) correction: PatientCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    await this.assertUploaded(patient_id, correction.agreement_id);
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

  /** A file is stored before the event that names it, and for the patient that it speaks of. @throws Refusal 422 */
  private async assertUploaded(patient_id: string, agreement_id: string | undefined): Promise<void> {
    if (agreement_id === undefined || (await this.files.isOf(fileOfAgreement(agreement_id), `patient:${patient_id}`))) return;
    const message = 'This file was not uploaded for this patient';
    throw new Refusal('no-agreement', message, { agreement_id: [message] });
  }
}

@Module({ imports: [CqrsModule], controllers: [PatientsController, AgreementsController], providers: [PatientsHandler] })
export class PatientsModule {}
