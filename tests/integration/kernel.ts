import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fileOfForm } from '#contracts/stored-files';
import type { IntakeCommand } from '#contracts/treatments/intakes';
import type { LabResultCommand } from '#contracts/lab/lab-results';
import type { NewPatient, PatientCommand } from '#contracts/people/patients';
import type { RecognisedPage } from '#contracts/observations/recognition';
import type { PatientMatch, ReportCommand, ValidatedRow } from '#contracts/reports/reports';
import type { Settings } from '#infra/config/configuration';
import type { Actor, UserActor } from '#infra/event-store/actor';
import { officeParameterId } from '#catalogues/office-parameter';
import { positionToken } from '#infra/event-store/position-token';
import { projections } from '#projections/projections';
import { collectionOf, readBuilds } from '#projections/runner/builds';
import { createApplication } from '#services/cli/application';
import { type Kernel, openKernel } from '#services/cli/kernel';
import { bringClinic, bringStarterCatalogues } from '#services/cli/seed';
import { Workers } from '#services/cli/workers';
import { recordDocuments } from '#services/cli/read-engine';
import { reactions } from '#services/cli/reactions';
import { ReactionRunner } from '#services/reactions/reaction-runner';
import { comment as commentDecider } from '#services/records/comments/comments.decider';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { externalReport } from '#services/records/external-reports/external-reports.decider';
import { importNote } from '#services/records/import-notes/import-notes.decider';
import { intake } from '#services/records/intakes/intakes.decider';
import { examination } from '#services/records/examinations/examinations.decider';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { HandlePatient, PatientsHandler } from '#services/records/patients/patients.handlers';
import { MarkSeen, LastSeenHandler } from '#services/records/last-seen/last-seen.handlers';
import { report } from '#services/records/reports/reports.decider';
import { invitation } from '#services/records/invitations/invitations.decider';
import { issueCode } from '#infra/access/codes';
import { endEventStoresOf, eventStoreOf } from '#tests/support/event-store';
import { endMessagingOf, messagingOf } from '#tests/support/messaging';
import { endReadStoresOf, filesOf, keysOf, readStoreOf } from '#tests/support/read-store';
import { settingsFor } from '#tests/support/settings';
import { completeIntake } from '#tests/support/intake-rules';
import { recognition, validatedRow } from '#tests/support/report-events';

export const CLI: Actor = { kind: 'system', part: 'cli' };
const STAFF: Actor = { kind: 'system', part: 'seed', on_behalf_of: 'd7c8c9e4-58f2-4d4d-9a5c-3f1c1c1c1c01' };

export { settingsFor };
/** The same, with events, read models, files, keys and jobs where this run of tests has them. */
export const settingsOn = async (data: string): Promise<Settings> => ({
  ...settingsFor(data),
  event_store: await eventStoreOf(data),
  read_store: readStoreOf(data),
  files: filesOf(data),
  keys: keysOf(data),
  messaging: messagingOf(data),
});

/** The product without its web server: engines, projections and reactions on a data folder. */
export interface Running {
  data: string;
  kernel: Kernel;
  reactionRunner: ReactionRunner;
  /** Everything in the log by now is folded and followed. */
  settled(): Promise<void>;
  /** Ends it; the folder stays. */
  close(): Promise<void>;
}

/** Opens the engines; a fault that would end the product is thrown. */
export const openWith = (settings: Settings): Promise<Kernel> =>
  openKernel(settings, (error) => {
    throw error;
  });

const settledOf =
  ({ runner }: Kernel, reactionRunner: Pick<ReactionRunner, 'settled'>) =>
  async (): Promise<void> => {
    await reactionRunner.settled();
    await runner.settled();
  };

export const run = async (data: string, settings: Partial<Settings> = {}): Promise<Running> => {
  const kernel = await openWith({ ...(await settingsOn(data)), ...settings });
  const { log, documents: store, messaging } = kernel;
  const reactionRunner = new ReactionRunner({ log, store, messaging, reactions: reactions(kernel), backoff: () => 20 });
  await kernel.runner.start();
  await recordDocuments(data, kernel.settings);
  await reactionRunner.start();
  return {
    data,
    kernel,
    reactionRunner,
    settled: settledOf(kernel, reactionRunner),
    close: async () => {
      await reactionRunner.stop();
      await kernel.runner.stop();
      await kernel.close();
    },
  };
};

export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  return {
    path,
    remove: async () => {
      await endEventStoresOf(path);
      await endReadStoresOf(path);
      await endMessagingOf(path);
      await rm(path, { recursive: true, force: true });
    },
  };
};

/** The clinic of the demonstration with its staff and the starter catalogues. */
export const bringClinicAndCatalogues = async (kernel: Kernel): Promise<void> => {
  await bringStarterCatalogues(kernel);
  await bringClinic(kernel);
};

/** What every projection serves by its name and the document's id, removed documents left out. */
export const documentsOf = async ({ documents }: Pick<Kernel, 'documents'>): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {};
  for (const projection of projections) {
    const builds = await readBuilds(documents, projection);
    for await (const { id, data } of documents.scan(collectionOf(projection, builds!.serving!))) {
      if (data !== null) all[`${projection.name}/${id}`] = data;
    }
  }
  return all;
};

export type Person = Partial<NewPatient> & { organization_id: string; social_security_number: string };

/** Adds a patient through the handler that serves everybody; answers its id. */
export const addPatient = async (
  { streams, reservations, access }: Pick<Kernel, 'streams' | 'reservations' | 'access'>,
  person: Person,
  comment = 'New entry',
): Promise<string> => {
  const patient_id = randomUUID();
  const data = {
    first_name: 'Ida',
    last_name: 'Berg',
    sex: 'Female',
    date_of_birth: '1961-03-09T00:00:00',
    city_of_birth: 'Bern',
    country_of_birth: 'Switzerland',
    agreed_to_research: true,
    fhir_synchronization_enabled: false,
    ...person,
    patient_id,
    may_set_email: true,
    comment,
  };
  const command = { type: 'RegisterPatient', command_id: randomUUID(), data } as PatientCommand;
  await new PatientsHandler(streams, reservations, access).execute(new HandlePatient(command, STAFF));
  return patient_id;
};

/** A treatment whose product, notes, reason and change of dosage are in these words; answers its id. */
export const addIntake = async (
  { streams }: Pick<Kernel, 'streams'>,
  patient: { patient_id: string; organization_id: string },
  words: string,
): Promise<string> => {
  const intake_id = randomUUID();
  const medication = { id: 'product', proprietary_name: words, nonproprietary_name: 'metformin hydrochloride' };
  const data = { ...completeIntake, intake_id, patient_id: patient.patient_id, medication, notes: words, comment: words };
  const tell = (command: IntakeCommand) => streams.transact(intake, `intake-${intake_id}`, command, STAFF, patient);
  await tell({ type: 'RecordIntake', command_id: randomUUID(), data });
  const { form, quantity, frequency, period, period_unit, as_needed } = data;
  const regimen = { form, quantity, frequency, period, period_unit, as_needed, dosages: [{ ...data.dosages[0]!, dose: '850' }] };
  const change = { intake_id, version: 0, change_date: '2026-03-05T00:00:00', ...regimen, comment: words };
  await tell({ type: 'ChangeDosage', command_id: randomUUID(), data: change });
  return intake_id;
};

/** A diagnosis of these words with a comment of the patient on it; answers the ids of both. */
export const addDiagnosis = async (
  { streams }: Pick<Kernel, 'streams'>,
  patient: { patient_id: string; organization_id: string },
  text: string,
  words: string,
): Promise<{ diagnosis_id: string; comment_id: string }> => {
  const [diagnosis_id, comment_id] = [randomUUID(), randomUUID()];
  const { patient_id } = patient;
  const content = { disease: { id: 'Z99', code: 'Z99', text }, time_from: '2025-08-14T00:00:00', time_to: null, draft: false };
  const data = { diagnosis_id, patient_id, ...content, comment: words };
  const record = { type: 'RecordDiagnosis', command_id: randomUUID(), data } as const;
  await streams.transact(diagnosis, `diagnosis-${diagnosis_id}`, record, STAFF, patient);
  const said = { comment_id, patient_id, diagnose_id: diagnosis_id, by_patient: true, comment: words };
  const write = { type: 'WriteComment', command_id: randomUUID(), data: said } as const;
  await streams.transact(commentDecider, `comment-${comment_id}`, write, STAFF, patient);
  return { diagnosis_id, comment_id };
};

/** A note of an import that left out an allergy of this name; answers its id. */
export const addImportNote = async (
  { streams }: Pick<Kernel, 'streams'>,
  patient: { patient_id: string; organization_id: string },
  name: string,
): Promise<string> => {
  const note_id = randomUUID();
  const left_out = [{ type: 'AllergyIntolerance', count: 1, names: [name] }];
  const data = { note_id, patient_id: patient.patient_id, source: 'County hospital', taken: 1, total: 2, left_out, remarks: [] };
  const command = { type: 'NoteImport', command_id: randomUUID(), data } as const;
  await streams.transact(importNote, `import_note-${note_id}`, command, CLI, patient);
  return note_id;
};

/** A report of an external record with this conclusion and as a web page; answers the ids of both. */
export const addExternalReport = async (
  { streams, sealedFiles }: Pick<Kernel, 'streams' | 'sealedFiles'>,
  patient: { patient_id: string; organization_id: string },
  conclusion: string,
): Promise<{ report_id: string; file_id: string }> => {
  const [report_id, file_id] = [randomUUID(), randomUUID()];
  await sealedFiles.put(fileOfForm(file_id), Buffer.from(`<p>${conclusion}</p>`), `patient:${patient.patient_id}`);
  const data = {
    report_id,
    patient_id: patient.patient_id,
    source: { system: 'County hospital', reference: `DiagnosticReport/${report_id}`, version: '1', digest: report_id },
    ...{ name: 'Biopsy', status: 'final', date: '2026-02-14T00:00:00', conclusion },
    forms: [{ content_type: 'text/html', file_id }],
    results: [],
    confirmed_by: [],
  };
  const command = { type: 'TakeExternalReport', command_id: randomUUID(), data } as const;
  await streams.transact(externalReport, `external_report-${report_id}`, command, CLI, patient);
  return { report_id, file_id };
};

/** An examination whose writer, words and reason are these; answers its id. */
export const addExamination = async (
  { streams }: Pick<Kernel, 'streams'>,
  patient: { patient_id: string; organization_id: string },
  words: string,
): Promise<string> => {
  const examination_id = randomUUID();
  const pulse = { entry_id: 'a', parameter_id: officeParameterId('8867-4', ''), parameter_name: 'Heart rate', unit: '/min' };
  const measurements = [{ ...pulse, parameter_value: null, text: words }];
  const content = { collected: '2025-08-14T08:30:00', draft: false, note_writer: words, measurements, comment: words };
  const data = { examination_id, patient_id: patient.patient_id, ...content };
  const command = { type: 'RecordExamination', command_id: randomUUID(), data } as const;
  await streams.transact(examination, `examination-${examination_id}`, command, STAFF, patient);
  return examination_id;
};

export const addResult = async (
  { streams }: Pick<Kernel, 'streams'>,
  patient: { patient_id: string; organization_id: string },
  value: string,
  comment = 'New entry',
  flag?: string,
): Promise<string> => {
  const lab_result_id = randomUUID();
  const parameters = [{ entry_id: 'a', parameter_id: null, name: 'Creatinine', value, unit: 'mg/dL', min: '0.6', max: '1.3', flag }];
  const data = { lab_result_id, patient_id: patient.patient_id, collected: '2025-08-14T08:30:00', draft: false, parameters, comment };
  const command: LabResultCommand = { type: 'RecordLabResult', command_id: randomUUID(), data };
  await streams.transact(labResult, `lab_result-${lab_result_id}`, command, STAFF, patient);
  return lab_result_id;
};

/** A look of this person of the clinic at the record, up to the end of the log. */
export const addLook = async ({ log, access }: Kernel, patient_id: string, organization_id: string, user_id: string): Promise<void> => {
  const doctor: UserActor = { kind: 'user', user_id, session_id: user_id, roles: ['Doctor'], organization_id, patient_ids: [], name: '' };
  const until = positionToken(log.store.log_id, await log.store.head());
  await new LastSeenHandler(log, access).execute(new MarkSeen(patient_id, { kind: 'history', until }, randomUUID(), doctor));
};

/** An invitation of a clinic to the patient of its record, by a mail to this address; answers its id. */
export const addInvitation = async (
  { streams }: Pick<Kernel, 'streams'>,
  { patient_id, organization_id }: { patient_id: string; organization_id: string },
  person: { first_name: string; last_name: string; email: string },
): Promise<string> => {
  const invitation_id = randomUUID();
  const of = { invitation_type: 'ClinicInvitesPatient', organization_id, from_organization_id: null, patient_id, user_id: null } as const;
  const { first_name, last_name, email } = person;
  const code = issueCode(60_000);
  const data = { invitation_id, ...of, email, first_name, last_name, clinic: null, code };
  const send = { type: 'SendInvitation', command_id: randomUUID(), data } as const;
  await streams.transact(invitation, `invitation-${invitation_id}`, send, STAFF, { organization_id });
  return invitation_id;
};

/** A person's yes to it. */
export const approveInvitation = async ({ streams }: Pick<Kernel, 'streams'>, invitation_id: string, user_id: string): Promise<void> => {
  const data = { invitation_id, side: 'patient', user_id, now: new Date().toISOString() } as const;
  const approve = { type: 'ApproveInvitation', command_id: randomUUID(), data } as const;
  await streams.transact(invitation, `invitation-${invitation_id}`, approve, STAFF);
};

export interface PageSaid {
  match?: Partial<PatientMatch>;
  says?: Partial<RecognisedPage>;
  /** Validated by a person for this patient, who is named so in the record. */
  validated?: { patient_id: string; first_name: string; last_name: string; date_of_birth: string };
  /** Rows that were validated besides. */
  rows?: ValidatedRow[];
}

/** An upload with pages as reading leaves them, each with an image of its own. */
export const addReport = async (
  { streams, sealedFiles }: Pick<Kernel, 'streams' | 'sealedFiles'>,
  upload: { organization_id: string; name: string; patient_id?: string },
  pages: readonly PageSaid[],
  isFinished = true,
): Promise<{ report_id: string; pages: string[] }> => {
  const report_id = randomUUID();
  const { organization_id } = upload;
  const tell = (command: { type: ReportCommand['type']; data: object }) =>
    streams.transact(report, `report-${report_id}`, { ...command, command_id: randomUUID() } as ReportCommand, STAFF, { organization_id });
  const bytes = Buffer.from(`The file ${upload.name} itself`);
  await sealedFiles.put(`report/${report_id}`, bytes, `report:${report_id}`);
  const data = { report_id, ...upload, content_type: 'application/pdf', bytes: bytes.length, ocr_type: 'tesseract' };
  await tell({ type: 'UploadReport', data });
  await tell({ type: 'StartReading', data: { report_id, attempt: 1 } });
  const ids: string[] = [];
  for (const [index, { match, says }] of pages.entries()) {
    const page_id = randomUUID();
    ids.push(page_id);
    await sealedFiles.put(`page/${page_id}`, Buffer.from(`The image of page ${index + 1} of ${upload.name}`), `page:${page_id}`);
    const read = { ...recognition, page: index + 1, ...says };
    const found = { patient_id: null, candidates: 0, inherited: false, ...match };
    await tell({ type: 'RecordReadPage', data: { report_id, page_id, page_number: index + 1, recognition: read, match: found } });
  }
  if (isFinished) await tell({ type: 'FinishReading', data: { report_id } });
  for (const [index, { validated, rows: more = [] }] of pages.entries()) {
    if (!validated) continue;
    const { patient_id, ...patient } = validated;
    const page = { report_id, page_id: ids[index]!, page_version: 1, collected: '2025-08-14T00:00:00', issued_by_user: true };
    const rows = { row_data: [validatedRow('creatinine', '1.08'), ...more], other_person_confirmed: true };
    await tell({ type: 'ValidatePage', data: { ...page, ...rows, patient_id, patient } });
  }
  return { report_id, pages: ids };
};

/** The whole product behind HTTP, with its workers and without the web. */
export interface Application {
  kernel: Kernel;
  app: NestFastifyApplication;
  /** Everything in the log by now is folded and followed. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Serves engines that were opened; stopping it closes them. */
export const serve = async (kernel: Kernel): Promise<Application> => {
  const workers = await Workers.start(kernel);
  const app = await createApplication(kernel, workers.notices, workers.ocrInstances, '1.2.3', '');
  await app.getHttpAdapter().getInstance().ready();
  const stop = async () => {
    await workers.notices.stop();
    await app.close();
    await workers.stop();
    await kernel.close();
  };
  return { kernel, app, settled: settledOf(kernel, kernel.reactionRunner), stop };
};

/** The application on a folder of its own, which goes when it is stopped. */
export const openApplication = async (settings: Partial<Settings> = {}): Promise<Application> => {
  const folder = await temporaryFolder();
  const { stop, ...application } = await serve(await openWith({ ...(await settingsOn(folder.path)), ...settings }));
  return { ...application, stop: () => stop().then(() => folder.remove()) };
};
