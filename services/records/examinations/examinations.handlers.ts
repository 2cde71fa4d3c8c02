import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { ExaminationCommand, Measurement } from '#contracts/examinations';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/access/actor';
import { readOfficeParameter } from '#infra/catalogues/office-parameter';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { describedExternal, describedForm, type Lookup } from './described.ts';
import { examination } from './examinations.decider.ts';

/** Every command on an examination, from whoever sends it. */
export class HandleExamination {
  constructor(
    readonly command: ExaminationCommand,
    readonly actor: Actor,
  ) {}
}

/** Whose record it is comes from the patient's own stream at its head: an examination of a removed patient is not there any more. */
@CommandHandler(HandleExamination)
export class ExaminationsHandler implements ICommandHandler<HandleExamination> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {}

  async execute({ command, actor }: HandleExamination): Promise<Accepted> {
    const stream = `examination-${command.data.examination_id}`;
    const patient_id = 'patient_id' in command.data ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    return this.streams.transact(examination, stream, await this.described(command, stream, actor), actor, scope);
  }

  /** The command with what the catalogue says, looked up at the head of its streams. */
  private async described(command: ExaminationCommand, stream: string, actor: Actor): Promise<ExaminationCommand> {
    const lookup: Lookup = (parameter_id) => readOfficeParameter(this.log, parameter_id);
    switch (command.type) {
      case 'TakeFromExternal':
        return { ...command, data: { ...command.data, measurements: await describedExternal(command.data.measurements, lookup) } };
      case 'RecordExamination':
        return { ...command, data: { ...command.data, measurements: await this.formEntries(command.data, [], lookup) } };
      case 'CorrectExamination': {
        const stored = await this.stored(stream, actor);
        return { ...command, data: { ...command.data, measurements: await this.formEntries(command.data, stored, lookup) } };
      }
      case 'RemoveExamination':
      case 'RemoveFromExternal':
        return command;
    }
  }

  private async formEntries(
    { measurements, draft }: { measurements: Measurement[]; draft: boolean },
    stored: readonly Measurement[],
    lookup: Lookup,
  ): Promise<Measurement[]> {
    const { measurements: entries, errors } = await describedForm(measurements, stored, draft, lookup);
    if (Object.keys(errors).length > 0) throw new Refusal('measurements', 'Some measurements cannot be saved as they are', errors);
    return entries;
  }

  private async stored(stream: string, actor: Actor): Promise<readonly Measurement[]> {
    const { state } = await this.streams.load(examination, stream, actor);
    return state.status === 'none' ? [] : state.content.measurements;
  }
}
