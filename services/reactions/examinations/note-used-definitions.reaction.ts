import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { measurementParameter } from '../../records/measurement-parameters/measurement-parameters.decider.ts';
import type { Reaction } from '../reaction.ts';

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/** A definition that an examination uses is marked in its parameter's own stream, once: from then on it can no longer be taken out. */
export const noteUsedDefinitions = (streams: Streams): Reaction => ({
  name: 'note-used-definitions',
  types: ['ExaminationRecorded', 'ExaminationCorrected'],
  react: async (happened, _meta, effects) => {
    const event = happened as ExaminationEvent;
    if (event.type === 'ExaminationRemoved') return;
    for (const [n, { parameter_id, option_id }] of event.data.measurements.entries()) {
      if (parameter_id === null || option_id === undefined) continue;
      const command = { type: 'NoteDefinitionUsed' as const, command_id: effects.id(n), data: { parameter_id, option_id } };
      try {
        await streams.transact(measurementParameter, `measurement_parameter-${parameter_id}`, command, REACTIONS);
      } catch (error) {
        // An external record may name what the catalogue never had.
        if (!(error instanceof Refusal && error.status === 404)) throw error;
      }
    }
  },
});
