import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { InvitationAccepted, InvitationDetails, InvitationView, Practice, Provider } from '#contracts/people/invitations';
import type { NotificationView } from '#contracts/people/notifications';
import type { PatientView } from '#contracts/people/patients';
import { readIdentity } from '#infra/access/identity';
import { positionToken } from '#infra/event-store/position-token';
import { Reader } from '#projections/runner/reader';
import { patient as patientDecider } from '#services/records/patients/patients.decider';
import { organization } from '#services/records/organizations/organizations.decider';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { invitation as invitationDecider } from '#services/records/invitations/invitations.decider';
import {
  addClinic,
  addPerson,
  addRecord,
  app,
  call,
  connectAccount,
  kernel,
  type Person,
  searchHeader,
  settled,
  signIn,
  startApplication,
} from './clinics.ts';
import { CLI } from './kernel.ts';

startApplication();

/** What somebody is said to have read of other clinics' records, the newest first. */
const readBy = async ({ user_id }: Person, work: () => Promise<unknown>) => {
  await work();
  await kernel.reads.flush();
  const { items } = await kernel.ledger.find({ user_ids: [user_id], skip: 0, take: 100 });
  return items.filter(({ relation }) => relation !== 'own-organization');
};

const invitation = '/api/patient-invitations/invitation';
const act = (what: string, code: string, who?: Pick<Person, 'authorization'>) => call('PUT', `${invitation}/${code}/${what}`, who);
/** A doctor accepts a person who asked, without a record of the clinic's own. */
const accept = (code: string, who: Person) => call('PUT', `${invitation}/${code}/approve`, who, { create_patient: false });
/** The code of the last mail to an address, as its link has it. */
const mailed = async (email: string) => {
  await settled();
  const mail = (await kernel.mail.outbox())!.find(({ to }) => to === email);
  return /receiveinvitation\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const invite = async (doctor: Person, patient_id: string, email: string) => {
  const sent = await call('PUT', `${invitation}/invite`, doctor, { patient_id, email });
  expect(sent.status).toBe(200);
  return { id: sent.body.id, code: await mailed(email) };
};
/** A person with an account, connected with a clinic's record of her. */
const connected = async (patient: Person, doctor: Person, patient_id: string) => {
  const { code, id } = await invite(doctor, patient_id, patient.email);
  expect((await act('received', code)).status).toBe(200);
  expect((await act('approve', code, patient)).status).toBe(200);
  return id;
};
const reads = async (who: Pick<Person, 'authorization'>, patient_id: string) =>
  (await call('GET', `/api/patients/${patient_id}`, who)).status === 200;
/** Without a list of diseases nothing can be chosen: as an import would say it. */
const diagnose = async (doctor: Person, patient_id: string, draft: boolean): Promise<string> => {
  const diagnosis_id = randomUUID();
  const content = { disease: { id: 'Z99', code: 'Z99', text: 'Secretosis' }, time_from: '2025-08-14T00:00:00', time_to: null, draft };
  const data = { diagnosis_id, patient_id, ...content, comment: 'New entry' };
  const actor = await kernel.access.actor((await kernel.tokens.verify(doctor.authorization.slice(7)))!);
  const record = await kernel.access.patientScope(actor!, patient_id);
  await kernel.streams.transact(
    diagnosis,
    `diagnosis-${diagnosis_id}`,
    { type: 'RecordDiagnosis', command_id: randomUUID(), data },
    CLI,
    record,
  );
  return diagnosis_id;
};
const receivedBy = async (who: Person) => {
  await settled();
  return (await call<{ items: InvitationView[] }>('GET', '/api/patient-invitations/invitations/received', who)).body.items;
};
const practicesOf = async (who: Pick<Person, 'user_id' | 'authorization'>) => {
  await settled();
  return (await call<{ items: Practice[] }>('GET', `/api/patients/${who.user_id}/practices`, who)).body.items;
};

/** Three clinics with a doctor each; the first two have a record of the same person. */
const setting = async () => {
  const [a, b, c] = [await addClinic('Aare'), await addClinic('Birs'), await addClinic('Cher')];
  const [doctorA, doctorB, doctorC] = [await addPerson(['Doctor'], a), await addPerson(['Doctor'], b), await addPerson(['Doctor'], c)];
  const [recordA, recordB] = [await addRecord(a), await addRecord(b)];
  return { a, b, c, doctorA, doctorB, doctorC, recordA, recordB, patient: await addPerson(['Patient'], null) };
};

/** The form by which Zyzzyva Quixotry signs up. */
const newPatient = () => ({
  ...{ first_name: 'Zyzzyva', last_name: 'Quixotry', sex: 'Female', date_of_birth: '1961-03-09T00:00:00', city_of_birth: 'Bern' },
  ...{ country_of_birth: 'CH', social_security_number: '900-14-2231', phone_number: '+41310000001' },
  ...{ username: `p-${randomUUID()}`, password: 'plum orchard lantern 9' },
});

describe('ruling 38: of a patient who has died by an external record', () => {
  const source = { system: 'County hospital', reference: 'Patient/1' };
  const stated = (deceased?: { date?: string; source: string } | null) => ({
    ...{ first_name: 'Zyzzyva', last_name: 'Quixotry', sex: 'Female' as const, date_of_birth: '1961-03-09T00:00:00' },
    ...{
      city_of_birth: '',
      country_of_birth: '',
      social_security_number: '',
      agreed_to_research: false,
      fhir_synchronization_enabled: false,
    },
    ...(deceased === undefined ? {} : { deceased }),
    comment: 'Imported from County hospital',
  });
  const take = (organization_id: string, patient_id: string, version: string, deceased?: { date?: string; source: string } | null) => {
    const from = { ...source, version, last_updated: `2025-05-0${version}T00:00:00.000Z` };
    const data = { patient_id, organization_id, source: from, ...stated(deceased) };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
    return kernel.streams.transact(patientDecider, `patient-${patient_id}`, command, CLI, { organization_id, patient_id });
  };

  it('nobody gets a mail, and everybody who reads the record sees it', async () => {
    const [a, patient_id] = [await addClinic('Aare'), randomUUID()];
    const doctor = await addPerson(['Doctor'], a);
    await take(a, patient_id, '1');
    await settled();
    const { id } = await invite(doctor, patient_id, 'zq@example.org');
    const death = { date: '2021-02-03T00:00:00', source: 'County hospital' };
    await take(a, patient_id, '2', death);
    await settled();
    expect((await call<PatientView>('GET', `/api/patients/${patient_id}`, doctor)).body.deceased).toEqual(death);
    const message = 'Died 02/03/2021 (imported from County hospital): no mail is sent to this record';
    const again = await call<{ message: string }>('PUT', `${invitation}/invite`, doctor, { patient_id, email: 'zq2@example.org' });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining(message)]);
    const resent = await act('resend', id, doctor);
    expect([resent.status, resent.text]).toEqual([409, expect.stringContaining(message)]);
    await settled();
    expect((await kernel.mail.outbox())!.filter(({ to }) => to.startsWith('zq')).map(({ to }) => to)).toEqual(['zq@example.org']);
    await take(a, patient_id, '3', null);
    expect((await act('resend', id, doctor)).status).toBe(200);
  });
});

describe('a record that its source replaced', () => {
  const take = (
    organization_id: string,
    patient_id: string,
    last_name: string,
    replaced_by?: { reference: string; patient_id: string }[],
  ) => {
    const data = {
      ...{ patient_id, organization_id, source: { system: 'County hospital', reference: `Patient/${last_name}`, version: '1' } },
      ...{ first_name: 'Zyzzyva', last_name, sex: 'Female' as const, date_of_birth: '1961-03-09T00:00:00', city_of_birth: '' },
      ...{ country_of_birth: '', social_security_number: '', agreed_to_research: false, fhir_synchronization_enabled: false },
      ...(replaced_by ? { inactive_at_source: { source: 'County hospital', replaced_by } } : {}),
      comment: 'Imported from County hospital',
    };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
    return kernel.streams.transact(patientDecider, `patient-${patient_id}`, command, CLI, { organization_id, patient_id });
  };

  it('leads to the other one only the staff of its clinic, and only while that is there', async () => {
    const [a, b] = [await addClinic('Aare'), await addClinic('Birs')];
    const [doctor, patient] = [await addPerson(['Doctor'], a), await addPerson(['Patient'], null)];
    const [old, next, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    const at = (reference: string, patient_id: string) => ({ reference, patient_id });
    await take(a, old, 'Old', [at('Patient/next', next), at('Patient/foreign', foreign), at('Patient/none', randomUUID())]);
    await take(a, next, 'Next');
    await take(b, foreign, 'Foreign');
    await settled();
    const replacedBy = async (who: Person) =>
      (await call<PatientView>('GET', `/api/patients/${old}`, who)).body.inactive_at_source?.replaced_by;
    const rest = [{ reference: 'Patient/foreign' }, { reference: 'Patient/none' }];
    expect(await replacedBy(doctor)).toEqual([at('Patient/next', next), ...rest]);
    await connected(patient, doctor, old);
    await settled();
    // what the source calls the other ones is no matter of a reader outside the clinic
    expect(await replacedBy(patient)).toEqual([{}, {}, {}]);
  });
});

describe('a clinic invites its patient', () => {
  it('who accepts by the link of the mail and reads the record from then on, until somebody revokes', async () => {
    const { doctorA, recordA, patient } = await setting();
    const { id, code } = await invite(doctorA, recordA, patient.email);
    expect(await reads(patient, recordA)).toBe(false);
    expect((await act('received', code)).status).toBe(200);
    expect(await reads(patient, recordA)).toBe(false);
    expect((await act('approve', code, patient)).status).toBe(200);
    expect(await reads(patient, recordA)).toBe(true);
    expect(await practicesOf(patient)).toMatchObject([
      { name: 'Aare', invitation_status: 'Approved', patient_id: recordA, actions: ['cancel'] },
    ]);

    expect((await act('cancel', id, patient)).status).toBe(200);
    expect(await reads(patient, recordA)).toBe(false);
    expect(await practicesOf(patient)).toMatchObject([{ invitation_status: 'Cancelled', was_connected: true, patient_id: null }]);
    expect((await act('approve', code, patient)).status).toBe(409);
    expect(await reads(patient, recordA)).toBe(false);
  });

  it('only with the code, by the account that was addressed, from the last mail', async () => {
    const { doctorA, recordA, patient } = await setting();
    const other = await addPerson(['Patient'], null);
    const { id, code } = await invite(doctorA, recordA, patient.email);
    expect((await act('approve', id, patient)).status).toBe(403);
    expect((await act('approve', code, other)).status).toBe(404);
    expect((await act('approve', code, doctorA)).status).toBe(409);
    expect((await act('approve', code)).status).toBe(401);
    expect((await act('resend', id, doctorA)).status).toBe(200);
    const again = await mailed(patient.email);
    expect(again).not.toBe(code);
    expect((await act('approve', code, patient)).status).toBe(403);
    expect((await act('approve', `${randomUUID()}.${again.split('.')[1]}`, patient)).status).toBe(404);
    expect((await act('approve', again, patient)).status).toBe(200);
    expect(await reads(patient, recordA)).toBe(true);
  });

  it('without the code once its link was opened, by the addressed account alone', async () => {
    const { doctorA, recordA, patient } = await setting();
    const other = await addPerson(['Patient'], null);
    const { id, code } = await invite(doctorA, recordA, patient.email);
    const mayAnswer = async (who: Person) => (await call<InvitationDetails>('GET', `${invitation}/${code}`, who)).body.may_answer;
    expect([await mayAnswer(patient), await mayAnswer(other), await mayAnswer(doctorA)]).toEqual([true, false, false]);
    expect((await act('received', code)).status).toBe(200);
    expect((await act('approve', id, other)).status).toBe(404);
    expect((await act('approve', id, patient)).status).toBe(200);
    expect(await reads(patient, recordA)).toBe(true);
    expect(await mayAnswer(patient)).toBe(false);
  });

  it('to one account, however many were invited', async () => {
    const { doctorA, recordA, patient } = await setting();
    const other = await addPerson(['Patient'], null);
    const [first, second] = [await invite(doctorA, recordA, patient.email), await invite(doctorA, recordA, other.email)];
    expect((await act('approve', first.code, patient)).status).toBe(200);
    expect((await act('approve', second.code, other)).status).toBe(409);
    expect([await reads(patient, recordA), await reads(other, recordA)]).toEqual([true, false]);
  });

  it('tells whoever has the link what it is, and strangers nothing', async () => {
    const { doctorA, doctorB, recordA, patient } = await setting();
    const { id, code } = await invite(doctorA, recordA, 'somebody.else@example.org');
    const details = await call<InvitationDetails>('GET', `${invitation}/${code}`);
    expect(details.body).toMatchObject({
      ...{
        invitation_status: 'Pending',
        expired: false,
        has_diff_email: false,
        patient_has_user: false,
        patient_has_user_other_clinic: false,
      },
      organization: { name: 'Aare' },
      patient: {
        last_name: 'Quixotry',
        date_of_birth: '1961-03-09T00:00:00',
        social_security_number: expect.stringMatching(/^\*{3}-\*{2}-\d{4}$/),
      },
    });
    for (const who of [undefined, doctorB, patient]) expect((await call('GET', `${invitation}/${id}`, who)).status).toBe(404);
    expect((await act('reject', code)).status).toBe(200);
    const after = await call<InvitationDetails>('GET', `${invitation}/${code}`);
    expect(after.body).toMatchObject({ invitation_status: 'Rejected', patient: null });
  });

  it('who signs up without a consent where the clinic has filed an agreement, and nowhere else', async () => {
    const { a, doctorA, recordA } = await setting();
    const signedAt = await addRecord(a, { agreement_id: randomUUID() });
    const signUp = async (record: string) => {
      const email = `${randomUUID()}@example.org`;
      const { code } = await invite(doctorA, record, email);
      return call('POST', '/api/users/patient', undefined, { ...newPatient(), email, invitation_code: code });
    };
    expect(await signUp(recordA)).toMatchObject({ status: 422, body: { hipaa_consent: ['Field is required'] } });
    expect((await signUp(signedAt)).status).toBe(201);
  });

  it('who signs up with the number of the record by its placeholder alone, and never reads it (ruling 37)', async () => {
    const { a, doctorA } = await setting();
    const number = '900142237';
    const record = await addRecord(a, { social_security_number: number });
    const email = `${randomUUID()}@example.org`;
    const { code } = await invite(doctorA, record, email);
    const person = { ...newPatient(), email, hipaa_consent: true, social_security_number: '***-**-2237' };
    const wrong = { status: 422, body: { social_security_number: ['Field should be in a proper format'] } };
    expect(await call('POST', '/api/users/patient', undefined, person)).toMatchObject(wrong);
    const other = { ...person, invitation_code: code, social_security_number: '***-**-2238' };
    expect(await call('POST', '/api/users/patient', undefined, other)).toMatchObject(wrong);
    const signedUp = await call('POST', '/api/users/patient', undefined, { ...person, invitation_code: code });
    expect(signedUp.status).toBe(201);
    expect(signedUp.text).not.toContain(number);
    const identity = await readIdentity(kernel.log, signedUp.body.id);
    expect(identity?.personal?.social_security_number).toBe(number);
  });

  it('who signs up by the link, from the address that was invited, and is connected', async () => {
    const { doctorA, recordA } = await setting();
    const email = `${randomUUID()}@example.org`;
    const { code } = await invite(doctorA, recordA, email);
    const person = { ...newPatient(), hipaa_consent: true };
    const other = await call('POST', '/api/users/patient', undefined, { ...person, email: 'x@example.org', invitation_code: code });
    expect(other).toMatchObject({ status: 422, body: { email: [expect.any(String)] } });
    const signedUp = await call('POST', '/api/users/patient', undefined, { ...person, email, invitation_code: code });
    expect(signedUp.status).toBe(201);
    await settled();
    expect(await reads({ authorization: await signIn(person.username, person.password) }, recordA)).toBe(true);
    const again = { ...person, username: `p-${randomUUID()}`, email, invitation_code: code };
    expect((await call('POST', '/api/users/patient', undefined, again)).status).toBe(422);
  });
});

describe('an account of another name or birth date than the record that it is connected with', () => {
  it.each<[string, object, object | undefined]>([
    ['the same person', {}, undefined],
    [
      'somebody else',
      { last_name: 'Quixotri', date_of_birth: '1959-07-21T00:00:00' },
      { first_name: 'Zyzzyva', last_name: 'Quixotri', date_of_birth: '1959-07-21T00:00:00' },
    ],
  ])('is shown to the clinic in Data Sharing and in the notification: %s', async (_, changes, account) => {
    const { doctorA, recordA } = await setting();
    const email = `${randomUUID()}@example.org`;
    const { code } = await invite(doctorA, recordA, email);
    const form = { ...newPatient(), ...changes, hipaa_consent: true, email, invitation_code: code };
    expect((await call('POST', '/api/users/patient', undefined, form)).status).toBe(201);
    await settled();
    const sent = await call<{ items: InvitationView[] }>('GET', '/api/patient-invitations/invitations/sent', doctorA);
    const [row] = sent.body.items;
    expect(row).toMatchObject({
      invitation_status: 'Approved',
      record: { first_name: 'Zyzzyva', last_name: 'Quixotry', date_of_birth: '1961-03-09T00:00:00', sex: 'Female' },
    });
    expect(row!.differing_account).toEqual(account);
    const { body } = await call<{ items: NotificationView[] }>('GET', '/api/notifications', doctorA);
    const words = "The account's name or birth date differs: Zyzzyva Quixotri, born 07/21/1959";
    expect(body.items.map(({ kind, warning }) => [kind, warning])).toEqual([['InvitationApproved', account && words]]);
  });
});

describe('a patient shares with a clinic', () => {
  it('whose doctors find the records in their patient list, apart from the own ones, until it is revoked', async () => {
    const { c, doctorA, doctorB, doctorC, recordA, recordB, patient } = await setting();
    await connected(patient, doctorA, recordA);
    await connected(patient, doctorB, recordB);
    const ownOfC = await addRecord(c);
    const { id } = (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: c })).body;
    interface Listed {
      items: PatientView[];
      overall_count: number;
    }
    const listed = async (who: Person, more = '') => {
      await settled();
      return (await call<Listed>('GET', `/api/patients?order_by=LastName${more}`, who)).body;
    };
    const shared = async (who: Person, more = '') => (await listed(who, `&shared=true${more}`)).items.map((one) => one.id).sort();
    expect(await shared(doctorC)).toEqual([]);
    expect((await accept(id, doctorC)).status).toBe(200);

    expect((await listed(doctorC)).items.map((one) => one.id)).toEqual([ownOfC]);
    expect(await shared(doctorC)).toEqual([recordA, recordB].sort());
    const { items, overall_count } = await listed(doctorC, '&shared=true&take=1');
    expect([items.length, overall_count]).toEqual([1, 2]);
    expect(items[0]).toMatchObject({ read_only: true, invitation_status: null, organization_name: expect.stringMatching(/Aare|Birs/) });
    expect(items[0]).not.toHaveProperty('invitation_code');
    const named = async (last_name: string) => {
      const search = searchHeader({ last_name });
      return (await call<Listed>('GET', '/api/patients?shared=true', doctorC, undefined, search)).body.overall_count;
    };
    expect([await named('quix'), await named('nobody')]).toEqual([2, 0]);

    const [entry] = await readBy(doctorC, () => shared(doctorC));
    expect(entry).toMatchObject({ kind: 'Patient list', relation: 'connected', connection_id: id, reader_organization_id: c });

    // who has a record of the same person is shown that one
    expect([await shared(doctorA), await shared(await addPerson(['Assistant'], c))]).toEqual([[], []]);
    const d = await addClinic('Doubs');
    const [doctorD, recordD] = [await addPerson(['Doctor'], d), await addRecord(d)];
    const toD = (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: d })).body.id;
    expect((await accept(toD, doctorD)).status).toBe(200);
    expect(await shared(doctorD)).toEqual([recordA, recordB].sort());
    await connected(patient, doctorD, recordD);
    expect(await shared(doctorD)).toEqual([]);

    expect((await act('cancel', id, patient)).status).toBe(200);
    expect(await shared(doctorC)).toEqual([]);
  });

  it('that invited the account itself and has no record of the child whose record is connected with it too', async () => {
    const { a, doctorA, doctorB, recordA, patient, b } = await setting();
    const child = await addRecord(b, { first_name: 'Zoe', date_of_birth: '2015-01-02T00:00:00' });
    const id = await connected(patient, doctorA, recordA);
    const shared = async () => {
      await settled();
      return (await call<{ items: PatientView[] }>('GET', '/api/patients?shared=true', doctorA)).body.items.map((one) => one.id);
    };
    expect(await shared()).toEqual([]);
    const toB = await connected(patient, doctorB, child);
    expect(await shared()).toEqual([child]);
    const [entry] = await readBy(doctorA, () => call('GET', `/api/patients/${recordA}?all_clinics=true`, doctorA));
    expect(entry).toMatchObject({ patient_id: child, kind: 'Patient data', relation: 'connected', connection_id: id });
    expect(entry!.reader_organization_id).toBe(a);
    expect(await reads(doctorA, child)).toBe(true);
    expect((await act('cancel', toB, patient)).status).toBe(200);
    expect(await shared()).toEqual([]);
  });

  it('whose doctors read all connected records once they accept, checked items alone, and nothing after a revocation', async () => {
    const { c, doctorA, doctorB, doctorC, recordA, recordB, patient } = await setting();
    await connected(patient, doctorA, recordA);
    await connected(patient, doctorB, recordB);
    const [draft, checked] = [await diagnose(doctorA, recordA, true), await diagnose(doctorA, recordA, false)];
    expect(await reads(doctorB, recordA)).toBe(true); // both clinics are connected with the person
    expect(await reads(doctorC, recordA)).toBe(false);

    const asked = await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: c });
    expect(asked.status).toBe(200);
    expect(await reads(doctorC, recordA)).toBe(false);
    expect(await receivedBy(doctorC)).toMatchObject([
      { id: asked.body.id, invitation_status: 'Pending', actions: ['approve', 'reject'], last_name: 'Quill' },
    ]);
    expect((await act('approve', asked.body.id, patient)).status).toBe(409);
    expect((await act('approve', asked.body.id, doctorA)).status).toBe(404);
    expect((await accept(asked.body.id, doctorC)).status).toBe(200);

    expect([await reads(doctorC, recordA), await reads(doctorC, recordB), await reads(doctorA, recordB)]).toEqual([true, true, true]);
    const shownTo = async () => Object.fromEntries((await practicesOf(patient)).map(({ name, shown_to }) => [name, shown_to]));
    expect(await shownTo()).toEqual({ Aare: ['Birs', 'Cher'], Birs: ['Aare', 'Cher'], Cher: undefined });
    const list = await call<{ items: { id: string }[] }>('GET', `/api/diagnoses?patient_id=${recordA}`, doctorC);
    expect(list.body.items.map(({ id }) => id)).toEqual([checked]);
    expect((await call('GET', `/api/diagnoses/${draft}`, doctorC)).status).toBe(404);
    expect((await call('GET', `/api/audit/diagnose/${checked}`, doctorC)).status).toBe(404);
    expect((await call('GET', `/api/comments?patient_id=${recordA}`, doctorC)).status).toBe(404);
    const change = { version: 0, comment: 'Not mine' };
    expect((await call('PUT', `/api/diagnoses/${checked}`, doctorC, change)).status).toBe(404);
    const assistantC = await addPerson(['Assistant'], c);
    expect(await reads(assistantC, recordA)).toBe(false);

    expect((await act('cancel', asked.body.id, patient)).status).toBe(200);
    expect([await reads(doctorC, recordA), await reads(doctorC, recordB)]).toEqual([false, false]);
    expect((await call('GET', `/api/diagnoses?patient_id=${recordA}`, doctorC)).status).toBe(404);
    expect(await reads(doctorB, recordA)).toBe(true);
    expect(await shownTo()).toEqual({ Aare: ['Birs'], Birs: ['Aare'], Cher: undefined });

    // the end of the clinic that holds a record ends it for all others
    const [home] = (await practicesOf(patient)).filter(({ name }) => name === 'Aare');
    expect((await act('cancel', home!.invitation_code, patient)).status).toBe(200);
    expect([await reads(doctorB, recordA), await reads(doctorA, recordB), await reads(patient, recordA)]).toEqual([false, false, false]);
    expect([await reads(doctorA, recordA), await reads(patient, recordB)]).toEqual([true, true]);
    expect(await shownTo()).toEqual({ Aare: undefined, Birs: undefined, Cher: undefined });
  });

  it('are not said to lose a record that another account of it shows them', async () => {
    const { a, b, c, doctorA, doctorB, doctorC, recordA, patient } = await setting();
    const home = await connected(patient, doctorA, recordA);
    for (const [organization_id, doctor] of [[b, doctorB] as const, [c, doctorC] as const]) {
      const asked = await call('PUT', `${invitation}/organization/invite`, patient, { organization_id });
      expect((await accept(asked.body.id, doctor)).status).toBe(200);
    }
    const shownTo = async () => (await practicesOf(patient)).find(({ name }) => name === 'Aare')?.shown_to;
    expect(await shownTo()).toEqual(['Birs', 'Cher']);
    const parent = await addPerson(['Patient'], null);
    await connectAccount(parent, { organization_id: b, patient_id: null });
    // an account that is connected with the clinic, but not with this record, shows it to nobody
    expect(await shownTo()).toEqual(['Birs', 'Cher']);
    await connectAccount(parent, { organization_id: a, patient_id: recordA });
    expect(await shownTo()).toEqual(['Cher']);
    expect((await act('cancel', home, patient)).status).toBe(200);
    expect([await reads(doctorB, recordA), await reads(doctorC, recordA), await reads(patient, recordA)]).toEqual([true, false, false]);
  });

  it('that it finds by name, by city, or by words of either', async () => {
    const name = `Zq${randomUUID().slice(0, 8)}`;
    const { b, patient } = await setting();
    const { user_id } = await addPerson(['Doctor'], b, { first_name: 'Rosa', last_name: name });
    await settled();
    const foundBy = async (query: string) =>
      (await call<{ items: Provider[] }>('GET', `/api/providers?${query}`, patient)).body.items.map((provider) => provider.user_id);
    for (const query of [`name=${name}`, `query=${name}`, `query=bern%20${name}`, `query=rosa%20${name}%20be`, `name=${name}&city=bern`])
      expect(await foundBy(query)).toEqual([user_id]);
    for (const query of [`query=basel%20${name}`, `query=bern%20${name}x`, `query=${name}&city=basel`])
      expect(await foundBy(query)).toEqual([]);
    expect(await foundBy('query=bern')).toContain(user_id);
  });

  it('that is there and approved alone', async () => {
    const { patient } = await setting();
    const waiting = await addClinic('Waiting', 'PendingApproval');
    for (const organization_id of [waiting, randomUUID()]) {
      expect((await call('PUT', `${invitation}/organization/invite`, patient, { organization_id })).status).toBe(404);
    }
  });
});

describe('a patient invites a clinic that is not registered', () => {
  const address = { name: 'Dala', address: '2 Quay', city: 'Bern', zip: '3000', phone: '+41310000002' };
  const signUp = (email: string, invitation_code?: string) => {
    const person = { first_name: 'Emil', last_name: 'Bach', email, phone_number: '+41310000003', occupations: [] };
    const form = { ...address, ...person, username: `d-${randomUUID()}`, password: `a walk by the lake ${randomUUID()}` };
    return call('POST', '/api/organizations', undefined, { ...form, ...(invitation_code === undefined ? {} : { invitation_code }) });
  };
  const inviteNew = async (patient: Person) => {
    const doctor_email = `${randomUUID()}@example.org`;
    const named = { clinic_name: 'Dala', doctor_first_name: 'Emil', doctor_last_name: 'Bach', doctor_email };
    const { id } = (await call('PUT', `${invitation}/neworganization/invite`, patient, named)).body;
    return { id, doctor_email, code: await mailed(doctor_email) };
  };
  const approve = (organization_id: string) =>
    kernel.streams.transact(
      organization,
      `organization-${organization_id}`,
      {
        type: 'CorrectOrganization',
        command_id: randomUUID(),
        data: { organization_id, version: 2, ...address, time_zone: 'UTC', status: 'Approved' },
      },
      CLI,
    );

  it('which finds it waiting when it registered by the link, and may answer once it is approved', async () => {
    const { patient, doctorA, recordA } = await setting();
    await connected(patient, doctorA, recordA);
    const { id, code, doctor_email } = await inviteNew(patient);
    const dala = (await signUp(doctor_email, code)).body.id;
    const doctor = await addPerson(['Doctor'], dala);
    expect(await practicesOf(patient)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: dala, invitation_status: 'Pending' })]),
    );
    expect((await act('approve', id, doctor)).status).toBe(403);
    await approve(dala);
    expect(await receivedBy(doctor)).toMatchObject([{ id, actions: ['approve', 'reject'] }]);
    expect((await accept(id, doctor)).status).toBe(200);
    await settled();
    expect(await reads(doctor, recordA)).toBe(true);
  });

  it('and signs up without its invitation where that was taken back, not at all with a code that is none', async () => {
    const { patient } = await setting();
    const { id, code, doctor_email } = await inviteNew(patient);
    await act('cancel', id, patient);
    const dala = await signUp(doctor_email, code);
    expect(dala.status).toBe(201);
    await settled();
    expect((await practicesOf(patient)).map((practice) => practice.id)).not.toContain(dala.body.id);
    expect((await signUp(doctor_email, `${id}.${'a'.repeat(43)}`)).status).toBe(422);
  });

  it('and answers it not after a revocation, whatever other invitation had connected it', async () => {
    const { patient, doctorA, recordA } = await setting();
    await connected(patient, doctorA, recordA);
    const { id, code, doctor_email } = await inviteNew(patient);
    const dala = (await signUp(doctor_email, code)).body.id;
    await settled();
    await approve(dala);
    const doctor = await addPerson(['Doctor'], dala);
    const chosen = (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: dala })).body.id;
    expect((await accept(chosen, doctor)).status).toBe(200);
    expect((await act('cancel', chosen, patient)).status).toBe(200);
    expect((await act('approve', id, doctor)).status).toBe(409);
    expect(await reads(doctor, recordA)).toBe(false);
  });

  it('nor by the link of another kind of invitation', async () => {
    const { patient, doctorA, recordA } = await setting();
    const { code } = await invite(doctorA, recordA, patient.email);
    expect((await signUp(patient.email, code)).status).toBe(422);
  });
});

describe('whom an invitation is told', () => {
  const toldTo = async (who: Person) => {
    await settled();
    const { body } = await call<{ items: NotificationView[] }>('GET', '/api/notifications', who);
    return body.items.map(({ title, message, path }) => [title, message, path]);
  };

  it('the patient of it, the doctor of the answer', async () => {
    const { doctorA, recordA, patient } = await setting();
    const { code } = await invite(doctorA, recordA, patient.email);
    expect(await toldTo(patient)).toEqual([['Invitation received', 'Aare', '/practices']]);
    expect(await toldTo(doctorA)).toEqual([]);
    await act('approve', code, patient);
    expect(await toldTo(doctorA)).toEqual([['Invitation approved', 'Zyzzyva Quixotry', '/invited-patients']]);
  });

  it('a clinic that is asked, and the patient of its no', async () => {
    const { c, doctorC, patient } = await setting();
    const { id } = (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: c })).body;
    expect(await toldTo(doctorC)).toEqual([['Invitation received', 'Ada Quill', '/invited-patients?tab=received']]);
    await act('reject', id, doctorC);
    expect(await toldTo(patient)).toEqual([['Invitation rejected', 'Cher', '/practices']]);
  });

  it('a clinic with which another shares, once the patient has said yes', async () => {
    const { c, doctorA, doctorC, recordA, patient } = await setting();
    await connected(patient, doctorA, recordA);
    const { id } = (await call('PUT', `${invitation}/organization/invite`, doctorA, { organization_id: c, patient_id: recordA })).body;
    expect(await toldTo(doctorC)).toEqual([]);
    await act('approve', id, patient);
    expect(await toldTo(doctorC)).toEqual([['Invitation received', 'Zyzzyva Quixotry', '/invited-patients?tab=received']]);
  });
});

describe('a clinic shares a record with another', () => {
  it('with the approval of the patient and of a doctor there, that record alone', async () => {
    const { c, doctorA, doctorB, doctorC, recordA, recordB, patient } = await setting();
    const share = () => call('PUT', `${invitation}/organization/invite`, doctorA, { organization_id: c, patient_id: recordA });
    expect((await share()).status).toBe(409);
    await connected(patient, doctorA, recordA);
    await connected(patient, doctorB, recordB);
    const { id } = (await share()).body;
    expect((await act('approve', id, doctorA)).status).toBe(409);
    // before the patient said yes nobody there learns of it
    expect((await act('approve', id, doctorC)).status).toBe(404);
    expect(await receivedBy(doctorC)).toEqual([]);
    expect((await act('approve', id, patient)).status).toBe(200);
    expect(await receivedBy(doctorC)).toMatchObject([{ id, actions: ['approve', 'reject'], organization_name: 'Aare' }]);
    expect(await reads(doctorC, recordA)).toBe(false);
    expect((await act('approve', id, doctorC)).status).toBe(200);
    expect([await reads(doctorC, recordA), await reads(doctorC, recordB)]).toEqual([true, false]);
    expect((await act('cancel', id, doctorA)).status).toBe(200);
    expect(await reads(doctorC, recordA)).toBe(false);
  });

  it.each(['cancel', 'reject'])('until the patient takes the yes back by %s, before the other clinic has said it', async (word) => {
    const { c, doctorA, doctorC, recordA, patient } = await setting();
    await connected(patient, doctorA, recordA);
    const { id } = (await call('PUT', `${invitation}/organization/invite`, doctorA, { organization_id: c, patient_id: recordA })).body;
    expect((await act('approve', id, patient)).status).toBe(200);
    expect((await practicesOf(patient)).find(({ invitation_code }) => invitation_code === id)?.actions).toEqual(['cancel']);
    expect((await act(word, id, patient)).status).toBe(200);
    expect((await act('approve', id, doctorC)).status).toBe(409);
    expect(await reads(doctorC, recordA)).toBe(false);
  });
});

describe('the access ledger', () => {
  it('has the record of another clinic that is read beside the own one, with the invitation that opened it', async () => {
    const { a, b, doctorA, doctorB, recordA, recordB, patient } = await setting();
    const id = await connected(patient, doctorA, recordA);
    await connected(patient, doctorB, recordB);
    const entries = await readBy(doctorA, () => call('GET', `/api/diagnoses?patient_id=${recordA}&all_clinics=true`, doctorA));
    expect(entries).toMatchObject([
      { patient_id: recordB, organization_id: b, relation: 'connected', connection_id: id, kind: 'Diagnoses', reader_organization_id: a },
    ]);
  });

  it('has whose names stand in the lists of invitations, notifications and what waits', async () => {
    const { a, c, doctorA, doctorB, doctorC, recordA, recordB, patient } = await setting();
    await connected(patient, doctorA, recordA);
    await connected(patient, doctorB, recordB);
    const share = () => call('PUT', `${invitation}/organization/invite`, doctorA, { organization_id: c, patient_id: recordA });
    const { id } = (await share()).body;
    await act('approve', id, patient);
    await settled();
    const lists = '/api/patient-invitations/invitations';
    const known = await readBy(doctorC, async () => {
      for (const url of [`${lists}/received`, '/api/worklist', '/api/notifications'])
        expect((await call('GET', url, doctorC)).status).toBe(200);
    });
    const byInvitation = { patient_id: recordA, organization_id: a, relation: 'party', connection_id: id, reader_organization_id: c };
    expect(known).toMatchObject(['Notifications', 'Worklist', 'Invitations'].map((kind) => ({ ...byInvitation, kind })));

    expect((await act('approve', id, doctorC)).status).toBe(200);
    await settled();
    const again = await addPerson(['Doctor'], c);
    const read = await readBy(again, () => call('GET', `${lists}/received`, again));
    expect(read).toMatchObject([{ ...byInvitation, relation: 'connected', kind: 'Invitations' }]);
    await call('GET', `${lists}/sent`, doctorA);
    await kernel.reads.flush();
    const { items } = await kernel.ledger.find({ user_ids: [doctorA.user_id], skip: 0, take: 1 });
    expect(items).toMatchObject([{ patient_id: recordA, relation: 'own-organization', connection_id: null, kind: 'Invitations' }]);
  });

  it('has who reads the person of an invitation on its page: the patient for no clinic, whoever holds the code as nobody', async () => {
    const { c, doctorA, recordA } = await setting();
    const worksElsewhere = await addPerson(['Doctor', 'Patient'], c);
    const { code } = await invite(doctorA, recordA, worksElsewhere.email);
    const before = (await kernel.ledger.find({ patient_ids: [recordA], skip: 0, take: 0 })).overall_count;
    expect((await call('GET', `${invitation}/${code}`)).status).toBe(200);
    const entries = await readBy(worksElsewhere, () => call('GET', `${invitation}/${code}`, worksElsewhere));
    expect(entries).toMatchObject([{ patient_id: recordA, relation: 'self', kind: 'Invitations', reader_organization_id: null }]);
    expect((await kernel.ledger.find({ patient_ids: [recordA], skip: 0, take: 0 })).overall_count).toBe(before + 1);
  });
});

describe('what nobody else may bring about', () => {
  it('the clinic that invites an address does not learn whether anybody has it', async () => {
    const { doctorA, doctorB, recordA, recordB, patient } = await setting();
    await connected(patient, doctorB, recordB);
    const known = await call('PUT', `${invitation}/invite`, doctorA, { patient_id: recordA, email: patient.email });
    const details = await call<InvitationDetails>('GET', `${invitation}/${known.body.id}`, doctorA);
    expect(details.body).toMatchObject({ patient_has_user: false, patient_has_user_other_clinic: false, has_diff_email: false });
    expect(details.body).not.toHaveProperty('username');
    const byLink = await call<InvitationDetails>('GET', `${invitation}/${await mailed(patient.email)}`);
    expect(byLink.body).toMatchObject({ patient_has_user: true, patient_has_user_other_clinic: true, username: expect.any(String) });
  });

  it('an account that an administrator gave the address of somebody else learns of no invitation', async () => {
    const { doctorA, recordA, c } = await setting();
    const administrator = await addPerson(['OrganizationAdmin'], c);
    const victim = `${randomUUID()}@example.org`;
    const { id, code } = await invite(doctorA, recordA, victim);
    const spy = {
      username: `u-${randomUUID()}`,
      password: 'plum orchard lantern 9',
      roles: ['Patient'],
      organization_id: c,
      email: victim,
    };
    const named = { first_name: 'Sid', last_name: 'Spy', phone_number: '+41310000001' };
    const { body } = await call('POST', '/api/users', administrator, { ...spy, ...named });
    const enter = async (password: string) => ({ user_id: body.id, authorization: await signIn(spy.username, password) });
    const change = { old_password: spy.password, new_password: 'kettle island drum 4' };
    expect((await call('PUT', '/api/users/password', await enter(spy.password), change)).status).toBe(200);
    const who = await enter(change.new_password);
    expect(await practicesOf(who)).toEqual([]);
    expect((await call('GET', `${invitation}/${id}`, who)).status).toBe(404);
    expect((await act('reject', id, who)).status).toBe(404);
    expect((await act('approve', code, who)).status).toBe(200); // who holds the code is the one that was addressed
  });

  it.each(['OrganizationAdmin', 'SuperUser'] as const)("a %s enters no account that opens records of the person's own", async (role) => {
    const { doctorA, recordA, c } = await setting();
    const administrator = await addPerson([role], role === 'SuperUser' ? null : c);
    const colleague = await addPerson(['Doctor', 'Patient'], c);
    const { username } = colleague;
    const form = { first_name: 'Ada', last_name: 'Quill', version: 0 };
    const setPassword = () => call('PUT', `/api/users/${username}/password`, administrator, { password: 'plum orchard lantern 9' });
    await connected(colleague, doctorA, recordA);
    expect((await setPassword()).status).toBe(403);
    const email = 'administrator@example.org';
    expect((await call('PUT', `/api/users/${username}`, administrator, { ...form, email })).status).toBe(403);
    expect((await call('PUT', `/api/users/${username}`, administrator, { ...form, email: colleague.email })).status).toBe(200);
    expect(await reads(colleague, recordA)).toBe(true);
  });

  it('a doctor who is a patient of the own clinic says yes to its invitation as the patient', async () => {
    const { a, doctorA, recordA } = await setting();
    const colleague = await addPerson(['Doctor', 'Patient'], a);
    const { code } = await invite(doctorA, recordA, colleague.email);
    expect((await act('approve', code, colleague)).status).toBe(200);
    await settled();
    expect((await practicesOf(colleague)).map(({ id }) => id)).toEqual([a]);
  });

  it('a doctor of the clinic that a record is shared with says yes as its patient, and then for the clinic', async () => {
    const { a, c, doctorA, recordA } = await setting();
    const colleague = await addPerson(['Doctor', 'Patient'], c);
    await connected(colleague, doctorA, recordA);
    const doctorC = await addPerson(['Doctor'], c);
    const { id } = (await call('PUT', `${invitation}/organization/invite`, doctorA, { patient_id: recordA, organization_id: c })).body;
    expect((await act('approve', id, doctorC)).status).toBe(404);
    expect((await act('approve', id, colleague)).status).toBe(200);
    expect(await reads(doctorC, recordA)).toBe(false);
    expect((await act('approve', id, colleague)).status).toBe(200);
    expect(await reads(doctorC, recordA)).toBe(true);
    expect((await practicesOf(colleague)).map((practice) => practice.id)).toContain(a);
  });

  it('of two records of one clinic accepted at once connects one, and the other invitation says that it connects nothing', async () => {
    const { a, doctorA, recordA, patient } = await setting();
    const other = await addRecord(a);
    const [first, second] = [await invite(doctorA, recordA, patient.email), await invite(doctorA, other, patient.email)];
    // both found the account unconnected before either connected it
    for (const { id } of [first, second]) {
      const data = { invitation_id: id, side: 'patient', user_id: patient.user_id, now: new Date().toISOString() } as const;
      const approve = { type: 'ApproveInvitation', command_id: randomUUID(), data } as const;
      await kernel.streams.transact(invitationDecider, `invitation-${id}`, approve, CLI);
    }
    await settled();
    const sent = await call<{ items: InvitationView[] }>('GET', '/api/patient-invitations/invitations/sent', doctorA);
    const statuses = sent.body.items.filter(({ id }) => id === first.id || id === second.id).map((one) => one.invitation_status);
    expect(statuses.sort()).toEqual(['Approved', 'Cancelled']);
    expect([await reads(patient, recordA), await reads(patient, other)].sort()).toEqual([false, true]);
    expect(kernel.reactionRunner.deadLetters).toEqual([]);
  });
});

it('mails of invitations take no header, and no line of a text, from what was typed', async () => {
  const { doctorA, recordA, patient } = await setting();
  const clinic = { clinic_name: 'Dala', doctor_first_name: 'Ada', doctor_last_name: 'Quill', doctor_email: 'ada@example.org' };
  for (const eve of ['ada@example.org\r\nBcc: eve@example.org', 'ada@example.org, eve@example.org']) {
    expect((await call('PUT', `${invitation}/invite`, doctorA, { patient_id: recordA, email: eve })).status).toBe(400);
    expect((await call('PUT', `${invitation}/neworganization/invite`, patient, { ...clinic, doctor_email: eve })).status).toBe(400);
  }
  for (const field of ['clinic_name', 'doctor_first_name', 'doctor_last_name']) {
    const form = { ...clinic, [field]: 'Quill,\r\n\r\nsign in at https://evil.example' };
    expect((await call('PUT', `${invitation}/neworganization/invite`, patient, form)).status).toBe(400);
  }
});

describe('mails to clinics that are not registered', () => {
  const path = `${invitation}/neworganization/invite`;
  const named = (changes: object = {}) => ({
    ...{ clinic_name: 'Dala', doctor_first_name: 'Emil', doctor_last_name: 'Bach', doctor_email: `${randomUUID()}@example.org` },
    ...changes,
  });
  const patientOf = async () => addPerson(['Patient'], null);

  it('hold short names without addresses', async () => {
    const patient = await patientOf();
    const wrong = { clinic_name: 'Win at www.evil.example', doctor_first_name: 'eve@example.org', doctor_last_name: 'https://evil' };
    for (const [field, text] of Object.entries(wrong)) {
      const { status, body } = await call<object>('PUT', path, patient, named({ [field]: text }));
      expect([status, body]).toEqual([400, { [field]: ['Must not hold a web or mail address. Put a space after a dot'] }]);
    }
    const long = await call<object>('PUT', path, patient, named({ clinic_name: 'x'.repeat(101), doctor_last_name: 'x'.repeat(61) }));
    const texts = { clinic_name: ['Must be 100 characters or fewer'], doctor_last_name: ['Must be 60 characters or fewer'] };
    expect(long).toMatchObject({ status: 400, body: texts });
    expect(
      (await call('PUT', path, patient, named({ doctor_first_name: 'Dr. J. R.', clinic_name: "St. Mary's & Sons, No. 2" }))).status,
    ).toBe(200);
  });

  it('hold no such name of the sender either, who may invite without a mail', async () => {
    const patient = await addPerson(['Patient'], null, { last_name: 'www.evil.example' });
    expect((await call('PUT', path, patient, named())).status).toBe(422);
    const unknown = named({ doctor_email: '', email_unknown: true, city: 'Bern' });
    expect((await call('PUT', path, patient, unknown)).status).toBe(200);
  });

  it('are ten a day for each person, first or again, however many come at once', async () => {
    const patient = await patientOf();
    const { id } = (await call('PUT', path, patient, named())).body;
    expect((await act('resend', id, patient)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('PUT', path, patient, named())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('10 of these invitations in a day') } });
    expect((await act('resend', id, patient)).status).toBe(429);
    expect((await call('PUT', path, patient, named({ doctor_email: '', email_unknown: true, city: 'Bern' }))).status).toBe(200);
    expect((await call('PUT', path, await patientOf(), named())).status).toBe(200);
  });
});

describe('one invitation waits', () => {
  type Sent = { status: number; body: InvitationAccepted };
  const words = { clinic_name: 'Dala', doctor_first_name: 'Emil', doctor_last_name: 'Bach' };
  const toClinic = (who: Person, organization_id: string, key = randomUUID()): Promise<Sent> =>
    call('PUT', `${invitation}/organization/invite`, who, { organization_id }, { 'idempotency-key': key });

  it('of a person for a clinic, of however many are sent at once, until it was answered', async () => {
    const { c, doctorC, patient } = await setting();
    const answers = await Promise.all(Array.from({ length: 30 }, () => toClinic(patient, c)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [id] = new Set(answers.map(({ body }) => body.id));
    expect(answers.filter(({ body }) => body.id !== id || body.waiting === undefined)).toHaveLength(1);
    expect((await practicesOf(patient)).map(({ invitation_code }) => invitation_code)).toEqual([id]);
    expect(await kernel.log.store.lastRevision(`invitation-${id}`)).toBe(0);
    expect((await act('reject', id!, doctorC)).status).toBe(200);
    const next = await toClinic(patient, c);
    expect(next.body).toEqual({ id: expect.not.stringMatching(id!), version: 0, position: expect.any(String) });
    // of the two only one is sent again
    expect((await act('resend', id!, patient)).status).toBe(409);
    expect((await act('cancel', next.body.id, patient)).status).toBe(200);
    expect((await act('resend', id!, patient)).status).toBe(200);
    expect((await toClinic(patient, c)).body).toMatchObject({ id, waiting: true });
  });

  it('and the same command is answered as it was, also after its end', async () => {
    const { c, patient } = await setting();
    const key = randomUUID();
    const { body } = await toClinic(patient, c, key);
    expect((await toClinic(patient, c, key)).body).toEqual(body);
    await act('cancel', body.id, patient);
    expect((await toClinic(patient, c, key)).body).toEqual(body);
  });

  it('of a record for an address; a mistyped one stands in nobody’s way', async () => {
    const { doctorA, recordA, recordB, doctorB, patient } = await setting();
    const to = (email: string): Promise<Sent> => call('PUT', `${invitation}/invite`, doctorA, { patient_id: recordA, email });
    const { body } = await to(patient.email);
    expect((await to(patient.email.toUpperCase())).body).toMatchObject({ id: body.id, waiting: true });
    expect((await to(`other-${patient.email}`)).body.waiting).toBeUndefined();
    const elsewhere: Sent = await call('PUT', `${invitation}/invite`, doctorB, { patient_id: recordB, email: patient.email });
    expect(elsewhere.body.waiting).toBeUndefined();
    await settled();
    expect((await kernel.mail.outbox())!.filter(({ to: address }) => address === patient.email)).toHaveLength(2);
  });

  it('of a record for a clinic that it is shared with, whichever doctor sends it', async () => {
    const { a, c, doctorA, recordA, patient } = await setting();
    await connected(patient, doctorA, recordA);
    const share = (who: Person): Promise<Sent> =>
      call('PUT', `${invitation}/organization/invite`, who, { organization_id: c, patient_id: recordA });
    const { body } = await share(doctorA);
    expect((await share(await addPerson(['Doctor'], a))).body).toMatchObject({ id: body.id, waiting: true });
    expect((await toClinic(patient, c)).body.waiting).toBeUndefined();
  });

  it.each<[string, object, object]>([
    ['address', { doctor_email: 'Emil.Bach@example.org' }, { doctor_email: 'emil.bach@example.org', clinic_name: 'Dala Clinic' }],
    ['name', { email_unknown: true, city: 'Bern' }, { email_unknown: true, city: 'bern', clinic_name: ' DALA ' }],
  ])('of a person for the %s of a clinic that is not registered', async (_, first, second) => {
    const patient = await addPerson(['Patient'], null);
    const to = (form: object): Promise<Sent> => call('PUT', `${invitation}/neworganization/invite`, patient, { ...words, ...form });
    const { body } = await to(first);
    expect((await to(second)).body).toMatchObject({ id: body.id, waiting: true });
    expect((await practicesOf(patient)).map(({ invitation_code }) => invitation_code)).toEqual([body.id]);
  });
});

it('what a person sends or revokes opens no invitation of anybody else', async () => {
  const { c, doctorC, patient } = await setting();
  const other = await addPerson(['Patient'], null);
  const toClinic = (who: Person) => call('PUT', `${invitation}/organization/invite`, who, { organization_id: c });
  const [{ body: theirs }, { body: own }] = [await toClinic(other), await toClinic(patient)];
  const words = { clinic_name: 'Dala', doctor_first_name: 'Emil', doctor_last_name: 'Bach' };
  const toNew = () =>
    call('PUT', `${invitation}/neworganization/invite`, patient, { ...words, doctor_email: `${randomUUID()}@example.org` });
  await toNew();
  await accept(own.id, doctorC);
  await settled();
  const opened = jest.spyOn(kernel.log, 'open');
  expect((await toNew()).status).toBe(200);
  expect((await act('cancel', own.id, patient)).status).toBe(200);
  const streams = opened.mock.calls.map(([{ stream }]) => stream);
  opened.mockRestore();
  expect(streams).toContain(`invitation-${own.id}`);
  expect(streams).not.toContain(`invitation-${theirs.id}`);
});

it('lists of invitations take no name from the address', async () => {
  const { doctorA } = await setting();
  const list = '/api/patient-invitations/invitations';
  expect((await call('GET', `${list}/sent?last_name=quixotry`, doctorA)).status).toBe(400);
  expect((await call('GET', `${list}/received?first_name=zyzzyva`, doctorA)).status).toBe(400);
});

describe('a revocation holds', () => {
  it('where the approval came while it was on its way', async () => {
    const { doctorA, recordA, patient } = await setting();
    const { id, code } = await invite(doctorA, recordA, patient.email);
    const transact = kernel.streams.transact.bind(kernel.streams);
    const spied = jest.spyOn(kernel.streams, 'transact').mockImplementation(async (...args: Parameters<typeof transact>) => {
      if ((args[2] as { type: string }).type === 'CancelInvitation') {
        spied.mockRestore();
        expect((await act('approve', code, patient)).status).toBe(200);
      }
      return transact(...args);
    });
    expect((await act('cancel', id, doctorA)).status).toBe(200);
    await settled();
    expect(await reads(patient, recordA)).toBe(false);
  });

  it('for an export that was begun before it', async () => {
    const { c, doctorA, doctorC, recordA, patient } = await setting();
    await connected(patient, doctorA, recordA);
    const { id } = (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: c })).body;
    await accept(id, doctorC);
    await diagnose(doctorA, recordA, false);
    await settled();
    const exported = () => call('GET', `/api/exports/diagnoses?patient_id=${recordA}`, doctorC);
    expect((await exported()).text).toContain('Secretosis');
    const reader = app.get(Reader, { strict: false });
    const caughtUp = reader.caughtUp.bind(reader);
    // the guard has let it in
    const begun = jest.spyOn(reader, 'caughtUp').mockImplementationOnce(async (...asked) => {
      expect((await act('cancel', id, patient)).status).toBe(200);
      return caughtUp(...asked);
    });
    const { status, text } = await exported();
    begun.mockRestore();
    expect({ status, text }).toEqual({ status: 404, text: expect.not.stringMatching(/Secretosis|Quixotry/) });
  });

  it.each(['/api/diagnoses', '/api/diagnoses/series', '/api/lab-results', '/api/trends'])(
    'for a read of %s that waits for a position',
    async (path) => {
      const { c, doctorA, doctorC, recordA, patient } = await setting();
      await connected(patient, doctorA, recordA);
      const { id } = (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: c })).body;
      await accept(id, doctorC);
      const after = encodeURIComponent(positionToken(kernel.log.store.log_id, await kernel.log.store.head()));
      const reading = () => call('GET', `${path}?patient_id=${recordA}&after=${after}`, doctorC);
      expect((await reading()).status).toBe(200);
      const reader = app.get(Reader, { strict: false });
      const caughtUp = reader.caughtUp.bind(reader);
      const begun = jest.spyOn(reader, 'caughtUp').mockImplementationOnce(async (...asked) => {
        expect((await act('cancel', id, patient)).status).toBe(200);
        await diagnose(doctorA, recordA, false);
        await settled();
        return caughtUp(...asked);
      });
      const { status, text } = await reading();
      begun.mockRestore();
      expect({ status, text }).toEqual({ status: 404, text: expect.not.stringMatching(/Secretosis|Quixotry/) });
    },
  );

  it('also against what the patient had agreed to before and the clinic says yes to afterwards', async () => {
    const { c, doctorA, doctorC, recordA, patient } = await setting();
    await connected(patient, doctorA, recordA);
    const ask = async () => (await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: c })).body.id;
    const shared = await call('PUT', `${invitation}/organization/invite`, doctorA, { organization_id: c, patient_id: recordA });
    const [first, second] = [await ask(), shared.body.id];
    expect((await act('approve', second, patient)).status).toBe(200);
    expect((await accept(first, doctorC)).status).toBe(200);
    expect((await act('cancel', first, patient)).status).toBe(200);
    expect((await act('approve', second, doctorC)).status).toBe(409);
    expect(await reads(doctorC, recordA)).toBe(false);
    expect((await accept(await ask(), doctorC)).status).toBe(200); // a new yes is one
    expect(await reads(doctorC, recordA)).toBe(true);
  });

  it('of a clinic that shares ends what it shares, not what the patient gave', async () => {
    const { b, doctorA, doctorB, recordA, recordB, patient } = await setting();
    await connected(patient, doctorA, recordA);
    const shared = await call('PUT', `${invitation}/organization/invite`, doctorA, { organization_id: b, patient_id: recordA });
    await connected(patient, doctorB, recordB);
    expect((await act('cancel', shared.body.id, doctorA)).status).toBe(200);
    await settled();
    expect([await reads(patient, recordB), await reads(doctorB, recordA)]).toEqual([true, true]);
  });

  it('a clinic that waits sees none of its reports', async () => {
    const waiting = await addPerson(['Doctor'], await addClinic('Waiting', 'PendingApproval'));
    expect((await call('GET', '/api/ocr', waiting)).status).toBe(403);
  });
});
