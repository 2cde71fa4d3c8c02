import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { lastSeenStream } from '#contracts/items/last-seen';
import { projections } from '#projections/projections';
import { auditOf } from '#projections/history/audit';
import { type LabResultDocument, labResults as labResultsProjection } from '#projections/lab-results/lab-results.projection';
import { patients as patientsProjection } from '#projections/records/patients.projection';
import { pages as pagesProjection } from '#projections/reports/pages.projection';
import { withUploads } from '#projections/reports/upload-names';
import { KeyDestroyed } from '#infra/keys/keys';
import { readGrants } from '#infra/access/connections';
import { readInvitation } from '#infra/access/invitations';
import type { Opened } from '#infra/event-store/event-log';
import { printed, type Certificate } from '#services/cli/certificate';
import { clinic, demoId } from '#services/cli/demo/clinic';
import { explainedOperations } from '#services/cli/operations';
import { labResultOfPage } from '#services/reactions/reports/save-pages.reaction';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { report } from '#services/records/reports/reports.decider';
import { recognition } from '#tests/support/report-events';
import { LabCatalogue } from '#projections/lab-parameters/lab-catalogue';
import {
  addDiagnosis,
  addExamination,
  addExternalReport,
  addIntake,
  addInvitation,
  addLook,
  addPatient,
  addReport,
  addResult,
  approveInvitation,
  bringClinicAndCatalogues,
  CLI,
  documentsOf,
  type Running,
  run,
  temporaryFolder,
} from './kernel.ts';
import { searchFolder, writings } from './search.ts';
import { isInMongoDb } from '#tests/support/read-store';

const { organization_id } = clinic;
const user_id = demoId('user/doctor');

/** Words of somebody of whom nothing may be left; long enough that no ciphertext holds one by chance. */
const who = {
  first_name: 'Wilhelmina-Rosalind',
  last_name: 'Featherstonehaugh',
  maiden_name: 'Cholmondeley',
  city_of_birth: 'Llanfairpwllgwyngyll',
  address: '77 Quarrywater Terrace',
  email: 'wilhelmina@quarrywater.example',
  social_security_number: '900446688',
};
const comment = 'Mentioned her sister Philippa and the bakery';
const file = 'scan-featherstonehaugh-march.pdf';
const disease = 'Featherstone Valley fever of the left thumb';
const drug = 'Featherstone Drops with honey';
const pulse = 'Featherlight pulse at the bakery door';
const conclusion = 'Feathery shadow over the bakery';
/** What reading took for the name of a parameter. */
const parameter = 'Featherstonase of the bakery';
const words = [
  parameter,
  ...Object.values(who),
  comment,
  file,
  disease,
  drug,
  pulse,
  conclusion,
  'featherstonehaugh',
  'cholmondeley',
  '6688x-the-only-value',
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running;
let patient_id: string;
let lab_result_id: string;
let intake_id: string;
let examination_id: string;
let external: Awaited<ReturnType<typeof addExternalReport>>;
let said: Awaited<ReturnType<typeof addDiagnosis>>;
let ortiz: string;
/** Invitations of the clinic: one that waits, and one by which an account was connected. */
let waiting: string;
let accepted: string;
/** A person whose account has other words than the record. */
const account = randomUUID();
let own: Awaited<ReturnType<typeof addReport>>;
let mixed: Awaited<ReturnType<typeof addReport>>;
let certificate: Certificate;

const [known] = recognition.row_data;
const { parameter_id: _parameter, ...unknown } = known!;
const row_data = [
  known!,
  {
    ...unknown,
    id: 'unknown',
    field_value: { ...unknown.field_value, name: { field_value: parameter, region: null } },
    doubts: ['unknown-name' as const],
  },
];
const page = { patient_first_name: who.first_name, patient_last_name: who.last_name, row_data };
const erase = (id: string, reason = 'Asked for in writing') =>
  explainedOperations(running.kernel)['erase patient']({ patient_id: id, reason }, () => undefined) as Promise<Certificate>;
const eventsOf = async (stream: string): Promise<Opened[]> => {
  const events: Opened[] = [];
  for await (const opened of running.kernel.log.read(stream)) events.push(opened);
  return events;
};

/** Words of the record in what is opened with all keys that there are: each as '<word> in <where>'. */
const wordsOpened = async (): Promise<string[]> => {
  const { log, files, sealedFiles } = running.kernel;
  const found = new Set<string>();
  const look = (text: string, where: string) => {
    for (const word of words) if (text.toLowerCase().includes(word.toLowerCase())) found.add(`${word} in ${where}`);
  };
  for await (const stored of log.store.readAll()) {
    const opened = await log.open(stored);
    if (opened.kind === 'opened') look(JSON.stringify(opened.event.data), stored.type);
  }
  for await (const { name } of files.list('')) {
    const bytes = await sealedFiles.get(name);
    // a page of somebody else, whose image the test calls by the name of its upload
    if (bytes instanceof Uint8Array && name !== `page/${mixed.pages[1]}`) look(Buffer.from(bytes).toString('utf8'), name);
  }
  return [...found].sort();
};

beforeAll(async () => {
  folder = await temporaryFolder();
  running = await run(folder.path);
  const { kernel } = running;
  await bringClinicAndCatalogues(kernel);
  ortiz = await addPatient(kernel, { organization_id, first_name: 'Liam', last_name: 'Ortizo', social_security_number: '900-31-7755' });
  patient_id = await addPatient(kernel, { organization_id, ...who }, comment);
  lab_result_id = await addResult(kernel, { patient_id, organization_id }, '1.08', comment);
  for (let n = 0; n < 40; n++) await addResult(kernel, { patient_id, organization_id }, `1.${n}`, `${comment} ${n}`);
  said = await addDiagnosis(kernel, { patient_id, organization_id }, disease, comment);
  intake_id = await addIntake(kernel, { patient_id, organization_id }, drug);
  examination_id = await addExamination(kernel, { patient_id, organization_id }, pulse);
  external = await addExternalReport(kernel, { patient_id, organization_id }, conclusion);
  await addLook(kernel, patient_id, organization_id, user_id);
  waiting = await addInvitation(kernel, { patient_id, organization_id }, who);
  accepted = await addInvitation(kernel, { patient_id, organization_id }, who);
  await approveInvitation(kernel, accepted, account);
  const born = '1961-03-09T00:00:00';
  own = await addReport(kernel, { organization_id, name: file }, [
    { match: { patient_id, candidates: 1 }, says: page },
    { says: { patient_first_name: null, patient_last_name: null, date_of_birth: null } },
  ]);
  // named after the one whose record goes
  mixed = await addReport(kernel, { organization_id, name: `${who.last_name} and another.pdf` }, [
    { says: page, validated: { patient_id, first_name: who.first_name, last_name: who.last_name, date_of_birth: born } },
    { validated: { patient_id: ortiz, first_name: 'Liam', last_name: 'Ortizo', date_of_birth: born } },
  ]);
  await running.settled();
}, 60_000);
afterAll(async () => {
  await running.close();
  await folder.remove();
});

describe('decision 3.8: erasing a patient record', () => {
  it('is looked for by a search that finds a word in every writing, and the words of the record while it is there', async () => {
    const control = 'Planted-Control-Word';
    const path = join(folder.path, 'control');
    for (const writing of writings(control)) {
      await writeFile(path, Buffer.concat([Buffer.from([0, 255, 7]), writing, Buffer.from([9])]));
      expect(await searchFolder(folder.path, [control])).toEqual([`${control} in control`]);
    }
    for (const shift of ['', 'x', 'xx']) {
      await writeFile(path, Buffer.from(`${shift}${control}yz`).toString('base64'));
      expect(await searchFolder(folder.path, [control])).toEqual([`${control} in control`]);
    }
    await writeFile(path, '');
    const opened = await wordsOpened();
    for (const word of [...Object.values(who), comment, file, disease, drug, pulse, conclusion, parameter])
      expect(opened.map((found) => found.split(' in ')[0])).toContain(word);
    const found = (await searchFolder(folder.path, words)).join('\n');
    expect(found).toContain(`${who.email} in outbox/`);
    expect((await new LabCatalogue(running.kernel.reader).listed(['AutomaticallyRequested'])).map((one) => one.primary_alias)).toContain(
      parameter,
    );
    for (const word of [who.last_name, who.email, comment, disease, drug, pulse, conclusion, file, parameter])
      expect(found).toContain(`${word} in ${isInMongoDb ? 'MongoDB' : 'documents.sqlite'}`);
  });

  it('refuses a reason that tells who it was, and what does not exist, and changes nothing', async () => {
    const before = await running.kernel.events.head();
    await expect(erase(patient_id, `Ms Featherstonehaugh asked for it`)).rejects.toThrow(/leave out names/);
    await expect(erase(patient_id, `Number 900-44-6688 asked`)).rejects.toThrow(/leave out names/);
    await expect(erase(randomUUID())).rejects.toThrow(/does not exist/);
    await expect(erase('nobody')).rejects.toThrow(/patient_id/);
    expect(await running.kernel.events.head()).toBe(before);
  });

  it('is certified: what went when, and the hashes of what stands', async () => {
    certificate = await erase(patient_id);
    await running.settled();
    expect(certificate).toMatchObject({
      patient_id,
      organization_id,
      reason: 'Asked for in writing',
      ordered_by: { system: 'cli' },
      whole: true,
      kept_pages: [mixed.pages[1]],
    });
    const subjects = [...own.pages, mixed.pages[0]].map((id) => `page:${id}`);
    const uploads = [own, mixed].map(({ report_id }) => `report:${report_id}`);
    const invited = [waiting, accepted].map((id) => `invitation:${id}`);
    expect(certificate.keys.map(({ subject }) => subject).sort()).toEqual(
      [...subjects, ...uploads, ...invited, `patient:${patient_id}`].sort(),
    );
    expect(certificate.left).toEqual([]);
    for (const key of certificate.keys) {
      expect(key.key_ids).toHaveLength(1);
      expect(key.destroyed_at! >= certificate.ordered_at && key.destroyed_at! <= certificate.erased_at).toBe(true);
    }
    expect(certificate.files.toSorted()).toEqual(
      [
        ...own.pages.map((id) => `page/${id}`),
        `page/${mixed.pages[0]}`,
        `report/${own.report_id}`,
        `report/${mixed.report_id}`,
        `external-report/${external.file_id}`,
      ].sort(),
    );
    expect(Object.fromEntries(certificate.documents.map(({ projection, count }) => [projection, count]))).toMatchObject({
      patients: 1,
      'lab-results': 43,
      intakes: 1,
      diagnoses: 1,
      examinations: 1,
      'external-reports': 1,
      'measurement-usage': 1,
      'examination-templates': 1,
      comments: 1,
      'medical-items': 46,
      reports: 2,
      pages: 3,
      invitations: 2,
    });
    expect(certificate.erased.events).toBeGreaterThan(40);
    expect(printed(certificate)).toContain(certificate.log.chain_hash);
  });

  it('leaves no word of it in any byte of any file, while the program runs and after it was closed', async () => {
    expect(await searchFolder(folder.path, words)).toEqual([]);
    await running.close();
    expect(await searchFolder(folder.path, words)).toEqual([]);
    running = await run(folder.path);
    await running.settled();
    expect(await searchFolder(folder.path, words)).toEqual([]);
  });

  it('leaves no word of it in any event or file that the remaining keys open', async () => expect(await wordsOpened()).toEqual([]));

  it('leaves no invitation, no mail that names the person, and no connection that an invitation of the clinic gave', async () => {
    const { log, mail } = running.kernel;
    for (const id of [waiting, accepted]) expect(await readInvitation(log, id)).toEqual({ status: 'none' });
    expect(await readGrants(log, account)).toEqual([]);
    expect(await mail.outbox()).toEqual([]);
  });

  it('is answered again with the same proof and orders nothing twice', async () => {
    const head = await running.kernel.events.head();
    const { issued_at: _, ...again } = await erase(patient_id, 'Another reason');
    const { issued_at: __, ...first } = certificate;
    expect(again).toEqual(first);
    expect(await running.kernel.events.head()).toBe(head);
  });

  it('leaves nobody a way to the record', async () => {
    const { access, reader } = running.kernel;
    await expect(access.patientScope(CLI, patient_id)).rejects.toMatchObject({ status: 404 });
    expect(await reader.get(patientsProjection, patient_id)).toBeUndefined();
    for (const id of [...own.pages, mixed.pages[0]!]) expect(await reader.get(pagesProjection, id)).toBeUndefined();
    expect(await new LabCatalogue(reader).listed(['AutomaticallyRequested'])).toEqual([]);
    await expect(addResult(running.kernel, { patient_id, organization_id }, '2.0')).rejects.toMatchObject({ status: 404 });
    for (const stream of [
      `lab_result-${lab_result_id}`,
      `intake-${intake_id}`,
      `examination-${examination_id}`,
      `diagnosis-${said.diagnosis_id}`,
      `comment-${said.comment_id}`,
      `external_report-${external.report_id}`,
      lastSeenStream(user_id, patient_id),
    ]) {
      const kinds = (await eventsOf(stream)).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(['erased']));
    }
  });

  it('takes whole reports of external records along, and none comes back', async () => {
    const { kernel } = running;
    expect(await kernel.sealedFiles.get(`external-report/${external.file_id}`)).toBeUndefined();
    await expect(addExternalReport(kernel, { patient_id, organization_id }, 'again')).rejects.toThrow(KeyDestroyed);
  });

  it('shows who and when in the history, and that it was erased', async () => {
    const { entries } = auditOf('patient', await eventsOf(`patient-${patient_id}`), new Map());
    expect(entries.map(({ action }) => action)).toEqual(['Erased', 'Erasure ordered', 'Erased']);
    expect(entries.map(({ created_by }) => created_by)).toEqual(['Unknown user', 'System', 'System']);
    for (const entry of entries) {
      expect(entry).toMatchObject({ erased: true, changes: [], sources: [] });
      expect(entry).not.toHaveProperty('comment');
    }
  });

  it('gives the number free', async () => {
    const again = await addPatient(running.kernel, { organization_id, social_security_number: who.social_security_number });
    await running.settled();
    await erase(again);
  });

  it('leaves the pages of others, their images and what was taken from them', async () => {
    const { reader, sealedFiles, streams } = running.kernel;
    const kept = mixed.pages[1]!;
    expect(await reader.get(pagesProjection, kept)).toMatchObject({ validation: { patient_id: ortiz } });
    expect(await sealedFiles.get(`page/${kept}`)).toBeInstanceOf(Uint8Array);
    expect(await sealedFiles.get(`page/${mixed.pages[0]}`)).toBeUndefined();
    expect(await sealedFiles.get(`report/${mixed.report_id}`)).toBeUndefined();
    // what was taken from it names the upload no more, for it named the one who is gone
    const result = labResultOfPage(kept, ortiz);
    const [taken] = await withUploads(reader, [(await reader.get<LabResultDocument>(labResultsProjection, result))!]);
    expect(taken?.comment).toBe('Read from an upload that is gone, page 2');
    const { state: stored } = await streams.load(labResult, `lab_result-${result}`, CLI);
    expect(JSON.stringify(stored)).not.toContain(who.last_name);
    const { state } = await streams.load(report, `report-${mixed.report_id}`, CLI);
    expect(state).toMatchObject({ pages: { [kept]: { validation: { patient_id: ortiz } } } });
  });

  it('is the same after every projection was built anew', async () => {
    const before = await documentsOf(running.kernel);
    for (const { name } of projections) await running.kernel.runner.rebuild(name);
    expect(await documentsOf(running.kernel)).toEqual(before);
    expect(await searchFolder(folder.path, words)).toEqual([]);
  });

  it('leaves another clinic’s record of the same person untouched', async () => {
    const { kernel } = running;
    const elsewhere = randomUUID();
    const person = { first_name: 'Ottoline', last_name: 'Ravenscroft', social_security_number: '900-12-3456' };
    const [here, there] = [
      await addPatient(kernel, { organization_id, ...person }),
      await addPatient(kernel, { organization_id: elsewhere, ...person }),
    ];
    const names = { patient_first_name: 'Ottoline', patient_last_name: 'Ravenscroft' };
    const theirs = await addReport(kernel, { organization_id: elsewhere, name: 'theirs.pdf' }, [
      { says: names, match: { patient_id: there, candidates: 1 } },
    ]);
    await running.settled();
    await erase(here);
    await running.settled();
    expect(await kernel.reader.get(patientsProjection, there)).toMatchObject({ last_name: 'Ravenscroft' });
    expect(await kernel.reader.get(pagesProjection, theirs.pages[0]!)).toBeDefined();
    expect(await kernel.reservations.ownerOf('social-security-number', `${elsewhere}:900123456`)).toBe(there);
    expect(await kernel.reservations.ownerOf('social-security-number', `${organization_id}:900123456`)).toBeUndefined();
    expect((await eventsOf(`patient-${there}`)).map(({ kind }) => kind)).toEqual(['opened']);
  });

  it('waits while a report of the patient is being read', async () => {
    const id = await addPatient(running.kernel, { organization_id, social_security_number: '900-55-0001' });
    await addReport(running.kernel, { organization_id, name: 'x.pdf', patient_id: id }, [], false);
    await expect(erase(id)).rejects.toThrow(/being read/);
  });
});
