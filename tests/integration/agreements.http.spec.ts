import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PatientsQueriesModule } from '#projections/patients/patients.queries';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { reportBytes } from '#services/ocr/fixtures/make-files';
import { blackPng } from '#tests/support/pictures';
import { aPerson, type Clinic, openClinic, type SignedIn } from '#tests/support/read-side';

let { app, doctor, assistant, stranger } = {} as Clinic;
beforeAll(async () => {
  ({ app, doctor, assistant, stranger } = await openClinic([PatientsModule, PatientsQueriesModule]));
});
afterAll(() => app.close());

const person = (more: object = {}) => aPerson({ email: undefined, ...more });
const as = ({ authorization }: SignedIn) => ({ authorization });
const upload = (who: SignedIn, patient_id: string, bytes: Buffer, { key = randomUUID() as string, name = 'agreement' } = {}) =>
  app
    .http()
    .post(`/api/files/agreement/${patient_id}`)
    .set({ ...as(who), 'idempotency-key': key })
    .attach(name, bytes, 'signed.txt');
const add = (who: SignedIn, body: object) => app.http().post('/api/patients').set(as(who)).send(body);
const put = (who: SignedIn, id: string, body: object) => app.http().put(`/api/patients/${id}`).set(as(who)).send(body);
const download = (who: SignedIn, id: string) => app.http().get(`/api/files/agreement/${id}`).set(as(who)).buffer().responseType('blob');
const shown = async (id: string, after: string) =>
  (await app.http().get(`/api/patients/${id}`).query({ after }).set(as(doctor)).expect(200)).body as { agreement_uploaded: boolean };

const pdf = Buffer.from(reportBytes('s1_quest'));
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: '#1144aa' } })
    .toFormat(format)
    .toBuffer();

/** Uploads for a patient to be added and adds it. */
const addWith = async (who: SignedIn, bytes: Buffer) => {
  const id = randomUUID();
  const { body } = await upload(who, id, bytes).expect(201);
  const agreement_id = (body as { id: string }).id;
  const added = await add(who, person({ id, agreement_id })).expect(201);
  return { id, agreement_id, position: (added.body as { position: string }).position };
};

it('files what was uploaded before the patient was there, sealed', async () => {
  const { id, agreement_id, position } = await addWith(assistant, pdf);
  expect(await shown(id, position)).toMatchObject({ agreement_uploaded: true });
  const { body, headers } = await download(doctor, id).expect(200);
  expect(headers['content-type']).toBe('application/pdf');
  expect((body as Buffer).equals(pdf)).toBe(true);
  expect(Buffer.from((await app.files.get(`agreement/${agreement_id}`))!).includes('%PDF-')).toBe(false);
});

it.each(['png', 'jpeg'] as const)('makes a PDF of a %s', async (format) => {
  const { id } = await addWith(assistant, await picture(format));
  const { body } = await download(doctor, id).expect(200);
  const opened = await getDocument({ data: new Uint8Array(body as Buffer), verbosity: 0 }).promise;
  expect(opened.numPages).toBe(1);
  const page = await opened.getPage(1);
  expect(page.view).toEqual([0, 0, 612, 792]);
  expect((await page.getOperatorList()).fnArray.length).toBeGreaterThan(2);
  await opened.destroy();
});

it('files another one by an update, and keeps it', async () => {
  const { body } = await add(doctor, person({ email: 'ava@example.org' })).expect(201);
  const { id, position } = body as { id: string; position: string };
  expect(await shown(id, position)).toMatchObject({ agreement_uploaded: false });
  await download(doctor, id).expect(404);
  const { body: uploaded } = await upload(doctor, id, pdf).expect(201);
  await download(doctor, id).expect(404);
  const same = { ...person(), email: 'ava@example.org' };
  const first = await put(doctor, id, { ...same, agreement_id: (uploaded as { id: string }).id, version: 0, comment: 'Signed' }).expect(
    200,
  );
  const second = await put(doctor, id, { ...same, first_name: 'Eva', version: 1, comment: 'Typing error' }).expect(200);
  expect((first.body as { version: number }).version).toBe(1);
  expect(await shown(id, (second.body as { position: string }).position)).toMatchObject({ agreement_uploaded: true });
  await download(doctor, id).expect(200);
});

it('asks a doctor for an email or an agreement, and others for an agreement', async () => {
  const refused = async (who: SignedIn, more: object = {}) => (await add(who, person(more)).expect(422)).body as object;
  expect(await refused(doctor)).toEqual({ agreement_id: ["Type patient's email or drop HIPAA pdf file"] });
  expect(await refused(assistant)).toEqual({ agreement_id: ['Drop HIPAA pdf file'] });
  expect(await refused(assistant, { agreement_id: randomUUID() })).toEqual({
    agreement_id: ['This file was not uploaded for this patient'],
  });
});

it('takes no file of another patient', async () => {
  const { agreement_id } = await addWith(assistant, pdf);
  await add(assistant, person({ id: randomUUID(), agreement_id })).expect(422);
});

it('never stores anything else under an id that was answered', async () => {
  const [id, key] = [randomUUID(), randomUUID()];
  const first = await upload(doctor, id, pdf, { key }).expect(201);
  expect((await upload(doctor, id, pdf, { key }).expect(201)).body).toEqual(first.body);
  const other = await upload(doctor, id, Buffer.concat([pdf, Buffer.from('\n')]), { key }).expect(201);
  expect(other.body).not.toEqual(first.body);
});

it.each<[string, () => Buffer, string]>([
  ['of another kind', () => Buffer.from('GIF89a'), 'Only PDF, JPG and PNG files can be filed'],
  [
    'that only calls itself a picture',
    () => Buffer.from('89504e470d0a1a0a00', 'hex'),
    'The picture cannot be read. Please scan or photograph the agreement again',
  ],
  ['that is empty', () => Buffer.alloc(0), 'Field is required'],
])('refuses a file %s', async (_, bytes, message) => {
  const { body } = await upload(doctor, randomUUID(), bytes()).expect(422);
  expect(body).toEqual({ agreement: [message] });
});

const UNREADABLE = { agreement: ['The picture cannot be read. Please scan or photograph the agreement again'] };

it('opens pictures in a process without keys, and lives on where one of them ends it', async () => {
  const image = await picture('png');
  await upload(doctor, randomUUID(), image).expect(201);
  const [reader, ...others] = app.pictures.pids;
  expect(others).toEqual([]);
  expect(reader).not.toBe(process.pid);
  process.kill(reader!, 'SIGSTOP');
  const sent = upload(doctor, randomUUID(), image).expect(422);
  const answer = sent.then(({ body }) => body as unknown);
  setTimeout(() => process.kill(reader!, 'SIGKILL'), 200);
  expect(await answer).toEqual(UNREADABLE);
  await upload(doctor, randomUUID(), image).expect(201);
});

it('files a picture of 10,000 x 9,999 of one colour without harm to the server, and no larger one', async () => {
  const { id } = await addWith(doctor, await blackPng(10_000, 9_999));
  await download(doctor, id).expect(200);
  const { body } = await upload(doctor, randomUUID(), await blackPng(10_001, 10_000)).expect(422);
  expect(body).toEqual(UNREADABLE);
}, 60_000);

it('takes in no more of a file than 50 MB', async () => {
  const { body } = await upload(doctor, randomUUID(), Buffer.alloc(50 * 1024 * 1024 + 1, '%PDF-')).expect(422);
  expect(body).toEqual({ agreement: ['The file is too large; 50 MB is the most'] });
}, 60_000);

it('refuses a form without the field, and what is no form', async () => {
  await upload(doctor, randomUUID(), pdf, { name: 'files' }).expect(422);
  await app.http().post(`/api/files/agreement/${randomUUID()}`).set(as(doctor)).send({}).expect(422);
  await upload(doctor, 'no-id', pdf).expect(400);
});

it('is for the staff of the patient’s own clinic', async () => {
  const { id } = await addWith(assistant, pdf);
  await upload(stranger, id, pdf).expect(404);
  await download(stranger, id).expect(404);
  const patient = await app.signIn(['Patient'], null, [id]);
  await upload(patient, id, pdf).expect(403);
  await download(patient, id).expect(403);
});
