import { randomUUID } from 'node:crypto';
import type { OwnAccessPage } from '#contracts/people/access-ledger';
import { AskingPerson } from '#contracts/people/asking-person';
import type { InvitationView, Practice } from '#contracts/people/invitations';
import type { PatientView } from '#contracts/people/patients';
import { orderErasure } from '#services/records/erasures/erasures.handlers';
import { CLI } from './kernel.ts';
import { addClinic, addPerson, addRecord, call, kernel, type Person, settled, signIn, startApplication } from './clinics.ts';

startApplication();

const invitation = '/api/patient-invitations/invitation';
const NUMBER = '900-14-2231';
const ada = {
  ...{ first_name: 'Ada', last_name: 'Quill', sex: 'Female', date_of_birth: '1961-03-09T00:00:00', city_of_birth: 'Bern' },
  ...{ country_of_birth: 'CH', social_security_number: NUMBER, phone_number: '+41310000001', hipaa_consent: true },
};
const act = (what: string, code: string, who: Pick<Person, 'authorization'>, body?: object, key: string = randomUUID()) =>
  call<{ id: string; code: string; detail: string }>('PUT', `${invitation}/${code}/${what}`, who, body, { 'idempotency-key': key });
const mailed = async (email: string, link: RegExp) => {
  await settled();
  const mail = (await kernel.mail.outbox())!.find(({ to }) => to === email);
  return link.exec(mail?.text ?? '')?.[1] ?? '';
};
/** Ada Quill's own account, as she signed up. */
const signedUp = async (): Promise<Person> => {
  const [username, email, password] = [`p-${randomUUID()}`, `${randomUUID()}@example.org`, 'plum orchard lantern 9'];
  const { status, body } = await call('POST', '/api/users/patient', undefined, { ...ada, username, email, password });
  expect(status).toBe(201);
  await call('PUT', `/api/users/verify/${await mailed(email, /verify\/([\w.-]+)/)}`);
  return { user_id: body.id, username, email, authorization: await signIn(username, password) };
};
const setting = async () => {
  const clinic = await addClinic('Aare');
  return { clinic, doctor: await addPerson(['Doctor'], clinic), patient: await signedUp() };
};
const asks = async (patient: Person, organization_id: string) =>
  (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id })).body.id;
const personOf = (code: string, who: Person) => call<AskingPerson>('GET', `${invitation}/${code}/person`, who);
const practiceOf = async (who: Person) => {
  await settled();
  return (await call<{ items: Practice[] }>('GET', `/api/patients/${who.user_id}/practices`, who)).body.items[0]!;
};
const listBy = async (box: 'received' | 'sent', who: Person) => {
  await settled();
  return (await call<{ items: InvitationView[]; waiting: number }>('GET', `/api/patient-invitations/invitations/${box}`, who)).body;
};
const receivedBy = async (who: Person) => (await listBy('received', who)).items[0]!;
const statusOf = async (who: Person, patient_id: string) => (await call('GET', `/api/patients/${patient_id}`, who)).status;
/** Invites the account by mail to a record of the clinic, and opens the link. */
const connected = async (patient: Person, doctor: Person, patient_id: string) => {
  const { id } = (await call('PUT', `${invitation}/invite`, doctor, { patient_id, email: patient.email })).body;
  expect((await act('approve', await mailed(patient.email, /receiveinvitation\/([\w.-]+)/), patient)).status).toBe(200);
  return id;
};

describe('ruling 43: a person who asks a clinic to be connected', () => {
  it('is shown to its doctors with birth date and sex, while the request waits, and to nobody else', async () => {
    const { clinic, doctor, patient } = await setting();
    const id = await asks(patient, clinic);
    const { username } = patient;
    const typed = { username, first_name: 'Ada', last_name: 'Quill', sex: 'Female', date_of_birth: '1961-03-09T00:00:00' };
    expect(await personOf(id, doctor)).toMatchObject({ status: 200, body: typed });
    const { body, text } = await personOf(id, doctor);
    expect(AskingPerson.parse(body)).toEqual(body);
    expect(text).not.toMatch(/2231|@|Bern/);
    const [stranger, assistant] = [await addPerson(['Doctor'], await addClinic('Birs')), await addPerson(['Assistant'], clinic)];
    expect([(await personOf(id, stranger)).status, (await personOf(id, assistant)).status]).toEqual([404, 403]);
    expect((await personOf(id, patient)).status).toBe(403);
    expect(await receivedBy(doctor)).toMatchObject({ sex: 'Female', date_of_birth: '1961-03-09T00:00:00' });
    const counts = async () => [(await listBy('received', doctor)).waiting, (await listBy('sent', doctor)).waiting];
    expect([await counts(), (await listBy('received', stranger)).waiting]).toEqual([[1, 1], 0]);
    await act('reject', id, doctor);
    expect((await personOf(id, doctor)).status).toBe(404);
    expect(await counts()).toEqual([0, 0]);
    const rejected = await receivedBy(doctor);
    expect([rejected.invitation_status, rejected.sex, rejected.date_of_birth]).toEqual(['Rejected', undefined, undefined]);
  });

  it('is not accepted before the doctor has chosen which record is connected', async () => {
    const { clinic, doctor, patient } = await setting();
    const id = await asks(patient, clinic);
    expect(await act('approve', id, doctor)).toMatchObject({ status: 422, body: { code: 'record-needed' } });
    const both = { create_patient: true, patient_id: randomUUID() };
    expect(await act('approve', id, doctor, both)).toMatchObject({ status: 400, body: { patient_id: [expect.any(String)] } });
    expect((await receivedBy(doctor)).invitation_status).toBe('Pending');
  });

  it('gets a new record, which the account reads at once; sent twice it is one', async () => {
    const { clinic, doctor, patient } = await setting();
    const id = await asks(patient, clinic);
    const key = randomUUID();
    for (let time = 0; time < 2; time++) expect((await act('approve', id, doctor, { create_patient: true }, key)).status).toBe(200);
    await settled();
    const { items } = (await call<{ items: PatientView[] }>('GET', '/api/patients', doctor)).body;
    expect(items).toMatchObject([{ last_name: 'Quill', sex: 'Female', city_of_birth: 'Bern', agreed_to_research: false }]);
    const [record] = items;
    expect(record).toMatchObject({ email: patient.email, invitation_status: 'Approved', social_security_number: '***-**-2231' });
    expect(await statusOf(patient, record!.id)).toBe(200);
    expect(await practiceOf(patient)).toMatchObject({ patient_id: record!.id, invitation_status: 'Approved' });
    expect(await receivedBy(doctor)).toMatchObject({ own_record: record!.id });
  });

  it('gets none beside another patient with the same number, of whom the doctor is told', async () => {
    const { clinic, doctor, patient } = await setting();
    const same_number = await addRecord(clinic, { social_security_number: NUMBER.replaceAll('-', '') });
    const id = await asks(patient, clinic);
    expect((await personOf(id, doctor)).body.same_number).toBe(same_number);
    const refused = await act('approve', id, doctor, { create_patient: true });
    expect(refused).toMatchObject({ status: 409, body: { social_security_number: ['Another patient of this clinic has this number'] } });
    expect((await receivedBy(doctor)).invitation_status).toBe('Pending');
    expect(await statusOf(patient, same_number)).toBe(404);
  });

  it('gets none where nobody typed a birth date', async () => {
    const { clinic, doctor } = await setting();
    const id = await asks(await addPerson(['Patient'], null), clinic);
    expect((await personOf(id, doctor)).body).not.toHaveProperty('date_of_birth');
    expect(await act('approve', id, doctor, { create_patient: true })).toMatchObject({ status: 409, body: { code: 'no-personal-facts' } });
  });

  it('who is a patient of the clinic reads that record once the link of the mail is opened: both sides say so until then', async () => {
    const { clinic, doctor, patient } = await setting();
    const record = await addRecord(clinic);
    const id = await asks(patient, clinic);
    expect((await act('approve', id, doctor, { patient_id: record })).status).toBe(200);
    expect(await statusOf(patient, record)).toBe(404);
    const day = expect.stringContaining(new Date().toISOString().slice(0, 10));
    expect(await practiceOf(patient)).toMatchObject({ invitation_status: 'Approved', patient_id: null, record_follows: day });
    const waits = await receivedBy(doctor);
    expect(waits).toMatchObject({ invitation_status: 'Approved', record_follows: day });
    expect(waits).not.toHaveProperty('own_record');

    expect((await act('approve', await mailed(patient.email, /receiveinvitation\/([\w.-]+)/), patient)).status).toBe(200);
    expect(await statusOf(patient, record)).toBe(200);
    const practice = await practiceOf(patient);
    expect(practice).toMatchObject({ patient_id: record });
    expect(practice).not.toHaveProperty('record_follows');
    expect(await receivedBy(doctor)).toMatchObject({ own_record: record });
  });

  it('is connected with no record of another clinic, of another account or of nobody', async () => {
    const { clinic, doctor, patient } = await setting();
    const [foreign, taken] = [await addRecord(await addClinic('Birs')), await addRecord(clinic)];
    await connected(await addPerson(['Patient'], null), doctor, taken);
    const id = await asks(patient, clinic);
    const answers = [foreign, taken, randomUUID()].map((patient_id) => act('approve', id, doctor, { patient_id }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 409, 404]);
    expect((await receivedBy(doctor)).invitation_status).toBe('Pending');
  });

  it('is the only one for whom that code opens anything, and it opens nothing after a revocation', async () => {
    const { clinic, doctor, patient } = await setting();
    const record = await addRecord(clinic);
    const id = await asks(patient, clinic);
    await act('approve', id, doctor, { patient_id: record });
    const code = await mailed(patient.email, /receiveinvitation\/([\w.-]+)/);
    // a child's account may have the address of a parent
    const sameAddress = await addPerson(['Patient'], null, {}, { ...{ email: patient.email } } as never);
    expect((await act('approve', code, sameAddress)).status).toBe(404);
    const form = { ...ada, username: `p-${randomUUID()}`, email: patient.email, password: 'plum orchard lantern 9', invitation_code: code };
    expect((await call('POST', '/api/users/patient', undefined, form)).status).toBe(422);
    await act('cancel', id, doctor);
    expect((await act('approve', code, patient)).status).toBe(409);
    expect(await statusOf(patient, record)).toBe(404);
  });

  it('keeps the consent in the list, to be revoked, where the record is erased', async () => {
    const { clinic, doctor, patient } = await setting();
    const id = await asks(patient, clinic);
    await act('approve', id, doctor, { create_patient: true });
    await settled();
    const { patient_id } = await practiceOf(patient);
    await orderErasure(kernel, { patient_id: patient_id!, reason: 'asked for' }, CLI, randomUUID());
    expect(await practiceOf(patient)).toMatchObject({ invitation_status: 'Approved', actions: ['cancel'] });
    expect((await act('cancel', id, patient)).status).toBe(200);
  });

  it('may be connected without a record', async () => {
    const { clinic, doctor, patient } = await setting();
    const id = await asks(patient, clinic);
    expect((await act('approve', id, doctor, { create_patient: false })).status).toBe(200);
    const practice = await practiceOf(patient);
    expect(practice).toMatchObject({ invitation_status: 'Approved', patient_id: null });
    expect(practice).not.toHaveProperty('record_follows');
  });
});

describe('ruling 43: a clinic that was connected and is again', () => {
  it('restores the very record that the account had, whoever ended it, and once more', async () => {
    const { clinic, doctor, patient } = await setting();
    const record = await addRecord(clinic);
    let standing = await connected(patient, doctor, record);
    for (const who of [patient, doctor, patient]) {
      expect((await act('cancel', standing, who)).status).toBe(200);
      expect(await statusOf(patient, record)).toBe(404);
      standing = await asks(patient, clinic);
      expect((await personOf(standing, doctor)).body).toMatchObject({ restores: record });
      expect((await act('approve', standing, doctor, who === doctor ? { patient_id: record } : undefined)).status).toBe(200);
      expect(await statusOf(patient, record)).toBe(200);
      expect(await practiceOf(patient)).toMatchObject({ patient_id: record, was_connected: true });
    }
  });

  it('restores none that is gone or is another account’s meanwhile, and none of another clinic', async () => {
    const { clinic, doctor, patient } = await setting();
    const [record, elsewhere] = [await addRecord(clinic), await addClinic('Birs')];
    await act('cancel', await connected(patient, doctor, record), patient);
    const doctorElsewhere = await addPerson(['Doctor'], elsewhere);
    expect((await personOf(await asks(patient, elsewhere), doctorElsewhere)).body).not.toHaveProperty('restores');
    const id = await asks(patient, clinic);
    const other = await addPerson(['Patient'], null);
    const others = await connected(other, doctor, record);
    expect((await personOf(id, doctor)).body).not.toHaveProperty('restores');
    expect((await act('approve', id, doctor)).status).toBe(422);
    // nor where that account had it once: whose it is, only the code of a mail says
    await act('cancel', others, other);
    expect((await personOf(id, doctor)).body).not.toHaveProperty('restores');
    expect((await act('approve', id, doctor)).status).toBe(422);
    const [again, gone] = [await signedUp(), await addRecord(clinic)];
    await act('cancel', await connected(again, doctor, gone), again);
    const second = await asks(again, clinic);
    expect((await personOf(second, doctor)).body).toMatchObject({ restores: gone });
    await call('DELETE', `/api/patients/${gone}`, doctor, { version: 0, comment: 'Entered twice' });
    expect((await personOf(second, doctor)).body).not.toHaveProperty('restores');
    expect((await act('approve', second, doctor)).status).toBe(422);
  });
});

describe('ruling 46: who has read the own record', () => {
  const own = async (who: Person) => {
    await kernel.reads.flush();
    return (await call<OwnAccessPage>('GET', '/api/access-ledger/own', who)).body;
  };

  it('is answered after a revocation as before it, without what is read later, and whole again after a reconnection', async () => {
    const { clinic, doctor, patient } = await setting();
    const record = await addRecord(clinic);
    const standing = await connected(patient, doctor, record);
    await statusOf(doctor, record);
    await statusOf(patient, record);
    const before = await own(patient);
    expect(before.items).toMatchObject([{ person: 'Ada Quill', clinic: 'Aare', kind: 'Patient data', own: false }]);
    expect(before.hidden).toBe(1);

    await act('cancel', standing, patient);
    expect(await own(patient)).toMatchObject({ items: before.items, hidden: 1 });
    await statusOf(await addPerson(['Doctor'], clinic), record);
    expect((await own(patient)).items).toEqual(before.items);
    const { text } = await call('GET', '/api/access-ledger/own/export', patient);
    expect(text.trim().split('\r\n')).toHaveLength(2);

    await act('approve', await asks(patient, clinic), doctor);
    expect((await own(patient)).items.length).toBeGreaterThan(before.items.length);
    expect((await own(await signedUp())).items).toEqual([]);
  });
});
