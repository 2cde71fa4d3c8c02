import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { labParameterId } from '#catalogues/lab-parameter';
import type { FoundRow } from '#contracts/lab/found-parameters';
import type { LabMergePreview } from '#contracts/lab/lab-merges';
import type { LabParameterView, ParameterSuggestion } from '#contracts/lab/lab-parameters';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { PageView, ReportView, RowsOnPage } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { importLabParameters } from '#services/records/lab-parameters/lab-parameters.import';
import { recognition } from '#tests/support/report-events';
import type { SignedIn } from '#tests/support/read-side';
import { openReportApp, type ReportApp } from '#tests/support/report-side';

const OCR: Actor = { kind: 'system', part: 'ocr' };
const CREATININE = labParameterId('2160-0', 'Creatinine');
const janet = { first_name: 'Janet', last_name: 'Doeman', date_of_birth: '1961-03-09T00:00:00' };

let app: ReportApp;
let doctor: SignedIn;
let curator: SignedIn;
let patient: string;
let others: string;
beforeAll(async () => {
  app = await openReportApp();
  const clinic = await app.addClinic('Lindenhof');
  doctor = await app.signIn(['Doctor'], clinic);
  curator = await app.signIn(['SuperUser'], null);
  await importLabParameters(
    Buffer.from('code,primary name,aliases,unit,min,max\n2160-0,Creatinine,,mg/dL,0.6,1.3\n'),
    'list.csv',
    app,
    OCR,
  );
  patient = await app.addPatient(doctor, janet);
  others = await app.addPatient(doctor, { ...janet, first_name: 'Joan' });
});
afterAll(() => app.close());

const headers = (who: SignedIn) => ({ authorization: who.authorization, 'idempotency-key': randomUUID() });
const get = async <T>(path: string, who = doctor, status = 200): Promise<T> => {
  await app.settled();
  const after = encodeURIComponent(await app.head());
  const asked = app.http().get(`${path}${path.includes('?') ? '&' : '?'}after=${after}`);
  return (await asked.set('authorization', who.authorization).expect(status)).body as T;
};
const put = (path: string, body: object, who = curator) => app.http().put(path).set(headers(who)).send(body);
const results = async (of = patient) => (await get<{ items: LabResultView[] }>(`/api/lab-results?patient_id=${of}&take=50`)).items;
const staying = async (of = patient) => (await get<{ items: RowsOnPage[] }>(`/api/ocr/staying?patient_id=${of}`)).items;
const listed = async (query = '', who = curator) =>
  (await get<{ items: LabParameterView[] }>(`/api/lab-parameters?take=500&${query}`, who)).items;
const named = async (name: string) => (await listed()).find(({ primary_alias }) => primary_alias === name);
const settings = { normalization_type: 'Arithmetic', scale_divider: 1, is_default: false, ignored_during_validation: false };
const approve = (id: string, aliases: string[], change: object = {}) =>
  put(`/api/lab-parameters/${id}`, { ...settings, aliases, unit: 'ng/mL', status: 'Approved', ...change });

interface Page {
  report_id: string;
  page_id: string;
}
/** A page as reading would leave it, with one row that the catalogue knows and one that it may not. */
const readPage = async (name: string, match: { patient_id: string | null; candidates: number }): Promise<Page> => {
  const upload = app
    .http()
    .post('/api/ocr')
    .set(headers(doctor))
    .attach('files', Buffer.from(`%PDF-1.7 ${name}`), { filename: 'a.pdf' });
  const report_id = ((await upload.expect(201)).body as { items: { id: string }[] }).items[0]!.id;
  const page_id = randomUUID();
  const [known, unknown] = recognition.row_data;
  const { parameter_id: _parameter, ...rest } = unknown!;
  const row_data = [
    { ...known!, parameter_id: CREATININE },
    {
      ...rest,
      id: 'unknown',
      field_value: { ...unknown!.field_value, name: { field_value: name, region: null }, unit: { field_value: 'ng/mL', region: null } },
      doubts: ['unknown-name' as const],
    },
  ];
  await app.readAs({ report_id, page_id }, { ...recognition, row_data }, match);
  return { report_id, page_id };
};
const nobody = { patient_id: null, candidates: 0 };
const row = (id: string, name: string, parameter_id: string | null, value = '41') => ({
  id,
  entry: { entry_id: id, parameter_id, name, value, unit: 'ng/mL', min: '13', max: '150' },
});
const validate = (page: Page, name: string, change: object = {}) =>
  app
    .http()
    .put('/api/ocr/validate')
    .set(headers(doctor))
    .send({
      ...{ ...page, page_version: 1, patient_id: patient, collected: '2025-08-14T00:00:00' },
      row_data: [row('creatinine', 'Creatinine', CREATININE, '1.08'), row('unknown', name, null)],
      ...change,
    })
    .expect(200);
const parametersOf = async ({ page_id }: Page, of = patient) =>
  (await results(of)).filter((one) => one.page_id === page_id).map(({ draft, parameters }) => [draft, parameters.map(({ name }) => name)]);

describe('a name that the catalogue does not have', () => {
  it('is requested by itself when it is read on a page, and seen by super users alone', async () => {
    await readPage('Ferritin (S)', nobody);
    await readPage('ferritin  (s)', nobody);
    const found = await named('Ferritin (S)');
    expect(found).toMatchObject({ status: 'AutomaticallyRequested', unit: 'ng/mL', pages: 2 });
    expect(await listed('', doctor)).toMatchObject([{ primary_alias: 'Creatinine' }]);
    expect(await listed('status=AutomaticallyRequested', doctor)).toEqual([]);
    await get(`/api/lab-parameters/${found!.id}`, doctor, 404);
    expect(await get(`/api/lab-parameters/${found!.id}`, curator)).toMatchObject({ primary_alias: 'Ferritin (S)' });
  });

  it('is asked for by a person, by its id or in words, with the id in the answer', async () => {
    const { id } = (await named('Ferritin (S)'))!;
    const { body } = await put('/api/lab-parameters/request_parameter', { id }, doctor).expect(200);
    expect(body).toMatchObject({ id });
    expect(await named('Ferritin (S)')).toMatchObject({ status: 'PendingApproval' });
    const asked = await put('/api/lab-parameters/request_parameter', { alias: 'Rarum' }, doctor).expect(200);
    expect(asked.body).toMatchObject({ id: labParameterId(undefined, 'rarum') });
    expect(await named('Rarum')).toMatchObject({ status: 'PendingApproval', pages: 0 });
    await put('/api/lab-parameters/request_parameter', {}, doctor).expect(400);
  });

  it('has no values in it: none is requested by itself, and a person asks for the name alone', async () => {
    await readPage('Rarissimum 28 H 39 H', nobody);
    expect((await listed('')).filter(({ primary_alias }) => primary_alias.startsWith('Rarissimum'))).toEqual([]);
    await put('/api/lab-parameters/request_parameter', { alias: 'Rarissimum 28 H 39 H' }, doctor).expect(400);
  });

  it('is the phrase that is asked for, also beside the parameter that was taken for it; of an unknown id nothing is asked', async () => {
    const { body } = await put('/api/lab-parameters/request_parameter', { id: CREATININE, alias: 'ferritin (s)' }, doctor).expect(200);
    expect(body).toMatchObject({ id: labParameterId(undefined, 'Ferritin (S)') });
    await put('/api/lab-parameters/request_parameter', { id: randomUUID() }, doctor).expect(404);
  });

  it('is shown on the row with how the catalogue stands to it, also once somebody asked', async () => {
    const page = await readPage('Ferritin (S)', nobody);
    const shown = await get<PageView>(`/api/ocr/pages/${page.page_id}`);
    const id = labParameterId(undefined, 'ferritin (s)');
    expect(shown.requests).toEqual([
      { name: 'Ferritin (S)', id, status: 'PendingApproval', requested_at: expect.stringMatching(/^20.*Z$/) },
    ]);
    expect(shown.recognition?.row_data.map(({ parameter_status }) => parameter_status)).toEqual(['Approved', 'PendingApproval']);
  });

  it('is rejected, and then neither asked for again nor listed as a request', async () => {
    const id = labParameterId(undefined, 'Rarum');
    await put('/api/lab-parameters/reject_parameter', { id }, doctor).expect(403);
    await put('/api/lab-parameters/reject_parameter', { id }).expect(200);
    expect(await named('Rarum')).toMatchObject({ status: 'Rejected' });
    await put('/api/lab-parameters/request_parameter', { alias: 'Rarum' }, doctor).expect(409);
  });

  it('ruling 16: whoever asked in the own name is told what was decided, and nobody else', async () => {
    const { items } = await get<{ items: { title: string; message: string; path: string }[] }>('/api/notifications', doctor);
    expect(items.map(({ title, message, path }) => [title, message, path])).toContainEqual([
      'Parameter request rejected',
      'Rarum',
      '/reports',
    ]);
    expect((await get<{ items: unknown[] }>('/api/notifications', curator)).items).toEqual([]);
  });

  it('waits again where a super user takes the rejection back, under its name', async () => {
    const id = labParameterId(undefined, 'Rarum');
    await put('/api/lab-parameters/request_parameter', { id }).expect(200);
    expect(await named('Rarum')).toMatchObject({ id, status: 'PendingApproval' });
    await put('/api/lab-parameters/reject_parameter', { id }).expect(200);
  });

  it('is listed with others of several statuses', async () => {
    const waiting = await listed('status=PendingApproval,Rejected');
    expect(waiting.map(({ primary_alias, status }) => [primary_alias, status])).toEqual([
      ['Ferritin (S)', 'PendingApproval'],
      ['Rarum', 'Rejected'],
    ]);
    expect(await listed('status=Approved,Rejected', doctor)).toMatchObject([{ primary_alias: 'Creatinine' }]);
    await get('/api/lab-parameters?status=Approved,Unknown', curator, 400);
  });

  it('goes with the last page that it was printed on', async () => {
    const page = await readPage('Vanishing', nobody);
    expect(await named('Vanishing')).toMatchObject({ pages: 1 });
    await app.http().delete(`/api/ocr/${page.report_id}`).set(headers(doctor)).send({ comment: 'Twice' }).expect(200);
    expect(await named('Vanishing')).toBeUndefined();
  });

  it('goes with its page also where a person had typed it there, and then something else', async () => {
    const page = await readPage('Misread', nobody);
    await validate(page, 'Mistyped');
    await validate(page, 'Typed', { page_version: 2, comment: 'A letter' });
    expect(await named('Mistyped')).toMatchObject({ pages: 1 });
    await app.http().delete(`/api/ocr/${page.report_id}`).set(headers(doctor)).send({ comment: 'Twice' }).expect(200);
    for (const name of ['Misread', 'Mistyped', 'Typed']) expect(await named(name)).toBeUndefined();
  });
});

describe('ruling 26: rows that wait for the catalogue', () => {
  it('of a validated page become results when their parameter is approved, once, with page and region kept', async () => {
    const page = await readPage('Zinc', nobody);
    await validate(page, 'Zinc');
    expect(await parametersOf(page)).toEqual([[false, ['Creatinine']]]);
    expect(await staying()).toMatchObject([{ page_id: page.page_id, awaiting: 1 }]);
    const { id } = (await named('Zinc'))!;
    await approve(id, ['Zinc', 'Zn']).expect(200);
    expect(await parametersOf(page)).toEqual([[false, ['Creatinine', 'Zinc']]]);
    expect(await staying()).toEqual([]);
    const [result] = (await results()).filter((one) => one.page_id === page.page_id);
    expect(result).toMatchObject({ file_id: page.report_id, parameters: [{}, { parameter_id: id, entry_id: 'unknown' }] });
    const shown = await get<PageView>(`/api/ocr/pages/${page.page_id}`);
    expect(shown).toMatchObject({ version: 2, validation: { row_data: [{}, { entry: { parameter_id: id } }] } });
    const version = result!.version;
    await put(`/api/lab-parameters/${id}`, { ...settings, aliases: ['Zinc', 'Zn', 'Zink'], unit: 'ng/mL' }).expect(200);
    expect((await results()).find(({ page_id }) => page_id === page.page_id)?.version).toBe(version);
  });

  it('become results when a list brings their parameter, under the name that the list gives', async () => {
    const page = await readPage('Kupfer', nobody);
    await validate(page, 'Kupfer');
    const list = 'code,primary name,aliases,unit,min,max\n5631-5,Copper,Kupfer|Cu,ng/mL,1,2\n';
    await importLabParameters(Buffer.from(list), 'copper.csv', app, OCR);
    expect(await parametersOf(page)).toEqual([[false, ['Creatinine', 'Kupfer']]]);
    const [result] = (await results()).filter((one) => one.page_id === page.page_id);
    expect(result!.parameters[1]).toMatchObject({ parameter_id: labParameterId('5631-5', 'Copper'), catalogue_name: 'Copper' });
    // and nobody is asked for it any more
    expect(await named('Kupfer')).toBeUndefined();
  });

  it('stay where the name means two things, or the unit is of another kind', async () => {
    const page = await readPage('Lead', nobody);
    await validate(page, 'Lead');
    const list =
      'code,primary name,aliases,unit,min,max\n1-1,Lead I,Lead,ng/mL,1,2\n2-2,Lead II,Lead,ng/mL,1,2\n3-3,Lead III,Led,ng/mL,,\n';
    await importLabParameters(Buffer.from(list), 'lead.csv', app, OCR);
    // the first of them was alone for a moment: what it took up stays its own
    const other = await readPage('Lead', nobody);
    await validate(other, 'Lead');
    expect(await parametersOf(other)).toEqual([[false, ['Creatinine']]]);
  });

  it('are not forgotten where who decides corrects the name that was read', async () => {
    const page = await readPage('Lith1um', nobody);
    await validate(page, 'Lith1um');
    const { id } = (await named('Lith1um'))!;
    const refused = await approve(id, ['Lithium']).expect(422);
    expect(refused.body).toHaveProperty('aliases');
    await put('/api/lab-parameters/merge', { parameter_ids: [id, CREATININE], aliases: [{ parameter_id: id, alias: 'Lithium' }] }).expect(
      422,
    );
    await approve(id, ['Lithium', 'LITH1UM']).expect(200);
    expect(await parametersOf(page)).toEqual([[false, ['Creatinine', 'Lith1um']]]);
  });

  it('stay where nobody looked at their other doubts, until a person does; the result stays of who validated it', async () => {
    const of = async ({ page_id }: Page) => (await results()).find((one) => one.page_id === page_id);
    const [doubtful, plain] = [await readPage('pH-Wert', nobody), await readPage('pH-Wert', nobody)];
    const doubt = (field: string) => ({
      code: 'not-looked-at',
      field,
      entry_id: 'unknown',
      text: `pH-Wert: a doubt of its ${field} (not looked at)`,
    });
    await validate(doubtful, 'pH-Wert', { accepted: [doubt('name'), doubt('unit')] });
    await validate(plain, 'pH-Wert', { accepted: [doubt('name')] });
    const { id } = (await named('pH-Wert'))!;
    await approve(id, ['pH-Wert']).expect(200);
    expect([await parametersOf(doubtful), await parametersOf(plain)]).toEqual([
      [[false, ['Creatinine']]],
      [[false, ['Creatinine', 'pH-Wert']]],
    ]);
    for (const page of [doubtful, plain]) expect(await of(page)).toMatchObject({ last_edited_by: doctor.user_id });
    const stayingOn = async ({ page_id }: Page) => (await staying()).filter((one) => one.page_id === page_id);
    expect(await stayingOn(doubtful)).toMatchObject([{ awaiting: 0, unchecked: 1 }]);
    expect(await stayingOn(plain)).toEqual([]);
    const { items } = await get<{ items: ReportView[] }>('/api/ocr?take=50');
    expect(items.find((file) => file.id === doubtful.report_id)?.pages).toMatchObject([
      { status: 'ValidationAdvised', rows: { saved: 1, awaiting: 0, unchecked: 1 } },
    ]);

    const agreed = [{ ...doubt('unit'), code: 'unit-uncertain', text: 'pH-Wert: The unit is uncertain' }];
    const row_data = [row('creatinine', 'Creatinine', CREATININE, '1.08'), row('unknown', 'pH-Wert', id)];
    await validate(doubtful, 'pH-Wert', { page_version: 2, comment: 'Looked at', row_data, accepted: agreed });
    expect(await parametersOf(doubtful)).toEqual([[false, ['Creatinine', 'pH-Wert']]]);
    expect(await stayingOn(doubtful)).toEqual([]);
  });

  it('of a page that nobody validated become drafts', async () => {
    const page = await readPage('Selenium', { patient_id: patient, candidates: 1 });
    expect(await parametersOf(page)).toEqual([[true, ['creatinine']]]);
    await approve((await named('Selenium'))!.id, ['Selenium']).expect(200);
    expect(await parametersOf(page)).toEqual([[true, ['creatinine', 'Selenium']]]);
    const { items } = await get<{ items: ReportView[] }>('/api/ocr?take=50');
    expect(items.find(({ id }) => id === page.report_id)?.pages).toMatchObject([{ status: 'ValidationDone', recognition_rate: 1 }]);
  });

  it('of a page whose person is not certain wait for a person, with their parameter', async () => {
    const page = await readPage('Cobalt', nobody);
    await approve((await named('Cobalt'))!.id, ['Cobalt']).expect(200);
    expect(await parametersOf(page)).toEqual([]);
    const { recognition: read } = await get<PageView>(`/api/ocr/pages/${page.page_id}`);
    expect(read?.row_data[1]).toMatchObject({ parameter_id: labParameterId(undefined, 'Cobalt'), doubts: [] });
  });

  it('of a page that was given to somebody else go to that record, never to the first', async () => {
    const page = await readPage('Nickel', nobody);
    await validate(page, 'Nickel');
    await validate(page, 'Nickel', { patient_id: others, other_person_confirmed: true, page_version: 2, comment: 'Hers' });
    await approve((await named('Nickel'))!.id, ['Nickel']).expect(200);
    expect(await parametersOf(page)).toEqual([]);
    expect(await parametersOf(page, others)).toEqual([[false, ['Creatinine', 'Nickel']]]);
  });

  it('of a removed page, or of a result that somebody removed, become nothing', async () => {
    const [gone, taken] = [await readPage('Tin', nobody), await readPage('Tin', nobody)];
    for (const page of [gone, taken]) await validate(page, 'Tin');
    await app.http().delete(`/api/ocr/${gone.report_id}`).set(headers(doctor)).send({ comment: 'Twice' }).expect(200);
    const result = (await results()).find(({ page_id }) => page_id === taken.page_id)!;
    await app
      .http()
      .delete(`/api/lab-results/${result.id}`)
      .set(headers(doctor))
      .send({ version: result.version, comment: 'Not hers' })
      .expect(200);
    await approve((await named('Tin'))!.id, ['Tin']).expect(200);
    expect([await parametersOf(gone), await parametersOf(taken)]).toEqual([[], []]);
  });
});

describe('merging', () => {
  const series = async () => (await get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${patient}`)).items;
  const lines = async () => (await series()).map(({ id, name, points }) => [id, name, points.map(({ value, unit }) => `${value} ${unit}`)]);
  const add = async (name: string, unit: string, code?: string) => {
    const body = { ...settings, aliases: [name], unit, ...(code === undefined ? {} : { code }) };
    const added = await app.http().post('/api/lab-parameters').set(headers(curator)).send(body).expect(201);
    return (added.body as { id: string }).id;
  };
  const record = (parameter_id: string, name: string, value: string, unit: string, day: string) =>
    app
      .http()
      .post('/api/lab-results')
      .set(headers(doctor))
      .send({
        ...{ patient_id: patient, collected: `${day}T00:00:00` },
        parameters: [{ entry_id: 'a', parameter_id, name, value, unit, min: '1', max: '200' }],
      })
      .expect(201);

  it('puts values on one line, keeps what was printed, and undoing restores every line exactly', async () => {
    const [kept, other] = [await add('Iron', 'ug/dL'), await add('Fe', 'ug/dL')];
    await record(kept, 'Iron', '80', 'ug/dL', '2026-01-01');
    await record(other, 'Fe', '90', 'ug/dL', '2026-01-02');
    const before = await lines();
    const { body } = await put('/api/lab-parameters/merge', { parameter_ids: [other, kept] }).expect(200);
    const { id } = body as { id: string };
    const iron = (await series()).find(({ parameter_id }) => parameter_id === kept)!;
    expect(iron).toMatchObject({
      name: 'Iron',
      points: [
        { name: 'Iron', value: '80' },
        { name: 'Fe', value: '90' },
      ],
    });
    expect(iron.former_ids).toEqual([`${other}|ug/dl`]);
    expect((await series()).some(({ parameter_id }) => parameter_id === other)).toBe(false);
    expect((await results()).flatMap(({ parameters }) => parameters).find(({ name }) => name === 'Fe')).toMatchObject({
      parameter_id: other,
      catalogue_name: 'Iron',
    });
    expect((await listed('query=fe')).find((one) => one.id === kept)).toMatchObject({
      merged: [{ merge_id: id, id: other, aliases: ['Fe'] }],
    });
    expect((await listed()).some((one) => one.id === other)).toBe(false);
    expect(await listed(`ids=${other}`)).toMatchObject([{ id: other, primary_alias: 'Iron', merged_into: { id: kept, merge_id: id } }]);
    await put(`/api/lab-parameters/${other}`, { ...settings, aliases: ['Fe'], unit: 'g' }).expect(409);
    await app.http().delete(`/api/lab-parameters/${kept}`).set(headers(curator)).send({}).expect(409);
    await put(`/api/lab-parameters/merge/${id}/undo`, {}).expect(200);
    expect(await lines()).toEqual(before);
    await put(`/api/lab-parameters/merge/${id}/undo`, {}).expect(200);
  });

  it('shows values in another unit only where that was decided, and says so', async () => {
    const [kept, other] = [await add('Protein', 'g/dL'), await add('Eiweiss', 'g/L')];
    await record(kept, 'Protein', '7.1', 'g/dL', '2026-01-01');
    await record(other, 'Eiweiss', '72', 'g/L', '2026-01-02');
    const refused = await put('/api/lab-parameters/merge', { parameter_ids: [other, kept] }).expect(422);
    expect(refused.body).toMatchObject({
      confirmed: ['Eiweiss is measured in g/L, Protein in g/dL'],
      expected: { confirmed: [`unit ${other}`] },
    });
    const confirmed = [`unit ${other}`];
    const conversions = [{ parameter_id: other, unit: 'g/L', to: 'g/dL' }];
    const { body } = await put('/api/lab-parameters/merge', { parameter_ids: [other, kept], confirmed, conversions }).expect(200);
    const [line] = (await series()).filter(({ parameter_id }) => parameter_id === kept);
    expect(line!.points).toMatchObject([{ value: '7.1' }, { value: '7.20', unit: 'g/dL', converted_from: { value: '72', unit: 'g/L' } }]);
    await put(`/api/lab-parameters/merge/${(body as { id: string }).id}/undo`, {}).expect(200);
    await put('/api/lab-parameters/merge', { parameter_ids: [other, kept], confirmed }).expect(200);
    expect((await series()).filter(({ parameter_id }) => parameter_id === kept).map(({ unit }) => unit)).toEqual(['g/dL', 'g/L']);
  });

  it('of what took in another counts the values in the unit that they are shown in', async () => {
    const [first, second, third] = [await add('Albumin A', 'g/L'), await add('Albumin B', 'g/dL'), await add('Albumin C', 'mg/dL')];
    await record(first, 'Albumin A', '42', 'g/L', '2026-01-03');
    const toSecond = [{ parameter_id: first, unit: 'g/L', to: 'g/dL' }];
    const merge = (from: string, to: string, conversions: object[]) =>
      put('/api/lab-parameters/merge', { parameter_ids: [from, to], confirmed: [`unit ${from}`], conversions }).expect(200);
    await merge(first, second, toSecond);
    const path = `/api/lab-parameters/merge/preview?parameter_ids=${second},${third}`;
    const [preview] = (await get<LabMergePreview>(path, curator)).parameters;
    expect(preview?.units).toMatchObject([
      { unit: 'g/dL', values: 1, conversion: { to: 'mg/dL', examples: [{ from: '4.20 g/dL', to: '4200 mg/dL' }] } },
    ]);
    await merge(second, third, [{ parameter_id: second, unit: 'g/dL', to: 'mg/dL' }]);
    const [line] = (await series()).filter(({ parameter_id }) => parameter_id === third);
    expect(line?.points).toMatchObject([{ value: '4200', unit: 'mg/dL', converted_from: { value: '42', unit: 'g/L' } }]);
  });

  it('of a request asks about the unit that is printed beside its name', async () => {
    const kept = await add('Basalin', '%');
    await readPage('Basaline', nobody);
    const { id } = (await named('Basaline'))!;
    const { doubts } = await get<LabMergePreview>(`/api/lab-parameters/merge/preview?parameter_ids=${id},${kept}`, curator);
    expect(doubts).toMatchObject([{ code: `unit ${id}`, text: 'Basaline is measured in ng/mL, Basalin in %' }]);
  });

  it('of a request makes its rows results of the one that it was merged with', async () => {
    const kept = await add('Magnesium', 'ng/mL');
    const page = await readPage('Mg im Serum', nobody);
    await validate(page, 'Mg im Serum');
    const { id } = (await named('Mg im Serum'))!;
    await put('/api/lab-parameters/merge', { parameter_ids: [id, kept] }).expect(422);
    await put('/api/lab-parameters/merge', { parameter_ids: [id, kept], aliases: [{ parameter_id: id, alias: 'Mg im Serum' }] }).expect(
      200,
    );
    expect(await parametersOf(page)).toEqual([[false, ['Creatinine', 'Mg im Serum']]]);
    expect((await series()).find(({ parameter_id }) => parameter_id === kept)).toMatchObject({ name: 'Magnesium' });
    expect(await named('Mg im Serum')).toBeUndefined();
    // and is known from then on
    const next = await readPage('Mg im Serum', nobody);
    expect((await get<PageView>(`/api/ocr/pages/${next.page_id}`)).recognition?.row_data[1]).toMatchObject({ parameter_id: id });
  });
});

describe('what a super user decides by (ruling 58)', () => {
  it('is the rows as they are printed, with cut-outs, and no word of page, file or person', async () => {
    const page = await readPage('Vanadium', { patient_id: patient, candidates: 1 });
    const picture = await sharp({ create: { width: 1000, height: 1400, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    await app.sealedFiles.put(`page/${page.page_id}`, picture, `page:${page.page_id}`);
    const { id } = (await named('Vanadium'))!;
    const { items } = await get<{ items: FoundRow[] }>(`/api/lab-parameters/${id}/pages`, curator);
    expect(items).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Vanadium',
        value: '105',
        unit: 'ng/mL',
        range: '0.6-1.3',
        since: expect.any(String) as string,
        has_image: true,
      },
    ]);
    const said = JSON.stringify(items);
    for (const word of ['Doeman', '1961', 'a.pdf', page.page_id, page.report_id, patient]) expect(said).not.toContain(word);
    const image = await app
      .http()
      .get(`/api/lab-parameters/pages/${items[0]!.id}/image`)
      .set('authorization', curator.authorization)
      .expect(200);
    expect(await sharp(image.body as Buffer).metadata()).toMatchObject({ format: 'png', width: 202, height: 32 });
    await app.http().get(`/api/lab-parameters/pages/${items[0]!.id}/image`).set('authorization', doctor.authorization).expect(403);
  });

  it('is what may be meant, with the reasons', async () => {
    await readPage('Creatinin', nobody);
    const { id } = (await named('Creatinin'))!;
    const { items } = await get<{ items: ParameterSuggestion[] }>(`/api/lab-parameters/${id}/suggestions`, curator);
    expect(items[0]).toMatchObject({
      parameter: { primary_alias: 'Creatinine' },
      reasons: [
        { kind: 'likeness', text: 'Same name in another spelling: Creatinine' },
        { kind: 'support', text: 'Unit can be converted: ng/mL to mg/dL' },
        { kind: 'doubt', text: 'Values outside its usual range 0.6 - 1.3 mg/dL' },
      ],
    });
  });

  it('is what a merge would change, counted', async () => {
    const [protein, eiweiss] = (await listed('query=protein')).flatMap(({ id, merged }) => [id, ...(merged ?? []).map((one) => one.id)]);
    const path = `/api/lab-parameters/merge/preview?parameter_ids=${protein},${CREATININE}`;
    const preview = await get<LabMergePreview>(path, curator);
    expect(preview.kept_id).toBe(CREATININE);
    expect(preview.parameters[0]).toMatchObject({
      id: protein,
      values: 2,
      patients: 1,
      units: [{ unit: 'g/dL', fits: false }, { unit: 'g/L' }],
    });
    expect(preview.doubts.map(({ code }) => code)).toContain(`unit ${protein}`);
    expect(preview.parameters.map(({ against }) => against)).toEqual([['No name or code is alike'], []]);
    expect(eiweiss).toBeDefined();
    await get(`/api/lab-parameters/merge/preview?parameter_ids=${protein},${randomUUID()}`, curator, 404);
    await get(`${path}&kept_id=${randomUUID()}`, curator, 422);
  });
});

describe('a removed parameter', () => {
  it('is offered no more, and results keep it with its name', async () => {
    const id = labParameterId(undefined, 'Zinc');
    await app.http().delete(`/api/lab-parameters/${id}`).set(headers(doctor)).send({}).expect(403);
    await app.http().delete(`/api/lab-parameters/${id}`).set(headers(curator)).send({}).expect(200);
    expect(await listed('query=zinc')).toEqual([]);
    expect(await listed(`ids=${id}`)).toMatchObject([{ primary_alias: 'Zinc', is_removed: true }]);
    const { items } = await get<{ items: ObservationSeries[] }>(`/api/lab-results/series?patient_id=${patient}`);
    expect(items.find(({ parameter_id }) => parameter_id === id)).toMatchObject({ name: 'Zinc' });
    // nor does a page say that the catalogue has its name
    const { page_id } = await readPage('Zinc', nobody);
    const page = await get<PageView>(`/api/ocr/pages/${page_id}`);
    expect([page.requests, page.recognition?.row_data[1]?.parameter_status]).toEqual([[], undefined]);
  });
});
