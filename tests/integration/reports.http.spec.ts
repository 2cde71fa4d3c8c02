import { randomUUID } from 'node:crypto';
import { v5 } from 'uuid';
import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { AuditAnswer } from '#contracts/items/history';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { RecognisedRow } from '#contracts/observations/recognition';
import type { PageView, ReportView, ValidatedRow } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { savePages } from '#services/reactions/reports/save-pages.reaction';
import { labParameterId } from '#catalogues/lab-parameter';
import { importLabParameters } from '#services/records/lab-parameters/lab-parameters.import';
import { printed } from '#tests/support/printed';
import { recognition } from '#tests/support/report-events';
import type { SignedIn } from '#tests/support/read-side';
import { openReportApp, type ReportApp } from '#tests/support/report-side';

const OCR: Actor = { kind: 'system', part: 'ocr' };
const CREATININE = labParameterId('2160-0', 'Creatinine');
const GLUCOSE = labParameterId('2345-7', 'Glucose');
const catalogue = 'code,primary name,aliases,unit,min,max\n2160-0,Creatinine,,mg/dL,0.6,1.3\n2345-7,Glucose,,mg/dL,70,99\n';
const janet = { first_name: 'Janet', last_name: 'Doeman', date_of_birth: '1961-03-09T00:00:00' };
const joan = { ...janet, first_name: 'Joan' };
const PDF = Buffer.from('%PDF-1.7 a report');
const IMAGE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);

let app: ReportApp;
let doctor: SignedIn;
let administrator: SignedIn;
let stranger: SignedIn;
let superUser: SignedIn;
let clinic: string;
let patient: string;
beforeAll(async () => {
  app = await openReportApp();
  clinic = await app.addClinic('Lindenhof');
  doctor = await app.signIn(['Doctor'], clinic);
  administrator = await app.signIn(['OrganizationAdmin'], clinic);
  stranger = await app.signIn(['Doctor'], await app.addClinic('Elsewhere'));
  superUser = await app.signIn(['SuperUser'], null);
  await importLabParameters(Buffer.from(catalogue), 'list.csv', app, OCR);
  patient = await app.addPatient(doctor, janet);
});
afterAll(() => app.close());

interface Sent {
  who?: SignedIn;
  key?: string;
}
const headers = ({ who = doctor, key = randomUUID() }: Sent) => ({ authorization: who.authorization, 'idempotency-key': key });

const upload = (files: { name: string; type?: string; bytes?: Buffer }[], sent: Sent = {}, fields: Record<string, string> = {}) => {
  const request = app.http().post('/api/ocr').set(headers(sent));
  for (const [name, value] of Object.entries(fields)) void request.field(name, value);
  for (const { name, type = 'application/pdf', bytes = PDF } of files)
    void request.attach('files', bytes, { filename: name, contentType: type });
  return request;
};
const uploaded = async (name = 'quest.pdf', sent: Sent = {}): Promise<string> => {
  const { body } = await upload([{ name }], sent).expect(201);
  return (body as { items: { id: string }[] }).items[0]!.id;
};
const get = async <T>(path: string, who = doctor, status = 200): Promise<T> => {
  const after = encodeURIComponent(await app.head());
  const { body } = await app
    .http()
    .get(`${path}${path.includes('?') ? '&' : '?'}after=${after}`)
    .set('authorization', who.authorization)
    .expect(status);
  return body as T;
};
const list = (who = doctor) => get<{ items: ReportView[]; overall_count: number }>('/api/ocr?take=50', who);
const results = async (patient_id = patient) => {
  await app.settled();
  return (await get<{ items: LabResultView[] }>(`/api/lab-results?patient_id=${patient_id}&take=50`)).items;
};

/** A report with one page as reading would leave it: creatinine certain, glucose doubtful. */
const readReport = async (
  match: { patient_id: string | null; candidates: number } = { patient_id: null, candidates: 0 },
  glucose: Partial<RecognisedRow> = {},
) => {
  const report_id = await uploaded();
  const page_id = randomUUID();
  await app.sealedFiles.put(`page/${page_id}`, IMAGE, `page:${page_id}`);
  const page = {
    ...recognition,
    row_data: recognition.row_data.map((row) =>
      row.id === 'glucose' ? { ...row, ...glucose, parameter_id: GLUCOSE } : { ...row, parameter_id: CREATININE },
    ),
  };
  await app.readAs({ report_id, page_id }, page, match);
  return { report_id, page_id };
};

const row = (id: string, value: string, parameter_id: string | null = CREATININE, change: Partial<ValidatedRow> = {}): ValidatedRow => ({
  id,
  ignored: false,
  entry: {
    entry_id: id,
    parameter_id,
    name: id,
    value,
    unit: 'mg/dL',
    min: '0.6',
    max: '1.3',
    region: { top: 10, left: 10, right: 200, bottom: 30 },
  },
  ...change,
});
const validate = (page: { report_id: string; page_id: string }, change: object = {}, sent: Sent = {}) =>
  app
    .http()
    .put('/api/ocr/validate')
    .set(headers(sent))
    .send({
      ...page,
      page_version: 1,
      patient_id: patient,
      collected: '2025-08-14T00:00:00',
      row_data: [row('creatinine', '1.08'), row('glucose', '105', GLUCOSE)],
      ...change,
    });
/** What is accepted in the events of a stream, and by whom. */
const acceptedIn = async (stream: string) =>
  (await app.events(stream)).flatMap((opened) => {
    if (opened.kind !== 'opened') return [];
    const { accepted = [] } = opened.event.data as { accepted?: AcceptedDoubt[] };
    const { actor } = opened.meta;
    return accepted.map(({ code, text }) => [code, text, 'user_id' in actor ? actor.user_id : actor.on_behalf_of]);
  });
const remove = (id: string, sent: Sent = {}, body: object = { comment: 'Uploaded twice' }) =>
  app.http().delete(`/api/ocr/${id}`).set(headers(sent)).send(body);

describe('POST /api/ocr', () => {
  it('makes a report of each file, named as uploaded, stored sealed before it is read', async () => {
    const { body } = await upload([{ name: 'one.pdf' }, { name: 'C:\\scans\\zwei ß.PNG', type: 'image/png' }]).expect(201);
    const { items } = body as { items: { id: string; position: string }[] };
    expect(items).toHaveLength(2);
    const files = (await list()).items.slice(0, 2);
    expect(files.map(({ name, status, pages }) => ({ name, status, pages }))).toEqual([
      { name: 'zwei ß.PNG', status: 'Queued', pages: [] },
      { name: 'one.pdf', status: 'Queued', pages: [] },
    ]);
    expect(Buffer.from((await app.sealedFiles.get(`report/${items[0]!.id}`)) as Uint8Array)).toEqual(PDF);
    expect(Buffer.from((await app.files.get(`report/${items[0]!.id}`)) as Uint8Array).includes('a report')).toBe(false);
  });

  it('decision 3.2: a form sent again is answered, not repeated, and stores nothing anew', async () => {
    const key = randomUUID();
    const first = await upload([{ name: 'again.pdf' }], { key }).expect(201);
    expect((await upload([{ name: 'again.pdf' }], { key }).expect(201)).body).toEqual(first.body);
    const other = await upload([{ name: 'again.pdf', bytes: Buffer.from('%PDF-1.7 something else') }], { key }).expect(422);
    expect(other.body).toMatchObject({ code: 'key-reused' }); // ruling 60
    const { id } = (first.body as { items: { id: string }[] }).items[0]!;
    expect(Buffer.from((await app.sealedFiles.get(`report/${id}`)) as Uint8Array)).toEqual(PDF);
    expect((await list()).items.filter(({ name }) => name === 'again.pdf')).toHaveLength(1);
    await upload([{ name: 'again.pdf' }], { key, who: administrator }).expect(409);
  });

  const part = (name: string) =>
    `--x\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n%PDF\r\n`;
  const sendForm = (payload: string, type = 'multipart/form-data; boundary=x') =>
    app.app.inject({ method: 'POST', url: '/api/ocr', payload, headers: { ...headers({}), 'content-type': type } });
  it.each([
    ['without a boundary', 'x', 'multipart/form-data'],
    ['that is no form', 'nonsense', undefined],
    ['cut within a file', part('cut.pdf').slice(0, -8), undefined],
    ['cut within the words before it', part('cut.pdf').slice(0, 40), undefined],
    ['without an end', part('cut.pdf'), undefined],
  ])('says so of a form %s, and keeps nothing of it', async (_what, payload, type) => {
    const before = (await list()).overall_count;
    const answer = await sendForm(payload, type);
    expect([answer.statusCode, answer.json()]).toEqual([400, { files: ['The upload did not arrive whole, please try again'] }]);
    expect((await list()).overall_count).toBe(before);
  });

  it.each([
    ['control characters', 'a\u0000b\u0085c.pdf', 'abc.pdf'],
    ['nothing else', '\u0001', 'Unnamed file'],
    ['a path', '../../../etc/passwd.pdf', 'passwd.pdf'],
    ['half of a character where it is cut', `x${'😀'.repeat(200)}.pdf`, `x${'😀'.repeat(127)}`],
  ])('keeps a name that can be shown: %s', async (_what, name, kept) => {
    const answer = await sendForm(`${part(name)}--x--\r\n`);
    expect(answer.statusCode).toBe(201);
    expect((await list()).items[0]!.name).toBe(kept);
  });

  it('refuses a whole form with a file of another kind, and one without a file', async () => {
    const before = (await list()).overall_count;
    const wrong = await upload([{ name: 'good.pdf' }, { name: 'notes.txt', type: 'text/plain' }]).expect(422);
    expect(wrong.body).toEqual({
      files: ['Only PDF, JPG and PNG files can be read'],
      expected: { files: ['image/png', 'image/jpeg', 'application/pdf'] },
    });
    expect((await upload([], {}, { ocr_type: 'tesseract' }).expect(422)).body).toEqual({
      files: ['Field is required'],
      expected: { files: 'at least 1 file' },
    });
    expect((await app.http().post('/api/ocr').set(headers({})).send({ files: [] }).expect(422)).body).toEqual({
      files: ['Field is required'],
      expected: { files: 'at least 1 file' },
    });
    expect((await list()).overall_count).toBe(before);
  });

  it('ruling 8: refuses an engine that is not configured, and one that does not exist', async () => {
    const azure = await upload([{ name: 'a.pdf' }], {}, { ocr_type: 'azureCognitive' }).expect(422);
    expect(azure.body).toEqual({ ocr_type: ['This engine is not configured'], expected: { ocr_type: ['tesseract'] } });
    const unknown = await upload([{ name: 'a.pdf' }], {}, { ocrType: 'eyes' }).expect(422);
    expect(unknown.body).toEqual({
      ocrType: ['Must be one of tesseract, azureCognitive, abby'],
      expected: { ocrType: ['tesseract', 'azureCognitive', 'abby'] },
    });
  });

  it('takes a patient of the own clinic only', async () => {
    const other = await app.addPatient(stranger, joan);
    await upload([{ name: 'a.pdf' }], {}, { patient_id: other }).expect(404);
    await upload([{ name: 'a.pdf' }], {}, { patient_id: 'x' }).expect(422);
    await upload([{ name: 'a.pdf' }], {}, { patient_id: patient }).expect(201);
  });

  it('is for the staff of a clinic', async () => {
    await upload([{ name: 'a.pdf' }], { who: superUser }).expect(403);
    await upload([{ name: 'a.pdf' }], { who: await app.signIn(['Patient'], null, [patient]) }).expect(403);
  });
});

describe('GET /api/ocr', () => {
  it('lists the files of the own clinic, newest first, page by page', async () => {
    const newest = await uploaded('newest.pdf');
    await uploaded('foreign.pdf', { who: stranger });
    const { items, overall_count } = await get<{ items: ReportView[]; overall_count: number }>('/api/ocr?skip=0&take=1');
    expect(items.map(({ id }) => id)).toEqual([newest]);
    expect(overall_count).toBeGreaterThan(1);
    expect((await list()).items.some(({ name }) => name === 'foreign.pdf')).toBe(false);
    expect((await list(superUser)).items).toEqual([]);
    await get('/api/ocr?take=1000', doctor, 400);
  });

  it('says when reading was last seen, and which engines may be chosen', async () => {
    expect(await get('/api/ocr/instances')).toEqual({
      last_ping: '2026-01-01T00:00:00.000Z',
      engines: [
        { type: 'tesseract', enabled: true },
        // a sentence that says who can change it: nobody
        { type: 'azureCognitive', enabled: false, reason: expect.stringMatching(/^Not configured: .+\.$/) },
        { type: 'abby', enabled: false, reason: expect.stringMatching(/^Not configured: /) },
      ],
    });
  });

  it('decision 3.4: answers 404 for a file, a page and an image of another clinic as for what is missing', async () => {
    const { report_id, page_id } = await readReport();
    for (const path of [`/api/ocr/${report_id}`, `/api/ocr/pages/${page_id}`, `/api/files/page/${page_id}`]) {
      await get(path, doctor);
      const foreign = await get(path, stranger, 404);
      expect(await get(path.replace(/[^/]+$/, randomUUID()), doctor, 404)).toEqual(foreign);
    }
  });

  it('shows a file with its pages, and a page with what was read on it', async () => {
    const { report_id, page_id } = await readReport();
    const file = await get<ReportView>(`/api/ocr/${report_id}`);
    expect(file).toMatchObject({
      status: 'Finished',
      pages: [{ id: page_id, status: 'ValidationRequired', error_message: 'Patient not matched' }],
    });
    const page = await get<PageView>(`/api/ocr/pages/${page_id}`);
    expect(page).toMatchObject({
      report_id,
      status: 'ValidationRequired',
      validation: null,
      version: 1,
      recognition: { row_data: [{ id: 'creatinine' }, { id: 'glucose', error: 'Hard to read on the page', error_field: 'Value' }] },
    });
  });

  it('gives the image of a page as PNG, and 404 where there is none', async () => {
    const { page_id } = await readReport();
    const image = await app.http().get(`/api/files/page/${page_id}?extension=png`).set('authorization', doctor.authorization).expect(200);
    expect(image.headers['content-type']).toContain('image/png');
    expect(image.body).toEqual(IMAGE);
    await app.files.remove(`page/${page_id}`);
    await get(`/api/files/page/${page_id}`, doctor, 404);
  });

  it('ruling 16: a patient sees the pages that were validated for it, and no others', async () => {
    const page = await readReport({ patient_id: patient, candidates: 1 });
    const [own, other] = [await app.signIn(['Patient'], null, [patient]), await app.signIn(['Patient'], null, [randomUUID()])];
    await get(`/api/ocr/pages/${page.page_id}`, own, 404);
    await validate(page).expect(200);
    await get(`/api/ocr/pages/${page.page_id}`, own);
    await get(`/api/files/page/${page.page_id}`, own);
    await get(`/api/ocr/pages/${page.page_id}`, other, 404);
    await get(`/api/files/page/${page.page_id}`, other, 404);
  });

  it('decision 0045: a patient sees no page whose result was removed from the record, until it is validated again', async () => {
    const page = await readReport({ patient_id: patient, candidates: 1 });
    const own = await app.signIn(['Patient'], null, [patient]);
    await validate(page).expect(200);
    const result = (await results()).find(({ page_id }) => page_id === page.page_id)!;
    const removal = { version: result.version, comment: 'Belongs to another patient' };
    await app.http().delete(`/api/lab-results/${result.id}`).set(headers({})).send(removal).expect(200);
    for (const path of [`/api/ocr/pages/${page.page_id}`, `/api/files/page/${page.page_id}`]) {
      await get(path, own, 404);
      await get(path, doctor);
    }
    await validate(page, { page_version: 2, row_data: [row('creatinine', '1.18')], comment: 'It was right' }).expect(200);
    await app.settled();
    await get(`/api/ocr/pages/${page.page_id}`, own);
    // nobody removed what a validation takes back to the page
    await validate(page, { page_version: 3, row_data: [row('Rarum', '3', null)], comment: 'Not in the catalogue' }).expect(200);
    await app.settled();
    await get(`/api/ocr/pages/${page.page_id}`, own);
  });
});

describe('PUT /api/ocr/validate', () => {
  it('ruling 26: says what was saved, what awaits the catalogue and what was ignored; only the first enter the record', async () => {
    const page = await readReport();
    const row_data = [row('creatinine', '1.08'), row('Rarum', '3', null), row('glucose', '105', GLUCOSE, { ignored: true })];
    const { body } = await validate(page, { row_data }).expect(200);
    expect(body).toMatchObject({ id: page.report_id, saved: 1, awaiting: 1, ignored: 1 });
    const [result] = (await results()).filter(({ page_id }) => page_id === page.page_id);
    expect(result).toMatchObject({
      draft: false,
      origin: 'ocr',
      file_id: page.report_id,
      page_id: page.page_id,
      collected: '2025-08-14T00:00:00',
      comment: 'Read from quest.pdf, page 1',
      last_edited_by: doctor.user_id,
      parameters: [{ name: 'creatinine', value: '1.08', region: { top: 10, left: 10, right: 200, bottom: 30 } }],
    });
    const kept = await get<PageView>(`/api/ocr/pages/${page.page_id}`);
    expect(kept).toMatchObject({
      status: 'ValidationDone',
      version: 2,
      validation: { row_data, validated_by: doctor.user_id, validated_by_name: 'Ada Quill' },
    });
  });

  it('ruling 26: the list of reports and the record say which rows stayed on a page, until they are ignored', async () => {
    const field_value = printed({ name: 'glucose', value: '', range: '0.6-1.3', unit: 'mg/dL' });
    const page = await readReport(undefined, { value: null, field_value });
    const withoutValue = { ...row('glucose', '105', GLUCOSE), entry: { ...row('glucose', '105', GLUCOSE).entry, value: null } };
    const row_data = [row('creatinine', '1.08'), row('Rarum', '3', null), withoutValue];
    expect((await validate(page, { row_data }).expect(200)).body).toMatchObject({ saved: 1, awaiting: 1, empty: 1, ignored: 0 });
    const staying = async (who = doctor) =>
      (await get<{ items: { page_id: string }[] }>(`/api/ocr/staying?patient_id=${patient}`, who)).items.filter(
        ({ page_id }) => page_id === page.page_id,
      );
    const waits = [{ ...page, name: 'quest.pdf', page_number: 1, awaiting: 1, empty: 1 }];
    expect(await staying()).toEqual(waits);
    expect(await staying(await app.signIn(['Patient'], null, [patient]))).toEqual(waits);
    await get(`/api/ocr/staying?patient_id=${patient}`, stranger, 404);
    expect(await get<ReportView>(`/api/ocr/${page.report_id}`)).toMatchObject({
      pages: [{ rows: { saved: 1, awaiting: 1, empty: 1, ignored: 0 } }],
    });

    const ignored = row_data.map((each, index) => ({ ...each, ignored: index > 0 }));
    await validate(page, { row_data: ignored, page_version: 2, comment: 'Not wanted' }).expect(200);
    expect(await staying()).toEqual([]);
    const [now] = (await get<ReportView>(`/api/ocr/${page.report_id}`)).pages;
    expect(now?.rows).toEqual({ saved: 1, awaiting: 0, empty: 0, ignored: 2 });
  });

  it('ruling 17: refuses what a person typed against the rules of the form, by its field, and takes what was read as it is', async () => {
    const page = await readReport();
    const [typed, added] = [row('creatinine', '0'), row('added', '4')];
    typed.entry.max = added.entry.max = null;
    const refused = await validate(page, { row_data: [typed, added] }).expect(422);
    expect(refused.body).toMatchObject({
      'row_data.0.entry.value': ['Must be different than 0'],
      'row_data.0.entry.max': ['Field is required'],
      'row_data.1.entry.max': ['Field is required'],
    });
    Object.assign(typed.entry, { zero_as_reported: true, no_upper_limit: true });
    added.entry.no_upper_limit = true;
    await validate(page, { row_data: [typed, added] }).expect(200);
    const bare = await readReport(undefined, { max: null, value: null });
    const asRead = row('glucose', '105', GLUCOSE);
    await validate(bare, { row_data: [{ ...asRead, entry: { ...asRead.entry, value: null, text: '105', max: null } }] }).expect(200);
  });

  it('ruling 23: what was read without a person stands as a draft until somebody validates', async () => {
    const page = await readReport({ patient_id: patient, candidates: 1 });
    const mine = async () => (await results()).filter(({ page_id }) => page_id === page.page_id);
    expect(await mine()).toMatchObject([{ draft: true, last_edited_by: null, parameters: [{ name: 'creatinine' }] }]);
    await validate(page).expect(200);
    expect(await mine()).toMatchObject([
      { draft: false, last_edited_by: doctor.user_id, parameters: [{ name: 'creatinine' }, { name: 'glucose' }] },
    ]);
  });

  it('says what was read and what a person made of it, whether a draft was there or not', async () => {
    const told = async (page: { page_id: string }) => {
      const [result] = (await results()).filter(({ page_id }) => page_id === page.page_id);
      const { items } = await get<AuditAnswer>(`/api/audit/labresult/${result!.id}`);
      const ofValue = items.flatMap(({ changes }) => changes).filter(({ path }) => path === 'parameters.value' || path === 'collected');
      return ofValue.map(({ field, from, to, is_read }) => [field, from, to, ...(is_read ? ['read'] : [])]);
    };
    const typed = { row_data: [row('creatinine', '1.18'), row('glucose', '95', GLUCOSE)] };
    const another = await readReport();
    await validate(another, { ...typed, collected: '2025-08-15T00:00:00' }).expect(200);
    expect(await told(another)).toEqual([
      ['Date collected', '08/14/2025', '08/15/2025', 'read'],
      ['creatinine value', '1.08 mg/dL', '1.18 mg/dL', 'read'],
      ['glucose value', '105 mg/dL', '95 mg/dL', 'read'],
    ]);
    // the doubtful row was no part of the draft
    const draft = await readReport({ patient_id: patient, candidates: 1 });
    await validate(draft, typed).expect(200);
    expect(await told(draft)).toEqual([
      ['Date collected', null, '08/14/2025'],
      ['creatinine value', null, '1.08 mg/dL'],
      ['creatinine value', '1.08 mg/dL', '1.18 mg/dL'],
      ['glucose value', '105 mg/dL', '95 mg/dL', 'read'],
    ]);
    // what is changed later is no reading
    await validate(draft, { row_data: [row('glucose', '96', GLUCOSE)], page_version: 2, comment: 'Misread' }).expect(200);
    expect((await told(draft)).slice(4)).toEqual([
      ['glucose value', '95 mg/dL', '96 mg/dL'],
      ['creatinine', '1.18 mg/dL', null],
    ]);
  });

  it('ruling 26: validating again corrects and never doubles, and asks for the reason', async () => {
    const page = await readReport();
    await validate(page).expect(200);
    const again = { page_version: 2, row_data: [row('creatinine', '1.18')] };
    expect((await validate(page, again).expect(422)).body).toEqual({ comment: ["Comment shouldn't be empty."] });
    await validate(page, { ...again, comment: 'Misread' }).expect(200);
    const mine = (await results()).filter(({ page_id }) => page_id === page.page_id);
    expect(mine).toMatchObject([{ comment: 'Misread', parameters: [{ value: '1.18', corrected_from: { value: '1.08' } }] }]);
  });

  it('decision 3.2: the same command again is answered with the same', async () => {
    const page = await readReport();
    const key = randomUUID();
    const first = await validate(page, {}, { key }).expect(200);
    expect((await validate(page, {}, { key }).expect(200)).body).toEqual(first.body);
    expect(
      (await app.events(`report-${page.report_id}`)).filter((each) => each.kind === 'opened' && each.event.type === 'PageValidated'),
    ).toHaveLength(1);
  });

  it('ruling 12: answers 409 with what somebody else validated meanwhile, and changes nothing', async () => {
    const page = await readReport();
    await validate(page, {}, { who: administrator }).expect(200);
    const { body } = await validate(page, { row_data: [row('creatinine', '9.99')] }).expect(409);
    expect(body).toMatchObject({
      code: 'stale',
      version: 2,
      current: {
        patient_id: patient,
        collected: '2025-08-14T00:00:00',
        row_data: [{ entry: { value: '1.08' } }, { entry: { value: '105' } }],
      },
    });
    expect((await get<PageView>(`/api/ocr/pages/${page.page_id}`)).validation?.row_data[0]?.entry.value).toBe('1.08');
  });

  it('ruling 25: another person than the page names needs a confirmation', async () => {
    const page = await readReport();
    const other = await app.addPatient(doctor, joan);
    const { body } = await validate(page, { patient_id: other }).expect(422);
    expect(body).toEqual({ patient_id: ['The name or date of birth on the page is not that of the chosen patient. Please confirm'] });
    await validate(page, { patient_id: other, other_person_confirmed: true }).expect(200);
    const [result] = await results(other);
    expect(result?.page_id).toBe(page.page_id);
    // in the event of the page with the name that it prints, in the record of the patient without it
    expect(await acceptedIn(`report-${page.report_id}`)).toEqual([
      ['other-person', 'The page names Janet Doeman, born 03/09/1961: confirmed as results of the chosen patient', doctor.user_id],
    ]);
    expect(await acceptedIn(`lab_result-${result!.id}`)).toEqual([
      ['other-person', 'The page names somebody else: confirmed as results of this patient', doctor.user_id],
    ]);
  });

  it('a value that was recorded already is accepted as such, in the page and in the result', async () => {
    const text = 'Already recorded: glucose 105 mg/dL on 08/14/2025, read from a report, checked by Ada Quill. Record it again?';
    const page = await readReport();
    await validate(page, { accepted: [{ code: 'already-recorded', field: 'value', entry_id: 'glucose', text }] }).expect(200);
    const [result] = (await results()).filter(({ page_id }) => page_id === page.page_id);
    for (const stream of [`report-${page.report_id}`, `lab_result-${result!.id}`])
      expect(await acceptedIn(stream)).toEqual([['already-recorded', text, doctor.user_id]]);
  });

  it('doubts that were accepted with a page are in the event of its result, those of ignored rows are not', async () => {
    const page = await readReport();
    const doubt = (entry_id: string) => ({
      code: 'not-looked-at',
      field: 'value',
      entry_id,
      text: `${entry_id}: Hard to read on the page`,
    });
    const row_data = [row('creatinine', '1.08'), row('glucose', '105', GLUCOSE, { ignored: true })];
    await validate(page, { row_data, accepted: [doubt('creatinine'), doubt('glucose')] }).expect(200);
    const result = (await results()).find(({ page_id }) => page_id === page.page_id);
    expect(await acceptedIn(`lab_result-${result!.id}`)).toEqual([
      ['not-looked-at', 'creatinine: Hard to read on the page', doctor.user_id],
    ]);
  });

  it('choosing another patient moves the result, and back again', async () => {
    const page = await readReport({ patient_id: patient, candidates: 1 });
    const other = await app.addPatient(doctor, joan);
    const ofPage = async (id: string) => (await results(id)).filter(({ page_id }) => page_id === page.page_id).map(({ draft }) => draft);
    const choose = (patient_id: string, page_version: number) =>
      validate(page, { patient_id, page_version, other_person_confirmed: true, comment: 'The other one' }).expect(200);
    expect([await ofPage(patient), await ofPage(other)]).toEqual([[true], []]);
    await choose(other, 1);
    expect([await ofPage(patient), await ofPage(other)]).toEqual([[], [false]]);
    await choose(patient, 2);
    expect([await ofPage(patient), await ofPage(other)]).toEqual([[false], []]);
    await choose(other, 3);
    expect([await ofPage(patient), await ofPage(other)]).toEqual([[], [false]]);
    expect(app.reactionRunner.status().map(({ parked }) => parked)).toEqual(app.reactionRunner.status().map(() => 0));
  });

  it('a result that was removed from the record comes back when its page is validated again', async () => {
    const page = await readReport();
    await validate(page).expect(200);
    const mine = async () => (await results()).filter(({ page_id }) => page_id === page.page_id);
    const [result] = await mine();
    const removal = { version: result!.version, comment: 'Wrong' };
    await app.http().delete(`/api/lab-results/${result!.id}`).set(headers({})).send(removal).expect(200);
    expect(await mine()).toEqual([]);
    await validate(page, { page_version: 2, row_data: [row('creatinine', '1.18')], comment: 'It was right' }).expect(200);
    expect(await mine()).toMatchObject([{ parameters: [{ value: '1.18' }] }]);
  });

  it('decision 3.18: an event that is tried again late brings nothing old back', async () => {
    const page = await readReport({ patient_id: patient, candidates: 1 });
    const other = await app.addPatient(doctor, joan);
    await validate(page).expect(200);
    await validate(page, { patient_id: other, other_person_confirmed: true, page_version: 2, comment: 'Hers' }).expect(200);
    await validate(page, { page_version: 3, row_data: [row('creatinine', '1.18')], comment: 'His' }).expect(200);
    const both = async () => [...(await results()), ...(await results(other))].filter(({ page_id }) => page_id === page.page_id);
    const before = await both();
    expect(before).toMatchObject([{ patient_id: patient, parameters: [{ value: '1.18' }] }]);
    const reaction = savePages(app.log, app.streams);
    for (const opened of await app.events(`report-${page.report_id}`)) {
      if (opened.kind !== 'opened' || !reaction.types.includes(opened.event.type)) continue;
      const effects = { id: (n?: number) => v5(String(n), opened.meta.event_id), publish: () => Promise.resolve() };
      await reaction.react(opened.event, opened.meta, effects);
    }
    expect((await both()).map(({ id, parameters }) => [id, parameters])).toEqual(before.map(({ id, parameters }) => [id, parameters]));
  });

  it('takes the result away where nothing of the page is kept', async () => {
    const page = await readReport();
    await validate(page).expect(200);
    const ignored = { page_version: 2, row_data: [row('creatinine', '1.08', CREATININE, { ignored: true })], comment: 'Not ours' };
    expect((await validate(page, ignored).expect(200)).body).toMatchObject({ saved: 0, ignored: 1 });
    expect((await results()).filter(({ page_id }) => page_id === page.page_id)).toEqual([]);
  });

  it('answers 404 for a patient, a page or a report of another clinic', async () => {
    const page = await readReport();
    const foreign = await app.addPatient(stranger, janet);
    await validate(page, { patient_id: foreign }).expect(404);
    await validate(page, { patient_id: foreign }, { who: stranger }).expect(404);
    await validate({ ...page, page_id: randomUUID() }).expect(404);
    await validate({ ...page, report_id: randomUUID() }).expect(404);
  });

  it('names the rows that cannot be saved', async () => {
    const page = await readReport();
    const unknown = randomUUID();
    const errors = async (row_data: object[], status = 422) => (await validate(page, { row_data }).expect(status)).body as object;
    expect(await errors([row('a', '1'), row('b', '1', unknown)])).toEqual({
      'row_data.1.entry.parameter_id': ['The catalogue has no such parameter'],
      expected: { 'row_data.1.entry.parameter_id': 'id of a parameter of the catalogue' },
    });
    expect(await errors([row('a', '1'), row('a', '2')])).toEqual({ row_data: ['A row is there twice'] });
    expect(await errors([row('a', '1,5')], 400)).toMatchObject({ 'row_data.0.entry.value': ['Field should be number'] });
    expect((await validate(page, { collected: '2025-02-30T00:00:00' }).expect(400)).body).toEqual({
      collected: ['Must be a correct date'],
      expected: { collected: 'YYYY-MM-DDTHH:mm:ss' },
    });
  });

  it('is for the staff of a clinic', async () => {
    const page = await readReport();
    await validate(page, {}, { who: superUser }).expect(403);
    await validate(page, {}, { who: await app.signIn(['Patient'], null, [patient]) }).expect(403);
  });
});

describe('DELETE /api/ocr/:id', () => {
  it('takes the results, the images and the upload with it', async () => {
    const page = await readReport();
    await validate(page).expect(200);
    expect((await results()).some(({ page_id }) => page_id === page.page_id)).toBe(true);
    await remove(page.report_id).expect(200);
    expect((await results()).some(({ page_id }) => page_id === page.page_id)).toBe(false);
    expect((await app.fileNames()).filter((name) => name.endsWith(page.page_id) || name.endsWith(page.report_id))).toEqual([]);
    await get(`/api/ocr/${page.report_id}`, doctor, 404);
    await get(`/api/ocr/pages/${page.page_id}`, doctor, 404);
    await get(`/api/files/page/${page.page_id}`, doctor, 404);
    await validate(page).expect(404);
    await remove(page.report_id).expect(200);
  });

  it('ruling 11: asks for the reason', async () => {
    const id = await uploaded();
    expect((await remove(id, {}, {}).expect(400)).body).toEqual({ comment: ["Comment shouldn't be empty."] });
    await remove(id).expect(200);
  });

  it('answers 404 for a report of another clinic, and 403 to who is not its staff', async () => {
    const id = await uploaded();
    await remove(id, { who: stranger }).expect(404);
    await remove(randomUUID()).expect(404);
    await remove(id, { who: superUser }).expect(403);
    expect((await list()).items.some((file) => file.id === id)).toBe(true);
  });
});
