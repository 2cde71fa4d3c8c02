import type { IntakeCommand } from '#contracts/intakes';
import type { Actor } from '#infra/access/actor';
import { intake as decider } from '../../records/intakes/intakes.decider.ts';
import type { Kernel } from '../kernel.ts';
import { clinic, demoId } from './clinic.ts';
import { type DemoIntake, intakes } from './intakes.ts';

const as = (username: string): Actor => ({ kind: 'system', part: 'seed', on_behalf_of: demoId(`user/${username}`) });

/**
 * The treatments of the synthetic clinic's patients, through the decider that serves everybody: they were prescribed in former years, whatever
 * the catalogue lists by now.
 */
export const bringIntakes = async (kernel: Kernel): Promise<void> => {
  for (const [index, intake] of intakes.entries()) await bring(kernel, intake, `intake/${index}`);
};

const bring = async ({ streams }: Kernel, demo: DemoIntake, name: string): Promise<void> => {
  const { patient, content, assistant, changes = [], corrected } = demo;
  const [intake_id, patient_id] = [demoId(name), demoId(`patient/${patient}`)];
  const scope = { organization_id: clinic.organization_id, patient_id };
  const tell = (command: IntakeCommand) =>
    streams.transact(decider, `intake-${intake_id}`, command, as(assistant ? 'assistant' : 'doctor'), scope);
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
