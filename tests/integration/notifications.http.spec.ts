import { randomUUID } from 'node:crypto';
import type { NotificationView } from '#contracts/people/notifications';
import { NotificationsQueriesModule } from '#projections/notifications/notifications.queries';
import { raiseNotifications } from '#services/reactions/notifications/raise-notifications.reaction';
import { NotificationsModule } from '#services/records/notifications/notifications.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type Clinic, openClinic, type SignedIn } from '#tests/support/read-side';

let { app, clinic, doctor, assistant, stranger } = {} as Clinic;
let colleague: SignedIn;
let patient_id: string;
beforeAll(async () => {
  ({ app, clinic, doctor, assistant, stranger } = await openClinic([NotificationsModule, NotificationsQueriesModule, PatientsModule]));
  colleague = await app.signIn(['Doctor', 'OrganizationAdmin'], clinic);
  patient_id = await app.addPatient(doctor, { first_name: 'Janet', last_name: 'Doeman' });
});
afterAll(() => app.close());

/** Records what happened, and gives it to the reaction as often as it comes. */
const happen = async (stream: string, type: string, data: object, who: SignedIn | 'ocr', at = new Date()) => {
  const actor = who === 'ocr' ? { system: 'ocr' } : { user_id: who.user_id, role: 'Doctor' };
  const scope = { organization_id: clinic, ...('patient_id' in data ? { patient_id } : {}) };
  await app.log.append(stream, [{ type, data }], 'any', { command_id: randomUUID(), actor, clock: () => at, ...scope });
  const reaction = raiseNotifications(app);
  for await (const opened of app.log.read(stream)) {
    if (opened.kind !== 'opened' || !reaction.types.includes(opened.event.type)) continue;
    for (const _twice of [1, 2]) {
      await reaction.react(opened.event, opened.meta, { id: () => opened.meta.event_id, publish: async () => {} });
    }
  }
};
const upload = (by: SignedIn, report_id = randomUUID(), name = 'results.pdf') =>
  happen(
    `report-${report_id}`,
    'ReportUploaded',
    { report_id, organization_id: clinic, content_type: 'application/pdf', bytes: 1, ocr_type: 'tesseract', name },
    by,
  ).then(() => report_id);
const comment = async (at = new Date(), by_patient = true) => {
  const comment_id = randomUUID();
  const data = { comment_id, patient_id, diagnose_id: randomUUID(), by_patient, comment: 'Whispered' };
  await happen(`comment-${comment_id}`, 'CommentWritten', data, doctor, at);
};
const list = async (who: SignedIn) => {
  const { body } = await app.get('notifications', who);
  return body as { items: NotificationView[]; overall_count: number; unread: number };
};
const send = (task: 'read' | 'dismiss', ids: string[], who: SignedIn) =>
  app.http().post(`/api/notifications/tasks/${task}`).set('authorization', who.authorization).send({ ids });

it('ruling 16: tells who uploaded a report that it was read, or could not be, once', async () => {
  const [read, failed] = [await upload(doctor), await upload(doctor, randomUUID(), 'broken.pdf')];
  await happen(`report-${read}`, 'ReadingFinished', { report_id: read }, 'ocr');
  const page = { report_id: failed, page_id: randomUUID(), page_number: 1, error_message: 'x' };
  const unreached = { report_id: failed, page_id: randomUUID(), page_number: 2 };
  await happen(`report-${failed}`, 'PageGenerated', unreached, 'ocr');
  await happen(`report-${failed}`, 'PageUnread', page, 'ocr');
  await happen(`report-${failed}`, 'ReadingFailed', { report_id: failed, error_message: 'x' }, 'ocr');
  expect(await list(doctor)).toMatchObject({
    items: [
      {
        title: 'OCR failed',
        message: 'broken.pdf: 1 of 2 pages could not be read, 1 of 2 pages was not read',
        path: '/reports',
        is_read: false,
      },
      { title: 'OCR finished', message: 'results.pdf', path: '/reports', is_read: false },
    ],
    overall_count: 2,
    unread: 2,
  });
  for (const who of [colleague, assistant, stranger]) expect((await list(who)).overall_count).toBe(0);
});

it('ruling 16: tells the doctors of the clinic of a patient’s comment, by ids alone', async () => {
  const before = (await list(doctor)).overall_count;
  await comment();
  await comment(new Date(), false);
  await comment(new Date(Date.now() - 8 * 24 * 60 * 60_000));
  expect((await list(doctor)).overall_count).toBe(before + 1);
  expect((await list(colleague)).items).toMatchObject([
    { title: 'Comment from patient', message: 'Janet Doeman', path: `/patients/${patient_id}` },
  ]);
  for (const who of [assistant, stranger]) expect((await list(who)).overall_count).toBe(0);
  for await (const { data } of app.store.readStream(`notifications-${colleague.user_id}`)) {
    expect(Buffer.from(data).toString()).not.toMatch(/Janet|Doeman|Whispered/);
  }
});

it('is read and dismissed by the person alone, unread ones first', async () => {
  const { items } = await list(doctor);
  const [first, second] = items.map(({ id }) => id) as [string, string];
  await send('read', [first], doctor).expect(200);
  const after = await list(doctor);
  expect(after.items.map(({ id }) => id).at(-1)).toBe(first);
  expect(after.unread).toBe(items.length - 1);
  const missing = (await send('read', [randomUUID()], colleague).expect(404)).body;
  for (const task of ['read', 'dismiss'] as const) expect((await send(task, [second], colleague).expect(404)).body).toEqual(missing);
  await send('dismiss', [first, second], doctor).expect(200);
  expect((await list(doctor)).overall_count).toBe(items.length - 2);
  await send('dismiss', [], doctor).expect(400);
});

it('says no name to who does not reach it any more', async () => {
  const { body } = await app.http().get(`/api/notifications`).set('authorization', colleague.authorization).expect(200);
  expect(body.items[0].message).toBe('Janet Doeman');
  await app.log.append(
    `notifications-${stranger.user_id}`,
    [
      {
        type: 'NotificationRaised',
        data: { notification_id: randomUUID(), user_id: stranger.user_id, kind: 'PatientCommented', patient_id },
      },
    ],
    'any',
    { command_id: randomUUID(), actor: { system: 'reactions' } },
  );
  expect((await list(stranger)).items).toMatchObject([{ title: 'Comment from patient', message: '' }]);
});

it('ruling 44: says no name of its patients to the staff of a clinic that was rejected', async () => {
  const decided = { type: 'OrganizationStatusDecided', data: { organization_id: clinic, status: 'Rejected' } } as const;
  const envelope = { command_id: randomUUID(), actor: { system: 'test' }, organization_id: clinic };
  await app.log.append(`organization-${clinic}`, [decided], 'any', envelope);
  const { items } = await list(colleague);
  expect(items.length).toBeGreaterThan(0);
  for (const { message } of items) expect(message).toBe('');
});
