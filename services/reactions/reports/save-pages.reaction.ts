import { v5 } from 'uuid';
import type { EventMeta } from '#contracts/envelope';
import type { LabResultCommand } from '#contracts/lab-results';
import { type ReportEvent, rowsToSave } from '#contracts/reports';
import type { Actor } from '#infra/access/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { labResult } from '../../records/lab-results/lab-results.decider.ts';
import type { Reaction } from '../reaction.ts';

/** One page is at most one result of each patient: validating again corrects it, choosing somebody else takes it away from the first. */
export const labResultOfPage = (page_id: string, patient_id: string): string => v5(patient_id, page_id);

const actorOf = (meta: EventMeta): Actor =>
  'user_id' in meta.actor ? { kind: 'system', part: 'reports', on_behalf_of: meta.actor.user_id } : { kind: 'system', part: 'ocr' };

/** What was read or validated on a page enters the patient's record (and leaves it again when the page goes). */
export const savePages = (streams: Streams): Reaction => {
  const tell = (command: LabResultCommand, meta: EventMeta, patient_id: string) =>
    streams.transact(labResult, `lab_result-${command.data.lab_result_id}`, command, actorOf(meta), {
      organization_id: meta.organization_id,
      patient_id,
    });

  return {
    name: 'save-pages',
    types: ['PageRead', 'PageValidated', 'PageRemoved'],
    react: async (happened, meta, effects) => {
      const event = happened as ReportEvent;
      const remove = async (page_id: string, patient_id: string, comment: string, nth: number) => {
        const lab_result_id = labResultOfPage(page_id, patient_id);
        try {
          await tell({ type: 'RemoveLabResult', command_id: effects.id(nth), data: { lab_result_id, comment } }, meta, patient_id);
        } catch (error) {
          // Nothing was ever saved from this page for this patient: there is nothing to take away.
          if (!(error instanceof Refusal && error.status === 404)) throw error;
        }
      };
      switch (event.type) {
        case 'PageRead': {
          const { page_id, report_id, page_number, match, saved, recognition } = event.data;
          if (saved.length === 0 || match.patient_id === null || recognition.date_collected === null) return;
          await tell(
            {
              type: 'TakeFromPage',
              command_id: effects.id(),
              data: {
                lab_result_id: labResultOfPage(page_id, match.patient_id),
                patient_id: match.patient_id,
                collected: `${recognition.date_collected}T00:00:00`,
                draft: true,
                parameters: saved,
                file_id: report_id,
                page_id,
                comment: `Read from the report, page ${page_number}`,
              },
            },
            meta,
            match.patient_id,
          );
          return;
        }
        case 'PageValidated': {
          const { page_id, report_id, patient_id, previous_patient_id, collected, row_data, comment } = event.data;
          const parameters = rowsToSave(row_data).saved.map((row) => row.entry);
          if (previous_patient_id) await remove(page_id, previous_patient_id, 'The page belongs to another patient', 1);
          if (parameters.length === 0) {
            await remove(page_id, patient_id, 'Nothing of the page is kept', 2);
            return;
          }
          await tell(
            {
              type: 'TakeFromPage',
              command_id: effects.id(),
              data: {
                lab_result_id: labResultOfPage(page_id, patient_id),
                patient_id,
                collected,
                draft: false,
                parameters,
                file_id: report_id,
                page_id,
                comment,
              },
            },
            meta,
            patient_id,
          );
          return;
        }
        case 'PageRemoved':
          if (event.data.patient_id) await remove(event.data.page_id, event.data.patient_id, 'The report was removed', 0);
      }
    },
  };
};
