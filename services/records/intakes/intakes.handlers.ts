import { CommandHandler } from '@nestjs/cqrs';
import type { IntakeCommand, IntakeEvent, Medication } from '#contracts/treatments/intakes';
import { Access } from '#infra/access/access';
import type { Actor } from '#infra/event-store/actor';
import { CatalogueSearch } from '#catalogues/catalogue-search';
import { medicationFaults } from '#catalogues/chosen';
import { Streams } from '#infra/event-store/streams';
import { refuseErrors } from '../items/item.decider.ts';
import { HandleItem, heldContent, ItemHandler, type StoredItem } from '../items/item.handler.ts';
import { intake, type IntakeItem } from './intakes.decider.ts';

export class HandleIntake extends HandleItem<IntakeCommand> {}

@CommandHandler(HandleIntake)
export class IntakesHandler extends ItemHandler<IntakeCommand, IntakeEvent, IntakeItem> {
  constructor(
    streams: Streams,
    access: Access,
    private readonly catalogues: CatalogueSearch,
  ) {
    super('intakes', intake, streams, access);
  }

  /** A person chooses from the catalogue; what an external record or the demonstration brought says what it says. */
  protected override async prepare(command: IntakeCommand, stored: StoredItem<IntakeItem>, actor: Actor): Promise<IntakeCommand> {
    if (actor.kind !== 'user') return command;
    if ((command.type !== 'RecordIntake' && command.type !== 'CorrectIntake') || command.data.medication === null) return command;
    let held: Medication | undefined;
    if (command.type === 'CorrectIntake') {
      held = (await heldContent(command.data, stored))?.medication;
      if (!held) return command;
    }
    const faults = medicationFaults(this.catalogues, command.data.medication, held);
    refuseErrors('not-in-catalogue', 'This treatment cannot be recorded so', faults);
    return command;
  }
}
