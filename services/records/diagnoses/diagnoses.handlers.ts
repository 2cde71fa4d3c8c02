import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { DiagnosisCommand, NamedDisease } from '#contracts/diagnoses';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/access/actor';
import { CatalogueSearch } from '#infra/catalogues/catalogue-search';
import { diseaseFaults } from '#infra/catalogues/chosen';
import { Refusal } from '#infra/event-store/decider';
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
    private readonly catalogues: CatalogueSearch,
  ) {}

  async execute({ command, actor }: HandleDiagnosis): Promise<Accepted> {
    const stream = `diagnosis-${command.data.diagnosis_id}`;
    const patient_id = 'patient_id' in command.data ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    await this.refuseUnknown(command, stream, actor);
    return this.streams.transact(diagnosis, stream, command, actor, scope);
  }

  /** A person chooses from the catalogue; what an external record brought says what it says. */
  private async refuseUnknown(command: DiagnosisCommand, stream: string, actor: Actor): Promise<void> {
    if (command.type !== 'RecordDiagnosis' && command.type !== 'CorrectDiagnosis') return;
    let stored: NamedDisease | undefined;
    if (command.type === 'CorrectDiagnosis') {
      const { state, version } = await this.streams.load(diagnosis, stream, actor);
      // what was stored meanwhile is shown first, beside what was typed
      if (command.data.version < version || state.status !== 'recorded' || state.origin === 'fhir') return;
      stored = state.content.disease;
    }
    const faults = diseaseFaults(this.catalogues, command.data.disease, stored);
    if (Object.keys(faults).length > 0) throw new Refusal('not-in-catalogue', 'This diagnosis cannot be recorded so', faults);
  }
}
