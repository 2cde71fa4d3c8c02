import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import { LabParameterCommand } from '#contracts/lab/lab-parameters';
import type { ManagedMeasurementParameter } from '#contracts/examinations/measurement-parameters';
import type { Actor } from '#infra/event-store/actor';
import { officeParameterId } from '#catalogues/office-parameter';
import { positionToken } from '#infra/event-store/position-token';
import { ExaminationTemplatesQueriesModule } from '#projections/office-catalogue/examination-templates.queries';
import { MeasurementParametersQueriesModule } from '#projections/office-catalogue/measurement-parameters.queries';
import { LabParametersQueriesModule } from '#projections/lab-parameters/lab-parameters.queries';
import { noteUsedDefinitions } from '#services/reactions/examinations/note-used-definitions.reaction';
import { saveLastUsed } from '#services/reactions/examinations/save-last-used.reaction';
import { settleParameterNames } from '#services/reactions/measurement-parameters/settle-parameter-names.reaction';
import { ExaminationTemplatesModule } from '#services/records/examination-templates/examination-templates.controller';
import { ExaminationsModule } from '#services/records/examinations/examinations.controller';
import { importMeasurementParameters } from '#services/records/measurement-parameters/measurement-parameters.import';
import { LabParametersModule } from '#services/records/lab-parameters/lab-parameters.controller';
import { labParameter } from '#services/records/lab-parameters/lab-parameters.decider';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { MeasurementParametersModule } from '#services/records/measurement-parameters/measurement-parameters.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { type Clinic, idOf, openClinic, type ReadApp, type SignedIn } from '#tests/support/read-side';

const cli: Actor = { kind: 'system', part: 'cli' };
const STARTER = 'office-parameters-starter.csv';
const starter = () => readFile(new URL(`../../services/records/measurement-parameters/starter/${STARTER}`, import.meta.url));

let { app, doctor, assistant: colleague, stranger } = {} as Clinic;
let curator: SignedIn;
beforeAll(async () => {
  ({
    app,
    doctor,
    assistant: colleague,
    stranger,
  } = await openClinic([
    PatientsModule,
    ExaminationsModule,
    LabResultsModule,
    LabParametersModule,
    LabParametersQueriesModule,
    MeasurementParametersModule,
    ExaminationTemplatesModule,
    MeasurementParametersQueriesModule,
    ExaminationTemplatesQueriesModule,
  ]));
  curator = await app.signIn(['SuperUser'], null);
});
afterAll(() => app.close());

const send = (...call: Parameters<ReadApp['send']>) => app.send(...call);
const get = (...call: Parameters<ReadApp['get']>) => app.get(...call);
type Listed<T> = { items: T[]; overall_count: number; skip: number };
const parameters = async (query: object = {}, who = curator) =>
  (await get('measurement-parameters', who, query)).body as Listed<ManagedMeasurementParameter>;
const templates = async (query: object = {}, who = doctor) =>
  (await get('examination-templates', who, query)).body as Listed<ExaminationTemplateView>;
const pain = (change: object = {}) => ({
  name: `Pain ${randomUUID()}`,
  description: 'points',
  scale_divider: 3,
  options_config: [
    { option_id: 'mild', predefined_value: 1, label_text: 'Mild' },
    { option_id: 'severe', predefined_value: 3, label_text: 'Severe' },
  ],
  ...change,
});
/** Gives a reaction everything that happened to a stream. */
const react = async (make: 'names' | 'used' | 'last', stream: string) => {
  const effects = { id: () => randomUUID(), publish: async () => {} };
  const reaction = {
    names: settleParameterNames(app.log, app.reservations),
    used: noteUsedDefinitions(app.streams),
    last: saveLastUsed(app.streams),
  }[make];
  for await (const opened of app.log.read(stream)) {
    if (opened.kind === 'opened' && reaction.types.includes(opened.event.type)) await reaction.react(opened.event, opened.meta, effects);
  }
};
const addPatient = () => app.addPatient(doctor);
const examine = async (patient_id: string, measurements: object[], who = doctor) =>
  idOf(await send('post', 'examinations', who, { patient_id, collected: '2026-02-14T08:30:00', measurements }).expect(201));

describe('importing the starter list', () => {
  it('adds 18 office parameters, and changes nothing the second time', async () => {
    const bring = async (name: string) => importMeasurementParameters(await starter(), name, app, cli);
    expect(await bring(STARTER)).toEqual({ added: 18, changed: 0, unchanged: 0 });
    const before = await app.store.head();
    expect(await bring('a copy.csv')).toEqual({ added: 0, changed: 0, unchanged: 18 });
    expect(await app.store.head()).toBe(before);
  });
  it('answers the page that holds a parameter', async () => {
    const all = await parameters({ state: 0, take: 500 });
    const asked = all.items[12]!.id;
    const { items, skip } = await parameters({ state: 0, take: 5, at: asked });
    expect([skip, items.map(({ id }) => id)]).toEqual([10, all.items.slice(10, 15).map(({ id }) => id)]);
    expect(await parameters({ state: 0, take: 5, skip: 5, at: randomUUID() })).toMatchObject({ skip: 5 });
  });
  it('knows weight, height and Bmi, upper limits of normal, and what is possible', async () => {
    const { items, overall_count } = await parameters({ state: 0, take: 500 });
    expect([items.length, overall_count]).toEqual([18, 18]);
    const of = (code: string) => items.find((one) => one.code === code);
    expect(of('29463-7')).toMatchObject({
      name: 'Body weight',
      description: 'kg',
      normalization_type: 'Weight',
      scale_divider: 1,
      plausible: { min: '0.3', max: '400' },
    });
    expect(of('39156-5')).toMatchObject({ normalization_type: 'Bmi' });
    expect(of('8480-6')).toMatchObject({
      normalization_type: 'Arithmetic',
      scale_divider: 139,
      plausible: { min: '40', max: '300' },
      used_count: 0,
    });
    expect(of('72514-3')).toMatchObject({ normalization_type: 'NoNormalization', scale_divider: 1 });
  });
  it('is searched by name, alias and code; Bmi is nothing to enter', async () => {
    const names = async (query: object) => (await parameters(query, doctor)).items.map(({ name }) => name);
    expect((await names({ query: 'sbp', exam: 'true', state: 0 }))[0]).toBe('Systolic blood pressure');
    expect(await names({ query: '8867-4' })).toEqual(['Heart rate']);
    expect(await names({ query: 'bmi', exam: 'true' })).toEqual([]);
    expect(await names({ ids: [officeParameterId('39156-5', ''), officeParameterId('8867-4', '')].join(',') })).toEqual([
      'Body mass index',
      'Heart rate',
    ]);
  });
  it('refuses another file with every problem', async () => {
    const problems = importMeasurementParameters(
      Buffer.from('code,primary name,aliases,unit,min,max\n1,A,,,x,\n2,a,,,,\n'),
      'list.csv',
      app,
      cli,
    );
    await expect(problems).rejects.toMatchObject({
      fields: { file: ["line 2: min 'x' is not a number", 'line 3: is the same parameter as line 2 (a)'] },
    });
  });
});

describe('managing office parameters', () => {
  it('adds, updates and removes; a name is there once, however it is spelled', async () => {
    const form = pain({ name: 'Ache scale' });
    const id = idOf(await send('post', 'measurement-parameters', curator, form).expect(201));
    await react('names', `measurement_parameter-${id}`);
    const { body } = await send('post', 'measurement-parameters', curator, { ...form, name: ' ache  SCALE' }).expect(409);
    expect(body).toMatchObject({ name: ['There is an office parameter of this name already'] });
    await send('put', `measurement-parameters/${id}`, curator, { ...form, name: 'Ache score', version: 0 }).expect(200);
    await react('names', `measurement_parameter-${id}`);
    const second = idOf(await send('post', 'measurement-parameters', curator, form).expect(201));
    await send('delete', `measurement-parameters/${second}`, curator, { version: 0 }).expect(200);
    expect((await parameters({ query: 'ache' })).items.map(({ name }) => name)).toEqual(['Ache score']);
    expect((await get(`measurement-parameters/${second}`, doctor)).body).toMatchObject({ name: 'Ache scale', removed: true });
  });
  it('says what is wrong by field, in the documents words', async () => {
    const refusal = async (change: object) =>
      (await send('post', 'measurement-parameters', curator, pain(change)).expect(400)).body as object;
    expect(await refusal({ name: ' ' })).toEqual({ name: ['Field is required'] });
    expect(await refusal({ scale_divider: 0 })).toEqual({
      scale_divider: ['Must be greater than 0'],
      expected: { scale_divider: 'more than 0' },
    });
    expect(await refusal({ scale_divider: null })).toMatchObject({ scale_divider: ['Field is required'] });
    expect(await refusal({ options_config: [{ option_id: 'a', predefined_value: 'x', label_text: '' }] })).toMatchObject({
      'options_config.0.predefined_value': ['Field should be number'],
      'options_config.0.label_text': ['Field is required'],
    });
    expect(await refusal({ normalization_type: 'Bmi' })).toEqual({ normalization_type: ['Bmi is computed from weight and height'] });
  });
  it('is the super users alone; the staff suggests and takes back', async () => {
    const form = pain();
    await send('post', 'measurement-parameters', doctor, form).expect(403);
    const id = idOf(await send('post', 'measurement-parameters/suggest', doctor, form).expect(201));
    await send('put', `measurement-parameters/${id}`, doctor, form).expect(403);
    await send('put', `measurement-parameters/${id}/reject`, doctor).expect(403);
    const pendingOf = async (who: SignedIn) => (await parameters({ exam: 'true', query: form.name }, who)).items.map(({ state }) => state);
    expect([await pendingOf(doctor), await pendingOf(stranger)]).toEqual([[1], []]);
    expect((await parameters({ state: 1 })).items.map((one) => one.id)).toContain(id);
    await send('delete', `measurement-parameters/${id}`, stranger).expect(404);
    const patient_id = await addPatient();
    const entry = { entry_id: 'a', parameter_id: id, parameter_name: 'Pain', parameter_value: '1', unit: '' };
    const { body } = await send('post', 'examinations', doctor, {
      patient_id,
      collected: '2026-02-14T08:30:00',
      measurements: [entry],
    }).expect(422);
    expect(JSON.stringify(body)).toContain('still waits for approval');
    const key = randomUUID();
    await send('delete', `measurement-parameters/${id}`, colleague, {}, key).expect(200);
    await send('delete', `measurement-parameters/${id}`, colleague, {}, key).expect(200);
    expect(await pendingOf(doctor)).toEqual([]);
  });
  it('approves a suggestion as the review left it, or rejects it', async () => {
    const [one, other] = [pain(), pain()];
    const id = idOf(await send('post', 'measurement-parameters/suggest', doctor, one).expect(201));
    await send('put', `measurement-parameters/${id}`, curator, { ...one, scale_divider: 10, version: 0, state: 0 }).expect(200);
    expect((await get(`measurement-parameters/${id}`, stranger)).body).toMatchObject({ state: 0, scale_divider: 10 });
    await send('delete', `measurement-parameters/${id}`, doctor).expect(403);
    const rejected = idOf(await send('post', 'measurement-parameters/suggest', doctor, other).expect(201));
    await send('put', `measurement-parameters/${rejected}/reject`, curator, { version: 0 }).expect(200);
    expect((await get(`measurement-parameters/${rejected}`, curator)).status).toBe(404);
  });
  it('counts uses, and keeps a definition that an examination uses or used', async () => {
    const form = pain();
    const id = idOf(await send('post', 'measurement-parameters', curator, form).expect(201));
    const patient_id = await addPatient();
    const entry = { entry_id: 'a', parameter_id: id, parameter_name: 'Pain', parameter_value: '1', unit: '', option_id: 'mild' };
    await send('post', 'examinations', doctor, {
      patient_id,
      collected: '2026-02-14T08:30:00',
      measurements: [{ ...entry, parameter_value: '2' }],
    }).expect(422);
    const examination = await examine(patient_id, [entry]);
    await react('used', `examination-${examination}`);
    await send('post', 'examination-templates', doctor, { name: 'Pain', parameter_ids: [id] }).expect(201);
    const view = (await get(`measurement-parameters/${id}`, curator)).body as ManagedMeasurementParameter;
    expect(view).toMatchObject({ used_count: 2, used_in: { templates: 1, examinations: 1, options: { mild: 1 } }, used_options: ['mild'] });
    const { body } = await send('put', `measurement-parameters/${id}`, curator, {
      ...form,
      options_config: [form.options_config[1]],
    }).expect(422);
    expect(body).toMatchObject({ options_config: ['A definition that examinations use cannot be removed: Mild'] });
    await send('put', `measurement-parameters/${id}`, curator, { ...form, options_config: [form.options_config[0]] }).expect(200);
  });
});

describe('examination templates', () => {
  const pulse = officeParameterId('8867-4', '');
  const weight = officeParameterId('29463-7', '');
  const measured = (parameter_id: string) => ({
    entry_id: parameter_id,
    parameter_id,
    parameter_name: 'x',
    parameter_value: '72',
    unit: 'kg',
  });

  it('belong to a clinic, or to everybody where a super user made them', async () => {
    const own = idOf(
      await send('post', 'examination-templates', doctor, { name: 'Our visit', parameter_ids: [pulse, weight] }).expect(201),
    );
    const shared = idOf(await send('post', 'examination-templates', curator, { name: 'Your visit', parameter_ids: [weight] }).expect(201));
    const seen = async (query: object, who: SignedIn) =>
      (await templates({ query: 'visit', ...query }, who)).items.map(({ id, editable }) => [id, editable]);
    expect(await seen({}, colleague)).toEqual([
      [own, true],
      [shared, false],
    ]);
    expect(await seen({}, stranger)).toEqual([[shared, false]]);
    expect(await seen({ own: 'true' }, stranger)).toEqual([]);
    expect(await seen({ own: 'true' }, curator)).toEqual([[shared, true]]);
    expect((await templates({ query: 'our vis' })).items[0]).toMatchObject({
      parameters: [{ name: 'Heart rate' }, { name: 'Body weight' }],
    });
    await send('put', `examination-templates/${own}`, stranger, { name: 'x', parameter_ids: [pulse] }).expect(404);
    await send('put', `examination-templates/${shared}`, doctor, { name: 'x', parameter_ids: [pulse] }).expect(404);
    await send('put', `examination-templates/${own}`, colleague, { name: 'Our short visit', parameter_ids: [pulse], version: 0 }).expect(
      200,
    );
    const late = () =>
      send('put', `examination-templates/${own}`, doctor, { name: 'Our visit', parameter_ids: [weight], version: 0 }).expect(409);
    expect((await late()).body).toMatchObject({
      ...{ code: 'stale', version: 1 },
      current: { name: 'Our short visit', parameter_ids: [pulse] },
    });
    await send('delete', `examination-templates/${own}`, colleague, { version: 1 }).expect(200);
    expect((await late()).body).toMatchObject({ code: 'stale', current: null });
    expect(await seen({}, doctor)).toEqual([[shared, false]]);
  });
  describe('of lab parameters', () => {
    const sodium = randomUUID();
    const potassium = randomUUID();
    const requested = randomUUID();
    beforeAll(async () => {
      for (const [parameter_id, alias, status] of [
        [sodium, 'Sodium', 'Approved'],
        [potassium, 'Potassium', 'Approved'],
        [requested, 'Kalium', 'PendingApproval'],
      ] as const) {
        const { data } = LabParameterCommand.parse({
          type: 'AddLabParameter',
          command_id: randomUUID(),
          data: { parameter_id, aliases: [alias], status },
        }) as { data: { parameter_id: string } };
        const command = { type: 'AddLabParameter', command_id: randomUUID(), data } as Parameters<typeof labParameter.decide>[0];
        await app.streams.transact(labParameter, `lab_parameter-${parameter_id}`, command, cli);
      }
    });
    const panel = (change: object = {}) => ({ kind: 'lab', name: 'Electrolytes', parameter_ids: [sodium, potassium], ...change });
    const names = async (query: object, who = doctor) => (await templates({ kind: 'lab', ...query }, who)).items.map(({ name }) => name);

    it('stand beside those of examinations, each in its own list', async () => {
      const id = idOf(await send('post', 'examination-templates', doctor, panel()).expect(201));
      expect((await templates({ kind: 'lab' })).items).toMatchObject([
        { id, kind: 'lab', parameters: [{ name: 'Sodium' }, { name: 'Potassium' }], editable: true },
      ]);
      expect((await templates({ query: 'electrolytes' })).items).toEqual([]);
      expect((await get(`examination-templates/${id}`, doctor)).body).toMatchObject({
        kind: 'lab',
        parameters: [{ id: sodium }, { id: potassium }],
      });
      expect(await names({}, stranger)).toEqual([]);
      await send('put', `examination-templates/${id}`, doctor, { name: 'Salts', parameter_ids: [sodium], version: 0 }).expect(200);
      expect(await names({ query: 'salts' })).toEqual(['Salts']);
    });
    it('hold what the list of lab parameters has approved, and nothing of the office', async () => {
      const refusal = async (parameter_id: string, kind = 'lab') =>
        (await send('post', 'examination-templates', doctor, panel({ kind, parameter_ids: [parameter_id] })).expect(422)).body as object;
      const none = { parameter_ids: ['There is no such lab parameter'], expected: { parameter_ids: 'ids of approved lab parameters' } };
      expect(await refusal(randomUUID())).toEqual(none);
      expect(await refusal(pulse)).toEqual(none);
      expect(await refusal(requested)).toMatchObject({ parameter_ids: ['Kalium still waits for approval'] });
      expect(await refusal(sodium, 'examination')).toMatchObject({ parameter_ids: ['There is no such office parameter'] });
      await send('post', 'examination-templates', doctor, panel({ kind: 'other' })).expect(400);
      const id = idOf(await send('post', 'examination-templates', doctor, panel({ name: 'Other' })).expect(201));
      await send('put', `examination-templates/${id}`, doctor, { name: 'Other', parameter_ids: [pulse] }).expect(422);
    });
    it('keep the ids that they were made with, and show what these stand for', async () => {
      const id = idOf(await send('post', 'examination-templates', doctor, panel({ name: 'Both' })).expect(201));
      const shown = async () => {
        const { parameters, parameter_ids } = (await get(`examination-templates/${id}`, doctor)).body as ExaminationTemplateView;
        expect(parameter_ids).toEqual([sodium, potassium]);
        return parameters;
      };
      const merged = await send('put', 'lab-parameters/merge', curator, { parameter_ids: [sodium, potassium] }).expect(200);
      expect(await shown()).toEqual([{ id: sodium, name: 'Potassium' }]);
      await send('put', `lab-parameters/merge/${idOf(merged)}/undo`, curator).expect(200);
      expect((await shown()).map(({ name }) => name)).toEqual(['Sodium', 'Potassium']);
      const version = ((await get(`lab-parameters/${potassium}`, curator)).body as { version: number }).version;
      await send('delete', `lab-parameters/${potassium}`, curator, { version }).expect(200);
      expect(await shown()).toEqual([{ id: sodium, name: 'Sodium' }]);
      await send('post', 'examination-templates', doctor, panel({ name: 'Late' })).expect(422);
    });
    it('come in the order of their use by the clinic, those of the patient before, then by name', async () => {
      const patient_id = await addPatient();
      const made = async (name: string, change: object = {}) =>
        idOf(await send('post', 'examination-templates', doctor, panel({ name, parameter_ids: [sodium], ...change })).expect(201));
      await made('Order a');
      const b = await made('Order b');
      const c = await made('Order c');
      await made('Order of one', { is_public: false, patient_id });
      const parameters = [{ entry_id: 'e', parameter_id: sodium, name: 'Sodium', value: '140', unit: 'mmol/L', min: '135', max: '145' }];
      const used = (template_ids: string[]) =>
        send('post', 'lab-results', doctor, { patient_id, collected: '2026-02-14T00:00:00', parameters, template_ids }).expect(201);
      await used([c]);
      await used([b, c]);
      const asked = { query: 'order', show_individual: 'true', patient_id };
      const position = positionToken(app.store.log_id, await app.store.head());
      await app.reader.caughtUp(['catalogue-usage'], position);
      expect(await names({ ...asked, order_by: 'Use' })).toEqual(['Order of one', 'Order c', 'Order b', 'Order a']);
      expect(await names(asked)).toEqual(['Order of one', 'Order a', 'Order b', 'Order c']);
      // another clinic's use counts for nobody else
      expect(await names({ query: 'order', order_by: 'Use' }, stranger)).toEqual([]);
      const refused = { patient_id, collected: '2026-02-14T00:00:00', parameters, template_ids: ['x'] };
      await send('post', 'lab-results', doctor, refused).expect(400);
    });
  });
  it('say what is wrong by field', async () => {
    const refusal = async (body: object, status = 400) =>
      (await send('post', 'examination-templates', doctor, body).expect(status)).body as object;
    expect(await refusal({ name: '', parameter_ids: [] })).toEqual({
      name: ['Field is required'],
      parameter_ids: ['You must provide parameters!'],
      expected: { parameter_ids: 'at least 1 entry' },
    });
    expect(await refusal({ name: 'x', parameter_ids: [pulse], is_public: false })).toEqual({ patient_id: ['Field is required'] });
    expect(await refusal({ name: 'LastUsed', parameter_ids: [pulse] })).toHaveProperty('name');
    expect(await refusal({ name: 'x', parameter_ids: [randomUUID()] }, 422)).toEqual({
      parameter_ids: ['There is no such office parameter'],
      expected: { parameter_ids: 'ids of approved office parameters' },
    });
    await send('post', 'examination-templates', doctor, {
      is_public: true,
      template_definition: { name: 'By definition', parameter_ids: [pulse] },
    }).expect(201);
  });
  it('of one patient serve that patients forms alone', async () => {
    const [patient_id, other] = [await addPatient(), await addPatient()];
    const form = { name: 'For her', is_public: false, patient_id, parameter_ids: [pulse] };
    await send('post', 'examination-templates', stranger, form).expect(404);
    await send('post', 'examination-templates', doctor, form).expect(201);
    const names = async (query: object) => (await templates({ query: 'for her', ...query })).items.map(({ name }) => name);
    expect(await names({ show_individual: 'true', patient_id })).toEqual(['For her']);
    expect(await names({ showIndividual: 'true', patient_id: other })).toEqual([]);
    expect(await names({ patient_id })).toEqual([]);
    expect((await get('examination-templates', stranger, { show_individual: 'true', patient_id })).status).toBe(404);
  });
  it("'LastUsed' follows what each person entered of each patient", async () => {
    const patient_id = await addPatient();
    const lastUsed = async (who: SignedIn) =>
      (await templates({ show_individual: 'true', patient_id }, who)).items
        .filter(({ name }) => name === 'LastUsed')
        .map(({ parameter_ids }) => parameter_ids);
    await react('last', `examination-${await examine(patient_id, [measured(pulse), measured(weight)])}`);
    expect(await lastUsed(doctor)).toEqual([[pulse, weight]]);
    expect(await lastUsed(colleague)).toEqual([]);
    await react('last', `examination-${await examine(patient_id, [measured(weight)])}`);
    expect(await lastUsed(doctor)).toEqual([[weight]]);
  });
});
