import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { LabResultCommand } from '#contracts/lab-results';
import type { LabValue } from '#contracts/lab-values';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/access/actor';
import { type FieldErrors, Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { labResult } from './lab-results.decider.ts';

/** Every command on a lab result, from whoever sends it. */
export class HandleLabResult {
  constructor(
    readonly command: LabResultCommand,
    readonly actor: Actor,
  ) {}
}

/** Whose record it is comes from the patient's own stream at its head: a result of a removed patient is not there any more. */
@CommandHandler(HandleLabResult)
export class LabResultsHandler implements ICommandHandler<HandleLabResult> {
  /** Parameters are never taken out of the catalogue's log: one that was there is there. */
  private readonly known = new Set<string>();

  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {}

  async execute({ command, actor }: HandleLabResult): Promise<Accepted> {
    const stream = `lab_result-${command.data.lab_result_id}`;
    const patient_id = 'patient_id' in command.data ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    // What a page says was matched with the catalogue when it was read, and is never lost for it.
    if (command.type === 'RecordLabResult' || command.type === 'CorrectLabResult') await this.refuseUnknown(command.data.parameters);
    return this.streams.transact(labResult, stream, command, actor, scope);
  }

  private async refuseUnknown(parameters: readonly LabValue[]): Promise<void> {
    const errors: FieldErrors = {};
    for (const [index, { parameter_id }] of parameters.entries()) {
      if (parameter_id === null || (await this.isInCatalogue(parameter_id))) continue;
      errors[`parameters.${index}.parameter_id`] = ['The catalogue has no such parameter'];
    }
    if (Object.keys(errors).length > 0) throw new Refusal('unknown-parameter', 'The catalogue has no such parameter', errors);
  }

  private async isInCatalogue(parameter_id: string): Promise<boolean> {
    if (this.known.has(parameter_id)) return true;
    for await (const { type } of this.log.store.readStream(`lab_parameter-${parameter_id}`, { limit: 1 })) {
      if (type === 'LabParameterAdded') this.known.add(parameter_id);
    }
    return this.known.has(parameter_id);
  }
}
