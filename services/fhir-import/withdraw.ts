import { createHash } from 'node:crypto';
import type { ExternalSource } from '#contracts/wire/coding';
import type { Measurement } from '#contracts/examinations/examinations';
import { HandleDiagnosis } from '../records/diagnoses/diagnoses.handlers.ts';
import { examination } from '../records/examinations/examinations.decider.ts';
import { HandleExternalReport } from '../records/external-reports/external-reports.handlers.ts';
import { HandleExamination } from '../records/examinations/examinations.handlers.ts';
import { HandleIntake } from '../records/intakes/intakes.handlers.ts';
import { HandleLabResult } from '../records/lab-results/lab-results.handlers.ts';
import { IMPORTER, importCommand, type ImportContext, stateOf } from './context.ts';
import type { Placed } from './directories.ts';

/** The name of a group that several resources make; its version is what they say together. */
export const sourceOfGroup = (context: ImportContext, name: string, entries: readonly Measurement[]): ExternalSource => ({
  system: context.source,
  reference: name,
  version: createHash('sha256').update(JSON.stringify(entries)).digest('hex'),
});

const takeFromExamination = async (
  context: ImportContext,
  { item_id, entry_ids }: Placed,
  said: ExternalSource,
  comment: string,
): Promise<void> => {
  const stream = `examination-${item_id}`;
  const state = await stateOf(context, examination, stream);
  if (!state || state.status !== 'recorded' || !state.source) return;
  const measurements = state.content.measurements.filter(({ entry_id }) => !entry_ids.includes(entry_id));
  const source = sourceOfGroup(context, state.source.reference, measurements);
  const command =
    measurements.length === 0
      ? await importCommand(context, 'RemoveFromExternal', stream, [said], { examination_id: item_id, source, comment, withdrawn_by: said })
      : await importCommand(context, 'TakeFromExternal', stream, [said], {
          examination_id: item_id,
          patient_id: state.patient_id,
          source,
          ...state.content,
          measurements,
          comment,
          withdrawn_by: said,
        });
  await context.commands.execute(new HandleExamination(command, IMPORTER));
};

/**
 * Takes what came from a resource out of where it stands: it was withdrawn, or belongs elsewhere by now.
 * @param by the version that says so: of the resource itself, or of one that it depends on
 */
export const withdrawItem = async (context: ImportContext, placed: Placed, by: ExternalSource, comment: string): Promise<void> => {
  const { item_id, entry_ids, place } = placed;
  const isOwn = by.reference === placed.source.reference;
  const named = isOwn ? { source: by } : { source: placed.source, withdrawn_by: by };
  const remove = <D extends object>(stream: string, data: D) =>
    importCommand(context, 'RemoveFromExternal', `${stream}-${item_id}`, [by], data);
  switch (place) {
    case 'laboratory': {
      const command = await remove('lab_result', { lab_result_id: item_id, entry_ids, comment, withdrawn_by: by });
      await context.commands.execute(new HandleLabResult(command, IMPORTER));
      return;
    }
    case 'examination':
      return takeFromExamination(context, placed, by, comment);
    case 'diagnosis': {
      const command = await remove('diagnosis', { diagnosis_id: item_id, ...named, comment });
      await context.commands.execute(new HandleDiagnosis(command, IMPORTER));
      return;
    }
    case 'intake': {
      const command = await remove('intake', { intake_id: item_id, ...named, comment });
      await context.commands.execute(new HandleIntake(command, IMPORTER));
      return;
    }
    case 'report': {
      const data = { report_id: item_id, withdrawn_by: by };
      const command = await importCommand(context, 'WithdrawExternalReport', `external_report-${item_id}`, [by], data);
      await context.commands.execute(new HandleExternalReport(command, IMPORTER));
    }
  }
};
