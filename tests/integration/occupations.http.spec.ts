import { randomUUID } from 'node:crypto';
import type { OccupationView } from '#contracts/catalogues/occupations';
import { OccupationsQueriesModule } from '#projections/occupations/occupations.queries';
import { HandleOccupation, OccupationsModule } from '#services/records/occupations/occupations.controller';
import { starterOccupations } from '#services/records/occupations/starter';
import { openReadApp, type ReadApp, type SignedIn } from '#tests/support/read-side';

let app: ReadApp;
let curator: SignedIn;
let doctor: SignedIn;
beforeAll(async () => {
  app = await openReadApp([OccupationsModule, OccupationsQueriesModule]);
  curator = await app.signIn(['SuperUser'], null);
  doctor = await app.signIn(['Doctor'], await app.addClinic());
});
afterAll(() => app.close());

const send = (method: 'post' | 'put' | 'delete', path: string, who: SignedIn, body?: object, key?: string) =>
  app.send(method, `occupations${path}`, who, body, key);
const names = async (query = '', who = doctor) =>
  ((await app.get('occupations', who, { query, take: 500 })).body as { items: OccupationView[] }).items.map(({ name }) => name);

it('is a list for everybody, which a super user curates', async () => {
  const key = randomUUID();
  const { id } = (await send('post', '', curator, { name: 'Zeta nurse' }, key).expect(201)).body as { id: string };
  expect((await send('post', '', curator, { name: 'Zeta nurse' }, key).expect(201)).body).toMatchObject({ id });
  expect(await names('zéta')).toEqual(['Zeta nurse']);
  await send('put', `/${id}`, curator, { name: 'Zeta caretaker' }).expect(200);
  expect(await names('zeta')).toEqual(['Zeta caretaker']);
  const as = { authorization: doctor.authorization };
  expect((await app.http().get(`/api/occupations/${id}`).set(as).expect(200)).body).toMatchObject({ id, name: 'Zeta caretaker' });
  await send('delete', `/${id}`, curator).expect(200);
  expect(await names('zeta')).toEqual([]);
  await app.http().get(`/api/occupations/${id}`).set(as).expect(404);
});

it('is closed to everybody else’s changes, and to names that are there or empty', async () => {
  await send('post', '', doctor, { name: 'King' }).expect(403);
  const { id } = (await send('post', '', curator, { name: 'Omega' }).expect(201)).body as { id: string };
  expect((await send('post', '', curator, { name: 'OMEGA' }).expect(409)).body).toMatchObject({
    name: ['There is an occupation of this name already'],
  });
  expect((await send('put', `/${id}`, curator, { name: ' ' }).expect(400)).body).toMatchObject({ name: ['Field is required'] });
  await send('put', `/${randomUUID()}`, curator, { name: 'Nobody' }).expect(404);
  await send('delete', `/${id}`, doctor).expect(403);
});

it('begins with a list that comes twice only once, and stays without what was removed', async () => {
  const bring = async () => {
    for (const command of starterOccupations()) await app.commands.execute(new HandleOccupation(command, { kind: 'system', part: 'seed' }));
  };
  await bring();
  const first = await names();
  expect(first).toEqual(expect.arrayContaining(['Hepatologist', 'Nurse']));
  const [{ data }] = starterOccupations() as [ReturnType<typeof starterOccupations>[number]];
  await send('delete', `/${data.occupation_id}`, curator).expect(200);
  await bring();
  expect(await names()).toHaveLength(first.length - 1);
});
