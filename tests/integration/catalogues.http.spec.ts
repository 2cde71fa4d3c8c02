import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import type { CatalogueRelease } from '#contracts/catalogues/catalogues';
import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import type { CatalogueDisease } from '#contracts/catalogues/diseases';
import type { CatalogueMedication } from '#contracts/catalogues/medications';
import type { Actor } from '#infra/event-store/actor';
import { SqliteCatalogues } from '#catalogues/sqlite/sqlite-catalogues';
import { DiseasesQueriesModule } from '#projections/diseases/diseases.queries';
import { MedicationsQueriesModule } from '#projections/medications/medications.queries';
import { importCatalogue, importStarters, makeCatalogue } from '#services/records/catalogues/catalogues.import';
import { CatalogueUsage } from '#projections/catalogue-usage/usage';
import { type CatalogueFolder, openCatalogueFolder, orderRow, productFile } from '#tests/support/catalogue-lists';
import { type Engines, openEngines } from '#tests/support/engines';
import { withCatalogues } from '#tests/support/known-catalogue';
import { openReadApp, type ReadApp, type SignedIn } from '#tests/support/read-side';

const cli: Actor = { kind: 'system', part: 'cli' };

type Listed<T> = { items: T[]; overall_count: number };

let lists: CatalogueFolder;
let app: ReadApp;
let doctor: SignedIn;
let clinic: string;

beforeAll(async () => {
  lists = await openCatalogueFolder();
  app = await openReadApp([withCatalogues(lists.catalogues), DiseasesQueriesModule, MedicationsQueriesModule]);
  clinic = await app.addClinic();
  doctor = await app.signIn(['Doctor'], clinic);
  const parts = { streams: app.streams, files: lists.files, catalogues: lists.catalogues };
  await importStarters(parts, cli, readFile);
  for (const which of ['diseases', 'medications'] as const) await makeCatalogue(parts, which);
});
afterAll(async () => {
  await app.close();
  await lists.close();
});

const ask = async <T>(path: string, query: object, who: SignedIn = doctor): Promise<T> =>
  (await app.http().get(path).query(query).set('authorization', who.authorization).expect(200)).body as T;
const diseases = (query: string, more: object = {}, who = doctor) =>
  ask<Listed<CatalogueDisease>>('/api/diseases', { query, take: 10, ...more }, who);
const codes = async (query: string, who = doctor) => (await diseases(query, {}, who)).items.map(({ code }) => code);
const medications = async (query: string) => (await ask<Listed<CatalogueMedication>>('/api/medications', { query, take: 10 })).items;

describe('searching diseases', () => {
  it.each([
    ['hypert', 'I10'],
    ['high blood pressure', 'I10'],
    ['heart attack', 'I21.9'],
    ['heart att', 'I21.9'],
    ['dvt', 'I82.409'],
    ['e11.9', 'E11.9'],
    ['E119', 'E11.9'],
    ['diabetes type 2', 'E11.9'],
    ['type 2 diabetes', 'E11.9'],
    ['anaemia', 'D64.9'],
    ['kidney stones', 'N20.0'],
    ['pnuemonia', 'J18.9'],
    ['MIGRANE', 'G43.909'],
    ['athsma', 'J45.909'],
  ])('%s finds %s first', async (query, code) => expect((await codes(query))[0]).toBe(code));

  it('takes every typed word as the beginning of a word, in any order', async () => {
    for (const { text, synonym } of (await diseases('kidn chron')).items) expect(`${text} ${synonym}`.toLowerCase()).toMatch(/chron/);
    expect(await codes('kidn chron')).toEqual(expect.arrayContaining(['N18.9']));
  });

  it('says which name answered where it is not the official one', async () => {
    expect((await diseases('copd')).items[0]).toMatchObject({ code: 'J44.9', synonym: 'copd', billable: true });
  });

  it('lists what is billable before headings', async () => {
    const found = (await diseases('e11')).items;
    expect(found[0]).toMatchObject({ code: 'E11.9', billable: true });
    const flags = found.map(({ billable }) => billable);
    expect(flags.lastIndexOf(true)).toBeLessThan(flags.includes(false) ? flags.indexOf(false) + flags.length : Infinity);
  });

  it('pages through everything that matches, each once', async () => {
    const first = await diseases('d', { take: 500 });
    const all: string[] = [];
    for (let skip = 0; skip < first.overall_count; skip += 100)
      all.push(...(await diseases('d', { skip, take: 100 })).items.map(({ id }) => id));
    expect(all).toHaveLength(first.overall_count);
    expect(new Set(all).size).toBe(first.overall_count);
    expect(all.slice(0, 500)).toEqual(first.items.map(({ id }) => id));
  });

  const nothing = { items: [], overall_count: 0, match: 'weak' };
  it.each(['zzzzqqqq', '"', '*', '%', '\u0000', '-', '^', ':', 'x'.repeat(200), '\ud800'])('answers nothing to %j', async (query) =>
    expect(await diseases(query)).toEqual(nothing),
  );
  it.each(['😀', '\u0301\u0301', '糖尿病', 'مرض السكري', 'हृदय रोग', '\u{1e900}', 'à̈́ḧ̈́', '١٢٣', '\u200b'])(
    'takes %j, of which the lists have nothing',
    async (query) => expect(await diseases(query)).toEqual(nothing),
  );
  it.each([
    ['①', '1'],
    ['Ⅲ', 'iii'],
    ['ﬃ', 'ffi'],
    ['ⅷ gout', 'viii gout'],
    ['ſs', 'ss'],
  ])('finds for %j what it finds for %j', async (query, letters) => expect(await diseases(query)).toEqual(await diseases(letters)));
  it.each([
    ["' OR 1=1", 'or 1 1'],
    ['a AND OR NOT (', 'a and or not'],
  ])('reads %j as its words alone', async (query, words) => {
    const found = await diseases(query);
    expect(found.overall_count).toBeGreaterThan(0);
    expect(found).toEqual(await diseases(words));
  });

  it('finds nothing where only signs are typed, and shows the whole list where nothing is', async () => {
    expect(await diseases('?!,;')).toEqual(nothing);
    expect((await diseases('  ')).overall_count).toBeGreaterThan(100);
  });

  it('reads the beginning of a text that is longer than any search', async () => {
    expect((await codes(`gout ${' '.repeat(300)}x`))[0]).toBe('M10.9');
    expect((await diseases('hypertension '.repeat(100))).items[0]).toMatchObject({ code: 'I10' });
  });

  it('finds each of several things that are named in one search, each entry once', async () => {
    expect((await codes('aki on ckd')).slice(0, 2)).toEqual(['N17.9', 'N18.9']);
    const { items, overall_count } = await diseases('gout and htn', { take: 500 });
    expect(items.slice(0, 2).map(({ code }) => code)).toEqual(['M10.9', 'I10']);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(overall_count).toBe(items.length);
  });

  const matchOf = async (query: string) => (await ask<{ match: string }>('/api/diseases', { query })).match;
  it.each(['heart attack', 'e11.9', 'kidn chron', 'anaemia', 'heart att', 'aki on ckd', 'htn', 'diabetes type 2'])(
    '%s has a close match',
    async (query) => expect(await matchOf(query)).toBe('close'),
  );
  it.each([
    ['water on the lungs', 'other diseases have its words apart'],
    ['lazy eye', 'other diseases have one of its words'],
    ['athsma', 'it is only like a word'],
    ['zzzzqqqq', 'nothing is like it'],
  ])('%s has none: %s', async (query) => expect(await matchOf(query)).toBe('weak'));

  it('shows one by its id, and 404 for what there is not', async () => {
    expect(await ask('/api/diseases/E11.9', {})).toMatchObject({ id: 'E11.9', code: 'E11.9', billable: true });
    await app.http().get('/api/diseases/X99.99').set('authorization', doctor.authorization).expect(404);
  });

  it('is for everybody who is signed in, and for nobody else', async () => {
    await app.http().get('/api/diseases').query({ query: 'gout' }).expect(401);
    const patient = await app.signIn(['Patient'], null);
    expect((await diseases('gout', {}, patient)).items[0]?.code).toBe('M10.9');
  });

  it('refuses wrong pages field by field, and leaves no query in the log of requests', async () => {
    const { body } = await app
      .http()
      .get('/api/diseases')
      .query({ skip: -1, take: 0 })
      .set('authorization', doctor.authorization)
      .expect(400);
    expect(body).toEqual({ skip: expect.anything(), take: expect.anything(), expected: { skip: 'at least 0', take: 'at least 1' } });
    await diseases('veryprivateword');
    expect(app.requestLog.join('\n')).not.toContain('veryprivateword');
  });
});

describe('what a clinic uses', () => {
  const recorded = (code: string, text: string, patient_id = randomUUID()) => {
    const event: DiagnosisEvent = {
      type: 'DiagnosisRecorded',
      data: {
        diagnosis_id: randomUUID(),
        patient_id,
        origin: 'manual',
        disease: { id: code, code, text },
        time_from: '2024-01-01T00:00:00',
        time_to: null,
        draft: false,
        comment: 'New entry',
      },
    };
    return app.log.append(`diagnosis-${event.data.diagnosis_id}`, [event], 'no-stream', {
      command_id: randomUUID(),
      actor: { system: 'test' },
      organization_id: clinic,
      patient_id,
    });
  };

  it('comes first in its own searches and nobody else’s', async () => {
    const before = await codes('hyper');
    expect(before[0]).toBe('I10');
    for (let n = 0; n < 6; n++) await recorded('E78.5', 'Hyperlipidemia, unspecified');
    await app.reader.caughtUp(['catalogue-usage'], await app.head());
    // what was asked for a moment ago serves for a while; who asks for the first time sees it at once
    const usage = await new CatalogueUsage(app.reader).of({ organization_id: clinic } as never, 'diseases');
    expect(lists.catalogues.diseases({ query: 'hyper', skip: 0, take: 3, usage }).items[0]?.code).toBe('E78.5');
    const elsewhere = await app.signIn(['Doctor'], await app.addClinic('Other'));
    expect((await codes('hyper', elsewhere))[0]).toBe('I10');
  });
});

describe('searching medications', () => {
  it.each([
    ['metformin 500', /metformin/i, '500 mg'],
    ['500 metformin', /metformin/i, '500 mg'],
    ['lisinopril 10', /lisinopril/i, '10 mg'],
    ['hctz 25', /hydrochlorothiazide/i, '25 mg'],
    ['paracetamol', /acetaminophen/i, undefined],
    ['lipitor', /atorvastatin/i, undefined],
    ['metformn', /metformin/i, undefined],
  ])('%s finds %s first', async (query, generic, strength) => {
    const [first] = await medications(query);
    expect(first?.nonproprietary_name).toMatch(generic);
    if (strength) expect(first?.strength).toBe(strength);
  });

  it('says of a name that is only like one that it has no close match', async () => {
    const matchOf = async (query: string) => (await ask<{ match: string }>('/api/medications', { query })).match;
    expect(await matchOf('clonidine')).toBe('close');
    expect(await matchOf('clonodine')).toBe('weak');
  });

  it('shows one by its id', async () => {
    const [first] = await medications('metformin 500');
    expect(await ask(`/api/medications/${first!.id}`, {})).toEqual(first);
  });
});

describe('importing a release', () => {
  let own: CatalogueFolder;
  beforeEach(async () => {
    own = await openCatalogueFolder();
  });
  afterEach(() => own.close());

  /** A log of its own for each test: releases of other tests would be older ones. */
  const bringTo = async (reader: Engines, folder: CatalogueFolder, kind: CatalogueRelease['kind'], name: string, text: string) =>
    importCatalogue(
      { streams: reader.streams, files: folder.files, catalogues: folder.catalogues },
      { kind, name, bytes: gzipSync(text) },
      cli,
    );
  const search = (folder: CatalogueFolder, query: string) => folder.catalogues.diseases({ query, skip: 0, take: 10 }).items;
  const first = [
    orderRow('A00', 'Old disease', 0),
    orderRow('A000', 'Old disease of the sea'),
    orderRow('A001', 'Old disease of the land'),
  ];
  const second = [
    orderRow('A00', 'Old disease', 0),
    orderRow('A000', 'Old disease of the oceans'),
    orderRow('A009', 'Old disease, unspecified'),
  ];

  it('keeps codes that the newer one has no more, marked, last and readable; the same file again changes nothing', async () => {
    const log = await openEngines();
    const bring = (name: string, rows: string[]) => bringTo(log, own, 'diseases', name, rows.join('\r\n'));
    expect(await bring('icd10cm_order_2024.txt.gz', first)).toEqual({ again: false, rows: 3, entries: 3 });
    expect(await bring('icd10cm_order_2025.txt.gz', second)).toEqual({ again: false, rows: 3, entries: 4 });
    expect(await bring('icd10cm_order_2025.txt.gz', second)).toEqual({ again: true, rows: 3, entries: 4 });
    expect(await log.events('catalogue-diseases')).toHaveLength(2);

    const found = search(own, 'old disease');
    expect(found.map(({ code }) => code).at(-1)).toBe('A00.1');
    expect(own.catalogues.disease('A00.1')).toMatchObject({
      text: 'Old disease of the land',
      release: 'icd10cm_order_2024',
      retired: true,
    });
    expect(own.catalogues.disease('A00.0')).toMatchObject({ text: 'Old disease of the oceans', release: 'icd10cm_order_2025' });

    // the search is made of the kept files alone: lost, it is made anew
    const again = new SqliteCatalogues(join(own.folder, 'elsewhere'), own.files);
    expect(() => again.disease('A00.0')).toThrow('diseases is being built');
    expect(await makeCatalogue({ streams: log.streams, catalogues: again }, 'diseases')).toBe(4);
    expect(again.diseases({ query: 'old disease', skip: 0, take: 10 }).items).toEqual(found);
    await again.close();
    await log.close();
  });

  it('names the hash of the file as it was given, and says so where what is kept is another', async () => {
    const log = await openEngines();
    await bringTo(log, own, 'diseases', 'one.txt.gz', first.join('\n'));
    const [opened] = await log.events('catalogue-diseases');
    const { data } = (opened as { event: { data: CatalogueRelease } }).event;
    expect(data).toMatchObject({ file_name: 'one.txt.gz', release: 'one', rows: 3, bytes: gzipSync(first.join('\n')).length });

    await own.files.put(data.file, Buffer.from('something else'));
    const again = new SqliteCatalogues(join(own.folder, 'elsewhere'), own.files);
    const made = makeCatalogue({ streams: log.streams, catalogues: again }, 'diseases');
    await expect(made).rejects.toThrow(/not what was imported: import it again/);
    await bringTo(log, own, 'diseases', 'one.txt.gz', first.join('\n'));
    expect(await makeCatalogue({ streams: log.streams, catalogues: again }, 'diseases')).toBe(3);
    await again.close();
    await log.close();
  });

  it('gets files back that were lost by importing them again, also that of an older release, which does not become the newest', async () => {
    const log = await openEngines();
    const bring = (name: string, rows: string[]) => bringTo(log, own, 'diseases', name, rows.join('\r\n'));
    await bring('icd10cm_order_2024.txt.gz', first);
    await bring('icd10cm_order_2025.txt.gz', second);
    for await (const { name } of own.files.list('')) await own.files.remove(name);
    const again = new SqliteCatalogues(join(own.folder, 'lost'), own.files);
    const make = () => makeCatalogue({ streams: log.streams, catalogues: again }, 'diseases');
    await expect(make()).rejects.toThrow('icd10cm_order_2024.txt.gz, kept as');
    expect(await bring('icd10cm_order_2024.txt.gz', first)).toMatchObject({ again: true });
    await expect(make()).rejects.toThrow('icd10cm_order_2025.txt.gz, kept as');
    expect(await bring('icd10cm_order_2025.txt.gz', second)).toMatchObject({ again: true });
    expect(await make()).toBe(4);
    expect(again.disease('A00.1')).toMatchObject({ release: 'icd10cm_order_2024', retired: true });
    expect(await log.events('catalogue-diseases')).toHaveLength(2);
    await again.close();
    await log.close();
  });

  it('gets its starter lists back where their files were lost', async () => {
    const log = await openEngines();
    const parts = { streams: log.streams, files: own.files, catalogues: own.catalogues };
    await importStarters(parts, cli, readFile);
    const names = async () => {
      const found: string[] = [];
      for await (const { name } of own.files.list('')) found.push(name);
      return found.toSorted();
    };
    const before = await names();
    for (const name of before) await own.files.remove(name);
    await importStarters(parts, cli, readFile);
    expect((await names()).length).toBeGreaterThanOrEqual(3);
    expect(await log.events('catalogue-diseases')).toHaveLength(1);
    for (const which of ['diseases', 'medications'] as const) expect(await makeCatalogue(parts, which)).toBeGreaterThan(100);
    await log.close();
  });

  it('refuses what is another file, and changes nothing', async () => {
    const log = await openEngines();
    await expect(bringTo(log, own, 'diseases', 'product.txt', productFile(['A', 'B', '1']))).rejects.toThrow(/wanted is the order file/);
    await expect(bringTo(log, own, 'medications', 'order.txt', first.join('\n'))).rejects.toThrow(
      /wanted is the list of finished products/,
    );
    expect(await log.events('catalogue-diseases')).toEqual([]);
    await log.close();
  });

  it('collapses products to distinct brand, generic, form, route and strength, with one strength for each ingredient', async () => {
    const log = await openEngines();
    const file = productFile(
      ['Metformin', 'Metformin', '500'],
      ['METFORMIN', 'metformin', '500'],
      ['Metformin', 'Metformin', '850'],
      ['Percocet', 'Oxycodone and Acetaminophen', '5; 325', 'mg/1; mg/1'],
      ['Synthroid', 'Levothyroxine', '.05'],
      ['Cheratussin', 'Codeine', '10', 'mg/5mL', 'SOLUTION'],
    );
    expect((await bringTo(log, own, 'medications', 'product.txt', file)).entries).toBe(5);
    const find = (query: string) => own.catalogues.medications({ query, skip: 0, take: 10 }).items[0];
    expect(find('percocet')).toMatchObject({
      nonproprietary_name: 'Oxycodone; Acetaminophen',
      strength: '5 mg; 325 mg',
      form: 'tablet',
      route: 'oral',
    });
    expect(find('levothyroxine 50 mcg')).toMatchObject({ strength: '0.05 mg' });
    expect(find('codeine')).toMatchObject({ strength: '10 mg/5 mL' });

    const rxnorm = [
      'rxcui\ttty\tname\tbrand\tingredient\tstrength\tdose_form\tscd_rxcui',
      '861007\tSCD\tmetformin hydrochloride 500 MG Oral Tablet\t\tmetformin hydrochloride\t500mg\toral tablet\t',
      '860975\tSCD\tmetformin 500 MG Extended Release Oral Tablet\t\tmetformin\t500mg\textended release oral tablet\t',
    ].join('\n');
    expect((await bringTo(log, own, 'rxnorm', 'rxnorm.tsv', rxnorm)).entries).toBe(6);
    expect(find('metformin 500 tablet')).toMatchObject({ proprietary_name: 'Metformin', rxcui: '861007' });
    const extended = find('metformin extended')!;
    expect(extended).toMatchObject({ form: 'tablet, extended release', route: 'oral', strength: '500 mg', rxcui: '860975' });

    const newer = rxnorm.split('\n').slice(0, 2).join('\n');
    expect((await bringTo(log, own, 'rxnorm', 'rxnorm-2.tsv', newer)).entries).toBe(6);
    expect(own.catalogues.medication(extended.id)).toEqual({ ...extended, retired: true });
    await log.close();
  });

  it('writes the search where no other process reads half of it', async () => {
    const log = await openEngines();
    await bringTo(log, own, 'diseases', 'one.txt', first.join('\n'));
    const names = await readdir(join(own.folder, 'catalogues'));
    expect(names).toHaveLength(1);
    const db = new DatabaseSync(join(own.folder, 'catalogues', names[0]!), { readOnly: true });
    expect(db.prepare("SELECT value FROM about WHERE name = 'entries'").get()).toEqual({ value: '3' });
    db.close();
    await log.close();
  });
});
