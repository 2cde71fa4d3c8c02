import { CommandHandler } from '@nestjs/cqrs';
import type { LabResultCommand, LabResultContent, LabResultEvent } from '#contracts/lab/lab-results';
import { Access } from '#infra/access/access';
import type { FieldErrors } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { refuseErrors } from '../items/item.decider.ts';
import { HandleItem, ItemHandler } from '../items/item.handler.ts';
import { labResult } from './lab-results.decider.ts';

export class HandleLabResult extends HandleItem<LabResultCommand> {}

@CommandHandler(HandleLabResult)
export class LabResultsHandler extends ItemHandler<LabResultCommand, LabResultEvent, LabResultContent> {
  /** What was in the catalogue once stays choosable for forms that were opened before: removed, it is offered to nobody. */
  private readonly known = new Set<string>();

  constructor(
    streams: Streams,
    access: Access,
    private readonly log: EventLog,
  ) {
    super('lab-results', labResult, streams, access);
  }

  /** What a page says was matched with the catalogue when it was read, and is never lost for it. */
  protected override async prepare(command: LabResultCommand): Promise<LabResultCommand> {
    if (command.type !== 'RecordLabResult' && command.type !== 'CorrectLabResult') return command;
    const errors: FieldErrors = {};
    for (const [index, { parameter_id }] of command.data.parameters.entries()) {
      if (parameter_id === null || (await this.isInCatalogue(parameter_id))) continue;
      errors[`parameters.${index}.parameter_id`] = ['The catalogue has no such parameter'];
    }
    refuseErrors('unknown-parameter', 'The catalogue has no such parameter', errors);
    return command;
  }

  private async isInCatalogue(parameter_id: string): Promise<boolean> {
    if (this.known.has(parameter_id)) return true;
    for await (const { type } of this.log.store.readStream(`lab_parameter-${parameter_id}`)) {
      if (type === 'LabParameterAdded' || type === 'LabParameterApproved') this.known.add(parameter_id);
    }
    return this.known.has(parameter_id);
  }
}
