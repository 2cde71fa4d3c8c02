import { randomUUID } from 'node:crypto';
import type { AccessView, LedgerPageOf } from '#contracts/people/access-ledger';
import { readGrants } from '#infra/access/connections';
import { explainedOperations } from '#services/cli/operations';
import { aPerson } from '#tests/support/read-side';
import { addClinic, addPerson, addRecord, call, followed, kernel, type Person, settled, startApplication } from './clinics.ts';

startApplication();

const erase = async (patient_id: string): Promise<void> => {
  await explainedOperations(kernel)['erase patient']({ patient_id, reason: 'Asked for in writing' }, () => undefined);
  await settled();
};
const invitation = '/api/patient-invitations/invitation';
const lettersTo = async ({ email }: Pick<Person, 'email'>) => (await kernel.mail.outbox())!.filter(({ to }) => to === email);

describe('an erased record of somebody who was invited', () => {
  let [clinic, elsewhere, patient_id, other, id, waiting] = ['', '', '', '', '', ''];
  const people = {} as Record<'doctor' | 'admin' | 'patient' | 'child', Person>;

  beforeAll(async () => {
    [clinic, elsewhere] = [await addClinic('Lindenhof'), await addClinic('Elsewhere')];
    people.doctor = await addPerson(['Doctor'], clinic);
    people.admin = await addPerson(['OrganizationAdmin'], clinic);
    people.patient = await addPerson(['Patient'], null, { first_name: 'Erasmus', last_name: 'Gonewell' });
    people.child = await addPerson(['Patient'], null);
    patient_id = await addRecord(clinic, { first_name: 'Erasmus', last_name: 'Gonewell' });
    other = await addRecord(clinic);
    const { email } = people.patient;
    ({
      body: { id },
    } = await call('PUT', `${invitation}/invite`, people.doctor, { patient_id, email }));
    await followed();
    const [letter] = await lettersTo(people.patient);
    const code = /receiveinvitation\/([\w.-]+)/.exec(letter!.text)![1]!;
    expect((await call('PUT', `${invitation}/${code}/approve`, people.patient)).status).toBe(200);
    expect((await call('GET', `/api/patients/${patient_id}`, people.patient)).status).toBe(200);
    const share = { organization_id: elsewhere, patient_id };
    ({
      body: { id: waiting },
    } = await call('PUT', `${invitation}/organization/invite`, people.doctor, share));
    await call('PUT', `${invitation}/invite`, people.doctor, { patient_id: other, email: people.child.email });
    await settled();
    expect((await call('GET', `/api/notifications`, people.doctor)).text).toContain('Erasmus Gonewell');
    await erase(patient_id);
  }, 60_000);

  it('leaves no invitation that answers, is sent again or is approved', async () => {
    for (const one of [id, waiting]) {
      expect((await call('GET', `${invitation}/${one}`, people.doctor)).status).toBe(404);
      for (const what of ['resend', 'cancel']) expect((await call('PUT', `${invitation}/${one}/${what}`, people.doctor)).status).toBe(404);
    }
    expect((await call('PUT', `${invitation}/${waiting}/approve`, people.patient)).status).toBe(404);
    expect(await readGrants(kernel.log, people.patient.user_id)).toEqual([]);
  });

  it('is named in no list, notification or mail; others are', async () => {
    for (const list of ['/api/patient-invitations/invitations/sent', '/api/notifications', '/api/worklist', '/api/patients']) {
      const { status, text } = await call('GET', list, people.doctor);
      expect([list, status, text.includes('Gonewell')]).toEqual([list, 200, false]);
    }
    expect(await lettersTo(people.patient)).toEqual([]);
    expect(await lettersTo(people.child)).toHaveLength(1);
  });

  it('keeps its entries in the access log, without the name of who read it as its patient', async () => {
    await kernel.reads.flush();
    const { body } = await call<LedgerPageOf<AccessView>>('GET', '/api/access-ledger?take=100', people.admin);
    const entries = body.items.filter((entry) => entry.patient_id === patient_id);
    expect(entries.find(({ relation }) => relation === 'self')).toMatchObject({ person: null, patient: null });
    expect(entries.filter(({ relation }) => relation !== 'self').map(({ person }) => person)).toContain('Ada Quill');
    expect(JSON.stringify(body)).not.toContain('Gonewell');
    expect((await call('GET', '/api/access-ledger/export', people.admin)).text).not.toContain('Gonewell');
  });
});

describe('a record whose id was given in capital letters', () => {
  it('is the one of the same id in small letters: changed, audited, and erased by either', async () => {
    const doctor = await addPerson(['Doctor'], await addClinic('Lindenhof'));
    const [id, person] = [randomUUID(), { ...aPerson(), email: 'ada@example.org' }];
    const added = await call('POST', '/api/patients', doctor, { ...person, id: id.toUpperCase() });
    expect([added.status, added.body.id]).toEqual([201, id]);
    await settled();
    const change = { ...person, version: 0, comment: 'Moved', city_of_birth: 'Thun' };
    expect((await call('PUT', `/api/patients/${id.toUpperCase()}`, doctor, change)).status).toBe(200);
    await settled();
    for (const spelling of [id, id.toUpperCase()]) {
      expect((await call<{ city_of_birth: string }>('GET', `/api/patients/${spelling}`, doctor)).body.city_of_birth).toBe('Thun');
      expect((await call<{ overall_count: number }>('GET', `/api/audit/patient/${spelling}`, doctor)).body.overall_count).toBe(2);
      expect((await call('GET', `/api/diagnoses?patient_id=${spelling}`, doctor)).status).toBe(200);
    }
    await erase(id.toUpperCase());
    expect((await call('GET', `/api/patients/${id}`, doctor)).status).toBe(404);
    await expect(kernel.keys.ensure(`patient:${id}`)).rejects.toThrow(/destroyed/);
  });
});
