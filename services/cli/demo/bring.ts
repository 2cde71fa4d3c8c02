import { readdir, readFile } from 'node:fs/promises';
import type { CommandBus } from '@nestjs/cqrs';
import { type ItemKind, ITEM_KINDS, itemKinds } from '#contracts/items/item-kinds';
import { fileOfReport } from '#contracts/stored-files';
import type { Actor } from '#infra/event-store/actor';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { CommandShape } from '#infra/event-store/decider';
import { HandleAccount } from '../../records/accounts/accounts.handlers.ts';
import { hashPassword } from '#infra/access/passwords';
import { HandleComment } from '../../records/comments/comments.handlers.ts';
import { HandleDiagnosis } from '../../records/diagnoses/diagnoses.handlers.ts';
import { HandleExamination } from '../../records/examinations/examinations.handlers.ts';
import { HandleIntake } from '../../records/intakes/intakes.handlers.ts';
import { HandleLabResult } from '../../records/lab-results/lab-results.handlers.ts';
import { HandleOrganization } from '../../records/organizations/organizations.handlers.ts';
import { HandlePatient } from '../../records/patients/patients.handlers.ts';
import { HandleReport } from '../../records/reports/reports.handlers.ts';
import { clinic, DEMO_PASSWORD, demoId, users } from './clinic.ts';

const { organization_id } = clinic;
const as = (username: string): Actor => ({ kind: 'system', part: 'seed', on_behalf_of: demoId(`user/${username}`) });

/** A command of the demonstration, and the user in whose name it is sent. */
export interface DemoCommand extends CommandShape {
  by: string;
  data: Record<string, unknown>;
}

/** The commands that make the records of the synthetic clinic, in their order; their ids are fixed, so that sending one twice changes nothing. */
export const demoCommands = async (): Promise<DemoCommand[]> => {
  const lines = await readFile(new URL('./commands.ndjson', import.meta.url), 'utf8');
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DemoCommand);
};

// `any`: each takes only commands of its own kind; which one a command belongs to is found out at run time
const MESSAGES: Readonly<Record<ItemKind, new (command: any, actor: Actor) => object>> = {
  diagnoses: HandleDiagnosis,
  intakes: HandleIntake,
  'lab-results': HandleLabResult,
  examinations: HandleExamination,
};

/** The message that carries the command to its handler. */
const messageOf = ({ by, ...command }: DemoCommand): object => {
  if (command.type === 'RegisterPatient') return new HandlePatient(command as never, as(by));
  if ('comment_id' in command.data) return new HandleComment(command as never, as(by));
  const kind = ITEM_KINDS.find((one) => itemKinds[one].id in command.data);
  if (!kind) throw new Error(`The demonstration has a command of no slice: ${command.type}`);
  return new MESSAGES[kind](command, as(by));
};

/** Brings in the synthetic clinic by the commands that everybody sends. */
export const bringDemonstration = async (commands: CommandBus, files: SealedFiles): Promise<void> => {
  const register = { type: 'RegisterOrganization', command_id: demoId('clinic/command'), data: clinic } as const;
  await commands.execute(new HandleOrganization(register, { kind: 'system', part: 'seed' }));
  await bringUsers(
    commands,
    users.filter(({ patient_id }) => patient_id === undefined),
  );
  for (const command of await demoCommands()) await commands.execute(messageOf(command));
  // after the records that their accounts are connected with
  await bringUsers(
    commands,
    users.filter(({ patient_id }) => patient_id !== undefined),
  );
  await bringReports(commands, files);
};

const bringUsers = async (commands: CommandBus, of: readonly (typeof users)[number][]): Promise<void> => {
  for (const { username, patient_id, ...person } of of) {
    const command = {
      type: 'RegisterUser',
      command_id: demoId(`user/${username}/command`),
      data: {
        user_id: demoId(`user/${username}`),
        username,
        ...person,
        organization_id: patient_id ? null : organization_id,
        patient_ids: patient_id ? [patient_id] : [],
        password_hash: await hashPassword(DEMO_PASSWORD),
        seeded: true,
        email: `${username}@lindenhof.example`,
        phone_number: '+12175550100',
      },
    } as const;
    await commands.execute(new HandleAccount(command, { kind: 'system', part: 'seed' }));
  }
};

/** The reports lie beside this file and are read like any upload; both name patients of the clinic, and wait for somebody to validate them. */
const bringReports = async (commands: CommandBus, files: SealedFiles): Promise<void> => {
  const folder = new URL('./reports/', import.meta.url);
  for (const name of (await readdir(folder)).sort()) {
    const report_id = demoId(`report/${name}`);
    const bytes = await readFile(new URL(name, folder));
    await files.put(fileOfReport(report_id), bytes, `report:${report_id}`);
    const content_type = name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
    const data = { report_id, organization_id, name, content_type, bytes: bytes.length, ocr_type: 'tesseract' } as const;
    const command = { type: 'UploadReport', command_id: demoId(`report/${name}/command`), data } as const;
    await commands.execute(new HandleReport(command, as('assistant'), { organization_id }));
  }
};
