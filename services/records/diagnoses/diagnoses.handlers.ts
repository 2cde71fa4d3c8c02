import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { DiagnosisCommand } from '#contracts/diagnoses';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/access/actor';
import { Streams } from '#infra/event-store/streams';
import { diagnosis } from './diagnoses.decider.ts';

/** Every command on a diagnosis, from whoever sends it. */
export class HandleDiagnosis {
  constructor(
    readonly command: DiagnosisCommand,
    readonly actor: Actor,
  ) {}
}

/** Whose record it is comes from the patient's own stream at its head: a diagnosis of a removed patient is not there any more. */
@CommandHandler(HandleDiagnosis)
export class DiagnosesHandler implements ICommandHandler<HandleDiagnosis> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandleDiagnosis): Promise<Accepted> {
    const stream = `diagnosis-${command.data.diagnosis_id}`;
    const patient_id = 'patient_id' in command.data ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    return this.streams.transact(diagnosis, stream, command, actor, scope);
  }
}
