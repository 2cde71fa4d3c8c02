import { randomUUID } from 'node:crypto';
import { PatientsQueriesModule } from '#projections/patients/patients.queries';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { aPerson, type Clinic, openClinic, type SignedIn } from '#tests/support/read-side';

let { app, clinic, doctor, assistant, stranger } = {} as Clinic;
beforeAll(async () => {
  ({ app, clinic, doctor, assistant, stranger } = await openClinic([PatientsModule, PatientsQueriesModule]));
});
afterAll(() => app.close());

const ssn = () => aPerson().social_security_number;
const person = aPerson;
const as = (who: SignedIn, more: object = {}) => ({ authorization: who.authorization, ...more });
const post = (who: SignedIn, body: object, key?: string) => app.send('post', 'patients', who, body, key);
const put = (who: SignedIn, id: string, body: object) => app.send('put', `patients/${id}`, who, body);
const remove = (who: SignedIn, id: string, body: object) => app.send('delete', `patients/${id}`, who, body);
const get = (who: SignedIn, path: string, after?: string) =>
  app
    .http()
    .get(`/api/patients${path}`)
    .query(after ? { after } : {})
    .set(as(who));
const search = (who: SignedIn, wanted: object, query: object = {}) =>
  app
    .http()
    .get('/api/patients')
    .query(query)
    .set(as(who, { 'x-search': Buffer.from(JSON.stringify(wanted)).toString('base64url') }));
const add = async (change: object = {}, who = doctor) => {
  const { body } = await post(who, person(change)).expect(201);
  return body as { id: string; version: number; position: string };
};
/** A clinic of its own with a doctor, so that lists hold nothing else. */
const clinicOf = async (...people: object[]) => {
  const who = await app.signIn(['Doctor'], await app.addClinic('Own'));
  let after = '';
  for (const change of people) after = (await add(change, who)).position;
  return { who, after };
};
const namesIn = (body: { items: { first_name: string; last_name: string }[] }) =>
  body.items.map((one) => `${one.first_name} ${one.last_name}`);

describe('adding a patient', () => {
  it('answers where it stands, and the record with its number masked', async () => {
    const { id, version, position } = await add({ social_security_number: '987-65-4321', middle_name: '' });
    expect(version).toBe(0);
    const { body } = await get(doctor, `/${id}`, position).expect(200);
    expect(body).toEqual({
      ...person(),
      id,
      organization_id: clinic,
      organization_name: 'Lindenhof',
      time_zone: 'UTC',
      social_security_number: '***-**-4321',
      agreed_to_research: true,
      fhir_synchronization_enabled: false,
      agreement_uploaded: false,
      invitation_status: null,
      date_registered: expect.stringMatching(/Z$/),
      version: 0,
      values_between: null,
    });
  });

  it('decision 3.2: sent again with its key is answered, not added again', async () => {
    const [key, body] = [randomUUID(), person({ last_name: 'Twice' })];
    const first = await post(doctor, body, key).expect(201);
    const again = await post(doctor, body, key).expect(201);
    expect(again.body).toEqual(first.body);
    const { body: found } = await search(doctor, { last_name: 'twice' }, { after: first.body.position }).expect(200);
    expect(found.overall_count).toBe(1);
  });

  it('is refused with the key of somebody else', async () => {
    const key = randomUUID();
    await post(doctor, person(), key).expect(201);
    await post(assistant, person(), key).expect(409);
    await post(stranger, person(), key).expect(404);
  });

  it('asks for what is missing, keyed by field', async () => {
    const { body } = await post(doctor, { ...person(), first_name: ' ', social_security_number: '12-3', sex: 'None' }).expect(400);
    expect(body).toEqual({
      first_name: ['Field is required'],
      social_security_number: ['Field should be in a proper format'],
      sex: [expect.any(String)],
      expected: { social_security_number: 'text that matches /^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$/', sex: ['Female', 'Male', 'Other'] },
    });
  });

  it('decision 3.5: takes a number once in a clinic, and once in each', async () => {
    const number = ssn();
    await add({ social_security_number: number });
    const dashed = `${number.slice(0, 3)}-${number.slice(3, 5)}-${number.slice(5)}`;
    const { body } = await post(doctor, person({ social_security_number: dashed })).expect(409);
    expect(body).toEqual({ social_security_number: ['Another patient of this clinic has this number'] });
    await add({ social_security_number: number }, stranger);
  });

  it('lets one of two win who take one number at the same time', async () => {
    const number = ssn();
    const answers = await Promise.all([1, 2, 3].map(() => post(doctor, person({ social_security_number: number }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('leaves the email to doctors, and a refused attempt holds no number', async () => {
    const number = ssn();
    const { body } = await post(assistant, person({ email: 'ava@example.org', social_security_number: number })).expect(422);
    expect(body).toEqual({ email: ['Only a doctor can enter or change the email'] });
    await add({ email: 'ava@example.org', social_security_number: number });
  });

  it('is for staff alone', async () => {
    const patient = await app.signIn(['Patient'], null, [randomUUID()]);
    const administrator = await app.signIn(['SuperUser'], null);
    await post(patient, person()).expect(403);
    await post(administrator, person()).expect(403);
    await app.http().post('/api/patients').send(person()).expect(401);
  });
});

describe('correcting a patient', () => {
  it('ruling 37: leaves a masked number as it is', async () => {
    const number = ssn();
    const { id } = await add({ social_security_number: number });
    const masked = `***-**-${number.slice(-4)}`;
    const { body } = await put(doctor, id, {
      ...person({ social_security_number: masked, last_name: 'Hart' }),
      version: 0,
      comment: 'Married',
    }).expect(200);
    expect(body).toMatchObject({ id, version: 1 });
    const shown = await get(doctor, `/${id}`, body.position).expect(200);
    expect(shown.body).toMatchObject({ last_name: 'Hart', social_security_number: masked, version: 1 });
    await post(doctor, person({ social_security_number: number })).expect(409);
  });

  it('ruling 12: shows a stale form the present record, and takes nothing from it', async () => {
    const [before, wanted] = [ssn(), ssn()];
    const { id } = await add({ social_security_number: before });
    await put(doctor, id, { ...person({ social_security_number: before, first_name: 'Eva' }), version: 0, comment: 'Typing error' }).expect(
      200,
    );
    const { body } = await put(assistant, id, {
      ...person({ social_security_number: wanted, first_name: 'Eve' }),
      version: 0,
      comment: 'x',
    }).expect(409);
    expect(body).toMatchObject({
      code: 'stale',
      version: 1,
      current: { first_name: 'Eva', social_security_number: `***-**-${before.slice(-4)}` },
    });
    expect(JSON.stringify(body)).not.toContain(before);
    await add({ social_security_number: wanted });
  });

  it('lets one of two win who correct at the same time, and the other sees what came first', async () => {
    const { id } = await add();
    const answers = await Promise.all(
      ['Eva', 'Eve'].map((first_name) => put(doctor, id, { ...person({ first_name }), version: 0, comment: 'Typing error' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale', version: 1 });
  });

  it('refuses the number of another patient and keeps the own one', async () => {
    const [own, taken] = [ssn(), ssn()];
    await add({ social_security_number: taken });
    const { id } = await add({ social_security_number: own });
    const { body } = await put(doctor, id, { ...person({ social_security_number: taken }), version: 0, comment: 'x' }).expect(409);
    expect(body).toEqual({ social_security_number: ['Another patient of this clinic has this number'] });
    await post(doctor, person({ social_security_number: own })).expect(409);
  });

  it('asks for a reason', async () => {
    const { id } = await add();
    const { body } = await put(doctor, id, { ...person(), version: 0, comment: ' ' }).expect(400);
    expect(body).toEqual({ comment: ["Comment shouldn't be empty."] });
  });

  it('lets nobody but doctors change the email', async () => {
    const number = ssn();
    const { id } = await add({ email: 'ava@example.org', social_security_number: number });
    const change = (more: object) => ({ ...person({ social_security_number: number, ...more }), version: 0, comment: 'x' });
    expect((await put(assistant, id, change({ email: 'eva@example.org' })).expect(422)).body).toHaveProperty('email');
    await put(assistant, id, change({ email: 'ava@example.org', first_name: 'Eva' })).expect(200);
  });
});

describe('another clinic’s patient', () => {
  it('does not exist, whatever is asked', async () => {
    const { id, position } = await add();
    await get(stranger, `/${id}`, position).expect(404);
    await put(stranger, id, { ...person(), version: 0, comment: 'x' }).expect(404);
    await remove(stranger, id, { version: 0, comment: 'x' }).expect(404);
    const { body } = await get(stranger, '', position).expect(200);
    expect(body.items.every((one: { id: string }) => one.id !== id)).toBe(true);
  });
  it('is answered like one that never was, and like no id at all', async () => {
    const { body } = await get(stranger, `/${randomUUID()}`).expect(404);
    expect(body).toEqual({ code: 'not-found', message: 'This does not exist' });
    await get(doctor, `/${encodeURIComponent('ä;drop')}`).expect(400);
    await put(doctor, encodeURIComponent('patient-ü'), { ...person(), version: 0, comment: 'x' }).expect(400);
  });
});

describe('a patient who signs in', () => {
  it('reads the own record and no other, and no list', async () => {
    const own = await add();
    const other = await add();
    const patient = await app.signIn(['Patient'], null, [own.id]);
    const { body } = await get(patient, `/${own.id}`, other.position).expect(200);
    expect(body).toMatchObject({ id: own.id, organization_name: 'Lindenhof' });
    await get(patient, `/${other.id}`).expect(404);
    await get(patient, '').expect(403);
    await put(patient, own.id, { ...person(), version: 0, comment: 'x' }).expect(403);
    await remove(patient, own.id, { version: 0, comment: 'x' }).expect(403);
  });
});

describe('removing a patient', () => {
  it('takes it from lists and answers nobody any more', async () => {
    const { id } = await add({ last_name: 'Removable' });
    const { body } = await remove(assistant, id, { version: 0, comment: 'Added twice' }).expect(200);
    expect(body).toMatchObject({ id, version: 1, position: expect.any(String) });
    await get(doctor, `/${id}`, body.position).expect(404);
    const found = await search(doctor, { last_name: 'removable' }, { after: body.position }).expect(200);
    expect(found.body).toEqual({ items: [], overall_count: 0 });
    await put(doctor, id, { ...person(), version: 1, comment: 'x' }).expect(404);
  });
  it('sent again with its key is answered as before', async () => {
    const [{ id }, key] = [await add(), randomUUID()];
    const once = () =>
      app
        .http()
        .delete(`/api/patients/${id}`)
        .set(as(doctor, { 'idempotency-key': key }))
        .send({ version: 0, comment: 'Added twice' });
    const first = await once().expect(200);
    expect((await once().expect(200)).body).toEqual(first.body);
  });
  it('asks for the version and a reason', async () => {
    const { id } = await add();
    expect(Object.keys((await remove(doctor, id, {}).expect(400)).body)).toEqual(['version', 'comment', 'expected']);
    await remove(doctor, id, { version: 7, comment: 'x' }).expect(409);
  });
});

describe('the list of patients', () => {
  const people = [
    { first_name: 'Zoë', last_name: 'Müller-Hart', date_of_birth: '1990-03-04T00:00:00', social_security_number: '911-22-3301' },
    { first_name: 'Anna Maria', last_name: 'Muller', date_of_birth: '1950-01-01T00:00:00', social_security_number: '911-22-3302' },
    { first_name: 'María', last_name: 'de la Cruz', date_of_birth: '2001-12-31T00:00:00', social_security_number: '911-22-3303' },
    { first_name: '小林', last_name: '山田', date_of_birth: '1977-07-07T00:00:00', social_security_number: '911-22-3304' },
    { first_name: 'Seán', last_name: "O'Brien", date_of_birth: '1966-06-06T00:00:00', social_security_number: '911-22-3305' },
  ];
  let who: SignedIn;
  let after: string;
  beforeAll(async () => ({ who, after } = await clinicOf(...people)));
  const found = async (wanted: object, query: object = {}) => namesIn((await search(who, wanted, { after, ...query }).expect(200)).body);

  it.each<[string, object, string[]]>([
    ['the beginning of a last name', { last_name: 'mul' }, ['Anna Maria Muller', 'Zoë Müller-Hart']],
    ['any word of a last name', { last_name: 'hart' }, ['Zoë Müller-Hart']],
    ['accents or none', { last_name: 'MÜLLER', first_name: 'zoe' }, ['Zoë Müller-Hart']],
    ['any word of first names', { first_name: 'mari' }, ['María de la Cruz', 'Anna Maria Muller']],
    ['every typed word', { first_name: 'ma an' }, ['Anna Maria Muller']],
    ['both names', { last_name: 'cru la', first_name: 'mar' }, ['María de la Cruz']],
    ['apostrophes or none', { last_name: 'obr' }, ["Seán O'Brien"]],
    ['other scripts', { last_name: '山' }, ['小林 山田']],
    ['nothing from within a word', { last_name: 'uller' }, []],
    ['nothing where one word fails', { last_name: 'muller', first_name: 'sean' }, []],
    ['any name at once', { query: 'sean obrien' }, ["Seán O'Brien"]],
    ['a birthday', { query: '03/04/1990' }, ['Zoë Müller-Hart']],
    ['a birthday in the other order, with a name', { query: 'maria 2001-12-31' }, ['María de la Cruz']],
    ['the last four digits of the number', { query: '3304' }, ['小林 山田']],
    ['signs of patterns as what they are', { last_name: '%' }, people.map((one) => `${one.first_name} ${one.last_name}`)],
  ])('finds by %s', async (_name, wanted, names) => {
    const order_by = names.length > 2 ? 'DateRegistered' : 'LastName';
    expect(await found(wanted, { order_by })).toEqual(names);
  });

  it.each([
    ['LastName', ['María de la Cruz', 'Anna Maria Muller', 'Zoë Müller-Hart', "Seán O'Brien", '小林 山田']],
    ['FirstName', ['Anna Maria Muller', 'María de la Cruz', "Seán O'Brien", 'Zoë Müller-Hart', '小林 山田']],
    ['DateOfBirth', ['Anna Maria Muller', "Seán O'Brien", '小林 山田', 'Zoë Müller-Hart', 'María de la Cruz']],
    ['DateRegistered', ['Zoë Müller-Hart', 'Anna Maria Muller', 'María de la Cruz', '小林 山田', "Seán O'Brien"]],
    ['None', ["Seán O'Brien", '小林 山田', 'María de la Cruz', 'Anna Maria Muller', 'Zoë Müller-Hart']],
  ])('is ordered by %s', async (order_by, names) => expect(await found({}, { order_by })).toEqual(names));

  it('pages, also where several words are searched for', async () => {
    const page = (await search(who, {}, { after, order_by: 'LastName', skip: 1, take: 2 }).expect(200)).body;
    expect(namesIn(page)).toEqual(['Anna Maria Muller', 'Zoë Müller-Hart']);
    expect(page.overall_count).toBe(5);
    const words = (await search(who, { first_name: 'a', query: 'm' }, { after, skip: 0, take: 1 }).expect(200)).body;
    expect([words.items.length, words.overall_count]).toEqual([1, 1]);
  });

  describe('ruling 55', () => {
    const named = async (...names: [first: string, last: string, born?: string][]) => {
      const people = names.map(([first_name, last_name, born = '1968-05-02'], at) => ({
        first_name,
        last_name,
        date_of_birth: `${born}T00:00:00`,
        social_security_number: `912-44-${1000 + at}`,
      }));
      const clinicWith = await clinicOf(...people);
      return async (wanted: object, query: object = {}) =>
        (await search(clinicWith.who, wanted, { after: clinicWith.after, ...query }).expect(200)).body as {
          items: { first_name: string; last_name: string; match?: string }[];
          overall_count: number;
          born_on?: string[];
        };
    };

    it('who is called what was typed comes before whose name only begins so, over pages too', async () => {
      const ask = await named(['Ann', 'Kim'], ['Bea', 'Kimball'], ['Kim', 'Zweig'], ['Kimberly', 'Ash']);
      const exact = ['Kim Zweig', 'Ann Kim'];
      const begun = ['Kimberly Ash', 'Bea Kimball'];
      expect(namesIn(await ask({ query: 'kim' }))).toEqual([...exact, ...begun]);
      for (const [skip, name] of [...exact, ...begun].entries()) {
        const page = await ask({ query: 'kim' }, { skip, take: 1 });
        expect([namesIn(page), page.overall_count]).toEqual([[name], 4]);
      }
      expect(namesIn(await ask({ query: 'kim' }, { order_by: 'FirstName' }))).toEqual([
        'Ann Kim',
        'Bea Kimball',
        'Kim Zweig',
        'Kimberly Ash',
      ]);
      expect((await ask({ query: 'kim' })).items.some(({ match }) => match !== undefined)).toBe(false);
    });

    it('a name a slip away is found only where nobody has the typed one, and is called similar', async () => {
      const ask = await named(['Liam', 'Ortiz'], ['Mia', 'Schneider'], ['Ida', 'Schnieder']);
      const found = await ask({ query: 'ortis' });
      expect([namesIn(found), found.items.map(({ match }) => match)]).toEqual([['Liam Ortiz'], ['similar']]);
      expect(namesIn(await ask({ last_name: 'ortis', first_name: 'li' }))).toEqual(['Liam Ortiz']);
      expect(namesIn(await ask({ query: 'schneider' }))).toEqual(['Mia Schneider']);
      expect(await ask({ query: 'ortis 05/03/1968' })).toMatchObject({ items: [], overall_count: 0 });
    });

    it.each([
      ['morgn', 'Ava Morgan'],
      ['okafer', 'Ngozi Okafor'],
      ['schneyder', 'Mia Schneider'],
    ])('%s finds %s', async (query, name) => {
      const ask = await named(['Ava', 'Morgan'], ['Ngozi', 'Okafor'], ['Mia', 'Schneider']);
      const found = await ask({ query });
      expect([namesIn(found), found.items.map(({ match }) => match)]).toEqual([[name], ['similar']]);
    });

    it.each([
      ['5/2/68', ['1968-05-02'], ['Ava Morgan']],
      ['05/02/1968', ['1968-05-02'], ['Ava Morgan']],
      ['2/5/1968', ['1968-02-05'], []],
      ['3/4/20', ['1920-03-04', '2020-03-04'], ['Lea Ray', 'Old Ray']],
      ['13/2/68', [], []],
    ])('%s is read as month, day, year, and said so', async (query, days, names) => {
      const ask = await named(['Ava', 'Morgan'], ['Old', 'Ray', '1920-03-04'], ['Lea', 'Ray', '2020-03-04']);
      const found = await ask({ query });
      expect([found.born_on, namesIn(found)]).toEqual([days, names]);
    });
  });

  describe('a whole social security number', () => {
    const number = '911-22-7401';
    let asker: SignedIn;
    let own: string;
    let ids: string[];
    beforeAll(async () => {
      own = await app.addClinic('Own');
      asker = await app.signIn(['Doctor'], own);
      ids = [];
      for (const social_security_number of [number, '911-33-7401']) ids.push((await add({ social_security_number }, asker)).id);
      // the same number at another clinic
      await add({ social_security_number: number }, stranger);
    });
    const idsOf = async (wanted: object) => {
      const after = (await add({ social_security_number: ssn() }, doctor)).position;
      const { body } = await search(asker, wanted, { after, order_by: 'DateRegistered' }).expect(200);
      return body.items.map(({ id }: { id: string }) => id);
    };

    it('finds its patient alone, however it is typed', async () => {
      for (const query of [number, '911227401', '911 22 7401', 'morgan 911-22-7401']) expect(await idsOf({ query })).toEqual([ids[0]]);
      expect(await idsOf({ social_security_number: number })).toEqual([ids[0]]);
      expect(await idsOf({ query: '7401' })).toEqual(ids);
      expect(await idsOf({ social_security_number: '***-**-7401' })).toEqual(ids);
    });
    it('finds nobody where it is nobody’s, or is none', async () => {
      for (const query of ['911-44-7401', 'kim 911-22-7401']) expect(await idsOf({ query })).toEqual([]);
      expect(await idsOf({ social_security_number: '12' })).toEqual([]);
    });
    it('is nobody’s any more once it was corrected', async () => {
      const { id } = await add({ social_security_number: '911-55-0001' }, asker);
      await put(asker, id, { ...person({ social_security_number: '911-55-0002' }), version: 0, comment: 'Typing error' }).expect(200);
      expect(await idsOf({ query: '911-55-0001' })).toEqual([]);
      expect(await idsOf({ query: '911-55-0002' })).toEqual([id]);
    });
    it('stands beside the other filters', async () => {
      expect(await idsOf({ social_security_number: number, date_of_birth: '1968-05-02T00:00:00' })).toEqual([ids[0]]);
      expect(await idsOf({ social_security_number: number, date_of_birth: '05/02/1968' })).toEqual([ids[0]]);
      expect(await idsOf({ social_security_number: number, date_of_birth: '05/03/1968' })).toEqual([]);
      expect(await idsOf({ date_of_birth: 'May' })).toEqual([]);
      expect(await idsOf({ social_security_number: number, organization_id: own })).toEqual([ids[0]]);
      expect(await idsOf({ social_security_number: number, organization_id: clinic })).toEqual([]);
    });
  });

  it.each(['last_name', 'first_name', 'query', 'date_of_birth', 'social_security_number'])('takes %s from no address', async (field) => {
    const { body } = await get(who, `?${field}=hart`, after).expect(400);
    expect(body).toEqual({ [field]: ['Please send this in the header X-Search'] });
  });

  it('decision 3.22: takes what is searched for from a header, so that no address and no log holds it', async () => {
    const lines = app.requestLog.length;
    const { request } = await search(who, { last_name: 'hart' }, { after, skip: 0 }).expect(200);
    expect(decodeURIComponent(new URL((request as unknown as { url: string }).url).search)).not.toMatch(/hart/i);
    await get(who, '?last_name=hart', after).expect(400);
    expect(app.requestLog.slice(lines).join('\n')).not.toMatch(/hart/i);
  });

  it('refuses a header that is no search, and pages that are none', async () => {
    for (const header of ['%%%', Buffer.from('[1]').toString('base64url'), Buffer.from('{"last_name":7}').toString('base64url')]) {
      const { body } = await app
        .http()
        .get('/api/patients')
        .set(as(who, { 'x-search': header }))
        .expect(400);
      expect(body).toEqual({
        'X-Search': ['Field should be in a proper format'],
        expected: { 'X-Search': 'base64url of a JSON object' },
      });
    }
    expect(Object.keys((await get(who, '?skip=-1&take=1000&order_by=Shoe').expect(400)).body)).toEqual([
      'skip',
      'take',
      'order_by',
      'expected',
    ]);
  });

  it('answers neither whole numbers nor what it searches by', async () => {
    const { text } = await search(who, {}, { after }).expect(200);
    expect(text).not.toMatch(/911-?22-?330|"search"|last_words/);
  });

  it('says when it may be behind', async () => {
    const foreign = `${randomUUID()}.${after.split('.')[1]}`;
    expect((await get(who, '', foreign).expect(200)).body.stale).toBe(true);
    expect((await get(who, '', after).expect(200)).body).not.toHaveProperty('stale');
  });
});

it('ruling 27: marks those who could be taken for each other, in lists and alone, within one clinic', async () => {
  const { who, after } = await clinicOf(
    { first_name: 'Mia', last_name: 'Schneider' },
    { first_name: 'Mia', last_name: 'Schnieder' },
    { first_name: 'Marta', last_name: 'SCHNEIDER' },
    { first_name: 'Paul', last_name: 'Schneider' },
    { first_name: 'Mia', last_name: 'Kim' },
  );
  await clinicOf({ first_name: 'Mia', last_name: 'Kim' });
  const { body } = await search(who, {}, { after, order_by: 'DateRegistered' }).expect(200);
  const marks = body.items.map((one: { similar_name?: boolean }) => one.similar_name ?? false);
  expect(marks).toEqual([true, true, true, false, false]);
  const alone = await search(who, { last_name: 'schnie' }, { after }).expect(200);
  expect(alone.body.items).toMatchObject([{ last_name: 'Schnieder', similar_name: true }]);
  expect((await get(who, `/${body.items[0].id}`).expect(200)).body.similar_name).toBe(true);
});

it('ruling 27: marks two records of one name and one day of birth more strongly than like names, within one clinic', async () => {
  const doris = { first_name: 'Doris', last_name: 'Duplikat', date_of_birth: '1961-03-09T00:00:00' };
  const { who, after } = await clinicOf(
    doris,
    { ...doris, first_name: 'DORIS', middle_name: 'M' },
    { ...doris, date_of_birth: '1961-09-03T00:00:00' },
    { ...doris, last_name: 'Duplikatt' },
  );
  await clinicOf({ ...doris, last_name: 'Duplikatt' });
  const { body } = await search(who, {}, { after, order_by: 'DateRegistered' }).expect(200);
  const items = body.items as { id: string; similar_name?: true; same_name_and_birth_date?: true }[];
  expect(items.map((one) => [one.similar_name, one.same_name_and_birth_date])).toEqual([
    [true, true],
    [true, true],
    [true, undefined],
    [true, undefined],
  ]);
  expect((await get(who, `/${items[0]!.id}`).expect(200)).body).toMatchObject({ similar_name: true, same_name_and_birth_date: true });
});

it('says between which times results and examinations lie, drafts only to who sees them, and only of a patient asked for alone', async () => {
  const { id: patient_id, position } = await add();
  const of = async (who: SignedIn, after: string) => (await get(who, `/${patient_id}`, after).expect(200)).body.values_between as unknown;
  const context = { command_id: randomUUID(), actor: { user_id: doctor.user_id, role: 'Doctor' }, organization_id: clinic, patient_id };
  const told = { patient_id, origin: 'manual', comment: 'New entry' } as const;
  const result = async (collected: string, draft = false) => {
    const lab_result_id = randomUUID();
    const data = { ...told, lab_result_id, collected, draft, parameters: [] };
    return app.log.append(`lab_result-${lab_result_id}`, [{ type: 'LabResultRecorded', data }], 'no-stream', context);
  };
  const examination = async (collected: string | null) => {
    const examination_id = randomUUID();
    const data = { ...told, examination_id, collected, draft: collected === null, note_writer: '', measurements: [] };
    return app.log.append(`examination-${examination_id}`, [{ type: 'ExaminationRecorded', data }], 'no-stream', context);
  };
  expect(await of(doctor, position)).toBeNull();
  await result('2021-05-06T07:00:00');
  await examination('2019-03-01T00:00:00');
  await examination(null);
  await examination('2020-01-01T00:00:00');
  await result('2024-02-29T10:30:00', true);
  await app.runner.settled();
  const { body } = await search(doctor, { last_name: 'Morgan' });
  expect(body.items.some((one: object) => 'values_between' in one)).toBe(false);
  expect(await of(doctor, position)).toEqual({ first: '2019-03-01T00:00:00', last: '2024-02-29T10:30:00' });
  const patient = await app.signIn(['Patient'], null, [patient_id]);
  expect(await of(patient, position)).toEqual({ first: '2019-03-01T00:00:00', last: '2021-05-06T07:00:00' });
  // what is behind is not said rather than said wrongly
  expect(await of(doctor, `${randomUUID()}.${position.split('.')[1]}`)).toBeUndefined();
});
