import { randomUUID } from 'node:crypto';
import { AuditEntry } from '#contracts/items/history';
import { openReadApp, type ReadApp } from '#tests/support/read-side';
import { HistoryModule } from './history.queries.ts';

describe('GET /api/audit/:type/:id', () => {
  let app: ReadApp;
  let clinic: string;
  let doctor: Awaited<ReturnType<ReadApp['signIn']>>;
  const [patient_id, lab_result_id] = [randomUUID(), randomUUID()];
  const read = (path: string, { authorization }: { authorization: string }) =>
    app.http().get(`/api/audit/${path}`).set('authorization', authorization);

  beforeAll(async () => {
    app = await openReadApp([HistoryModule]);
    clinic = await app.addClinic();
    doctor = await app.signIn(['Doctor'], clinic);
    await app.runner.settled();
    const content = { lab_result_id, patient_id, collected: '2024-02-29T00:00:00', draft: false, parameters: [], comment: 'New entry' };
    const context = { command_id: randomUUID(), actor: { user_id: doctor.user_id, role: 'Doctor' }, organization_id: clinic, patient_id };
    await app.log.append(
      `lab_result-${lab_result_id}`,
      [
        { type: 'LabResultRecorded', data: { ...content, origin: 'manual' } },
        { type: 'LabResultRemoved', data: { lab_result_id, patient_id, comment: 'Wrong patient' } },
      ],
      'no-stream',
      context,
    );
  });
  afterAll(() => app.close());

  it('tells the operations on an item by name, reason and difference, the removed one included', async () => {
    const { body } = await read(`labresult/${lab_result_id}`, doctor).expect(200);
    expect(body.overall_count).toBe(2);
    const items = (body.items as unknown[]).map((item) => AuditEntry.parse(item));
    expect(items.map(({ action, created_by, comment }) => [action, created_by, comment])).toEqual([
      ['Created', 'Ada Quill', 'New entry'],
      ['Removed', 'Ada Quill', 'Wrong patient'],
    ]);
  });

  it('answers the patient whose record it is and the super user, and 404 to everybody else, as for what does not exist', async () => {
    await read(`labresult/${lab_result_id}`, await app.signIn(['Patient'], null, [patient_id])).expect(200);
    await read(`labresult/${lab_result_id}`, await app.signIn(['SuperUser'], null)).expect(200);
    await read(`labresult/${lab_result_id}`, await app.signIn(['Patient'], null, [randomUUID()])).expect(404);
    await read(`labresult/${lab_result_id}`, await app.signIn(['Doctor'], await app.addClinic())).expect(404);
    for (const path of [`labresult/${randomUUID()}`, 'labresult/nonsense', `intake/${lab_result_id}`, `patient/${lab_result_id}`]) {
      await read(path, doctor).expect(404);
    }
  });
});
