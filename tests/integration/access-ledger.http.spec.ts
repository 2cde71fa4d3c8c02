import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { AccessView, ledgerPage, OwnAccessPage } from '#contracts/people/access-ledger';
import type { Role } from '#contracts/people/accounts';
import { policy, type Rule } from '#contracts/policy';
import type { NumberedRead } from '#infra/access-ledger/access-ledger';
import { addClinic, addPerson, call, connectAccount, kernel, type Person, searchHeader, settled, startApplication } from './clinics.ts';
import { addDiagnosis, addPatient, addReport, addResult } from './kernel.ts';

startApplication();

let [clinic, elsewhere, third] = ['', '', ''];
let [record, other, result, diagnosis, page, file, invitation_id] = ['', '', '', '', '', '', ''];
const people = {} as Record<'doctor' | 'admin' | 'doctorElsewhere' | 'adminElsewhere' | 'adminThird' | 'patient' | 'superUser', Person>;
const adaAt = (organization_id: string) => ({ organization_id, first_name: 'Ada', last_name: 'Quill' });

const signIn = (first_name: string, roles: Role[], organization_id: string | null, patient_ids: string[] = []): Promise<Person> =>
  addPerson(roles, organization_id, { first_name, last_name: `${first_name}son` }, { patient_ids });

beforeAll(async () => {
  [clinic, elsewhere, third] = [await addClinic('Lindenhof'), await addClinic('Elsewhere'), await addClinic('Third')];
  record = await addPatient(kernel, { ...adaAt(clinic), social_security_number: '900000001' });
  other = await addPatient(kernel, { ...adaAt(clinic), first_name: '=Olga', last_name: 'Other', social_security_number: '900000002' });
  const scope = { patient_id: record, organization_id: clinic };
  result = await addResult(kernel, scope, '1.1', 'x');
  ({ diagnosis_id: diagnosis } = await addDiagnosis(kernel, scope, 'Flu', 'x'));
  const named = { first_name: 'Ada', last_name: 'Quill', date_of_birth: '1961-03-09' };
  const upload = await addReport(kernel, { organization_id: clinic, name: 'a.pdf', patient_id: record }, [
    { says: {}, validated: { patient_id: record, ...named } },
  ]);
  [file, page] = [upload.report_id, upload.pages[0]!];

  people.doctor = await signIn('Dora', ['Doctor'], clinic);
  people.admin = await signIn('Adam', ['OrganizationAdmin'], clinic);
  people.doctorElsewhere = await signIn('Eve', ['Doctor'], elsewhere);
  people.adminElsewhere = await signIn('Ewan', ['OrganizationAdmin'], elsewhere);
  people.adminThird = await signIn('Tom', ['OrganizationAdmin'], third);
  people.superUser = await signIn('Sue', ['SuperUser'], null);
  people.patient = await signIn('Ada', ['Patient'], null, [record]);

  // The patient's account is connected with the record, and with the other clinic.
  invitation_id = randomUUID();
  await connectAccount(people.patient, scope);
  await connectAccount(people.patient, { organization_id: elsewhere, patient_id: null }, invitation_id);
  await settled();
}, 60_000);

const get = (who: Person, url: string, headers: Record<string, string> = {}) => call('GET', url, who, undefined, headers);
/** What came into the ledger by this, the oldest first. */
const entriesOf = async (work: () => Promise<unknown>): Promise<NumberedRead[]> => {
  await kernel.reads.flush();
  const before = (await kernel.ledger.find({ skip: 0, take: 0 })).up_to;
  await work();
  await kernel.reads.flush();
  const { items } = await kernel.ledger.find({ skip: 0, take: 100 });
  return items.filter(({ number }) => number > before).toReversed();
};
/** Somebody else of the same standing, with a session of its own: the same read within a minute is no new entry. */
const another = (roles: Role[]): Promise<Person> => signIn('Someone', roles, clinic);

describe('what comes into the ledger', () => {
  it('is who read what of whom, when, from where and for which clinic', async () => {
    const before = new Date().toISOString();
    const [entry, ...more] = await entriesOf(() => get(people.doctor, `/api/lab-results?patient_id=${record}`));
    expect(more).toEqual([]);
    expect(entry).toEqual({
      ...{ number: entry!.number, at: entry!.at, user_id: people.doctor.user_id, reader_organization_id: clinic, patient_id: record },
      ...{ organization_id: clinic, relation: 'own-organization', connection_id: null, kind: 'Lab results', address: '127.0.0.1' },
    });
    expect(entry!.at >= before && entry!.at <= new Date().toISOString()).toBe(true);
  });

  it('names the invitation by which a doctor of another clinic came', async () => {
    const [entry] = await entriesOf(() => get(people.doctorElsewhere, `/api/diagnoses/${diagnosis}`));
    expect(entry).toMatchObject({
      relation: 'connected',
      connection_id: invitation_id,
      reader_organization_id: elsewhere,
      kind: 'Diagnoses',
    });
  });

  it('has the patient itself, and a super user who reads a history', async () => {
    const [own] = await entriesOf(() => get(people.patient, `/api/patients/${record}`));
    expect(own).toMatchObject({ relation: 'self', reader_organization_id: null, kind: 'Patient data', user_id: people.patient.user_id });
    const [history] = await entriesOf(() => get(people.superUser, `/api/audit/labresult/${result}`));
    expect(history).toMatchObject({ relation: 'super-user', reader_organization_id: null, kind: 'History', patient_id: record });
  });

  it('has nothing of what was refused, not found or wrong', async () => {
    const refused = async () => {
      expect((await get(people.doctorElsewhere, `/api/lab-results?patient_id=${other}`)).status).toBe(404);
      expect((await get(people.doctor, `/api/lab-results?patient_id=${randomUUID()}`)).status).toBe(404);
      expect((await get(people.doctor, `/api/intakes?patient_id=${record}&take=-1`)).status).toBe(400);
      expect((await get(people.admin, '/api/providers')).status).toBe(403);
      expect((await call('GET', `/api/intakes?patient_id=${record}`)).status).toBe(401);
    };
    expect(await entriesOf(refused)).toEqual([]);
  });

  it('takes what open screens read again within a minute once', async () => {
    const doctor = await another(['Doctor']);
    const entries = await entriesOf(async () => {
      for (let n = 0; n < 5; n++) await get(doctor, `/api/intakes?patient_id=${record}`);
      await get(doctor, `/api/intakes/series?patient_id=${record}`);
    });
    expect(entries).toHaveLength(1);
  });

  it('has each patient that a list or a search showed', async () => {
    const doctor = await another(['Doctor']);
    const list = await entriesOf(() => get(doctor, '/api/patients'));
    expect(list.map(({ patient_id, kind }) => [patient_id, kind]).toSorted()).toEqual(
      [record, other].map((id) => [id, 'Patient list']).toSorted(),
    );
    const searching = await another(['Doctor']);
    const found = await entriesOf(() => get(searching, '/api/patients', searchHeader({ last_name: 'Oth' })));
    expect(found.map(({ patient_id }) => patient_id)).toEqual([other]);
  });

  it.each([
    ['a page of a report', () => `/api/ocr/pages/${page}`],
    ['the image of a page', () => `/api/files/page/${page}`],
    ['the list of reports', () => '/api/ocr'],
    ['one report', () => `/api/ocr/${file}`],
  ])('has the patients of %s', async (_what, path) => {
    const doctor = await another(['Doctor']);
    const entries = await entriesOf(async () => expect((await get(doctor, path())).status).toBe(200));
    expect(entries).toMatchObject([{ patient_id: record, organization_id: clinic, kind: 'Reports', relation: 'own-organization' }]);
  });

  it('has the patients whose values the history of a report shows', async () => {
    const doctor = await another(['Doctor']);
    const entries = await entriesOf(async () => expect((await get(doctor, `/api/audit/report/${file}`)).status).toBe(200));
    expect(entries).toMatchObject([{ patient_id: record, organization_id: clinic, kind: 'History', relation: 'own-organization' }]);
    const root = await signIn('Rob', ['SuperUser'], null);
    const asRoot = await entriesOf(() => get(root, `/api/audit/report/${file}`));
    expect(asRoot).toMatchObject([{ patient_id: record, kind: 'History', relation: 'super-user' }]);
  });

  it('has the patients of what waits for a doctor', async () => {
    const { status } = await call('POST', '/api/lab-results', people.doctor, {
      ...{ patient_id: record, collected: '2026-02-14T00:00:00', draft: true },
      parameters: [{ entry_id: 'a', parameter_id: null, name: 'CRP', value: '7', unit: 'mg/L', min: '0', max: '5' }],
    });
    expect(status).toBe(201);
    await kernel.runner.settled();
    const doctor = await another(['Doctor']);
    const entries = await entriesOf(() => get(doctor, '/api/worklist'));
    expect(entries).toMatchObject([{ patient_id: record, organization_id: clinic, kind: 'Worklist' }]);
  });

  it('has an export', async () => {
    const entries = await entriesOf(() => get(people.doctorElsewhere, `/api/exports/diagnoses?patient_id=${record}`));
    expect(entries).toMatchObject([{ kind: 'Export', relation: 'connected' }]);
  });

  it('is said for every call that reads a record', () => {
    const facts = new Set(['patient', 'lab_result', 'intake', 'diagnosis', 'examination', 'comment', 'report', 'examination_template']);
    const readsRecord = ({ of }: Rule) =>
      of !== undefined && ('patient' in of || 'audited' in of || 'invitation' in of || ('stream' in of && facts.has(of.stream)));
    const reading = Object.entries(policy).filter(([route, rule]) => route.startsWith('GET ') && readsRecord(rule));
    expect(reading.length).toBeGreaterThan(25);
    expect(reading.filter(([, { reads }]) => reads === undefined).map(([route]) => route)).toEqual([]);
  });

  it('has what a change is refused with, and not the change', async () => {
    const doctor = await another(['Doctor']);
    const remove = async (version: number) =>
      (await call('DELETE', `/api/lab-results/${spare}`, doctor, { version, comment: 'Wrong' })).status;
    const spare = await addResult(kernel, { patient_id: record, organization_id: clinic }, '1.2', 'x');
    expect(await entriesOf(async () => expect(await remove(7)).toBe(409))).toMatchObject([{ kind: 'Lab results', patient_id: record }]);
    expect(await entriesOf(async () => expect(await remove(0)).toBeLessThan(300))).toEqual([]);
  });
});

describe('who has read my record', () => {
  const mine = async (query = '', who = people.patient) => {
    await kernel.reads.flush();
    const { status, body } = await get(who, `/api/access-ledger/own${query}`);
    expect(status).toBe(200);
    return OwnAccessPage.strict().parse(body);
  };

  it('tells person, clinic, time and kind, and no network address; the own reads are counted', async () => {
    await get(people.doctorElsewhere, `/api/trends?patient_id=${record}`);
    await get(people.patient, `/api/trends?patient_id=${record}`);
    const { items, hidden, overall_count } = await mine('?take=1');
    expect(items).toMatchObject([{ person: 'Eve Eveson', roles: ['Doctor'], clinic: 'Elsewhere', kind: 'Trends', own: false }]);
    expect(Object.keys(items[0]!).toSorted()).toEqual(['at', 'clinic', 'kind', 'number', 'own', 'person', 'reader', 'roles']);
    expect(hidden).toBeGreaterThan(0);
    const all = await mine('?with_own=true&take=1');
    expect(all).toMatchObject({
      hidden: 0,
      overall_count: overall_count + hidden,
      items: [{ own: true, clinic: null, person: 'Ada Adason' }],
    });
  });

  it('numbers readers of one name, and says when the reads next to a page were', async () => {
    const [first, second] = [await signIn('Twin', ['Doctor'], clinic), await signIn('Twin', ['Doctor'], clinic)];
    // each in the ledger before the next: the order is that of writing
    for (const [who, path] of [[first, 'trends'] as const, [second, 'trends'] as const, [first, 'intakes'] as const]) {
      await get(who, `/api/${path}?patient_id=${record}`);
      await kernel.reads.flush();
    }
    const { items, up_to, newer, older } = await mine('?take=3');
    expect(items.map(({ person, kind, reader }) => [person, kind, reader])).toEqual([
      ['Twin Twinson', 'Treatments', 1],
      ['Twin Twinson', 'Trends', 2],
      ['Twin Twinson', 'Trends', 1],
    ]);
    const [before] = (await mine('?take=1&skip=3')).items;
    expect([newer, older]).toEqual([null, before!.at]);
    expect(await mine(`?take=1&skip=1&up_to=${up_to}`)).toMatchObject({
      items: [{ number: items[1]!.number, reader: 1 }],
      ...{ newer: items[0]!.at, older: items[2]!.at },
    });
    const all = await mine('?take=100');
    expect(await mine(`?skip=${all.overall_count}`)).toMatchObject({ items: [], newer: all.items.at(-1)!.at, older: null });
    expect(await mine(`?skip=${all.overall_count + 1}`)).toMatchObject({ items: [], newer: null, older: null });
  });

  it('tells nobody of the records of others', async () => {
    const stranger = await signIn('Nora', ['Patient'], null, [other]);
    const { items } = await mine('?take=100', stranger);
    expect(items.every(({ kind }) => kind !== 'Trends')).toBe(true);
    expect(await mine('', await signIn('Nobody', ['Patient'], null))).toMatchObject({ items: [], overall_count: 0 });
    for (const who of [people.doctor, people.admin, people.superUser]) expect((await get(who, '/api/access-ledger/own')).status).toBe(403);
  });

  it('can be taken along as CSV', async () => {
    const { text } = await get(people.patient, '/api/access-ledger/own/export');
    expect(text).toMatch(/^\uFEFFTime \(UTC\),Person,Clinic,What\r\n/);
    expect(text).toMatch(/Z,Eve Eveson,Elsewhere,Trends\r\n/);
    expect(text).not.toMatch(/127\.0\.0\.1/);
  });
});

describe('an export of the ledger', () => {
  /** Takes something from whoever exports while the first part is read. */
  const whileExporting = async (who: Person, url: string, take: () => Promise<unknown>) => {
    const find = kernel.ledger.find.bind(kernel.ledger);
    const spied = jest.spyOn(kernel.ledger, 'find').mockImplementationOnce(async (query) => {
      const page = await find(query);
      await take();
      return page;
    });
    const { status } = await get(who, url);
    spied.mockRestore();
    return status;
  };
  const leave = (who: Person) => () => call('DELETE', '/api/token', who);
  const changeRoles = (who: Person, roles: Role[]) => () => {
    const event = { type: 'RolesChanged', data: { user_id: who.user_id, roles } };
    return kernel.log.append(`user-${who.user_id}`, [event], 'any', { command_id: randomUUID(), actor: { system: 'test' } });
  };

  it('goes on while nothing changes for who reads it', async () => {
    const admin = await another(['OrganizationAdmin']);
    const joined = changeRoles(admin, ['OrganizationAdmin', 'Doctor']);
    expect(await whileExporting(admin, '/api/access-ledger/export', joined)).toBe(200);
  });

  it('stops where the administrator signs out, or is none any more', async () => {
    const [left, demoted] = [await another(['OrganizationAdmin']), await another(['OrganizationAdmin'])];
    expect(await whileExporting(left, '/api/access-ledger/export', leave(left))).toBe(404);
    expect(await whileExporting(demoted, '/api/access-ledger/export', changeRoles(demoted, ['Assistant']))).toBe(404);
  });

  it("stops where the record is the patient's no longer", async () => {
    const patient = await signIn('Nils', ['Patient'], null);
    const end = await connectAccount(patient, { organization_id: clinic, patient_id: other });
    expect((await get(patient, '/api/access-ledger/own/export')).status).toBe(200);
    expect(await whileExporting(patient, '/api/access-ledger/own/export', end)).toBe(404);
  });
});

describe('the access log of a clinic', () => {
  const log = async (who: Person, query = '', search?: object) => {
    await kernel.reads.flush();
    const { status, body } = await get(who, `/api/access-ledger${query}`, search && searchHeader(search));
    expect(status).toBe(200);
    return ledgerPage(AccessView.strict()).parse(body);
  };

  it('has reads of own records by anybody, with the network address', async () => {
    const { items } = await log(people.admin, '?take=100');
    expect(items.find(({ user_id }) => user_id === people.doctorElsewhere.user_id)).toMatchObject({
      ...{ person: 'Eve Eveson', clinic: 'Elsewhere', patient: 'Ada Quill', record_clinic: 'Lindenhof', relation: 'connected' },
      ...{ address: '127.0.0.1', connection_id: invitation_id },
    });
    expect(items.some(({ user_id }) => user_id === people.patient.user_id)).toBe(true);
  });

  it('has what own staff read elsewhere, without the names of patients there', async () => {
    const { items } = await log(people.adminElsewhere, '?take=100');
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ user_id }) => user_id))).toEqual(new Set([people.doctorElsewhere.user_id]));
    expect(
      items.every(({ patient, patient_id, record_clinic }) => patient === null && patient_id === record && record_clinic === 'Lindenhof'),
    ).toBe(true);
  });

  it('is empty for a clinic that has nothing to do with it, and closed to everybody else', async () => {
    expect(await log(people.adminThird)).toMatchObject({ items: [], overall_count: 0 });
    for (const who of [people.doctor, people.patient, people.superUser]) expect((await get(who, '/api/access-ledger')).status).toBe(403);
  });

  it('knows nothing of what its people read of their own records at other clinics', async () => {
    const own = await addPatient(kernel, { ...adaAt(elsewhere), social_security_number: '900000003' });
    const both = await signIn('Bob', ['Doctor', 'Patient'], clinic, [own]);
    expect((await get(both, `/api/diagnoses?patient_id=${own}`)).status).toBe(200);
    const { items } = await log(people.admin, '?take=100');
    expect(items.some(({ user_id }) => user_id === both.user_id)).toBe(false);
  });

  it('is searched by person, patient and time', async () => {
    const byPerson = await log(people.admin, '', { person: 'eveson' });
    expect(new Set(byPerson.items.map(({ person }) => person))).toEqual(new Set(['Eve Eveson']));
    const byPatient = await log(people.admin, '', { patient: 'oth' });
    expect(new Set(byPatient.items.map(({ patient }) => patient))).toEqual(new Set(['=Olga Other']));
    expect(await log(people.admin, '', { person: 'nobody of that name' })).toMatchObject({ items: [], overall_count: 0 });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await log(people.admin, `?from=${tomorrow}`)).items).toEqual([]);
    expect((await log(people.admin, `?to=${tomorrow}`)).items.length).toBeGreaterThan(0);
  });

  it('pages over what was there at first, though reading it is an entry itself', async () => {
    const admin = await another(['OrganizationAdmin']);
    const first = await log(admin, '?take=3');
    const second = await log(admin, `?take=3&skip=3&up_to=${first.up_to}`);
    expect(second.items[0]!.number).toBeLessThan(first.items.at(-1)!.number);
    expect(second.overall_count).toBe(first.overall_count);
    const { items } = await log(admin, '?take=3');
    expect(items[0]).toMatchObject({ user_id: admin.user_id, kind: 'Access log', person: 'Someone Someoneson' });
  });

  it('can be taken along as CSV that no spreadsheet computes', async () => {
    await get(await another(['Doctor']), `/api/patients/${other}`);
    await kernel.reads.flush();
    const { text } = await get(people.admin, '/api/access-ledger/export');
    expect(text).toMatch(
      /^\uFEFFTime \(UTC\),Person,Clinic,Patient,Record of,What,Reached by,Network address,User id,Patient id,Connection id\r\n/,
    );
    expect(text).toMatch(new RegExp(`,connected,127\\.0\\.0\\.1,${people.doctorElsewhere.user_id},${record},${invitation_id}\r\n`));
    expect(text).toMatch(/,'=Olga Other,Lindenhof,/);
    const { text: none } = await get(people.adminThird, '/api/access-ledger/export');
    expect(none.split('\r\n')).toHaveLength(2);
  });
});
