import { randomUUID } from 'node:crypto';
import type { CommentView, LastComment } from '#contracts/items/comments';
import type { MedicalItemView } from '#contracts/items/medical-items';
import { CommentsQueriesModule } from '#projections/comments/comments.queries';
import { HistoryModule } from '#projections/history/history.queries';
import { CommentsModule } from '#services/records/comments/comments.controller';
import { DiagnosesModule } from '#services/records/diagnoses/diagnoses.controller';
import { LabResultsModule } from '#services/records/lab-results/lab-results.controller';
import { PatientsModule } from '#services/records/patients/patients.controller';
import { KnownCatalogue, withCatalogues } from '#tests/support/known-catalogue';
import { type Clinic, openClinic, type ReadApp, type SignedIn } from '#tests/support/read-side';

let { app, clinic, doctor, assistant, stranger } = {} as Clinic;
beforeAll(async () => {
  const catalogue = withCatalogues(new KnownCatalogue({ diseases: [diagnosis.disease] }));
  ({ app, clinic, doctor, assistant, stranger } = await openClinic([
    catalogue,
    PatientsModule,
    DiagnosesModule,
    LabResultsModule,
    CommentsModule,
    CommentsQueriesModule,
    HistoryModule,
  ]));
});
afterAll(() => app.close());

const addPatient = async () => {
  const patient_id = await app.addPatient(doctor);
  return { patient_id, patient: await app.signIn(['Patient'], null, [patient_id]) };
};

const send = (...call: Parameters<ReadApp['send']>) => app.send(...call);
const get = (...call: Parameters<ReadApp['get']>) => app.get(...call);
interface Said {
  items: CommentView[];
  overall_count: number;
  unseen: number;
}
const list = async (patient_id: string, who = doctor, query: object = {}) =>
  (await get('comments', who, { patient_id, ...query })).body as Said;
const last = async (type: string, patient_id: string, who = doctor) =>
  (await get(`comments/last/${type}`, who, { patient_id })).body as { items: LastComment[]; overall_count: number; unseen: number };

const diagnosis = { disease: { id: 'I10', code: 'I10', text: 'Hypertension' }, time_from: '2024-02-29T00:00:00' };
const diagnose = async (patient_id: string, change: object = {}): Promise<string> =>
  (await send('post', 'diagnoses', doctor, { patient_id, ...diagnosis, ...change }).expect(201)).body.id;
const write = async (patient_id: string, link: object, who: SignedIn, comment = 'It makes me dizzy'): Promise<string> =>
  (await send('post', 'comments', who, { patient_id, comment, ...link }).expect(201)).body.id;

describe('writing a comment', () => {
  it('is for a patient about the own items, and waits for a doctor', async () => {
    const { patient_id, patient } = await addPatient();
    const diagnose_id = await diagnose(patient_id);
    const id = await write(patient_id, { diagnose_id }, patient);
    const { items, unseen } = await list(patient_id);
    expect(unseen).toBe(1);
    expect(items).toEqual([
      {
        id,
        patient_id,
        organization_id: clinic,
        diagnose_id,
        comment: 'It makes me dizzy',
        by_patient: true,
        seen_by_doctor: false,
        seen_by_patient: true,
        created_by: patient.user_id,
        created_by_name: 'Ada Quill',
        created_at: expect.stringMatching(/Z$/),
        read_by: null,
        read_at: null,
        version: 0,
      },
    ]);
    expect((await list(patient_id, patient)).items).toEqual(items);
  });

  it('is for the staff too, and waits for nobody', async () => {
    const { patient_id, patient } = await addPatient();
    const diagnose_id = await diagnose(patient_id);
    await write(patient_id, { diagnose_id }, assistant, 'Please measure at home');
    for (const who of [doctor, patient]) {
      expect(await list(patient_id, who)).toMatchObject({ unseen: 0, items: [{ by_patient: false, seen_by_doctor: true }] });
    }
  });

  it('decision 3.2: sent again with its key is answered, not written again', async () => {
    const { patient_id, patient } = await addPatient();
    const [diagnose_id, key] = [await diagnose(patient_id), randomUUID()];
    const body = { patient_id, diagnose_id, comment: 'x' };
    const first = await send('post', 'comments', patient, body, key).expect(201);
    expect((await send('post', 'comments', patient, body, key).expect(201)).body).toEqual(first.body);
    expect((await list(patient_id)).overall_count).toBe(1);
  });

  it('needs words and one item', async () => {
    const { patient_id, patient } = await addPatient();
    const diagnose_id = await diagnose(patient_id);
    const refused = async (body: object) => (await send('post', 'comments', patient, { patient_id, ...body }).expect(400)).body;
    for (const comment of [undefined, null, '', '  \n ']) {
      expect(await refused({ diagnose_id, comment })).toEqual({ comment: ["Comment shouldn't be empty."] });
    }
    expect(await refused({ comment: 'x' })).toEqual({ item: ['Field is required'] });
    expect(await refused({ comment: 'x', diagnose_id, intake_id: randomUUID() })).toEqual({ intake_id: ['A comment is about one item'] });
    expect((await list(patient_id)).overall_count).toBe(0);
  });

  it('is about an item of that very patient, of that type, that is there', async () => {
    const [{ patient_id, patient }, other] = [await addPatient(), await addPatient()];
    const diagnose_id = await diagnose(patient_id);
    const refused = (body: object, who = patient) => send('post', 'comments', who, { comment: 'x', ...body }).expect(404);
    await refused({ patient_id, diagnose_id: randomUUID() });
    await refused({ patient_id, lab_result_id: diagnose_id });
    await refused({ patient_id, diagnose_id: await diagnose(other.patient_id) });
    await refused({ patient_id, diagnose_id: await diagnose(other.patient_id) }, doctor);
    await refused({ patient_id: other.patient_id, diagnose_id });
    await refused({ patient_id, diagnose_id }, stranger);
    await send('delete', `diagnoses/${diagnose_id}`, doctor, { version: 0, comment: 'Wrong patient' }).expect(200);
    await refused({ patient_id, diagnose_id });
    await refused({ patient_id, diagnose_id }, doctor);
  });

  it('ruling 24: a patient neither comments on a draft nor reads what the staff wrote about one', async () => {
    const { patient_id, patient } = await addPatient();
    const diagnose_id = await diagnose(patient_id, { draft: true });
    await send('post', 'comments', patient, { patient_id, diagnose_id, comment: 'x' }).expect(404);
    await write(patient_id, { diagnose_id }, doctor, 'Rule out hyperthyroidism first');
    expect((await list(patient_id)).overall_count).toBe(1);
    expect(await list(patient_id, patient)).toEqual({ items: [], overall_count: 0, unseen: 0 });
    expect((await last('diagnose', patient_id, patient)).items).toEqual([]);
    const done = { version: 0, comment: 'Checked', ...diagnosis, draft: false };
    await send('put', `diagnoses/${diagnose_id}`, doctor, done).expect(200);
    expect((await list(patient_id, patient)).overall_count).toBe(1);
  });
});

describe('answering a comment', () => {
  it("a doctor's answer marks what it answers as read, once; an assistant's does not", async () => {
    const { patient_id, patient } = await addPatient();
    const diagnose_id = await diagnose(patient_id);
    const question = await write(patient_id, { diagnose_id }, patient);
    await write(patient_id, { diagnose_id, answers: [question] }, assistant, 'The doctor will answer');
    expect((await list(patient_id)).unseen).toBe(1);
    const key = randomUUID();
    const answer = { patient_id, diagnose_id, comment: 'Stand up slowly', answers: [question] };
    await send('post', 'comments', doctor, answer, key).expect(201);
    await send('post', 'comments', doctor, answer, key).expect(201);
    const { items, unseen, overall_count } = await list(patient_id);
    expect([unseen, overall_count]).toEqual([0, 3]);
    expect(items.find(({ id }) => id === question)).toMatchObject({ seen_by_doctor: true, read_by: doctor.user_id });
  });

  it('is refused whole where it answers what is not there, or is about something else', async () => {
    const [{ patient_id, patient }, other] = [await addPatient(), await addPatient()];
    const [diagnose_id, second] = [await diagnose(patient_id), await diagnose(patient_id)];
    const elsewhere = await write(patient_id, { diagnose_id: second }, patient);
    const foreign = await write(other.patient_id, { diagnose_id: await diagnose(other.patient_id) }, other.patient);
    const question = await write(patient_id, { diagnose_id }, patient);
    for (const wrong of [randomUUID(), elsewhere, foreign]) {
      for (const who of [doctor, assistant]) {
        await send('post', 'comments', who, { patient_id, diagnose_id, comment: 'x', answers: [question, wrong] }).expect(404);
      }
    }
    expect(await list(patient_id)).toMatchObject({ overall_count: 2, unseen: 2 });
    expect((await list(other.patient_id)).unseen).toBe(1);
  });

  it('is new to the patient until the patient has seen it, which nobody else can say', async () => {
    const { patient_id, patient } = await addPatient();
    const diagnose_id = await diagnose(patient_id);
    const question = await write(patient_id, { diagnose_id }, patient);
    const answer = await write(patient_id, { diagnose_id, answers: [question] }, doctor, 'Stand up slowly');
    const answers = async () => (await last('diagnose', patient_id, patient)).items[0]?.answers;
    expect(await answers()).toBe(1);
    await send('put', `comments/${answer}`, doctor).expect(200);
    expect(await answers()).toBe(1);
    await send('put', `comments/${answer}`, patient).expect(200);
    expect(await answers()).toBe(0);
    await send('put', `comments/${answer}`, (await addPatient()).patient).expect(404);
    // and no patient marks the own question
    const second = await write(patient_id, { diagnose_id }, patient);
    await send('put', `comments/${second}`, patient).expect(200);
    expect((await list(patient_id)).unseen).toBe(1);
  });
});

describe('reading a comment', () => {
  it('ruling 39: is marked by a doctor; reader and time are kept, the first counts', async () => {
    const { patient_id, patient } = await addPatient();
    const id = await write(patient_id, { diagnose_id: await diagnose(patient_id) }, patient);
    await send('put', `comments/${id}`, assistant, {}).expect(403);
    await send('put', `comments/${id}`, patient, {}).expect(200);
    await send('put', `comments/${id}`, stranger, {}).expect(404);
    await send('put', `comments/${randomUUID()}`, doctor, {}).expect(404);
    expect((await list(patient_id)).unseen).toBe(1);
    await send('put', `comments/${id}`, doctor).expect(200);
    const { items, unseen } = await list(patient_id);
    expect(unseen).toBe(0);
    expect(items).toMatchObject([
      { seen_by_doctor: true, read_by: doctor.user_id, read_by_name: 'Ada Quill', read_at: expect.stringMatching(/Z$/), version: 1 },
    ]);
    await send('put', `comments/${id}`, await app.signIn(['Doctor'], clinic), { seen_by_doctor: true }).expect(200);
    expect((await list(patient_id)).items).toEqual(items);
  });

  it('ruling 39: the last comment of each item comes with all that are unseen', async () => {
    const { patient_id, patient } = await addPatient();
    const [one, two] = [await diagnose(patient_id), await diagnose(patient_id)];
    await write(patient_id, { diagnose_id: one }, patient, 'first');
    await write(patient_id, { diagnose_id: one }, patient, 'second');
    await write(patient_id, { diagnose_id: two }, patient, 'third');
    const newest = await write(patient_id, { diagnose_id: one }, patient, 'fourth');
    await send('put', `comments/${newest}`, doctor).expect(200);
    expect(await last('diagnose', patient_id)).toMatchObject({
      overall_count: 2,
      unseen: 3,
      items: [
        { diagnose_id: one, comment: 'fourth', seen_by_doctor: true, unseen: 2, total: 3 },
        { diagnose_id: two, comment: 'third', unseen: 1, total: 1 },
      ],
    });
    for (const type of ['intake', 'examination', 'labresult']) expect((await last(type, patient_id)).items).toEqual([]);
    expect(await last('all', patient_id)).toEqual(await last('diagnose', patient_id));
    expect((await get('comments/last/nonsense', doctor, { patient_id })).status).toBe(404);
    expect((await list(patient_id, doctor, { diagnose_id: two })).overall_count).toBe(1);
    const page = await list(patient_id, doctor, { skip: 1, take: 2 });
    expect(page).toMatchObject({ overall_count: 4, items: [{ comment: 'third' }, { comment: 'second' }] });
  });

  it('is nobody else’s', async () => {
    const [{ patient_id }, other] = [await addPatient(), await addPatient()];
    for (const who of [stranger, other.patient]) {
      for (const path of ['comments', 'comments/last/diagnose']) expect((await get(path, who, { patient_id })).status).toBe(404);
    }
  });
});

describe('the history of data entry', () => {
  const history = async (patient_id: string, who = doctor, query: object = {}) =>
    (await get('patients/history', who, { patient_id, ...query })).body as {
      items: MedicalItemView[];
      overall_count: number;
      removed: number;
    };
  const entry = { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
  const addResult = async (patient_id: string, change: object = {}): Promise<string> =>
    (
      await send('post', 'lab-results', doctor, { patient_id, collected: '2025-01-01T00:00:00', parameters: [entry], ...change }).expect(
        201,
      )
    ).body.id;

  it('lists items of every type, newest first, with editor, clinic and the last comment', async () => {
    const { patient_id, patient } = await addPatient();
    const [lab, hypertension] = [await addResult(patient_id), await diagnose(patient_id)];
    const comment_id = await write(patient_id, { lab_result_id: lab }, patient);
    const { items, ...counts } = await history(patient_id);
    expect(counts).toEqual({ overall_count: 2, removed: 0, skip: 0 });
    expect(items).toEqual([
      {
        id: lab,
        patient_id,
        organization_id: clinic,
        organization_name: 'Lindenhof',
        type: 'LabResult',
        name: 'CRP',
        date_applies: '2025-01-01T00:00:00',
        draft: false,
        origin: 'manual',
        nested_items: [],
        last_operation: {
          action: 'Created',
          action_code: 'created',
          event_type: 'LabResultRecorded',
          by: 'Ada Quill',
          by_id: doctor.user_id,
          at: items[0]?.recorded_at,
          reason: 'New entry',
          changes: [
            {
              ...{ field: 'CRP', from: null, to: '7.0 mg/L', path: 'parameters.value', entry_id: expect.any(String) },
              from_data: null,
              to_data: { parameter_id: null, value: '7.0', unit: 'mg/L' },
            },
          ],
          more: 0,
        },
        last_edited_by: doctor.user_id,
        last_edited_by_name: 'Ada Quill',
        recorded_at: expect.stringMatching(/Z$/),
        comment: 'It makes me dizzy',
        comment_id,
        seen_by_doctor: false,
        version: 0,
      },
      expect.objectContaining({ id: hypertension, type: 'Diagnosis', name: 'I10 Hypertension', time_to: null }),
    ]);
    await send('put', `comments/${comment_id}`, doctor).expect(200);
    expect((await history(patient_id)).items).toMatchObject([{ seen_by_doctor: true }, {}]);
  });

  it('pages', async () => {
    const { patient_id } = await addPatient();
    for (let n = 1; n <= 12; n++) await diagnose(patient_id, { time_from: `2020-${String(n).padStart(2, '0')}-01T00:00:00` });
    const months = async (query: object) =>
      (await history(patient_id, doctor, query)).items.map(({ date_applies }) => date_applies?.slice(5, 7));
    expect(await months({})).toHaveLength(10);
    expect(await months({ skip: 10 })).toEqual(['02', '01']);
    expect((await get('patients/history', doctor, { patient_id, take: 201 })).status).toBe(400);
    expect((await get('patients/history', doctor, {})).status).toBe(400);
  });

  describe('a comment on what was changed afterwards', () => {
    const changesOf = async (patient_id: string, who: SignedIn) =>
      (await list(patient_id, who)).items.toReversed().map(({ changed_since }) => changed_since);
    const correct = (id: string, version: number, change: object) =>
      send('put', `diagnoses/${id}`, doctor, { version, ...diagnosis, time_to: null, comment: 'A slip', ...change }).expect(200);

    it('is about the item as it was, for staff and patient; what was written later, about the item as it is', async () => {
      const { patient_id, patient } = await addPatient();
      const diagnose_id = await diagnose(patient_id);
      await write(patient_id, { diagnose_id }, patient);
      expect(await changesOf(patient_id, doctor)).toEqual([undefined]);
      await correct(diagnose_id, 0, { time_from: '2024-03-01T00:00:00' });
      await write(patient_id, { diagnose_id }, doctor, 'Since March');
      const text = (date_applies: string) => ({ name: 'I10 Hypertension', date_applies });
      const changed = { then: text('2024-02-29T00:00:00'), now: text('2024-03-01T00:00:00') };
      for (const who of [doctor, patient]) expect(await changesOf(patient_id, who)).toEqual([changed, undefined]);
      await correct(diagnose_id, 1, {});
      expect(await changesOf(patient_id, doctor)).toEqual([undefined, { then: changed.now, now: changed.then }]);
      expect((await last('all', patient_id, patient)).items).toMatchObject([{ changed_since: { then: changed.now } }]);
    });

    it('names the values of a result that are others now', async () => {
      const { patient_id, patient } = await addPatient();
      const id = await addResult(patient_id);
      await write(patient_id, { lab_result_id: id }, patient, 'Why so low?');
      const content = { collected: '2025-01-01T00:00:00', parameters: [{ ...entry, value: '9.0' }] };
      await send('put', `lab-results/${id}`, doctor, { version: 0, ...content, comment: 'Misread' }).expect(200);
      const changed = { then: { name: 'CRP 7.0 mg/L' }, now: { name: 'CRP 9.0 mg/L' } };
      for (const who of [doctor, patient]) expect(await changesOf(patient_id, who)).toMatchObject([changed]);
    });

    it('ruling 24, decision 0045: tells a patient neither what a draft said nor what was removed', async () => {
      const { patient_id, patient } = await addPatient();
      const draft = await diagnose(patient_id, { draft: true, time_from: '2019-01-01T00:00:00' });
      await write(patient_id, { diagnose_id: draft }, doctor, 'Since when?');
      await correct(draft, 0, { draft: false });
      expect(await changesOf(patient_id, doctor)).toMatchObject([{ then: { date_applies: '2019-01-01T00:00:00' } }]);
      expect(await changesOf(patient_id, patient)).toEqual([undefined]);
      await write(patient_id, { diagnose_id: draft }, patient, 'Since 2024');
      await send('delete', `diagnoses/${draft}`, doctor, { version: 1, comment: 'Of another patient' }).expect(200);
      expect(await changesOf(patient_id, doctor)).toMatchObject([{ now: null }, { then: { name: 'I10 Hypertension' }, now: null }]);
      expect(await changesOf(patient_id, patient)).toEqual([undefined]);
    });
  });

  it('ruling 34: keeps what was removed, apart, with who, when and why', async () => {
    const { patient_id } = await addPatient();
    const [lab, other] = [await addResult(patient_id), await diagnose(patient_id)];
    await send('delete', `lab-results/${lab}`, assistant, { version: 0, comment: 'Wrong patient' }).expect(200);
    expect(await history(patient_id)).toMatchObject({ overall_count: 1, removed: 1, items: [{ id: other }] });
    expect(await history(patient_id, doctor, { removed: 'true' })).toMatchObject({
      overall_count: 1,
      removed: 1,
      items: [
        {
          id: lab,
          name: 'CRP',
          removed: { by: assistant.user_id, by_name: 'Ada Quill', reason: 'Wrong patient', at: expect.stringMatching(/Z$/) },
        },
      ],
    });
  });

  it('decision 0045: tells a patient that something was removed, by whom and why, and in no answer what it said', async () => {
    const { patient_id, patient } = await addPatient();
    const [lab, other] = [await addResult(patient_id), await diagnose(patient_id)];
    await write(patient_id, { lab_result_id: lab }, patient, 'Is that mine?');
    await write(patient_id, { lab_result_id: lab }, doctor, 'The CRP is 7.0');
    const removal = { version: 0, comment: 'Belongs to another patient' };
    await send('delete', `lab-results/${lab}`, assistant, removal).expect(200);
    await send('delete', `diagnoses/${other}`, assistant, removal).expect(200);

    const { items } = await history(patient_id, patient, { removed: 'true' });
    const at = expect.stringMatching(/Z$/);
    expect(items[1]).toEqual({
      id: lab,
      patient_id,
      organization_id: clinic,
      organization_name: 'Lindenhof',
      type: 'LabResult',
      name: 'Lab result removed; what it said is not shown here',
      date_applies: null,
      draft: false,
      origin: 'manual',
      last_edited_by: assistant.user_id,
      last_edited_by_name: 'Ada Quill',
      recorded_at: at,
      nested_items: [],
      removed: { by: assistant.user_id, by_name: 'Ada Quill', at, reason: 'Belongs to another patient' },
      withheld: true,
      last_operation: expect.objectContaining({ action: 'Removed', reason: 'Belongs to another patient', changes: [], more: 0 }),
      version: 1,
    });
    // The last removed first, whenever it was collected
    expect(items.map(({ name }) => name)).toEqual([
      'Diagnosis removed; what it said is not shown here',
      'Lab result removed; what it said is not shown here',
    ]);
    const ask = (path: string, query: object = {}) => get(path, patient, { patient_id, ...query });
    const answers = await Promise.all([
      ask('patients/history', { removed: 'true' }),
      ask('patients/history'),
      ask(`audit/labresult/${lab}`),
      ask(`audit/diagnose/${other}`),
      ask('comments'),
      ask('comments/last/all'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(
      /CRP|7\.0|2025-01-01|01\/01\/2025|I10|Hypertension|2024-02-29|02\/29\/2024/,
    );
    expect((await list(patient_id, patient)).items).toMatchObject([{ comment: 'Is that mine?' }]);
    // The staff see it all
    expect(await history(patient_id, doctor, { removed: 'true' })).toMatchObject({
      items: [{ name: 'CRP' }, { name: 'I10 Hypertension' }],
    });
    expect((await list(patient_id)).overall_count).toBe(2);
  });

  it('ruling 24: shows a patient no drafts, not even removed ones', async () => {
    const { patient_id, patient } = await addPatient();
    const [draft, lab] = [await diagnose(patient_id, { draft: true }), await addResult(patient_id)];
    const removed = await addResult(patient_id, { draft: true });
    await send('delete', `lab-results/${removed}`, assistant, { version: 0, comment: 'Unreadable' }).expect(200);
    expect(await history(patient_id)).toMatchObject({ overall_count: 2, removed: 1, items: [{ id: lab }, { id: draft, draft: true }] });
    expect(await history(patient_id, patient)).toMatchObject({ overall_count: 1, removed: 0, items: [{ id: lab }] });
    expect((await history(patient_id, patient, { removed: 'true' })).items).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const [{ patient_id }, other] = [await addPatient(), await addPatient()];
    for (const who of [stranger, other.patient]) expect((await get('patients/history', who, { patient_id })).status).toBe(404);
  });
});
