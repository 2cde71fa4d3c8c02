import { v5 } from 'uuid';
import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { examinationTemplate } from '../../records/examination-templates/examination-templates.decider.ts';
import type { Reaction } from '../reaction.ts';

/** The one template 'LastUsed' of a person for a patient. */
export const lastUsedTemplateId = (user_id: string, patient_id: string): string => v5(user_id, patient_id);

/** What a person entered of a patient becomes that person's private template 'LastUsed' for the patient; imports and the system leave none. */
export const saveLastUsed = (streams: Streams): Reaction => ({
  name: 'save-last-used',
  types: ['ExaminationRecorded', 'ExaminationCorrected'],
  react: async (happened, { actor, organization_id, recorded_at }, effects) => {
    const event = happened as ExaminationEvent;
    const user_id = 'user_id' in actor ? actor.user_id : actor.on_behalf_of;
    if (event.type === 'ExaminationRemoved' || user_id === undefined || organization_id === undefined) return;
    const { patient_id, measurements } = event.data;
    if (event.data.source !== undefined) return;
    const parameter_ids = [...new Set(measurements.flatMap(({ parameter_id }) => (parameter_id === null ? [] : [parameter_id])))];
    if (parameter_ids.length === 0) return;
    const template_id = lastUsedTemplateId(user_id, patient_id);
    const data = { template_id, patient_id, owner_id: user_id, parameter_ids, entered_at: recorded_at };
    const command = { type: 'SaveLastUsed' as const, command_id: effects.id(), data };
    const system: Actor = { kind: 'system', part: 'reactions', on_behalf_of: user_id };
    try {
      await streams.transact(examinationTemplate, `examination_template-${template_id}`, command, system, { organization_id, patient_id });
    } catch (error) {
      // The record was erased in the meantime: there is nothing left to remember.
      if (!(error instanceof Refusal && error.status === 404)) throw error;
    }
  },
});
