import { randomUUID } from 'node:crypto';
import { type GraphVisuals, graphVisualsStream, NO_VISUALS } from '#contracts/items/graph-visuals';
import { GraphVisualsQueriesModule } from '#projections/graph-visuals/graph-visuals.queries';
import { GraphVisualsModule } from '#services/records/graph-visuals/graph-visuals.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type Clinic, openClinic } from '#tests/support/read-side';

let { app, doctor, assistant, stranger } = {} as Clinic;
let patient_id: string;

beforeAll(async () => {
  ({ app, doctor, assistant, stranger } = await openClinic([PatientsModule, GraphVisualsModule, GraphVisualsQueriesModule]));
  patient_id = await app.addPatient(doctor);
});
afterAll(() => app.close());

const read = async (who = doctor) => app.http().get(`/api/graph-visuals/${patient_id}`).set('authorization', who.authorization);
const save = (body: object, who = doctor, key: string = randomUUID()) =>
  app.http().post(`/api/graph-visuals/${patient_id}`).set({ authorization: who.authorization, 'idempotency-key': key }).send(body);
const events = async (who = doctor) => {
  let count = 0;
  for await (const _ of app.store.readStream(graphVisualsStream(who.user_id, patient_id))) count++;
  return count;
};

const visuals: GraphVisuals = {
  type: 'Timeline',
  time_from: '2025-11-21T00:00:00',
  time_to: '2026-11-21T23:59:59',
  until_today: true,
  preset: '1y',
  fold: true,
  styles: [{ graph_type: 'lab-results', parameter_id: 'crp|mg/l', color: 19, thickness: 8, style: '5, 10', index: 0, hidden: true }],
};

it('has no settings before somebody chose any', async () => expect((await read()).body).toEqual(NO_VISUALS));

it('ruling 32: keeps settings per user and patient, the end that is today included', async () => {
  await save(visuals).expect(201);
  expect((await read()).body).toEqual(visuals);
  expect((await read(assistant)).body).toEqual(NO_VISUALS);
});

it('stores whole states, and nothing for what is the same or sent twice', async () => {
  const key = randomUUID();
  const before = await events();
  await save({ ...visuals, styles: [] }, doctor, key).expect(201);
  await save({ ...visuals, styles: [] }, doctor, key).expect(201);
  await save({ ...visuals, styles: [] }).expect(201);
  expect(await events()).toBe(before + 1);
  expect((await read()).body).toEqual({ ...visuals, styles: [] });
});

it('ruling 60: refuses the key of other settings, old or new', async () => {
  const key = randomUUID();
  await save({ ...visuals, fold: false }, doctor, key).expect(201);
  expect((await save(visuals, doctor, key).expect(422)).body).toMatchObject({ code: 'key-reused' });
  await save({ ...visuals, styles: [] }).expect(201);
  await save(visuals, doctor, key).expect(422);
  expect((await read()).body).toEqual({ ...visuals, styles: [] });
});

it('names what is wrong and changes nothing', async () => {
  const { body } = await save({ ...visuals, time_to: '2024-01-01T00:00:00' }).expect(400);
  expect(body).toEqual({ time_to: ['The end must be after the start'] });
  await save({ ...visuals, styles: [{ graph_type: 'lab-results', parameter_id: 'a', color: 20 }] }).expect(400);
  await save({ ...visuals, styles: [visuals.styles[0], visuals.styles[0]] }).expect(400);
  expect((await read()).body).toEqual({ ...visuals, styles: [] });
});

it('ruling 53: keeps what was seen beside the settings, and takes none of it from whoever saves these', async () => {
  const seen = [{ graph_type: 'lab-results', parameter_id: 'crp|mg/l', mark: 4, shown: true }];
  const keep = (body: object, who = doctor) =>
    app
      .http()
      .put(`/api/graph-visuals/${patient_id}/seen`)
      .set({ authorization: who.authorization, 'idempotency-key': randomUUID() })
      .send(body);
  const before = (await read()).body as GraphVisuals;
  await keep({ seen }).expect(200);
  expect((await read()).body).toEqual({ ...before, seen });
  await save({ ...before, seen: [] }).expect(201);
  expect((await read()).body).toEqual({ ...before, seen });
  const count = await events();
  await keep({ seen }).expect(200);
  expect(await events()).toBe(count);
  await keep({ seen: [{ ...seen[0], mark: 96 }] }).expect(400);
  await keep({ seen }, stranger).expect(404);
});

it('knows nothing of a record that is out of reach', async () => {
  expect((await read(stranger)).status).toBe(404);
  await save(visuals, stranger).expect(404);
});
