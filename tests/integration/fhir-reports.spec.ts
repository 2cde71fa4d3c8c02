import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_REPORT_TEXT, type ExternalReportView } from '#contracts/items/external-reports';
import type { ImportNoteView } from '#contracts/people/import-notes';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { PatientView } from '#contracts/people/patients';
import { fileOfForm } from '#contracts/stored-files';
import { bringStarterCatalogues } from '#services/cli/seed';
import { explainedOperations } from '#services/cli/operations';
import { positionToken } from '#infra/event-store/position-token';
import type { JsonObject } from '#infra/read-store/read-store';
import { externalReports } from '#projections/records/external-reports.projection';
import { LONGEST_UNNAMED, sweepFiles } from '#services/cli/sweep';
import type { ImportReport } from '#services/fhir-import/tally';
import { addClinic, addPerson, addRecord, app, call, connectAccount, kernel, type Person, settled, startApplication } from './clinics.ts';
import { bundle, lab, person, version, vital } from './fhir-clinic.ts';

startApplication();

let [folder, organization, number] = ['', '', 0];
let [doctor, stranger] = [] as unknown as [Person, Person];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-reports-'));
  await bringStarterCatalogues(kernel);
  organization = await addClinic('Aare');
  doctor = await addPerson(['Doctor'], organization);
  stranger = await addPerson(['Doctor'], await addClinic('Birs'));
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const take = async (...resources: object[]): Promise<ImportReport> => {
  const path = join(folder, `${++number}.json`);
  await writeFile(path, bundle(...resources));
  const args = { paths: [path], organization, source: 'County hospital' };
  const report = (await explainedOperations(kernel)['fhir import'](args, () => undefined)) as ImportReport;
  await settled();
  return report;
};
const partsOf = ({ skipped }: ImportReport, reference: string) =>
  skipped.flatMap((one) => (one.reference === reference ? [one.reason] : []));
const counts = ({ resources }: ImportReport) => resources['DiagnosticReport'];

/** Reads as this person; 404 throws. */
const read = async <T>(path: string, who = doctor): Promise<T> => {
  const { status, body, text } = await call<T>('GET', `/api/${path}`, who);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};
const recordOf = async (family: string): Promise<string> => {
  const { items } = await read<{ items: PatientView[] }>('patients?take=100');
  return items.find(({ last_name }) => last_name === family)!.id;
};
const listOf = async (patient_id: string, who = doctor) =>
  (await read<{ items: ExternalReportView[] }>(`external-reports?patient_id=${patient_id}`, who)).items;
const reportsOf = async (family: string, who = doctor) => listOf(await recordOf(family), who);
const notesOf = async (family: string) =>
  (await read<{ items: ImportNoteView[] }>(`import-notes?patient_id=${await recordOf(family)}`)).items;

const report = (id: string, patient: string, more: object = {}) => ({
  resourceType: 'DiagnosticReport',
  id,
  status: 'final',
  code: { text: 'Metabolic panel' },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2025-03-01T08:30:00Z',
  ...more,
});
const listing = (...ids: string[]) => ({ result: ids.map((id) => ({ reference: `Observation/${id}` })) });
const form = (contentType: string, content: string | Buffer, more: object = {}) => ({
  ...{ contentType, data: Buffer.from(content).toString('base64') },
  ...more,
});
const PDF = '%PDF-1.4 of nobody';
const fileFrom = async (path: string, who = doctor) => {
  const { statusCode, headers, rawPayload } = await app.inject({ url: `/api/${path}`, headers: { authorization: who.authorization } });
  return { statusCode, headers, text: rawPayload.toString() };
};
const pathOf = ({ id, forms }: ExternalReportView, at = 0) => `external-reports/${id}/forms/${forms[at]!.file_id}`;
/** Names of all that is stored. */
const stored = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of kernel.files.list('external-report/')) names.push(name);
  return names;
};

/** Ids of the reports that the values of a record have, in lists and in series. */
const listedIn = async (family: string, who = doctor) => {
  const patient = `patient_id=${await recordOf(family)}`;
  const results = await read<{ items: LabResultView[] }>(`lab-results?${patient}`, who);
  const visits = await read<{ items: ExaminationView[] }>(`examinations?${patient}`, who);
  const lines = await read<{ items: ObservationSeries[] }>(`lab-results/series?${patient}`, who);
  const measured = await read<{ items: ObservationSeries[] }>(`examinations/series?${patient}`, who);
  return {
    results: results.items.flatMap(({ parameters }) => parameters.map(({ reports }) => reports)),
    visits: visits.items.flatMap(({ measurements }) => measurements.map(({ reports }) => reports)),
    points: lines.items.flatMap(({ points }) => points.map(({ reports }) => reports)),
    measured: measured.items.flatMap(({ points }) => points.map(({ reports }) => reports)),
  };
};

describe('a report of an external record', () => {
  it('shows its conclusion with its results, and a second import writes nothing', async () => {
    const files = [
      person('a', 'Abel'),
      lab('a1', 'a', '4.1'),
      lab('a2', 'a', '4.2', { code: { text: 'Sodium' }, effectiveDateTime: '2025-03-02T08:30:00Z' }),
      vital('a3', 'a', '8867-4', 'Heart rate', 60, '/min'),
      report('ar', 'a', { ...listing('a1', 'a3'), conclusion: 'Potassium\nis normal' }),
      report('as', 'a', listing('a1', 'a2')),
    ];
    expect(counts(await take(...files))).toEqual({ read: 2, imported: 2, unchanged: 0, skipped: 0 });
    const [one, ...others] = await reportsOf('Abel');
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      ...{ name: 'Metabolic panel', status: 'final', date: '2025-03-01T08:30:00', date_precision: 'time', date_offset: '+00:00' },
      ...{ conclusion: 'Potassium\nis normal', forms: [], results: ['Observation/a1', 'Observation/a3'] },
      ...{ organization_id: organization, organization_name: 'Aare' },
    });
    const { id } = one!;
    const { results, ...listed } = await listedIn('Abel');
    expect(results).toEqual(expect.arrayContaining([[id], undefined]));
    expect(listed).toEqual({ visits: [[id]], points: expect.arrayContaining([[id], undefined]), measured: [[id]] });
    expect(await notesOf('Abel')).toEqual([]);
    const before = await kernel.log.store.head();
    expect(counts(await take(...files))).toEqual({ read: 2, imported: 0, unchanged: 2, skipped: 0 });
    expect(await kernel.log.store.head()).toBe(before);
  });

  it('ruling 54: is in the exports of the values that it lists', async () => {
    const conclusion = 'Potassium is raised, repeat within 24 hours';
    await take(
      person('ac', 'Acker'),
      lab('ac1', 'ac', '5.9'),
      lab('ac2', 'ac', '140', { code: { text: 'Sodium' } }),
      vital('ac3', 'ac', '8867-4', 'Heart rate', 60, '/min'),
      report('acr', 'ac', { ...listing('ac1', 'ac3'), conclusion }),
      report('acs', 'ac', { ...listing('ac1'), status: 'preliminary', code: { text: 'Letter' }, conclusion: 'To follow' }),
    );
    const exported = async (section: string) =>
      (await fileFrom(`exports/${section}?patient_id=${await recordOf('Acker')}`)).text.split('\r\n').filter(Boolean);
    const [titles, ...rows] = await exported('lab-results');
    expect(titles).toContain(',Source details,Reports,');
    expect(rows.find((row) => row.includes('Sodium'))).not.toContain(conclusion);
    const potassium = rows.find((row) => row.includes('5.9'));
    expect(potassium).toContain(`Metabolic panel: ${conclusion}`);
    expect(potassium).toContain('Letter (preliminary): To follow');
    expect((await exported('examinations'))[1]).toContain(`"Metabolic panel: ${conclusion}"`);
  });

  it('is noticed by series that were answered before', async () => {
    await take(person('ab', 'Abt'), lab('ab1', 'ab', '4.1'));
    const url = `/api/lab-results/series?patient_id=${await recordOf('Abt')}`;
    const answer = await app.inject({ url, headers: { authorization: doctor.authorization } });
    expect(answer.body).not.toContain('"reports"');
    await take(person('ab', 'Abt'), report('abr', 'ab', { ...listing('ab1'), conclusion: 'Normal' }));
    const headers = { authorization: doctor.authorization, 'if-none-match': answer.headers.etag as string };
    const again = await app.inject({ url, headers });
    expect([again.statusCode, again.body.includes('"reports"')]).toEqual([200, true]);
  });

  it('is taken without any result, and before them', async () => {
    await take(person('b', 'Bart'), report('br', 'b', { ...listing('b1'), conclusion: 'Normal', status: 'amended' }));
    const [{ id }] = (await reportsOf('Bart')) as [ExternalReportView];
    expect((await listedIn('Bart')).results).toEqual([]);
    await take(person('b', 'Bart'), lab('b1', 'b', '4.1'));
    expect((await listedIn('Bart')).results).toEqual([[id]]);
    const codes = [{ coding: [{ system: 'http://snomed.info/sct', code: '1', display: 'Fracture of the wrist' }] }];
    const answer = await take(
      person('b', 'Bart'),
      report('bx', 'b', { code: { text: 'X-ray' }, conclusionCode: codes, effectiveDateTime: '2026' }),
    );
    expect(counts(answer)).toMatchObject({ imported: 1, skipped: 0 });
    // newest first
    expect((await reportsOf('Bart')).map(({ name, beside }) => [name, beside])).toEqual([
      ['X-ray', [{ element: 'conclusionCode', text: 'Fracture of the wrist' }]],
      ['Metabolic panel', undefined],
    ]);
  });

  it('says nothing of its own by its performer alone', async () => {
    const answer = await take(
      person('c', 'Cole'),
      lab('c1', 'c', '4.1'),
      report('cr', 'c', { ...listing('c1'), performer: [{ display: 'Lab' }] }),
      report('cs', 'c'),
    );
    expect(counts(answer)).toEqual({ read: 2, imported: 1, unchanged: 0, skipped: 1 });
    expect(partsOf(answer, 'DiagnosticReport/cs')).toEqual(['a report without results, a conclusion or a file']);
    expect(await reportsOf('Cole')).toEqual([]);
  });

  it('lists what it contains, and the members of its panels', async () => {
    const panel = { valueQuantity: undefined, hasMember: [{ reference: 'Observation/d2' }], code: { text: 'Panel' } };
    const within = [{ ...lab('k', 'd', '7.1', { code: { text: 'Urea' } }), subject: undefined }];
    await take(
      person('d', 'Dorn'),
      lab('d1', 'd', '1', panel),
      lab('d2', 'd', '4.1'),
      report('dr', 'd', { result: [{ reference: '#k' }, { reference: 'Observation/d1' }], contained: within, conclusion: 'Normal' }),
    );
    const [one] = await reportsOf('Dorn');
    expect(one!.results).toEqual(['Observation in DiagnosticReport/dr#k', 'Observation/d1', 'Observation/d2']);
    expect((await listedIn('Dorn')).results).toEqual([[one!.id], [one!.id]]);
  });

  it('is for the staff alone while it is preliminary, and replaced by its amended version', async () => {
    const files = (more: object) => [person('e', 'Ebert'), lab('e1', 'e', '4.1'), report('er', 'e', { ...listing('e1'), ...more })];
    await take(...files({ status: 'preliminary', conclusion: 'Perhaps', ...version('1') }));
    const patient_id = await recordOf('Ebert');
    const patient = await addPerson(['Patient'], null);
    await connectAccount(patient, { organization_id: organization, patient_id });
    expect(await listOf(patient_id)).toMatchObject([{ status: 'preliminary', draft: true, conclusion: 'Perhaps' }]);
    expect(await listOf(patient_id, patient)).toEqual([]);
    await take(...files({ status: 'amended', conclusion: 'Certainly', ...version('3') }));
    const [one, ...others] = await listOf(patient_id, patient);
    expect([one, others]).toMatchObject([{ status: 'amended', conclusion: 'Certainly' }, []]);
    expect(one).not.toHaveProperty('draft');
    // an older version comes late
    expect(counts(await take(...files({ status: 'final', conclusion: 'Never', ...version('2') })))).toMatchObject({ skipped: 0 });
    expect(await listOf(patient_id)).toMatchObject([{ conclusion: 'Certainly' }]);
  });

  it('disappears where its source takes it back, and comes back with a newer version', async () => {
    const files = (more: object) => [
      person('f', 'Frey'),
      report('fr', 'f', { conclusion: 'Wrong', presentedForm: [form('application/pdf', PDF)], ...more }),
    ];
    await take(...files(version('1')));
    const [one] = await reportsOf('Frey');
    const answer = await take(...files({ status: 'entered-in-error', ...version('2') }));
    expect(counts(answer)).toMatchObject({ imported: 1, skipped: 0 });
    expect(await reportsOf('Frey')).toEqual([]);
    expect((await fileFrom(pathOf(one!))).statusCode).toBe(404);
    expect(await notesOf('Frey')).toEqual([]);
    const late = await take(...files(version('1')));
    expect([counts(late), partsOf(late, 'DiagnosticReport/fr')]).toMatchObject([{ skipped: 1 }, ['another version took it back']]);
    expect(await reportsOf('Frey')).toEqual([]);
    await take(...files(version('3')));
    expect(await reportsOf('Frey')).toMatchObject([{ id: one!.id, conclusion: 'Wrong' }]);
    // a newer version that says nothing of its own
    await take(person('f', 'Frey'), report('fr', 'f', { ...version('4') }));
    expect(await reportsOf('Frey')).toEqual([]);
  });

  it('stays as it is where its newer version cannot be understood', async () => {
    await take(person('g', 'Graf'), report('gr', 'g', { conclusion: 'Normal', ...version('1') }));
    const modified = { modifierExtension: [{ url: 'https://a.example/not', valueBoolean: true }] };
    const answer = await take(person('g', 'Graf'), report('gr', 'g', { conclusion: 'Other', ...modified, ...version('2') }));
    expect(partsOf(answer, 'DiagnosticReport/gr')[0]).toMatch(/^the record keeps the earlier version: /);
    expect(await reportsOf('Graf')).toMatchObject([{ conclusion: 'Normal' }]);
    const unknown = await take(person('g', 'Graf'), report('gs', 'g', { conclusion: 'Other', status: 'checked' }));
    expect(partsOf(unknown, 'DiagnosticReport/gs')).toEqual(['a status that is not known']);
    const names = (await notesOf('Graf')).flatMap(({ left_out }) => left_out.map(({ type, count }) => [type, count]));
    expect(names).toContainEqual(['DiagnosticReport', 1]);
  });

  it('stays where nobody can tell whether a version without it is newer, and goes with one that is', async () => {
    const of = (more: object) => [person('p', 'Pfister'), lab('p1', 'p', '4.1'), report('pr', 'p', { ...listing('p1'), ...more })];
    const said = async (more: object) => {
      const answer = await take(...of(more));
      expect(counts(answer)).toMatchObject({ read: 1, skipped: 0 });
      return [(await reportsOf('Pfister')).map(({ conclusion }) => conclusion), partsOf(answer, 'DiagnosticReport/pr')];
    };
    expect(await said({ conclusion: 'Malignant' })).toEqual([['Malignant'], []]);
    expect(await said({})).toEqual([['Malignant'], [expect.stringMatching(/nothing says which is newer$/)]]);
    expect(await said({ conclusion: ['Benign'] })).toEqual([
      ['Malignant'],
      [expect.stringMatching(/the record keeps the earlier version: its conclusion cannot be read$/)],
    ]);
    expect(await said({ conclusion: 'Malignant' })).toEqual([['Malignant'], []]);
    expect(await said({ conclusion: 'Melanoma', ...version('1') })).toEqual([['Melanoma'], [expect.stringMatching(/counts$/)]]);
    expect(await said(version('2'))).toEqual([
      [],
      ['its conclusion or file is taken out: its newer version says nothing besides its results'],
    ]);
  });

  it('is taken without a conclusion that cannot be read, which is named', async () => {
    const more = { conclusion: ['Malignant'], presentedForm: [form('text/plain', 'In full')] };
    const files = [person('w', 'Walser'), report('wr', 'w', more), report('ws', 'w', { conclusion: ['Malignant'] })];
    const answer = await take(...files);
    expect(await reportsOf('Walser')).toMatchObject([{ forms: [{ text: 'In full' }], remark: 'its conclusion cannot be read' }]);
    for (const id of ['wr', 'ws']) expect(partsOf(answer, `DiagnosticReport/${id}`)).toEqual(['its conclusion cannot be read']);
    const before = await kernel.log.store.head();
    expect(counts(await take(...files))).toMatchObject({ unchanged: 1, skipped: 1 });
    expect(await kernel.log.store.head()).toBe(before);
  });

  it('keeps the results that it has by a file with its panels', async () => {
    const panel = lab('q1', 'q', '1', { valueQuantity: undefined, hasMember: [{ reference: 'Observation/q2' }], code: { text: 'Panel' } });
    const one = report('qr', 'q', { ...listing('q1'), conclusion: 'Normal' });
    await take(person('q', 'Quast'), panel, lab('q2', 'q', '4.1'), one);
    const before = await kernel.log.store.head();
    await take(person('q', 'Quast'), one);
    expect((await reportsOf('Quast'))[0]!.results).toEqual(['Observation/q1', 'Observation/q2']);
    expect(await kernel.log.store.head()).toBe(before);
    // the panel comes in a later file
    const other = report('qs', 'q', { ...listing('q3'), conclusion: 'Normal' });
    await take(person('q', 'Quast'), other);
    await take(person('q', 'Quast'), { ...panel, id: 'q3' }, lab('q2', 'q', '4.1'), other);
    expect((await reportsOf('Quast')).map(({ results }) => results)).toContainEqual(['Observation/q3', 'Observation/q2']);
  });

  it('is a draft until a file has what made it one', async () => {
    const one = report('rr', 'r', {
      conclusion: 'Normal',
      encounter: { reference: 'Encounter/rv' },
      specimen: [{ reference: 'Specimen/rs' }],
    });
    const visit = (status: string) => ({ resourceType: 'Encounter', id: 'rv', status, subject: { reference: 'Patient/r' } });
    const specimen = (status: string) => ({ resourceType: 'Specimen', id: 'rs', status, type: { text: 'serum' } });
    const state = async (...helpers: object[]) => {
      await take(person('r', 'Ritter'), one, ...helpers);
      return (await reportsOf('Ritter')).map(({ draft, remark }) => [draft, remark]);
    };
    const [VISIT, SPECIMEN] = ['its visit was entered in error', 'its specimen was entered in error'];
    expect(await state(visit('entered-in-error'))).toEqual([[true, VISIT]]);
    expect(await state(specimen('available'))).toEqual([[true, VISIT]]);
    expect(await state(specimen('entered-in-error'))).toEqual([[true, `${SPECIMEN}; ${VISIT}`]]);
    expect(await state(visit('finished'))).toEqual([[true, SPECIMEN]]);
    const before = await kernel.log.store.head();
    expect(await state()).toEqual([[true, SPECIMEN]]);
    expect(await kernel.log.store.head()).toBe(before);
    expect(await state(specimen('available'))).toEqual([[undefined, undefined]]);
  });

  it('is there where only its specimen or its pictures say something, and else its parts are counted', async () => {
    const specimen = { resourceType: 'Specimen', id: 'ss', type: { text: 'serum' }, condition: [{ text: 'hemolyzed' }] };
    const files = [
      ...[person('s', 'Suter'), lab('s1', 's', '4.1')],
      report('sr', 's', { ...listing('s1'), specimen: [{ reference: 'Specimen/ss' }] }),
      report('st', 's', { ...listing('s1'), resultsInterpreter: [{ display: 'Dr. Roe' }], category: [{ text: 'Laboratory' }] }),
    ];
    const answer = await take(...files, specimen);
    expect((await reportsOf('Suter')).map(({ source, beside }) => [source.reference, beside])).toEqual([
      ['DiagnosticReport/sr', [{ element: 'specimen', text: 'serum, hemolyzed' }]],
    ]);
    expect(answer.elements?.['DiagnosticReport']).toEqual({ 'resultsInterpreter (of a report that says nothing else)': 1 });
    // the specimen is not in this file
    const before = await kernel.log.store.head();
    await take(...files);
    expect(await kernel.log.store.head()).toBe(before);
  });

  it('is taken without results whose names cannot be stored', async () => {
    const result = [{ reference: `#${'x'.repeat(600)}` }, { reference: 'Observation/t1' }];
    const answer = await take(person('t', 'Tanner'), lab('t1', 't', '4.1'), report('tr', 't', { result, conclusion: 'Normal' }));
    expect((await reportsOf('Tanner'))[0]).toMatchObject({ conclusion: 'Normal', results: ['Observation/t1'] });
    expect(partsOf(answer, 'DiagnosticReport/tr')).toContain('of its results these many have names that are too long: 1');
  });

  it('is missing beside values while reports are being built for the first time', async () => {
    const later = lab('u2', 'u', '4.2', { effectiveDateTime: '2025-03-02T08:30:00Z' });
    const one = report('ur', 'u', { ...listing('u1', 'u2'), conclusion: 'Normal' });
    await take(person('u', 'Urech'), lab('u1', 'u', '4.1'), later, one);
    const [{ id }] = (await reportsOf('Urech')) as [ExternalReportView];
    const patient_id = await recordOf('Urech');
    const key = `projection:${externalReports.name}@${externalReports.version}`;
    const store = kernel.documents;
    const builds = (await store.setting(key)) as JsonObject;
    const building = { ...builds, serving: null, building: builds['serving']! };
    expect(await store.swap(key, builds, building)).toBe(true);
    const after = positionToken(kernel.log.store.log_id, await kernel.log.store.head());
    try {
      expect(await listedIn('Urech')).toMatchObject({ results: [undefined, undefined], points: [undefined, undefined] });
      for (const [path, overall_count] of Object.entries({ 'lab-results': 2, 'lab-results/series': 1, trends: 1 })) {
        expect(await read(`${path}?patient_id=${patient_id}&after=${after}`)).toMatchObject({ overall_count, stale: true });
      }
      expect(await read(`trends?patient_id=${patient_id}`)).toMatchObject({ overall_count: 1 });
      expect((await call('GET', `/api/external-reports?patient_id=${patient_id}`, doctor)).status).toBe(503);
    } finally {
      await store.swap(key, building, builds);
    }
    expect(await listedIn('Urech')).toMatchObject({ results: [[id], [id]], points: [[id], [id]] });
  });

  it('says where nobody can tell which version is newer', async () => {
    const files = (conclusion: string) => [person('h', 'Hahn'), report('hr', 'h', { conclusion })];
    await take(...files('One'));
    const answer = await take(...files('Two'));
    const [one] = await reportsOf('Hahn');
    expect(one).toMatchObject({ conclusion: 'Two', remark: expect.stringMatching(/nothing says which is newer/) });
    expect(partsOf(answer, 'DiagnosticReport/hr')).toHaveLength(1);
    const before = await kernel.log.store.head();
    await take(...files('Two'));
    expect(await kernel.log.store.head()).toBe(before);
  });

  it('goes along where its source gives it to another patient', async () => {
    await take(person('i', 'Imhof'), person('j', 'Jost'), report('ir', 'i', { conclusion: 'Normal', ...version('1') }));
    expect(await reportsOf('Imhof')).toHaveLength(1);
    await take(person('i', 'Imhof'), person('j', 'Jost'), report('ir', 'j', { conclusion: 'Normal', ...version('2') }));
    expect([await reportsOf('Imhof'), await reportsOf('Jost')]).toMatchObject([[], [{ conclusion: 'Normal' }]]);
  });

  it('counts as left out where only its results are taken', async () => {
    const files = [person('o', 'Oser'), lab('o1', 'o', '4.1'), report('or', 'nobody', { ...listing('o1'), conclusion: 'Normal' })];
    const answer = await take(...files);
    expect(counts(answer)).toMatchObject({ imported: 1, skipped: 0 });
    expect(partsOf(answer, 'DiagnosticReport/or')).toEqual(['its conclusion or file is not taken: its patient is not in the file']);
  });
});

describe('whole reports', () => {
  it('are stored once, and shown as they were sent', async () => {
    const html = '<script>alert(1)</script><p>Mü</p>';
    const presentedForm = [
      form('application/pdf', PDF, { title: 'Report' }),
      form('text/html', html),
      form('text/plain; charset=ISO-8859-1', Buffer.from([0x4d, 0xfc])),
      form('text/plain', 'long '.repeat(MAX_REPORT_TEXT)),
      form('application/pdf', PDF, { hash: createHash('sha1').update('other').digest('base64') }),
      { contentType: 'application/pdf', url: 'https://a.example/Binary/1?token=secret' },
      form('application/rtf', '{\\rtf', { title: 'Letter' }),
    ];
    const before = (await stored()).length;
    const files = [person('k', 'Kern'), report('kr', 'k', { presentedForm })];
    const answer = await take(...files);
    expect(counts(answer)).toEqual({ read: 1, imported: 1, unchanged: 0, skipped: 0 });
    const [one] = (await reportsOf('Kern')) as [ExternalReportView];
    const file_id = expect.any(String) as string;
    expect(one.forms).toEqual([
      { title: 'Report', content_type: 'application/pdf', file_id },
      { content_type: 'text/html', charset: 'utf-8', file_id },
      { content_type: 'text/plain', text: 'Mü' },
      { content_type: 'text/plain', charset: 'utf-8', file_id },
      { content_type: 'application/pdf', file_id, remark: 'its checksum does not fit' },
      { content_type: 'application/pdf', remark: 'the file is with its source, not in the import' },
      { title: 'Letter', content_type: 'application/rtf', remark: 'files of this type are not taken: application/rtf' },
    ]);
    expect(partsOf(answer, 'DiagnosticReport/kr')).toEqual([
      'a file: its checksum does not fit',
      'a file: the file is with its source, not in the import',
      'Letter: files of this type are not taken: application/rtf',
    ]);
    expect((await stored()).length).toBe(before + 3);
    const head = await kernel.log.store.head();
    await take(...files);
    expect([await kernel.log.store.head(), (await stored()).length]).toEqual([head, before + 3]);

    const pdf = await fileFrom(pathOf(one));
    expect([pdf.statusCode, pdf.text]).toEqual([200, PDF]);
    expect(pdf.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
      'content-disposition': 'inline; filename="report.pdf"',
    });
    const page = await fileFrom(pathOf(one, 1));
    expect([page.statusCode, page.text, page.headers['content-type']]).toEqual([200, html, 'text/html; charset=utf-8']);
    const policy = page.headers['content-security-policy'] as string;
    expect(policy.split('; ')).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'", 'img-src data:']));
    expect(policy).not.toContain('script');
    expect((await fileFrom(pathOf(one, 3))).headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('are read by the patient, by nobody else, and no file of another report by the address of one', async () => {
    await take(
      person('l', 'Lang'),
      report('lr', 'l', { presentedForm: [form('application/pdf', `${PDF} l`)] }),
      report('ls', 'l', { conclusion: 'x' }),
    );
    const patient_id = await recordOf('Lang');
    const all = await listOf(patient_id);
    const [one, other] = ['DiagnosticReport/lr', 'DiagnosticReport/ls'].map((name) =>
      all.find(({ source }) => source.reference === name)!,
    ) as [ExternalReportView, ExternalReportView];
    const patient = await addPerson(['Patient'], null);
    await connectAccount(patient, { organization_id: organization, patient_id });
    expect(await listOf(patient_id, patient)).toHaveLength(2);
    expect((await fileFrom(pathOf(one), patient)).text).toBe(`${PDF} l`);
    for (const who of [stranger, await addPerson(['Patient'], null)]) {
      expect((await fileFrom(pathOf(one), who)).statusCode).toBe(404);
      expect((await call('GET', `/api/external-reports?patient_id=${patient_id}`, who)).status).toBe(404);
    }
    const { file_id } = one.forms[0]!;
    for (const id of [other.id, randomUUID()]) expect((await fileFrom(`external-reports/${id}/forms/${file_id}`)).statusCode).toBe(404);
    expect((await fileFrom(`external-reports/${one.id}/forms/${randomUUID()}`)).statusCode).toBe(404);
    await kernel.reads.flush();
    const ledger = await call<{ items: { kind: string }[] }>('GET', '/api/access-ledger/own', patient);
    expect(ledger.body.items.map(({ kind }) => kind)).toContain('Reports');
  });

  it('ruling 42: stay at the clinic that imported them', async () => {
    const presentedForm = [form('application/pdf', `${PDF} v`, { title: 'Report' }), form('text/plain', 'In full')];
    await take(person('v', 'Vogt'), report('vr', 'v', { conclusion: 'Normal', presentedForm }));
    const patient_id = await recordOf('Vogt');
    const [one] = (await listOf(patient_id)) as [ExternalReportView];
    const patient = await addPerson(['Patient'], null);
    await connectAccount(patient, { organization_id: organization, patient_id });
    const clinic = await addClinic('Doubs');
    const other = await addPerson(['Doctor'], clinic);
    await connectAccount(patient, { organization_id: clinic, patient_id: await addRecord(clinic) });
    const { forms: _forms, ...said } = one;
    const remark = 'kept at the clinic that imported it';
    expect(await listOf(patient_id, other)).toEqual([
      {
        ...said,
        forms: [
          { title: 'Report', content_type: 'application/pdf', remark },
          { content_type: 'text/plain', remark },
        ],
      },
    ]);
    expect((await fileFrom(pathOf(one), other)).statusCode).toBe(404);
    for (const who of [doctor, patient]) {
      expect((await listOf(patient_id, who))[0]!.forms).toEqual(one.forms);
      expect((await fileFrom(pathOf(one), who)).text).toBe(`${PDF} v`);
    }
  });

  it('stay while an event names them, and go with their record', async () => {
    await take(person('m', 'Marti'), report('mr', 'm', { conclusion: 'Whispered', presentedForm: [form('application/pdf', `${PDF} m`)] }));
    const [one] = (await reportsOf('Marti')) as [ExternalReportView];
    const name = fileOfForm(one.forms[0]!.file_id!);
    await take(person('m', 'Marti'), report('mr', 'm', { conclusion: 'Amended', ...version('2') }));
    const unnamed = fileOfForm(randomUUID());
    await kernel.files.put(unnamed, Buffer.from('x'));
    const swept = await sweepFiles(kernel, { remove: true }, new Date(Date.now() + LONGEST_UNNAMED + 60_000));
    expect(swept.unnamed.map((file) => file.name)).toEqual([unnamed]);
    expect(await stored()).toContain(name);
    const patient_id = await recordOf('Marti');
    await explainedOperations(kernel)['erase patient']({ patient_id, reason: 'Asked for' }, () => undefined);
    await settled();
    expect(await stored()).not.toContain(name);
    expect((await call('GET', `/api/external-reports?patient_id=${patient_id}`, doctor)).status).toBe(404);
    expect((await fileFrom(pathOf(one))).statusCode).toBe(404);
    const kinds: string[] = [];
    for await (const { kind } of kernel.log.read(`external_report-${one.id}`)) kinds.push(kind);
    expect(kinds).toEqual(['erased', 'erased']);
  });

  it('are not for a record that a clinic of the same person has', async () => {
    const clinic = await addClinic('Cher');
    const own = await addRecord(clinic);
    expect((await call('GET', `/api/external-reports?patient_id=${own}`, doctor)).status).toBe(404);
  });
});
