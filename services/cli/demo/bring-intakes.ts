import type { IntakeCommand } from '#contracts/intakes';
import type { Actor } from '#infra/access/actor';
import { HandleIntake, IntakesHandler } from '../../records/intakes/intakes.handlers.ts';
import type { Kernel } from '../kernel.ts';
import { demoId } from './clinic.ts';
import { type DemoIntake, intakes } from './intakes.ts';

const as = (username: string): Actor => ({ kind: 'system', part: 'seed', on_behalf_of: demoId(`user/${username}`) });

/** The treatments of the synthetic clinic's patients, through the handler that serves everybody. */
export const bringIntakes = async ({ streams, access }: Kernel): Promise<void> => {
  const handler = new IntakesHandler(streams, access);
  for (const [index, intake] of intakes.entries()) await bring(handler, intake, `intake/${index}`);
};

const bring = async (handler: IntakesHandler, demo: DemoIntake, name: string): Promise<void> => {
  const { patient, content, assistant, changes = [], corrected } = demo;
  const [intake_id, patient_id] = [demoId(name), demoId(`patient/${patient}`)];
  const tell = (command: IntakeCommand) => handler.execute(new HandleIntake(command, as(assistant ? 'assistant' : 'doctor')));
  let { version } = await tell({
    type: 'RecordIntake',
    command_id: demoId(`${name}/command`),
    data: { intake_id, patient_id, ...content, ...corrected?.from, comment: 'New entry' },
  });
  if (corrected) {
    const data = { intake_id, version, ...content, comment: corrected.reason };
    ({ version } = await tell({ type: 'CorrectIntake', command_id: demoId(`${name}/correction`), data }));
  }
  for (const [index, [day, regimen, comment]] of changes.entries()) {
    const data = { intake_id, version, change_date: `${day}T00:00:00`, ...regimen, comment };
    ({ version } = await tell({ type: 'ChangeDosage', command_id: demoId(`${name}/change/${index}`), data }));
  }
};
