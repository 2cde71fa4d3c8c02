import { Body, Controller, Module, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { Acceptance } from '#contracts/people/asking-person';
import { ClinicInvitation, NewClinicInvitation, PatientInvitation } from '#contracts/people/invitations';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { CurrentInvitation } from '#infra/http/current-invitation';
import type { NamedInvitation } from '#infra/http/request';
import { HandleInvitation, type InvitationRequest, InvitationsHandler } from './invitations.handlers.ts';

/** Invitations: the address names one by its id, or by id and code as the link of its mail does. */
@Controller('api/patient-invitations/invitation')
export class InvitationsController {
  constructor(private readonly commands: CommandBus) {}

  /** A doctor invites a patient of the clinic to connect its account with the record. */
  @Put('invite')
  invitePatient(
    @Body({ schema: PatientInvitation }) data: PatientInvitation,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ) {
    return this.ask({ type: 'InvitePatient', command_id, data, actor });
  }

  /** A patient shares with a clinic; a doctor shares one patient's record with another clinic. */
  @Put('organization/invite')
  inviteClinic(
    @Body({ schema: ClinicInvitation }) data: ClinicInvitation,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ) {
    const isOfRecord = data.patient_id !== undefined;
    if (!actor.roles.includes(isOfRecord ? 'Doctor' : 'Patient')) throw notFound();
    return this.ask({ type: 'InviteClinic', command_id, data, actor });
  }

  /** A patient invites a clinic that is not registered yet. */
  @Put('neworganization/invite')
  inviteNewClinic(
    @Body({ schema: NewClinicInvitation }) data: NewClinicInvitation,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ) {
    return this.ask({ type: 'InviteNewClinic', command_id, data, actor });
  }

  /** The link was opened: this says so, and approves nothing. */
  @Put(':code/received')
  received(@CurrentInvitation() data: NamedInvitation, @CommandKey() command_id: string) {
    if (!data.hasCode) throw notFound();
    return this.ask({ type: 'Receive', command_id, data });
  }

  /** A doctor who accepts a person's request says besides which record is connected (ruling 43). */
  @Put(':code/approve')
  approve(
    @CurrentInvitation() data: NamedInvitation,
    @CommandKey() command_id: string,
    @Body({ schema: Acceptance.optional() }) acceptance: Acceptance | undefined,
  ) {
    return this.ask({ type: 'Approve', command_id, data, acceptance });
  }

  @Put(':code/reject')
  reject(@CurrentInvitation() data: NamedInvitation, @CommandKey() command_id: string) {
    return this.ask({ type: 'Reject', command_id, data });
  }

  /** Takes back what waits, and revokes what was approved: from the next request on nobody reads by it. */
  @Put(':code/cancel')
  cancel(@CurrentInvitation() data: NamedInvitation, @CommandKey() command_id: string) {
    return this.ask({ type: 'Cancel', command_id, data });
  }

  @Put(':code/resend')
  resend(@CurrentInvitation() data: NamedInvitation, @CommandKey() command_id: string) {
    return this.ask({ type: 'Resend', command_id, data });
  }

  private ask(request: InvitationRequest): Promise<Accepted> {
    return this.commands.execute(new HandleInvitation(request));
  }
}

@Module({ imports: [CqrsModule], controllers: [InvitationsController], providers: [InvitationsHandler] })
export class InvitationsModule {}
