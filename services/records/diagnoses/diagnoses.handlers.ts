import { CommandHandler } from '@nestjs/cqrs';
import type { DiagnosisCommand, DiagnosisContent, DiagnosisEvent, NamedDisease } from '#contracts/diagnoses/diagnoses';
import { Access } from '#infra/access/access';
import type { Actor } from '#infra/event-store/actor';
import { CatalogueSearch } from '#catalogues/catalogue-search';
import { diseaseFaults } from '#catalogues/chosen';
import { Streams } from '#infra/event-store/streams';
import { refuseErrors } from '../items/item.decider.ts';
import { HandleItem, heldContent, ItemHandler, type StoredItem } from '../items/item.handler.ts';
import { diagnosis } from './diagnoses.decider.ts';

export class HandleDiagnosis extends HandleItem<DiagnosisCommand> {}

@CommandHandler(HandleDiagnosis)
export class DiagnosesHandler extends ItemHandler<DiagnosisCommand, DiagnosisEvent, DiagnosisContent> {
  constructor(
    streams: Streams,
    access: Access,
    private readonly catalogues: CatalogueSearch,
  ) {
    super('diagnoses', diagnosis, streams, access);
  }

  /** A person chooses from the catalogue; what an external record or the demonstration brought says what it says. */
  protected override async prepare(
    command: DiagnosisCommand,
    stored: StoredItem<DiagnosisContent>,
    actor: Actor,
  ): Promise<DiagnosisCommand> {
    if (actor.kind !== 'user') return command;
    let held: NamedDisease | undefined;
    if (command.type === 'CorrectDiagnosis') {
      held = (await heldContent(command.data, stored))?.disease;
      if (!held) return command;
    } else if (command.type !== 'RecordDiagnosis') return command;
    refuseErrors('not-in-catalogue', 'This diagnosis cannot be recorded so', diseaseFaults(this.catalogues, command.data.disease, held));
    return command;
  }
}
