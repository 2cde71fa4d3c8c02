import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { IntakeCommand } from '#contracts/intakes';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/access/actor';
import { Streams } from '#infra/event-store/streams';
import { intake } from './intakes.decider.ts';

/** Every command on a treatment, from whoever sends it. */
export class HandleIntake {
  constructor(
    readonly command: IntakeCommand,
    readonly actor: Actor,
  ) {}
}

/** Whose record it is comes from the patient's own stream at its head: a treatment of a removed patient is not there any more. */
@CommandHandler(HandleIntake)
export class IntakesHandler implements ICommandHandler<HandleIntake> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandleIntake): Promise<Accepted> {
    const stream = `intake-${command.data.intake_id}`;
    const patient_id = 'patient_id' in command.data ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    return this.streams.transact(intake, stream, command, actor, scope);
  }
}
