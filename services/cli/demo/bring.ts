import { readdir, readFile } from 'node:fs/promises';
import type { LabResultCommand } from '#contracts/lab-results';
import type { Actor } from '#infra/access/actor';
import { handleAccount } from '../../records/accounts/accounts.handlers.ts';
import { hashPassword } from '../../records/accounts/passwords.ts';
import { labParameterId } from '../../records/lab-parameters/lab-parameters.import.ts';
import { labResult } from '../../records/lab-results/lab-results.decider.ts';
import { organization } from '../../records/organizations/organizations.decider.ts';
import { HandlePatient, PatientsHandler } from '../../records/patients/patients.handlers.ts';
import { report } from '../../records/reports/reports.decider.ts';
import type { Kernel } from '../kernel.ts';
import { asNewPatient, clinic, DEMO_PASSWORD, demoId, patients, users } from './clinic.ts';
import { bringDiagnoses } from './bring-diagnoses.ts';
import { bringExaminations } from './bring-examinations.ts';
import { bringIntakes } from './bring-intakes.ts';
import { asEntries, type DemoResult, results } from './results.ts';

const { organization_id } = clinic;
const as = (username: string): Actor => ({ kind: 'system', part: 'seed', on_behalf_of: demoId(`user/${username}`) });
const parameterId = (code: string): string => labParameterId(code, '');

/** Brings in the synthetic clinic through the same deciders that serve everybody. Every id follows from a name: twice is harmless. */
export const bringDemonstration = async (kernel: Kernel): Promise<void> => {
  await kernel.streams.transact(
    organization,
    `organization-${organization_id}`,
    { type: 'RegisterOrganization', command_id: demoId('clinic/command'), data: clinic },
    { kind: 'system', part: 'seed' },
    { organization_id },
  );
  await bringUsers(kernel);
  await bringPatients(kernel);
  for (const [index, result] of results.entries()) await bringResult(kernel, result, `result/${index}`);
  await bringExaminations(kernel);
  await bringDiagnoses(kernel);
  await bringIntakes(kernel);
  await bringReports(kernel);
};

const bringUsers = async (kernel: Kernel): Promise<void> => {
  for (const { username, patient, ...person } of users) {
    await handleAccount(
      kernel,
      {
        type: 'RegisterUser',
        command_id: demoId(`user/${username}/command`),
        data: {
          user_id: demoId(`user/${username}`),
          username,
          ...person,
          organization_id: patient ? null : organization_id,
          patient_ids: patient ? [demoId(`patient/${patient}`)] : [],
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

const bringPatients = async ({ streams, reservations, access }: Kernel): Promise<void> => {
  const handler = new PatientsHandler(streams, reservations, access);
  for (const patient of patients) {
    const patient_id = demoId(`patient/${patient.key}`);
    const data = { patient_id, organization_id, may_set_email: true, ...asNewPatient(patient), comment: 'New entry' };
    await handler.execute(new HandlePatient({ type: 'RegisterPatient', command_id: demoId(`${patient.key}/command`), data }, as('doctor')));
  }
};

const bringResult = async ({ streams }: Kernel, result: DemoResult, name: string): Promise<void> => {
  const lab_result_id = demoId(name);
  const patient_id = demoId(`patient/${result.patient}`);
  const content = { collected: `${result.day}T08:30:00`, draft: result.draft ?? false };
  const tell = (command: LabResultCommand) =>
    streams.transact(labResult, `lab_result-${lab_result_id}`, command, as(result.assistant ? 'assistant' : 'doctor'), {
      organization_id,
      patient_id,
    });
  const first = result.corrected?.from ?? result.values;
  const { version } = await tell({
    type: 'RecordLabResult',
    command_id: demoId(`${name}/command`),
    data: { lab_result_id, patient_id, ...content, parameters: asEntries(first, parameterId), comment: 'New entry' },
  });
  if (!result.corrected) return;
  await tell({
    type: 'CorrectLabResult',
    command_id: demoId(`${name}/correction`),
    data: { lab_result_id, version, ...content, parameters: asEntries(result.values, parameterId), comment: result.corrected.reason },
  });
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
