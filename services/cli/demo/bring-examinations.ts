import type { ExaminationCommand } from '#contracts/examinations';
import type { Actor } from '#infra/access/actor';
import { officeParameterId } from '#infra/catalogues/office-parameter';
import { ExaminationsHandler, HandleExamination } from '../../records/examinations/examinations.handlers.ts';
import type { Kernel } from '../kernel.ts';
import { demoId, users } from './clinic.ts';
import { asMeasurements, type DemoExamination, examinations } from './examinations.ts';

const writerOf = (username: string): string => {
  const user = users.find((one) => one.username === username);
  return user ? `${user.first_name} ${user.last_name}` : '';
};

/** The visits of the synthetic clinic's patients, through the same handler that serves everybody. */
export const bringExaminations = async ({ streams, access, log }: Kernel): Promise<void> => {
  const handler = new ExaminationsHandler(streams, access, log);
  for (const [index, examination] of examinations.entries()) await bring(handler, examination, `examination/${index}`);
};

const bring = async (handler: ExaminationsHandler, examination: DemoExamination, name: string): Promise<void> => {
  const { patient, day, time, draft = false, assistant, values, corrected } = examination;
  const username = assistant ? 'assistant' : 'doctor';
  const actor: Actor = { kind: 'system', part: 'seed', on_behalf_of: demoId(`user/${username}`) };
  const tell = (command: ExaminationCommand) => handler.execute(new HandleExamination(command, actor));
  const [examination_id, patient_id] = [demoId(name), demoId(`patient/${patient}`)];
  const content = { collected: `${day}T${time}:00`, draft, note_writer: writerOf(username) };
  const measured = (measures: DemoExamination['values']) => asMeasurements(measures, (code) => officeParameterId(code, ''));
  const { version } = await tell({
    type: 'RecordExamination',
    command_id: demoId(`${name}/command`),
    data: { examination_id, patient_id, ...content, measurements: measured(corrected?.from ?? values), comment: 'New entry' },
  });
  if (!corrected) return;
  await tell({
    type: 'CorrectExamination',
    command_id: demoId(`${name}/correction`),
    data: { examination_id, version, ...content, measurements: measured(values), comment: corrected.reason },
  });
};
