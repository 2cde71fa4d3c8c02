import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Worklist } from '#contracts/worklist/worklist';
import { WorklistQueriesModule } from '#projections/worklist/worklist.queries';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { openReadApp, type ReadApp } from '#tests/support/read-side';
import { addDiagnosis, addPatient, addReport, CLI, type PageSaid } from './kernel.ts';

let app: ReadApp;
let clinic: string;
let doctor: string;
let patient_id: string;
beforeAll(async () => {
  app = await openReadApp([WorklistQueriesModule]);
  clinic = await app.addClinic('Lindenhof');
  doctor = (await app.signIn(['Doctor'], clinic)).authorization;
  patient_id = await addPatient(app, { organization_id: clinic, social_security_number: '900771234' });
});
afterAll(() => app.close());

const listOf = async (authorization: string, query = ''): Promise<Worklist> => {
  await app.runner.settled();
  const { body } = await app.http().get(`/api/worklist${query}`).set('authorization', authorization).expect(200);
  return body as Worklist;
};
const append = (stream: string, type: string, data: object) =>
  app.log.append(stream, [{ type, data }], 'any', {
    command_id: randomUUID(),
    actor: { system: 'test' },
    organization_id: clinic,
    patient_id,
  });
const addDraft = async (record: { patient_id: string; organization_id: string }) => {
  const diagnosis_id = randomUUID();
  const content = { disease: { id: 'Z99', code: 'Z99', text: 'Draftosis' }, time_from: '2025-08-14T00:00:00', time_to: null, draft: true };
  const data = { diagnosis_id, patient_id: record.patient_id, ...content, comment: 'New entry' };
  const command = { type: 'RecordDiagnosis', command_id: randomUUID(), data } as const;
  await app.streams.transact(diagnosis, `diagnosis-${diagnosis_id}`, command, CLI, record);
  return diagnosis_id;
};
const nothing = { items: [], overall_count: 0 };

describe('what waits for the doctors of a clinic', () => {
  it('is nothing at first, and never what another clinic has', async () => {
    const critical = { critical: nothing, critical_pages: nothing, earlier_critical: nothing };
    const none = { ...critical, comments: nothing, drafts: nothing, reports: nothing, invitations: nothing };
    expect(await listOf(doctor)).toEqual(none);
    const elsewhere = await app.addClinic('Elsewhere');
    const record = {
      organization_id: elsewhere,
      patient_id: await addPatient(app, { organization_id: elsewhere, social_security_number: '900771235' }),
    };
    await addDraft(record);
    await addDiagnosis(app, record, 'Elsewhere', 'Not yours');
    await addReport(app, { organization_id: elsewhere, name: 'theirs.pdf' }, [{}]);
    expect(await listOf(doctor)).toEqual(none);
  });

  it("has a patient's comment with what it is about, until a doctor has seen it", async () => {
    const { comment_id, diagnosis_id } = await addDiagnosis(app, { patient_id, organization_id: clinic }, 'Hypertension', 'Is it bad?');
    const person = { id: patient_id, first_name: 'Ida', last_name: 'Berg', date_of_birth: '1961-03-09T00:00:00' };
    const item = { type: 'diagnose', id: diagnosis_id, name: 'Z99 Hypertension', date_applies: '2025-08-14T00:00:00' };
    expect((await listOf(doctor)).comments).toMatchObject({
      items: [{ id: comment_id, patient: person, comment: 'Is it bad?', item }],
      overall_count: 1,
    });
    await append(`comment-${comment_id}`, 'CommentRead', { comment_id, patient_id });
    expect((await listOf(doctor)).comments).toEqual(nothing);
  });

  it('has a comment with its item as it was then, also where an earlier release stored no version with it', async () => {
    const { comment_id, diagnosis_id } = await addDiagnosis(app, { patient_id, organization_id: clinic }, 'Hypertension', 'Since when?');
    expect((await listOf(doctor)).comments.items[0]).not.toHaveProperty('changed_since');
    // the same millisecond is no other time
    await setTimeout(2);
    const content = {
      disease: { id: 'Z98', code: 'Z98', text: 'Migraine' },
      time_from: '2025-08-15T00:00:00',
      time_to: null,
      draft: false,
    };
    await append(`diagnosis-${diagnosis_id}`, 'DiagnosisCorrected', { diagnosis_id, patient_id, ...content, comment: 'A slip' });
    expect((await listOf(doctor)).comments.items).toMatchObject([
      {
        item: { name: 'Z98 Migraine' },
        changed_since: {
          then: { name: 'Z99 Hypertension', date_applies: '2025-08-14T00:00:00' },
          now: { name: 'Z98 Migraine', date_applies: '2025-08-15T00:00:00' },
        },
      },
    ]);
    await append(`comment-${comment_id}`, 'CommentRead', { comment_id, patient_id });
  });

  it('has a comment on what was removed, without that', async () => {
    const { comment_id, diagnosis_id } = await addDiagnosis(app, { patient_id, organization_id: clinic }, 'Hypertension', 'And now?');
    await append(`diagnosis-${diagnosis_id}`, 'DiagnosisRemoved', { diagnosis_id, patient_id, comment: 'x' });
    const then = { name: 'Z99 Hypertension', date_applies: '2025-08-14T00:00:00' };
    expect((await listOf(doctor)).comments.items).toMatchObject([{ id: comment_id, item: null, changed_since: { then, now: null } }]);
    await append(`comment-${comment_id}`, 'CommentRead', { comment_id, patient_id });
  });

  it('has drafts, the newest first and as many as were asked for, with how many there are', async () => {
    const ids = [await addDraft({ patient_id, organization_id: clinic }), await addDraft({ patient_id, organization_id: clinic })];
    const { drafts } = await listOf(doctor, '?take=1');
    expect(drafts).toMatchObject({ items: [{ id: ids[1], type: 'Diagnosis', name: 'Z99 Draftosis' }], overall_count: 2 });
    await append(`diagnosis-${ids[1]}`, 'DiagnosisRemoved', { diagnosis_id: ids[1], patient_id, comment: 'x' });
    expect((await listOf(doctor)).drafts.items.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('has files with pages to validate, not those that are done or could not be read', async () => {
    const read: PageSaid = {};
    const validated = { patient_id, first_name: 'Ida', last_name: 'Berg', date_of_birth: '1961-03-09T00:00:00' };
    const { report_id, pages } = await addReport(app, { organization_id: clinic, name: 'cbc.pdf' }, [{ validated }, read, read]);
    expect((await listOf(doctor)).reports).toMatchObject({
      items: [
        {
          id: report_id,
          name: 'cbc.pdf',
          pages: [
            { id: pages[1], page_number: 2 },
            { id: pages[2], page_number: 3 },
          ],
        },
      ],
      overall_count: 1,
    });
  });

  it('has invitations that the clinic can answer, of a clinic that shares once the patient agreed, until one did', async () => {
    const from = await app.addClinic('Sharing');
    const send = async (facts: object) => {
      const invitation_id = randomUUID();
      const nobodys = { from_organization_id: null, patient_id: null, user_id: null, clinic: null, code: null, email: '' };
      const named = { first_name: 'Ida', last_name: 'Berg', organization_id: clinic };
      await append(`invitation-${invitation_id}`, 'InvitationSent', { invitation_id, ...nobodys, ...named, ...facts });
      return invitation_id;
    };
    const say = (id: string, type: string, data: object = {}) => append(`invitation-${id}`, type, { invitation_id: id, ...data });
    const asked = await send({ invitation_type: 'PatientInvitesClinic' });
    const expires_at = new Date(Date.now() - 1000).toISOString();
    await send({ invitation_type: 'PatientInvitesClinic', code: { nonce: 'x', expires_at } });
    await send({ invitation_type: 'ClinicInvitesPatient' });
    const shared = await send({ invitation_type: 'ClinicInvitesClinic', from_organization_id: from });
    expect((await listOf(doctor)).invitations).toMatchObject({ items: [{ id: asked, first_name: 'Ida' }], overall_count: 1 });
    await say(shared, 'InvitationApproved', { side: 'patient', user_id: null });
    expect((await listOf(doctor)).invitations.items).toMatchObject([{ id: shared, organization_name: 'Sharing' }, { id: asked }]);
    await say(shared, 'InvitationApproved', { side: 'clinic', user_id: null });
    await say(asked, 'InvitationRejected', { side: 'clinic' });
    expect((await listOf(doctor)).invitations).toEqual(nothing);
  });

  it('leaves out what was about a record that is no more', async () => {
    const gone = await addPatient(app, { organization_id: clinic, social_security_number: '900771236' });
    const record = { organization_id: clinic, patient_id: gone };
    await addDraft(record);
    await addDiagnosis(app, record, 'Hypertension', 'Hello?');
    const before = await listOf(doctor);
    await app.log.append(`patient-${gone}`, [{ type: 'PatientRemoved', data: { patient_id: gone, comment: 'x' } }], 'any', {
      ...{ command_id: randomUUID(), actor: { system: 'test' }, ...record },
    });
    const after = await listOf(doctor);
    for (const part of ['comments', 'drafts'] as const) {
      expect(after[part].overall_count).toBe(before[part].overall_count - 1);
      expect(after[part].items.some(({ patient }) => patient.id === gone)).toBe(false);
    }
  });
});
