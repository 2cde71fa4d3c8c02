import { CommandHandler } from '@nestjs/cqrs';
import type { ExaminationCommand, ExaminationContent, ExaminationEvent, Measurement } from '#contracts/examinations/examinations';
import { Access } from '#infra/access/access';
import { readOfficeParameter } from '#catalogues/office-parameter';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { refuseErrors } from '../items/item.decider.ts';
import { HandleItem, ItemHandler, type StoredItem } from '../items/item.handler.ts';
import { describedExternal, describedForm, type Lookup } from './described.ts';
import { examination } from './examinations.decider.ts';

export class HandleExamination extends HandleItem<ExaminationCommand> {}

@CommandHandler(HandleExamination)
export class ExaminationsHandler extends ItemHandler<ExaminationCommand, ExaminationEvent, ExaminationContent> {
  constructor(
    streams: Streams,
    access: Access,
    private readonly log: EventLog,
  ) {
    super('examinations', examination, streams, access);
  }

  /** The command with what the catalogue says, looked up at the head of its streams. */
  protected override async prepare(command: ExaminationCommand, stored: StoredItem<ExaminationContent>): Promise<ExaminationCommand> {
    const lookup: Lookup = (parameter_id) => readOfficeParameter(this.log, parameter_id);
    switch (command.type) {
      case 'TakeFromExternal':
        return { ...command, data: { ...command.data, measurements: await describedExternal(command.data.measurements, lookup) } };
      case 'RecordExamination':
        return { ...command, data: { ...command.data, measurements: await formEntries(command.data, [], lookup) } };
      case 'CorrectExamination': {
        const { state } = await stored();
        const held = state.status === 'none' ? [] : state.content.measurements;
        return { ...command, data: { ...command.data, measurements: await formEntries(command.data, held, lookup) } };
      }
      case 'AcceptExternal':
      case 'RemoveExamination':
      case 'RemoveFromExternal':
        return command;
    }
  }
}

/** @throws Refusal where the catalogue does not have what is measured */
const formEntries = async (
  { measurements, draft }: { measurements: Measurement[]; draft: boolean },
  held: readonly Measurement[],
  lookup: Lookup,
): Promise<Measurement[]> => {
  const { measurements: entries, errors } = await describedForm(measurements, held, draft, lookup);
  refuseErrors('measurements', 'Some measurements cannot be saved as they are', errors);
  return entries;
};
