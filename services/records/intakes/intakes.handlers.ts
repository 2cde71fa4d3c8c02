import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { IntakeCommand, Medication } from '#contracts/intakes';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/access/actor';
import { CatalogueSearch } from '#infra/catalogues/catalogue-search';
import { medicationFaults } from '#infra/catalogues/chosen';
import { Refusal } from '#infra/event-store/decider';
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
    private readonly catalogues: CatalogueSearch,
  ) {}

  async execute({ command, actor }: HandleIntake): Promise<Accepted> {
    const stream = `intake-${command.data.intake_id}`;
    const patient_id = 'patient_id' in command.data ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    await this.refuseUnknown(command, stream, actor);
    return this.streams.transact(intake, stream, command, actor, scope);
  }

  /** A person chooses from the catalogue; what an external record brought says what it says. */
  private async refuseUnknown(command: IntakeCommand, stream: string, actor: Actor): Promise<void> {
    if ((command.type !== 'RecordIntake' && command.type !== 'CorrectIntake') || command.data.medication === null) return;
    let stored: Medication | undefined;
    if (command.type === 'CorrectIntake') {
      const { state, version } = await this.streams.load(intake, stream, actor);
      // what was stored meanwhile is shown first, beside what was typed
      if (command.data.version < version || state.status !== 'recorded' || state.origin === 'fhir') return;
      stored = state.content.medication;
    }
    const faults = medicationFaults(this.catalogues, command.data.medication, stored);
    if (Object.keys(faults).length > 0) throw new Refusal('not-in-catalogue', 'This treatment cannot be recorded so', faults);
  }
}
