import { randomUUID } from 'node:crypto';
import type { AcceptedInvitation, Profile, TokenResponse } from '#contracts/people/accounts';
import type { Practice } from '#contracts/people/invitations';
import { handleAccount } from '#services/records/accounts/accounts.handlers';
import { hashPassword } from '#infra/access/passwords';
import { addClinic, addPerson, addRecord, call, kernel, PASSWORD, type Person, settled, startApplication } from './clinics.ts';
import { CLI } from './kernel.ts';

startApplication();

const invitation = '/api/patient-invitations/invitation';
const act = (what: string, code: string, who?: Pick<Person, 'authorization'>) => call('PUT', `${invitation}/${code}/${what}`, who);
/** The code of the last mail to an address, as its link has it. */
const mailed = async (email: string): Promise<string> => {
  await settled();
  const mail = (await kernel.mail.outbox())!.find(({ to }) => to === email);
  return /receiveinvitation\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};
const invite = async (doctor: Person, patient_id: string, email: string) => {
  const sent = await call('PUT', `${invitation}/invite`, doctor, { patient_id, email });
  expect(sent.status).toBe(200);
  return { id: sent.body.id, code: await mailed(email) };
};
const opened = async (doctor: Person, patient_id: string, email: string) => {
  const sent = await invite(doctor, patient_id, email);
  expect((await act('received', sent.code)).status).toBe(200);
  return sent;
};
/** A new session: the invitations that it accepted, and the profile. */
const signIn = async ({ username }: Person): Promise<{ accepted: AcceptedInvitation[]; user: Profile; authorization: string }> => {
  const { status, body } = await call<TokenResponse>('POST', '/api/token', undefined, { username, password: PASSWORD });
  expect(status).toBe(200);
  return { accepted: body.accepted_invitations ?? [], user: body.user, authorization: `Bearer ${body.token}` };
};
const statusOf = async (patient: Person): Promise<string | undefined> => {
  await settled();
  const { items } = (await call<{ items: Practice[] }>('GET', `/api/patients/${patient.user_id}/practices`, patient)).body;
  return items[0]?.invitation_status;
};
const OWNER = { first_name: 'Zyzzyva', last_name: 'Quixotry' };
const setting = async () => {
  const clinic = await addClinic('Aare');
  const patient = await addPerson(['Patient'], null, OWNER);
  return { clinic, doctor: await addPerson(['Doctor'], clinic), record: await addRecord(clinic), patient };
};

describe('ruling 41: an invitation of a clinic whose link was opened', () => {
  it('is accepted by the next sign-in of the account that was addressed, which says so once', async () => {
    const { clinic, doctor, record, patient } = await setting();
    const { id } = await opened(doctor, record, patient.email);
    const next = await signIn(patient);
    expect(next.accepted).toEqual([{ invitation_id: id, organization_id: clinic, organization_name: 'Aare' }]);
    expect(next.user).toMatchObject({ has_patient_invitation: true, patient_ids: [record] });
    expect((await call('GET', `/api/patients/${record}`, next)).status).toBe(200);
    expect((await call<TokenResponse>('GET', '/api/token', next)).body.accepted_invitations).toBeUndefined();
    expect((await signIn(patient)).accepted).toEqual([]);
  });

  it('is not where nobody opened it: it waits among the own clinics', async () => {
    const { doctor, record, patient } = await setting();
    await invite(doctor, record, patient.email);
    const { accepted, user } = await signIn(patient);
    expect([accepted, user.patient_ids, user.has_patient_invitation]).toEqual([[], [], true]);
    expect(await statusOf(patient)).toBe('Pending');
  });

  it('nor where it was sent again after that, until its new link is opened', async () => {
    const { doctor, record, patient } = await setting();
    const { id } = await opened(doctor, record, patient.email);
    expect((await act('resend', id, doctor)).status).toBe(200);
    expect((await signIn(patient)).accepted).toEqual([]);
    expect((await act('received', await mailed(patient.email))).status).toBe(200);
    expect((await signIn(patient)).accepted).toHaveLength(1);
  });

  it.each(['cancel', 'reject'] as const)('nor after a %s', async (what) => {
    const { doctor, record, patient } = await setting();
    const { id, code } = await opened(doctor, record, patient.email);
    expect((await (what === 'cancel' ? act('cancel', id, doctor) : act('reject', code))).status).toBe(200);
    const { accepted, user } = await signIn(patient);
    expect([accepted, user.patient_ids, user.has_patient_invitation]).toEqual([[], [], false]);
  });

  it('nor again after it was revoked', async () => {
    const { doctor, record, patient } = await setting();
    const { id } = await opened(doctor, record, patient.email);
    const { authorization } = await signIn(patient);
    expect((await act('cancel', id, { authorization })).status).toBe(200);
    const { accepted, user } = await signIn(patient);
    expect([accepted, user.patient_ids]).toEqual([[], []]);
  });

  it('nor by an account of another name, which is asked', async () => {
    const { doctor, record } = await setting();
    const brother = await addPerson(['Patient'], null, { ...OWNER, first_name: 'Xaver' });
    await opened(doctor, record, brother.email);
    const { accepted, user } = await signIn(brother);
    expect([accepted, user.patient_ids, user.has_patient_invitation]).toEqual([[], [], true]);
    expect(await statusOf(brother)).toBe('Received');
  });

  it('nor by a second record of the same clinic', async () => {
    const { clinic, doctor, record, patient } = await setting();
    await opened(doctor, record, patient.email);
    await opened(doctor, await addRecord(clinic), patient.email);
    const { accepted, user } = await signIn(patient);
    expect(accepted).toHaveLength(1);
    expect(user.patient_ids).toHaveLength(1);
  });

  it('nor before a password that somebody else set was changed', async () => {
    const { doctor, record, patient } = await setting();
    const data = { user_id: patient.user_id, password_hash: await hashPassword(PASSWORD), by_other: true } as const;
    await handleAccount(kernel, { type: 'ChangePassword', command_id: randomUUID(), data }, CLI);
    await opened(doctor, record, patient.email);
    const { accepted, user } = await signIn(patient);
    expect([accepted, user.must_change_password]).toEqual([[], true]);
  });
});

describe('whether a patient has an invitation', () => {
  it('is so once a clinic was asked, until that was taken back', async () => {
    const { clinic, patient } = await setting();
    expect((await signIn(patient)).user.has_patient_invitation).toBe(false);
    const sent = await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: clinic });
    expect(sent.status).toBe(200);
    expect((await signIn(patient)).user.has_patient_invitation).toBe(true);
    expect((await act('cancel', sent.body.id, patient)).status).toBe(200);
    expect((await signIn(patient)).user.has_patient_invitation).toBe(false);
  });

  it('is so where a clinic is connected without a record, and is no question for its staff', async () => {
    const { clinic, doctor, patient } = await setting();
    const sent = await call('PUT', `${invitation}/organization/invite`, patient, { organization_id: clinic });
    expect((await call('PUT', `${invitation}/${sent.body.id}/approve`, doctor, { create_patient: false })).status).toBe(200);
    expect((await signIn(patient)).user).toMatchObject({ has_patient_invitation: true, patient_ids: [] });
    expect((await signIn(doctor)).user.has_patient_invitation).toBe(false);
  });
});
