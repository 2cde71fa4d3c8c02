import { CommandHandler } from '@nestjs/cqrs';
import type { LabResultCommand, LabResultContent, LabResultEvent } from '#contracts/lab/lab-results';
import { criticalValuesOf, unseenOf } from '#contracts/observations/critical';
import { Access } from '#infra/access/access';
import type { Actor } from '#infra/event-store/actor';
import { type FieldErrors, Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { refuseErrors } from '../items/item.decider.ts';
import { HandleItem, ItemHandler, type StoredItem } from '../items/item.handler.ts';
import { type CriticalResult, criticalResult } from './critical-results.decider.ts';
import { labResult } from './lab-results.decider.ts';

export class HandleLabResult extends HandleItem<LabResultCommand> {}

@CommandHandler(HandleLabResult)
export class LabResultsHandler extends ItemHandler<LabResultCommand, LabResultEvent, LabResultContent> {
  /** What was in the catalogue once stays choosable for forms that were opened before: removed, it is offered to nobody. */
  private readonly known = new Set<string>();

  constructor(
    private readonly results: Streams,
    access: Access,
    private readonly log: EventLog,
  ) {
    super('lab-results', labResult, results, access);
  }

  /** What a page says was matched with the catalogue when it was read, and is never lost for it. */
  protected override async prepare(
    command: LabResultCommand,
    stored: StoredItem<LabResultContent>,
    actor: Actor,
  ): Promise<LabResultCommand> {
    if (command.type === 'CorrectLabResult' || command.type === 'RemoveLabResult') await this.keepUnseen(command, stored, actor);
    if (command.type !== 'RecordLabResult' && command.type !== 'CorrectLabResult') return command;
    const errors: FieldErrors = {};
    for (const [index, { parameter_id }] of command.data.parameters.entries()) {
      if (parameter_id === null || (await this.isInCatalogue(parameter_id))) continue;
      errors[`parameters.${index}.parameter_id`] = ['The catalogue has no such parameter'];
    }
    refuseErrors('unknown-parameter', 'The catalogue has no such parameter', errors);
    return command;
  }

  /** A critical value waits until a doctor has seen it (ruling 62): nobody else takes it out of the record before. @throws Refusal */
  private async keepUnseen(
    { type, data }: Extract<LabResultCommand, { type: 'CorrectLabResult' | 'RemoveLabResult' }>,
    stored: StoredItem<LabResultContent>,
    actor: Actor,
  ): Promise<void> {
    if (actor.kind !== 'user' || actor.roles.includes('Doctor')) return;
    const { state } = await stored();
    const critical = state.status === 'recorded' ? criticalValuesOf(state.content) : [];
    if (critical.length === 0) return;
    const seen = await this.seenOf(data.lab_result_id, actor);
    const stays = new Set(type === 'CorrectLabResult' ? criticalValuesOf(data).map(({ entry_id }) => entry_id) : []);
    if (unseenOf(critical, seen).every(({ entry_id }) => stays.has(entry_id))) return;
    throw new Refusal(
      'critical-unseen',
      "A critical value of this result waits for a doctor, who can change or remove it, or press 'Seen'",
    );
  }

  /** Critical values that a doctor has seen; none where nobody has pressed 'Seen' yet. */
  private async seenOf(lab_result_id: string, actor: Actor): Promise<CriticalResult> {
    const load = this.results.load(criticalResult, `critical_result-${lab_result_id}`, actor);
    return load.then(
      ({ state }) => state,
      (error: unknown) => {
        if (error instanceof Refusal && error.status === 404) return criticalResult.initial;
        throw error;
      },
    );
  }

  private async isInCatalogue(parameter_id: string): Promise<boolean> {
    if (this.known.has(parameter_id)) return true;
    for await (const { type } of this.log.store.readStream(`lab_parameter-${parameter_id}`)) {
      if (type === 'LabParameterAdded' || type === 'LabParameterApproved') this.known.add(parameter_id);
    }
    return this.known.has(parameter_id);
  }
}
