import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import fc from '#tests/support/fast-check';
import type { ListImport, ListResult } from '#contracts/catalogues/list-import';
import type { ManagedMeasurementParameter } from '#contracts/examinations/measurement-parameters';
import { OFFICE_COLUMNS, officeCells, TEMPLATE_COLUMNS, templateCells } from '#contracts/examinations/office-lists';
import { LAB_COLUMNS, labRows } from '#contracts/lab/lab-lists';
import { labParameterId } from '#catalogues/lab-parameter';
import { officeParameterId } from '#catalogues/office-parameter';
import { csvOf } from '#contracts/rules/csv';
import { LabParametersQueriesModule } from '#projections/lab-parameters/lab-parameters.queries';
import { ExaminationTemplatesQueriesModule } from '#projections/office-catalogue/examination-templates.queries';
import { MeasurementParametersQueriesModule } from '#projections/office-catalogue/measurement-parameters.queries';
import { ExaminationTemplatesModule } from '#services/records/examination-templates/examination-templates.controller';
import { readTemplateRows } from '#services/records/examination-templates/examination-templates.file';
import { LabParametersModule } from '#services/records/lab-parameters/lab-parameters.controller';
import { readLabRows } from '#services/records/lab-parameters/lab-parameters.file';
import { MeasurementParametersModule } from '#services/records/measurement-parameters/measurement-parameters.controller';
import { readMeasurementRows } from '#services/records/measurement-parameters/measurement-parameters.file';
import { idOf, openReadApp, type ReadApp, type SignedIn } from '#tests/support/read-side';

const STARTER = new URL('../../services/records/measurement-parameters/starter/office-parameters-starter.csv', import.meta.url);

let app: ReadApp;
let curator: SignedIn;
let doctor: SignedIn;
beforeAll(async () => {
  app = await openReadApp([
    MeasurementParametersModule,
    ExaminationTemplatesModule,
    LabParametersModule,
    LabParametersQueriesModule,
    MeasurementParametersQueriesModule,
    ExaminationTemplatesQueriesModule,
  ]);
  curator = await app.signIn(['SuperUser'], null);
  doctor = await app.signIn(['Doctor'], await app.addClinic('Lindenhof'));
});
afterAll(() => app.close());

type List = 'measurement-parameters' | 'examination-templates' | 'lab-parameters';
const send = (method: 'post' | 'put' | 'delete', path: string, body: object, who = curator) => app.send(method, path, who, body);
const exported = async (list: List, who = curator): Promise<string> => {
  const answer = await app
    .http()
    .get(`/api/${list}/export`)
    .query({ after: await app.head() })
    .set('authorization', who.authorization)
    .expect(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  return answer.text;
};
interface Said {
  dry_run?: boolean;
  plan?: string;
  key?: string;
  name?: string;
}
const upload = (
  list: List,
  file: string | Buffer,
  { dry_run = false, plan, key = randomUUID(), name = 'ours.csv' }: Said = {},
  who = curator,
) => {
  const call = app.http().post(`/api/${list}/import`).set({ authorization: who.authorization, 'idempotency-key': key });
  if (dry_run) call.field('dry_run', 'true');
  if (plan !== undefined) call.field('plan', plan);
  return call.attach('file', Buffer.from(file), name);
};
const bring = async (list: List, file: string | Buffer, said?: Said) => (await upload(list, file, said).expect(200)).body as ListImport;
const countsOf = ({ added, changed, conflicting, unchanged }: ListImport) => ({ added, changed, conflicting, unchanged });
const rowsOf = ({ rows }: ListImport, result: ListResult) => rows.filter((row) => row.result === result);
const parameters = async (): Promise<ManagedMeasurementParameter[]> =>
  ((await app.get('measurement-parameters', curator, { take: 500, state: 0 })).body as { items: ManagedMeasurementParameter[] }).items;
const called = async (name: string) => (await parameters()).find((parameter) => parameter.name === name);
const PLAIN = 'code,primary name,aliases,unit,min,max';

describe('a list of office parameters', () => {
  it('is shown before it is imported, and then does just that', async () => {
    const starter = await readFile(STARTER);
    const before = await app.head();
    const shown = await bring('measurement-parameters', starter, { dry_run: true });
    expect([shown.dry_run, countsOf(shown), await app.head()]).toEqual([
      true,
      { added: 18, changed: 0, conflicting: 0, unchanged: 0 },
      before,
    ]);
    expect(shown.rows[1]).toMatchObject({
      line: 3,
      name: 'Body weight',
      changes: expect.arrayContaining([{ field: 'normalization type', before: '', after: 'Weight' }]),
    });
    const done = await bring('measurement-parameters', starter, { plan: shown.plan });
    expect([countsOf(done), done.rows]).toEqual([countsOf(shown), shown.rows]);
    expect(await parameters()).toHaveLength(18);
    expect(countsOf(await bring('measurement-parameters', starter))).toEqual({ added: 0, changed: 0, conflicting: 0, unchanged: 18 });
  });

  it('changes nothing when it is imported as it was exported', async () => {
    const options_config = [
      { option_id: 'none', predefined_value: 0, label_text: 'None: "no" | nothing' },
      { option_id: 'much', predefined_value: 2.5, label_text: 'Größer; mehr, \\ als' },
    ];
    await send('post', 'measurement-parameters', { name: '=Pain|now', description: '@points', options_config, scale_divider: 7.25 }).expect(
      201,
    );
    const list = await exported('measurement-parameters');
    expect(list).toContain("'=Pain|now");
    const answer = await bring('measurement-parameters', list, { dry_run: true });
    expect(answer.rows.filter(({ result }) => result !== 'unchanged')).toEqual([]);
    expect(answer.unchanged).toBe(19);
    const windows = Buffer.from(list.slice(1).replaceAll('\r\n', '\n'), 'latin1');
    expect(countsOf(await bring('measurement-parameters', windows))).toMatchObject({ changed: 0, unchanged: 19 });
  });

  it('says what a row changes, field by field, and keeps the ids of definitions', async () => {
    const [header, ...lines] = (await exported('measurement-parameters')).split('\r\n');
    const row = lines.find((line) => line.includes('=Pain'))!;
    const edited = row.replace('=Pain|now', '=Pain|today').replace('7.25', '8').replace('2.5: Größer', '3: Größer');
    const shown = await bring('measurement-parameters', `${header}\n${edited}\n`, { dry_run: true });
    expect(rowsOf(shown, 'changed')).toMatchObject([
      {
        line: 2,
        name: '=Pain|today',
        changes: [
          { field: 'primary name', before: '=Pain|now', after: '=Pain|today' },
          { field: 'upper limit of normal', before: '7.25', after: '8' },
          { field: 'definitions', before: expect.stringContaining('2.5:'), after: expect.stringContaining('3:') },
          { field: 'source', before: '', after: 'ours.csv' },
        ],
      },
    ]);
    await bring('measurement-parameters', `${header}\n${edited}\n`, { plan: shown.plan });
    expect(await called('=Pain|today')).toMatchObject({ scale_divider: 8, options_config: [{ option_id: 'none' }, { option_id: 'much' }] });
  });

  it('of another program leaves what people configured', async () => {
    const weight = (await called('Body weight'))!;
    await send('put', `measurement-parameters/${weight.id}`, { ...weight, name: 'Weight of the body', version: weight.version }).expect(
      200,
    );
    const answer = await bring('measurement-parameters', `${PLAIN}\n29463-7,Body weight,Poids,kg,0.3,400\n`);
    expect(rowsOf(answer, 'changed')[0]?.changes.map(({ field }) => field)).toEqual(['aliases']);
    expect(await called('Weight of the body')).toMatchObject({ aliases: ['Poids'], normalization_type: 'Weight' });
  });

  it('has rows that cannot be imported left out, each with its reason', async () => {
    const removed = await bring('measurement-parameters', `${PLAIN}\n,Gone,,,,\n`);
    expect(removed.added).toBe(1);
    await send('delete', `measurement-parameters/${officeParameterId(undefined, 'Gone')}`, {}).expect(200);
    const rows = [
      '8867-4,Pulse,,/min,60,100',
      ',Pulse,,/min,,',
      ',Gone,,,,',
      ',Grip,,kg,x,',
      ',Reach,Body height,cm,,',
      '9999-9,Body height,,cm,,',
      ',Span,,cm,,',
      `,${'x'.repeat(201)},,,,`,
      ',,,,,',
      ',Short,',
    ];
    const before = await app.head();
    const shown = await bring('measurement-parameters', `${PLAIN}\n${rows.join('\n')}\n`, { dry_run: true });
    expect(Object.fromEntries(shown.rows.map(({ line, result, reasons }) => [line, result === 'conflicting' ? reasons : result]))).toEqual({
      2: ['Line 3 names the same'],
      3: ['Line 2 names the same'],
      4: ["'Gone' was removed; a list does not bring it back"],
      5: ["min 'x' is not a number"],
      6: ["The alias 'Body height' is the name of another office parameter"],
      7: ["'Body height' has the code 8302-2 in the catalogue"],
      8: 'added',
      9: ['name: Field should be in a proper format'],
      10: ['has no primary name'],
      11: ['has 3 fields, the header has 6'],
    });
    expect(await app.head()).toBe(before);
    const done = await bring('measurement-parameters', `${PLAIN}\n${rows.join('\n')}\n`, { plan: shown.plan });
    expect([countsOf(done), done.rows]).toEqual([countsOf(shown), shown.rows]);
    expect(await called('Span')).toBeDefined();
  });

  it('finds that two rows mean one parameter by its code and by its name', async () => {
    const { rows } = await bring('measurement-parameters', `${PLAIN}\n8302-2,Stature,,cm,,\n,Body height,,cm,,\n`, { dry_run: true });
    expect(rows.map(({ reasons }) => reasons)).toEqual([['Line 3 names the same'], ['Line 2 names the same']]);
  });

  it('is not imported where the catalogue changed since it was shown', async () => {
    const file = `${PLAIN}\n,Neck,,cm,,\n`;
    const { plan } = await bring('measurement-parameters', file, { dry_run: true });
    await send('post', 'measurement-parameters', { name: 'Neck', description: 'in' }).expect(201);
    const before = await app.head();
    const { body } = await upload('measurement-parameters', file, { plan }).expect(409);
    expect(body).toEqual({
      code: 'plan-changed',
      message: 'The catalogue changed since this was shown. Please look at it again.',
    });
    expect(await app.head()).toBe(before);
  });

  it('goes on where it is sent again with its key, and answers the same', async () => {
    const file = `${PLAIN}\n,Knee,,cm,,\n,Ankle,,cm,,\n`;
    const key = randomUUID();
    const { plan } = await bring('measurement-parameters', file, { dry_run: true, key });
    // as far as it came before it was broken off
    const half = await bring('measurement-parameters', file, { key });
    const again = await bring('measurement-parameters', file, { key, plan });
    expect([again.rows, again.added]).toEqual([half.rows, 2]);
    expect(countsOf(await bring('measurement-parameters', file))).toMatchObject({ added: 0, unchanged: 2 });
  });

  it('is for super users, and read by everybody', async () => {
    await upload('measurement-parameters', `${PLAIN}\n,Toe,,cm,,\n`, {}, doctor).expect(403);
    expect(await exported('measurement-parameters', doctor)).toBe(await exported('measurement-parameters'));
  });

  it.each([
    ['an empty file', '', ['the file is empty']],
    ['a header alone', PLAIN, ['the file has a header and no rows']],
    ['a spreadsheet', Buffer.from('PK\x03\x04\0\0xl/workbook.xml'), ['this is an Excel workbook: save it as CSV (UTF-8)']],
    [
      'another list',
      'patient,born\nA,B\n',
      [expect.stringMatching(/^this is no list of office parameters/), expect.stringMatching(/^missing: /)],
    ],
    ['open quotes', `${PLAIN}\n,"Toe,,,,\n`, ['the quotes opened on line 2 are never closed']],
    ['too many rows', `${PLAIN}\n${',x,,,,\n'.repeat(10_001)}`, ['the file has 10001 rows, 10000 are the most']],
    ['something huge', Buffer.alloc(21 * 1024 * 1024, 65), ['the file is larger than 20 MB']],
  ])('refuses %s as a whole', async (_what, file, file_problems) => {
    const before = await app.head();
    const { body } = await upload('measurement-parameters', file).expect(422);
    expect((body as { file: string[] }).file).toEqual(file_problems);
    expect(await app.head()).toBe(before);
  });

  it('wants a form with a file', async () => {
    const { body } = await send('post', 'measurement-parameters/import', { rows: [] }).expect(422);
    expect(body).toMatchObject({ file: ['Field is required'] });
    const call = app.http().post('/api/measurement-parameters/import').set('authorization', curator.authorization);
    await call.field('dry_run', 'perhaps').attach('file', Buffer.from(PLAIN), 'a.csv').expect(400);
  });

  it('may be long', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => `,Measure ${n},,cm,,${n + 1}`);
    const file = `${PLAIN}\n${rows.join('\n')}\n`;
    const { plan, added } = await bring('measurement-parameters', file, { dry_run: true });
    expect(added).toBe(2000);
    expect((await bring('measurement-parameters', file, { plan })).added).toBe(2000);
    const list = await exported('measurement-parameters');
    const again = await bring('measurement-parameters', list, { dry_run: true });
    expect([again.unchanged >= 2000, countsOf(again)]).toEqual([true, { ...countsOf(again), added: 0, changed: 0, conflicting: 0 }]);
  }, 60_000);
});

describe('a list of office templates', () => {
  const HEADER = TEMPLATE_COLUMNS.join(',');
  const COLUMNS = TEMPLATE_COLUMNS.filter((column) => column !== 'kind').join(',');

  it('names its parameters, and changes nothing when it is imported as it was exported', async () => {
    const answer = await bring(
      'examination-templates',
      `template name,parameters\nVisit,Weight of the body|Body height\nPain,'=Pain\\|today\n`,
    );
    expect([countsOf(answer), rowsOf(answer, 'added')[0]?.changes]).toEqual([
      { added: 2, changed: 0, conflicting: 0, unchanged: 0 },
      [
        { field: 'template name', before: '', after: 'Visit' },
        { field: 'kind', before: '', after: 'examination' },
        { field: 'parameters', before: '', after: 'Weight of the body|Body height' },
      ],
    ]);
    const list = await exported('examination-templates');
    expect(list.split('\r\n')).toEqual([
      `\uFEFF${HEADER}`,
      expect.stringMatching(/,Pain,examination,'=Pain\\\|today$/),
      expect.stringMatching(/,Visit,/),
      '',
    ]);
    expect(countsOf(await bring('examination-templates', list))).toEqual({ added: 0, changed: 0, conflicting: 0, unchanged: 2 });
    const again = `template name;parameters\nVisit;Weight of the body|Body height\n`;
    expect(countsOf(await bring('examination-templates', again))).toMatchObject({ added: 0, unchanged: 1 });
  });

  it('shows what changes, and why a row is left out', async () => {
    const row = (await exported('examination-templates')).split('\r\n').find((line) => line.includes(',Visit,'))!;
    const [id] = row.split(',');
    const file = [
      COLUMNS,
      `${id},Visits,Body height|Span`,
      ',Unknown,No such thing|Body height|Nor this',
      ',None,',
      ',LastUsed,Span',
      'x,Wrong,Span',
      ',Twice,Span',
      ',twice,Body height',
    ].join('\n');
    const shown = await bring('examination-templates', file, { dry_run: true });
    expect(shown.rows.map(({ changes, reasons }) => (reasons.length > 0 ? reasons : changes))).toEqual([
      [
        { field: 'template name', before: 'Visit', after: 'Visits' },
        { field: 'parameters', before: 'Weight of the body|Body height', after: 'Body height|Span' },
      ],
      ["There is no office parameter 'No such thing'", "There is no office parameter 'Nor this'"],
      ['parameter ids: You must provide parameters!'],
      ["name: 'LastUsed' is the name of what was used last"],
      ['id is not one of this program; leave it empty for a new row'],
      ['Line 8 names the same'],
      ['Line 7 names the same'],
    ]);
    expect((await bring('examination-templates', file, { plan: shown.plan })).changed).toBe(1);
    expect(countsOf(await bring('examination-templates', await exported('examination-templates')))).toMatchObject({ unchanged: 2 });
  });

  it('leaves what was removed from the catalogue in its templates, and removed templates away', async () => {
    await send('delete', `measurement-parameters/${officeParameterId(undefined, 'Span')}`, {}).expect(200);
    const list = await exported('examination-templates');
    expect(list).not.toContain('Span');
    expect(countsOf(await bring('examination-templates', list))).toMatchObject({ changed: 0, unchanged: 2 });
    const id = list
      .split('\r\n')
      .find((line) => line.includes('Visits'))!
      .split(',')[0];
    await send('delete', `examination-templates/${id}`, {}).expect(200);
    const { rows } = await bring('examination-templates', list, { dry_run: true });
    expect(rows.find(({ name }) => name === 'Visits')?.reasons).toEqual(["'Visits' was removed; a list does not bring it back"]);
  });

  it('of a clinic is exported for its staff, and is nothing that a super user finds by its id', async () => {
    const height = (await called('Body height'))!.id;
    await send('post', 'examination-templates', { name: 'Ours', parameter_ids: [height] }, doctor).expect(201);
    const list = await exported('examination-templates', doctor);
    expect(list.split('\r\n')).toHaveLength(3);
    expect(await exported('examination-templates')).not.toContain('Ours');
    expect(countsOf(await bring('examination-templates', list, { dry_run: true }))).toMatchObject({ added: 1, changed: 0 });
  });
});

describe('a list of lab parameters', () => {
  const LAB_STARTER = 'lab-parameters-starter-bysex.csv';
  const header = LAB_COLUMNS.join(',');
  const ranges = (name: string, ...said: string[]) => said.map((range) => `,,${name},,mg/dL,Arithmetic,1,no,no,,${range}`).join('\n');
  const put = (path: string, body: object) => send('put', `lab-parameters/${path}`, body);

  it('changes nothing when it is imported as it was exported, with ranges by sex and age, and what they are from', async () => {
    const starter = await readFile(new URL(`../../services/records/lab-parameters/starter/${LAB_STARTER}`, import.meta.url));
    expect(countsOf(await bring('lab-parameters', starter, { name: LAB_STARTER }))).toMatchObject({ added: 76, conflicting: 0 });
    const usual_ranges = [
      { min: '0.1', max: '1.20' },
      { sex: 'Female', age_from: '1 d', age_below: '28 d', min: null, max: '12', source: 'Nomograms, 2022' },
    ];
    const aliases = ['=Bilirubin of the newborn', 'a|b', 'Gr\u00fcn'];
    await send('post', 'lab-parameters', { aliases, unit: 'mg/dL', usual_ranges, is_default: true, scale_divider: 2 }).expect(201);
    const list = await exported('lab-parameters', doctor);
    expect(list).toContain('\'=Bilirubin of the newborn,a\\|b|Gr\u00fcn,mg/dL,Arithmetic,2,yes,no,,Female,1 d,28 d,,12,"Nomograms, 2022"');
    const { rows, ...counts } = await bring('lab-parameters', list, { dry_run: true });
    expect(rows.filter(({ result }) => result !== 'unchanged')).toEqual([]);
    expect(counts).toMatchObject({ unchanged: 77 });
    const windows = Buffer.from(list.slice(1).replaceAll('\r\n', '\n'), 'latin1');
    expect(countsOf(await bring('lab-parameters', windows))).toMatchObject({ changed: 0, unchanged: 77 });
  });

  it('of Windows-1252 is read with its typographic signs, on every release of Node', async () => {
    const file = await readFile(new URL('list-cases/lab-parameters-in-windows-1252.csv', import.meta.url));
    const shown = await bring('lab-parameters', file, { dry_run: true });
    const changes = Object.fromEntries(shown.rows[0]!.changes.map(({ field, after }) => [field, after]));
    expect(shown.conflicting).toBe(0);
    expect(changes['aliases']).toContain('Patient\u2019s iron \u2013 n\u00fcchtern|Fer\u2122 \u0160koda \u20ac');
    expect((await bring('lab-parameters', file, { plan: shown.plan })).conflicting).toBe(0);
    const iron = readLabRows(Buffer.from(await exported('lab-parameters')), 'x.csv').find(({ code }) => code === '2498-4')!;
    expect(iron.aliases.slice(-2)).toEqual(['Patient\u2019s iron \u2013 n\u00fcchtern', 'Fer\u2122 \u0160koda \u20ac']);
    expect(iron).toMatchObject({ unit: '\u00b5g/dL', usual_ranges: [{ min: '60', max: '160' }] });
    expect(countsOf(await bring('lab-parameters', file, { dry_run: true }))).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('shows what changes, ranges in words, and changes it', async () => {
    const list = await exported('lab-parameters');
    const edited = list
      .split('\r\n')
      .filter((line, index) => index === 0 || line.includes('=Bilirubin'))
      .map((line) => line.replace(',28 d,,12,', ',14 d,,12,').replace('a\\|b|', ''));
    const shown = await bring('lab-parameters', edited.join('\n'), { dry_run: true });
    expect(rowsOf(shown, 'changed').map(({ changes }) => changes)).toEqual([
      [
        { field: 'aliases', before: 'a\\|b|Gr\u00fcn', after: 'Gr\u00fcn' },
        { field: 'source', before: '', after: 'ours.csv' },
        {
          field: 'usual ranges',
          before: 'adult: 0.1 to 1.20; Female, from 1 d below 28 d: up to 12 (Nomograms, 2022)',
          after: 'adult: 0.1 to 1.20; Female, from 1 d below 14 d: up to 12 (Nomograms, 2022)',
        },
      ],
    ]);
    expect((await bring('lab-parameters', edited.join('\n'), { plan: shown.plan })).changed).toBe(1);
    expect(countsOf(await bring('lab-parameters', await exported('lab-parameters')))).toMatchObject({ changed: 0, unchanged: 77 });
  });

  it('of another program leaves what people configured, and adds its names', async () => {
    const answer = await bring('lab-parameters', `${PLAIN}\n718-7,Hemoglobin,Blutfarbstoff,g/dL,12,16\n`);
    expect(rowsOf(answer, 'changed')[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['aliases', 'HGB|Hb|Haemoglobin|Hemoglobin, blood|Blutfarbstoff'],
      ['source', 'ours.csv'],
      ['usual ranges', 'adult: 12 to 16'],
    ]);
  });

  it('approves what was requested under its name', async () => {
    await send('put', 'lab-parameters/request_parameter', { alias: 'Zonulin' }, doctor).expect(200);
    const answer = await bring('lab-parameters', `${PLAIN}\n,Zonulin,,ng/mL,,\n`);
    expect(rowsOf(answer, 'changed')[0]?.changes).toContainEqual({ field: 'state', before: 'requested', after: 'approved' });
    expect(await exported('lab-parameters')).toContain('Zonulin');
  });

  it('has rows left out that name what was removed, merged or is called otherwise', async () => {
    const made = async (name: string) => idOf(await send('post', 'lab-parameters', { aliases: [name], unit: 'mg/dL' }).expect(201));
    const [gone, joined, kept] = [await made('Gone'), await made('Joined'), await made('Kept')];
    await send('delete', `lab-parameters/${gone}`, {}).expect(200);
    await put('merge', { parameter_ids: [joined, kept], confirmed: ['similar-names', 'no-results'] }).expect(200);
    await send('put', 'lab-parameters/request_parameter', { alias: 'Nonsense' }, doctor).expect(200);
    await put('reject_parameter', { id: labParameterId(undefined, 'Nonsense') }).expect(200);
    const rows = [
      ranges('Gone', ',,,1,2,'),
      ranges('Joined', ',,,1,2,'),
      ranges('Nonsense', ',,,1,2,'),
      ranges('Hemoglobin', ',,,12,16,'),
      ',99999-9,Ours,Hb|Own,g/dL,Arithmetic,1,no,no,,,,,,,',
      ranges('Twice', ',,,1,2,'),
      ranges('Between', ',,,1,2,', 'Male,,,1,2,'),
      ranges('Twice', 'Male,,,1,2,'),
      ',,First,Shared,,,,,,,,,,,,',
      ',,Second,shared,,,,,,,,,,,,',
      ',,Wrong,,,,0,,,,,,,,,',
    ];
    const file = `${header}\n${rows.join('\n')}\n`;
    const shown = await bring('lab-parameters', file, { dry_run: true });
    expect(shown.rows.map(({ line, name, reasons, result }) => [line, name, ...(reasons.length > 0 ? reasons : [result])])).toEqual([
      [2, 'Gone', "'Gone' was removed; a list does not bring it back"],
      [3, 'Joined', "'Joined' was merged into 'Kept': undo the merge first"],
      [4, 'Nonsense', "'Nonsense' was requested and rejected; a list does not bring it back"],
      [5, 'Hemoglobin', "'Hemoglobin' is a name of 'Hemoglobin' (718-7) already"],
      [6, 'Ours', "'Hb' is a name of 'Hemoglobin' (718-7) already"],
      [7, 'Twice', 'Line 10 names the same'],
      [8, 'Between', 'added'],
      [10, 'Twice', 'Line 7 names the same'],
      [11, 'First', 'Line 12 names the same'],
      [12, 'Second', 'Line 11 names the same'],
      [13, 'Wrong', 'scale divider: Must be greater than 0'],
    ]);
    const done = await bring('lab-parameters', file, { plan: shown.plan });
    expect([done.rows, done.added]).toEqual([shown.rows, 1]);
  });

  it('is for super users', async () => {
    await upload('lab-parameters', `${PLAIN}\n,Toe,,cm,,\n`, {}, doctor).expect(403);
    const { body } = await upload('lab-parameters', 'a,b\n1,2\n').expect(422);
    expect((body as { file: string[] }).file[0]).toMatch(/^this is no list of lab parameters/);
  });
});

describe('what is written is read again', () => {
  const text = fc
    .string({ unit: fc.constantFrom('=', "'", '|', '\\', '"', ',', ';', ':', '-', 'ä', 'x', '1', ' '), minLength: 1, maxLength: 12 })
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const decimal = fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.nat(99))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(2, '0')}`);

  it('of office parameters', () =>
    fc.assert(
      fc.property(
        fc.record({
          name: text,
          aliases: fc.uniqueArray(text, { maxLength: 4 }),
          description: fc.oneof(text, fc.constant('')),
          definitions: fc.uniqueArray(fc.record({ predefined_value: fc.integer(), label_text: text }), {
            maxLength: 4,
            selector: ({ predefined_value }) => predefined_value,
          }),
          max: fc.option(decimal),
        }),
        ({ name, aliases, description, definitions, max }) => {
          const options_config = definitions.map((each, n) => ({ ...each, option_id: String(n) }));
          const plausible = { min: null, max };
          const content = { id: randomUUID(), name, aliases, description, options_config, plausible, source: 's' };
          const cells = officeCells({ ...content, normalization_type: 'Logarithmic', scale_divider: 2.5 });
          const file = csvOf(OFFICE_COLUMNS, [OFFICE_COLUMNS.map((column) => cells[column])]);
          expect(readMeasurementRows(Buffer.from(file), 'x.csv')).toEqual([
            {
              ...{ line: 2, id: content.id, code: undefined, name, aliases, description, definitions, source: 's', wrong: [] },
              ...{ normalization_type: 'Logarithmic', scale_divider: 2.5, plausible: max === null ? null : plausible },
            },
          ]);
        },
      ),
    ));

  it('of lab parameters', () => {
    const age = fc.constantFrom('1 d', '2 wk', '3 mo', '4 y');
    const of = fc.record(
      { sex: fc.constantFrom('Female', 'Male', 'Other'), age_from: age, age_below: fc.constant('5 y') },
      { requiredKeys: [] },
    );
    const key = (range: object) => JSON.stringify(range, ['sex', 'age_from', 'age_below']);
    const usual = fc.tuple(of, fc.record({ min: decimal, max: fc.constant(null) }), fc.record({ source: text }, { requiredKeys: [] }));
    const range = usual.map(([about, limits, from]) => ({ ...about, ...limits, ...from }));
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(range, { maxLength: 4, selector: key }),
        fc.boolean(),
        (aliases, usual_ranges, flag) => {
          const configured = {
            normalization_type: 'Logarithmic' as const,
            scale_divider: 2.5,
            is_default: flag,
            ignored_during_validation: !flag,
          };
          const content = { id: randomUUID(), code: '1-8', aliases, unit: 'mg/dL', usual_ranges, source: 's' };
          const file = csvOf(LAB_COLUMNS, labRows({ ...content, ...configured }));
          const read = { ...content, line: 2, name: aliases[0], configured, wrong: [] };
          expect(readLabRows(Buffer.from(file), 'x.csv')).toEqual([read]);
        },
      ),
    );
  });

  it('of office templates', () =>
    fc.assert(
      fc.property(text, fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), (name, names) => {
        const cells = templateCells({ id: '', name, kind: 'lab', names });
        const file = csvOf(TEMPLATE_COLUMNS, [TEMPLATE_COLUMNS.map((column) => cells[column])]);
        expect(readTemplateRows(Buffer.from(file), 'x.csv')).toEqual([
          { line: 2, id: undefined, name, kind: 'lab', parameters: names, wrong: [] },
        ]);
      }),
    ));
});

describe('a list', () => {
  it('of office templates holds panels of lab parameters too, by the names that they have now', async () => {
    const add = async (name: string) => idOf(await send('post', 'lab-parameters', { aliases: [name], unit: 'mg/L' }).expect(201));
    const [marker, twin] = [await add('Marker of a panel'), await add('Twin of a marker')];
    const made = await send('post', 'examination-templates', { kind: 'lab', name: 'Inflammation', parameter_ids: [twin] }).expect(201);
    const id = idOf(made);
    await send('put', 'lab-parameters/merge', { parameter_ids: [twin, marker], kept_id: marker }).expect(200);
    const list = await exported('examination-templates');
    expect(list).toContain(`${id},Inflammation,lab,Marker of a panel\r\n`);
    expect(countsOf(await bring('examination-templates', list, { dry_run: true }))).toMatchObject({ added: 0, changed: 0, conflicting: 0 });
    const header = 'id,template name,kind,parameters';
    const file = [
      header,
      `${id},Inflammation,,Body height`,
      ',New panel,lab,Twin of a marker',
      ',Odd,x,Twin of a marker',
      ',None,lab,Body height',
    ];
    const { rows } = await bring('examination-templates', `${file.join('\n')}\n`, { dry_run: true });
    expect(rows).toMatchObject([
      { result: 'conflicting', reasons: ["'Inflammation' is of kind lab"] },
      { result: 'added', changes: [{ after: 'New panel' }, { after: 'lab' }, { after: 'Marker of a panel' }] },
      { result: 'conflicting', reasons: ['kind is examination or lab, or empty for examination'] },
      { result: 'conflicting', reasons: ["There is no lab parameter 'Body height'"] },
    ]);
  });
});
