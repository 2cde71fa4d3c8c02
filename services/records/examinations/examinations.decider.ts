import { checkedDoubts } from '#contracts/items/accepted-doubts';
import { fieldsOf } from '#contracts/rules/equal';
import { sharedIdErrors } from '#contracts/items/entries';
import { type ExaminationCommand, ExaminationContent, type ExaminationEvent, type Measurement } from '#contracts/examinations/examinations';
import { messages } from '#contracts/rules/messages';
import { Refusal } from '#infra/event-store/decider';
import { acceptedOf, itemDecider, refuseErrors, templatesUsed } from '../items/item.decider.ts';

type Typed = Extract<ExaminationCommand, { type: 'RecordExamination' | 'CorrectExamination' }>['data'];

const contentOf = fieldsOf(ExaminationContent);

const refuseSharedIds = ({ measurements }: { measurements: readonly Measurement[] }): void =>
  refuseErrors('entry-ids', 'Each entry needs an id of its own', sharedIdErrors('measurements', measurements));

export const examination = itemDecider<ExaminationCommand, ExaminationEvent, Typed, ExaminationContent>({
  kind: 'examinations',
  contentOf,
  typed: (data) => {
    if (data.measurements.length === 0) {
      throw new Refusal('no-parameters', messages.parameters, { measurements: [messages.parameters] });
    }
    refuseSharedIds(data);
    return contentOf(data);
  },
  // what is asked follows from earlier values, or from the day
  accepted: (data) => acceptedOf(checkedDoubts(data.accepted, { entries: data.measurements })),
  withFirst: templatesUsed,
  checkExternal: refuseSharedIds,
});
