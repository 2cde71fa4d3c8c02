import { readdir, readFile } from 'node:fs/promises';
import { type ItemKind, ITEM_KINDS, itemKinds } from '#contracts/item-kinds';
import type { PatientCommand } from '#contracts/patients';
import type { Actor } from '#infra/access/actor';
import type { CommandShape, Decider } from '#infra/event-store/decider';
import { handleAccount } from '../../records/accounts/accounts.handlers.ts';
import { hashPassword } from '../../records/accounts/passwords.ts';
import { comment } from '../../records/comments/comments.decider.ts';
import { diagnosis } from '../../records/diagnoses/diagnoses.decider.ts';
import { examination } from '../../records/examinations/examinations.decider.ts';
import { intake } from '../../records/intakes/intakes.decider.ts';
import { labResult } from '../../records/lab-results/lab-results.decider.ts';
import { organization } from '../../records/organizations/organizations.decider.ts';
import { HandlePatient, PatientsHandler } from '../../records/patients/patients.handlers.ts';
import { report } from '../../records/reports/reports.decider.ts';
import type { Kernel } from '../kernel.ts';
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

// `any`: a decider takes only commands of its own kind; which decider gets a command is found out at run time
const DECIDERS: Readonly<Record<ItemKind, Decider<any, any, any>>> = {
  diagnoses: diagnosis,
  intakes: intake,
  'lab-results': labResult,
  examinations: examination,
};

/** Brings in the synthetic clinic through the same deciders that serve everybody. */
export const bringDemonstration = async (kernel: Kernel): Promise<void> => {
  await kernel.streams.transact(
    organization,
    `organization-${organization_id}`,
    { type: 'RegisterOrganization', command_id: demoId('clinic/command'), data: clinic },
    { kind: 'system', part: 'seed' },
    { organization_id },
  );
  await bringUsers(kernel);
  await bringRecords(kernel);
  await bringReports(kernel);
};

const bringUsers = async (kernel: Kernel): Promise<void> => {
  for (const { username, patient_id, ...person } of users) {
    await handleAccount(
      kernel,
      {
        type: 'RegisterUser',
        command_id: demoId(`user/${username}/command`),
        data: {
          user_id: demoId(`user/${username}`),
          username,
          ...person,
          organization_id: patient_id ? null : organization_id,
          patient_ids: patient_id ? [patient_id] : [],
          password_hash: await hashPassword(DEMO_PASSWORD),
          seeded: false,
          email: `${username}@lindenhof.example`,
          phone_number: '+12175550100',
        },
      },
      { kind: 'system', part: 'seed' },
    );
  }
};

/** Items go to their deciders: they were entered in former years, whatever the catalogues list by now. */
const bringRecords = async ({ streams, reservations, access }: Kernel): Promise<void> => {
  const patients = new PatientsHandler(streams, reservations, access);
  const patientOf = new Map<string, string>();
  for (const { by, ...command } of await demoCommands()) {
    const { data } = command;
    if (command.type === 'RegisterPatient') {
      await patients.execute(new HandlePatient(command as unknown as PatientCommand, as(by)));
      continue;
    }
    const kind = ITEM_KINDS.find((one) => itemKinds[one].id in data && !('comment_id' in data));
    const [decider, stream] = kind
      ? [DECIDERS[kind], `${itemKinds[kind].stream}-${String(data[itemKinds[kind].id])}`]
      : [comment as Decider<any, any, any>, `comment-${String(data['comment_id'])}`];
    // commands that correct or remove do not name the patient: the one that recorded the item did
    if (typeof data['patient_id'] === 'string') patientOf.set(stream, data['patient_id']);
    await streams.transact(decider, stream, command, as(by), { organization_id, patient_id: patientOf.get(stream)! });
  }
};

/** The reports lie beside this file and are read like any upload; both name patients of the clinic, and wait for somebody to validate them. */
const bringReports = async ({ streams, sealedFiles }: Kernel): Promise<void> => {
  const folder = new URL('./reports/', import.meta.url);
  for (const name of (await readdir(folder)).sort()) {
    const report_id = demoId(`report/${name}`);
    const bytes = await readFile(new URL(name, folder));
    await sealedFiles.put(`report/${report_id}`, bytes, `report:${report_id}`);
    const content_type = name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
    const data = { report_id, organization_id, name, content_type, bytes: bytes.length, ocr_type: 'tesseract' as const };
    await streams.transact(
      report,
      `report-${report_id}`,
      { type: 'UploadReport', command_id: demoId(`report/${name}/command`), data },
      as('assistant'),
      { organization_id },
    );
  }
};
