import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView } from '#contracts/lab/lab-results';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { add, itemsOf } from './data.ts';
import { chosen, field, isDisabled, isGone, type Part, rowOf, rowsOf, said, textsOf, valueOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { asks, fill, fillAll, opens, press, tick } from './user.ts';

/** Screen of a catalogue, and title of the form that changes one of its items. */
const CATALOGUES = {
  'measurement-parameters': ['/measurement-params-management', 'Update'],
  'examination-templates': ['/templates-management', 'Update Office Template'],
} as const;
const [[PARAMETERS], [TEMPLATES]] = [CATALOGUES['measurement-parameters'], CATALOGUES['examination-templates']];

const screens = screensOf('admin');
const asDoctor = screens.for('doctor');
const asAdministrator = screens.for('administrator');
const read = <T,>(path: string) => screens.api.get<T>(`/api/${path}`);
const address = (name: string) => new URLSearchParams(location.search).get(name);

describe('the last page of a catalogue', () => {
  it('is followed by the one before when its only template is removed', async () => {
    const [parameter] = await itemsOf(screens.api, 'measurement-parameters?state=0&take=1');
    const list = () => itemsOf<{ id: string; name: string }>(screens.api, 'examination-templates?own=true&take=50');
    const template = { parameter_ids: [parameter!.id], is_public: true, patient_id: null };
    for (let n = (await list()).length; n < 6; n++) await add(screens.api, 'examination-templates', { ...template, name: `Zero ${n}` });
    await until('there are two pages', async () => (await list()).length === 6);
    const { id, name } = (await list())[5]!;
    screens.open(`${TEMPLATES}?take=5&skip=5`);
    const question = await asks('Remove', 'Are you sure?', await opens(/^Edit /, 'Update Office Template', await rowOf(id)));
    await press('Remove', question, `The template '${name}' was removed`);
    await waitFor(() => expect(rowsOf()).toHaveLength(5));
    expect(address('skip')).toBeNull();
  });
});

const fileOf = (...lines: string[]) => new File([`${lines.join('\n')}\n`], 'ours.csv');
const choose = async (file: File, form: Part) => userEvent.upload(await form.findByLabelText('File of the list'), file);
/** The button below, not the cross above. */
const close = async (form: Part) => userEvent.click((await form.findAllByRole('button', { name: 'Close' })).at(-1)!);

describe('a super user imports a list', () => {
  const HEIGHT = '8302-2,Body height,Height|Ht|Stature|Length,cm,40,250';
  const listOf = (...rows: string[]) => fileOf('code,primary name,aliases,unit,min,max', ...rows);
  const open = async () => {
    await screens.open(PARAMETERS).findByText('Systolic blood pressure');
    return opens('Import', 'Import office parameters');
  };

  it('after it was shown what is added, changed and left out, and why', async () => {
    const form = await open();
    expect(isDisabled(/^Import/, form)).toBe(true);
    await choose(listOf(',Thumb grip,,kg,,', '8867-4,Heart rate,Pulsschlag,/min,60,100', ',Twice,,,,', ',twice,,,,', HEIGHT), form);
    await form.findByText('Nothing is imported yet. 2 rows are left out.');
    expect(textsOf(form.getAllByRole('button', { pressed: true }))).toEqual(['Conflicting 2']);
    expect(rowsOf(form.element)).toEqual(['4TwiceLine 5 names the same', '5twiceLine 4 names the same']);
    await press('Changed 1', form);
    expect(rowsOf(form.element)[0]).toMatch(/^3Heart rate.*aliases: .*becomes .*Pulsschlag/);
    await press('Added 1', form);
    expect(rowsOf(form.element)[0]).toMatch(/^2Thumb gripprimary name: Thumb gripunit: kg/);
    await press('Unchanged 1', form);
    expect(rowsOf(form.element)).toEqual(['6Body height']);

    await press('Import 2 rows', form);
    await form.findByText('1 added, 1 changed. 2 rows are left out.');
    await close(form);
    await isGone('Import office parameters');
    await screen.findByText('Thumb grip');
  });

  it('and sees what the file does now where the catalogue changed meanwhile', async () => {
    const form = await open();
    await choose(listOf(',Leg length,,cm,,'), form);
    await form.findByText('Nothing is imported yet.');
    await screens.api.send('POST', '/api/measurement-parameters', { name: 'Leg length', description: 'in' });
    const calls = jest.spyOn(globalThis, 'fetch');
    const imports = () => calls.mock.results.filter((_, n) => (calls.mock.calls[n]![0] as string).endsWith('/import'));
    // the refusal and what the file does now are shown in one go, as on a machine that is busy
    await act(async () => {
      fireEvent.click(form.getByRole('button', { name: 'Import 1 row' }));
      await until('it is looked at again', async () => imports().length === 2);
      await imports()[1]!.value;
      await new Promise((done) => setTimeout(done, 100));
    });
    calls.mockRestore();
    await form.findByText(/^The catalogue changed since this was shown/);
    await form.findByRole('button', { name: 'Changed 1' });
    expect(rowsOf(form.element)[0]).toMatch(/unit: in.*cm/);
    await press('Import 1 row', form);
    await form.findByText('0 added, 1 changed.');
  });

  it('and is told what is wrong with a file', async () => {
    const form = await open();
    await choose(new File(['patient,born\nA,B\n'], 'people.csv'), form);
    expect((await form.findByRole('alert')).textContent).toMatch(/this is no list of office parameters.*missing: /);
    await choose(Object.defineProperty(listOf(), 'size', { value: 21 * 1024 * 1024 }), form);
    await form.findByText('ours.csv is larger than 20 MB');
    await choose(listOf(HEIGHT), form);
    await form.findByText('The file changes nothing.');
    expect([form.queryByRole('alert'), isDisabled(/^Import/, form)]).toEqual([null, true]);
  });

  it('and sends the same again where the server could not be reached', async () => {
    const form = await open();
    await choose(listOf(',Elbow,,cm,,'), form);
    await form.findByText('Nothing is imported yet.');
    screens.answer(/\/import$/, 'failed');
    await press('Import 1 row', form);
    await form.findByText('Something failed');
    screens.answerAll();
    await press('Import 1 row', form);
    await form.findByText('1 added, 0 changed.');
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('of templates too', async () => {
    await screens.open(TEMPLATES).findByText('Vital signs');
    const form = await opens('Import', 'Import office templates');
    await choose(fileOf('template name;parameters', 'Stature;Body height|Body weight', 'Nothing;'), form);
    await form.findByText('parameter ids: You must provide parameters!');
    await press('Import 1 row', form);
    await form.findByText('1 added, 0 changed. 1 row is left out.');
    await close(form);
    await screen.findByText('Stature');
  });
});

describe('a super user imports lab parameters', () => {
  it('with their ranges, and sees whose name a row has', async () => {
    await screens.open('/lab-params-management').findByText('Albumin');
    const form = await opens('Import', 'Import lab parameters');
    const header =
      'code,primary name,aliases,unit,normalization type,scale divider,default,ignored during validation,sex,age from,age below,min,max';
    const rows = [',Zonulin,,ng/mL,,,,,,,,0,48', ',Zonulin,,ng/mL,,,,,Female,6 mo,2 y,0,60', ',Antizonulin,Albumin,ng/mL,,,,,,,,,'];
    await choose(fileOf(header, ...rows), form);
    await form.findByText('Nothing is imported yet. 1 row is left out.');
    expect(rowsOf(form.element)).toEqual([expect.stringMatching(/^4Antizonulin'Albumin' is a name of 'Albumin'/)]);
    await press('Added 1', form);
    expect(rowsOf(form.element)[0]).toMatch(/usual ranges: adult: 0 to 48; Female, from 6 mo below 2 y: 0 to 60/);
    await press('Import 1 row', form);
    await form.findByText('1 added, 0 changed. 1 row is left out.');
  });
});

describe('an administrator of a clinic', () => {
  it('takes the list of templates along, and imports none', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    asAdministrator.open(TEMPLATES);
    await press('Export');
    await waitFor(() =>
      expect((click.mock.contexts as HTMLAnchorElement[]).map(({ download }) => download)).toEqual(['examination-templates.csv']),
    );
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    click.mockRestore();
  });
});

describe('what a super user curates', () => {
  /** Adds an item and opens the form that changes it. */
  const edit = async (catalogue: keyof typeof CATALOGUES, body: object) => {
    const id = await add(screens.api, catalogue, body);
    const [path, title] = CATALOGUES[catalogue];
    screens.open(path);
    return { path: `${catalogue}/${id}`, form: await opens(/^Edit /, title, await rowOf(id)) };
  };
  /** Somebody else saves first. */
  const elsewhere = async (method: 'PUT' | 'DELETE', path: string, body: object = {}) => {
    const { version } = await read<{ version: number }>(path);
    await screens.api.send(method, `/api/${path}`, { ...body, version });
  };

  describe('an office parameter', () => {
    const weak = { option_id: 'weak', predefined_value: 10, label_text: 'Weak' };
    const given = { name: 'Grip strength', description: 'kg', scale_divider: 40, options_config: [weak] };

    it('lays what somebody else saved beside what was typed, and saves what was chosen', async () => {
      const { path, form } = await edit('measurement-parameters', given);
      await fill(/^Name/, 'Grip strength, right hand', form);
      const strong = { option_id: 'strong', predefined_value: 50, label_text: 'Strong' };
      const theirs = { description: 'kilograms', normalization_type: 'NoNormalization', options_config: [weak, strong] };
      await elsewhere('PUT', path, { ...given, ...theirs });
      await press('Submit', form);
      expect(await chosen(form)).toEqual([
        'Name: Grip strength, right hand, typed here',
        'Unit or # per interval: kilograms',
        'Upper limit of normal: 1',
        'Normalization: No normalization',
        'Definition 2: 50: Strong',
      ]);
      expect(isDisabled('Submit', form)).toBe(true);
      form.getByText('Choose above what shall stand.');
      await press('Use this choice', form);
      await press('Submit', form, 'Grip strength, right hand was updated');
      const stored = () => read<MeasurementParameterView>(path);
      await until('both changes stand', async () => (await stored()).name === 'Grip strength, right hand');
      expect(await stored()).toMatchObject({ ...theirs, options_config: [{ option_id: 'weak' }, strong] });
    });

    it('keeps what was typed where somebody else removed it', async () => {
      const { path, form } = await edit('measurement-parameters', { ...given, name: 'Reach' });
      await fill(/^Name/, 'Reach, sitting', form);
      await elsewhere('DELETE', path);
      await press('Submit', form);
      await form.findByText(/^Somebody else has removed this since you opened it/);
      expect([await valueOf(/^Name/, form), isDisabled('Submit', form)]).toEqual(['Reach, sitting', true]);
    });

    it('cannot be submitted while something is missing or wrong, nor twice', async () => {
      screens.open(PARAMETERS);
      const form = await opens('Add new', 'Add new');
      await form.findByText('Not complete yet: Name');
      expect(isDisabled('Submit', form)).toBe(true);
      await userEvent.tab();
      await form.findByText('Field is required');
      await fill(/^Name/, 'Walk of six minutes', form);
      await waitFor(() => expect(isDisabled('Submit', form)).toBe(false));
      for (const [text, message] of [
        ['far', 'Field should be number'],
        ['0', 'Must be greater than 0'],
        ['', 'Field is required'],
      ] as const) {
        await fill(/^Upper limit/, text, form);
        await userEvent.tab();
        await form.findByText(message);
        expect(isDisabled('Submit', form)).toBe(true);
      }
      await fill(/^Upper limit/, '500', form);
      screens.answer(/^\/api\/measurement-parameters$/, 'never');
      await press('Submit', form);
      await form.findByRole('progressbar');
      expect(isDisabled('Submit', form)).toBe(true);
      screens.answerAll();
      await said('Walk of six minutes was added');
    });
  });

  describe('an office template', () => {
    let parameters: MeasurementParameterView[] = [];
    beforeAll(async () => {
      const five = await itemsOf<MeasurementParameterView>(screens.api, 'measurement-parameters?state=0&take=5');
      // what is computed is offered to nobody
      parameters = five.filter(({ normalization_type }) => normalization_type !== 'Bmi');
    }, 120_000);
    const ids = (...places: number[]) => places.map((place) => parameters[place]!.id);

    it('lays what somebody else saved beside what was typed, parameter by parameter', async () => {
      const { path, form } = await edit('examination-templates', { name: 'Round', parameter_ids: ids(0, 1) });
      const [, second, third, fourth] = parameters.map(({ name }) => name);
      await userEvent.click(await form.findByRole('checkbox', { name: new RegExp(`^${third}`) }));
      await elsewhere('PUT', path, { name: 'Ward round', parameter_ids: ids(0, 3) });
      await press('Submit', form);
      await form.findByText(fourth!, { selector: 'th' });
      const versions = [`${second}: Not selected`, `${third}: Selected, typed here`, `${fourth}: Selected`];
      expect(await chosen(form)).toEqual(['Template name: Ward round', ...versions]);
      await press('Use this choice', form);
      await press('Submit', form, "The template 'Ward round' was updated");
      const both = ids(0, 2, 3).join();
      await until('both changes stand', async () => (await read<ExaminationTemplateView>(path)).parameter_ids.join() === both);
    });

    it('keeps what was typed where somebody else removed it', async () => {
      const { path, form } = await edit('examination-templates', { name: 'Evening', parameter_ids: ids(0) });
      await fill('Template name', 'Late evening', form);
      await elsewhere('DELETE', path);
      await press('Submit', form);
      await form.findByText(/^Somebody else has removed this since you opened it/);
      expect(await valueOf('Template name', form)).toBe('Late evening');
    });

    it('cannot be submitted without a name and a parameter', async () => {
      screens.open(TEMPLATES);
      const form = await opens('Add new', 'Add New Office Template');
      for (const words of ['You must provide parameters!', 'Not complete yet: Template name, Parameters']) await form.findByText(words);
      expect(isDisabled('Submit', form)).toBe(true);
      await fill(/^Template name/, ' ', form);
      await userEvent.tab();
      await form.findByText('Field is required');
      await fill('Template name', 'Short', form);
      await userEvent.click((await form.findAllByRole('checkbox'))[0]!);
      await form.findByText('Selected parameters:');
      await waitFor(() => expect(isDisabled('Submit', form)).toBe(false));
    });
  });
});

describe('a panel in the form of a lab result', () => {
  const LIPIDS = ['Cholesterol, total', 'HDL cholesterol', 'LDL cholesterol, calculated', 'Non-HDL cholesterol'];
  let patient = '';
  beforeAll(async () => void (patient = await patientId(asDoctor.api, 'Okafor')), 120_000);
  beforeEach(() => void jest.spyOn(globalThis, 'fetch'));
  afterEach(() => void jest.restoreAllMocks());
  const open = (path = 'lab-results/add') => asDoctor.open(`/patients/${patient}/${path}`);
  /** The fields of a column of the grid, from the first row, and what is typed in them. */
  const cells = (name: string) => [...document.querySelectorAll<HTMLInputElement>(`[data-cell$=" ${name}"]`)];
  const column = (name: string) => cells(name).map(({ value }) => value);
  const hasRows = (rows: number) => waitFor(() => expect(cells('name')).toHaveLength(rows));
  /** By its name and Enter. */
  const take = async (name: string, box: string | RegExp = /^Add a template/) => {
    await userEvent.type(await field(box), name);
    await screen.findByRole('option', { name: new RegExp(`^${name}`, 'i'), selected: true });
    await userEvent.keyboard('{Enter}');
  };
  /** Waits until the form is left for the record. */
  const isLeft = () => waitFor(() => expect(location.pathname).toBe(`/patients/${patient}`));
  const results = () => itemsOf<LabResultView>(asDoctor.api, `lab-results?patient_id=${patient}&skip=0&take=50`);
  const templates = (query: string) => itemsOf<ExaminationTemplateView>(asDoctor.api, `examination-templates?${query}`);
  /** What the calls that made something new say of the templates it is made of. */
  const templatesSent = () =>
    jest
      .mocked(fetch)
      .mock.calls.flatMap(([, init]) =>
        init?.method === 'POST' && typeof init.body === 'string'
          ? [(JSON.parse(init.body) as { template_ids?: string[] }).template_ids]
          : [],
      );

  it('brings its parameters as choosing each one would, without values, and never one twice', async () => {
    open();
    await fill('Date collected', '11/18/2026');
    await userEvent.type(cells('name')[0]!, 'Triglycerides');
    await userEvent.click(await screen.findByRole('option', { name: /^Triglycerides/ }));
    await take('Lipids');
    const rows = ['Triglycerides', ...LIPIDS];
    await waitFor(() => expect(column('name')).toEqual([...rows, '']));
    expect(column('value').join('')).toBe('');
    expect(column('unit')).toEqual([...rows.map(() => 'mg/dL'), '']);
    expect(column('max')[1]).toBe('200');
    expect(document.activeElement).toBe(cells('value')[1]);
    await take('Lipids');
    expect(column('name')).toEqual([...rows, '']);
  });

  it('goes on from a value to the next name, and lists once what has no upper limit', async () => {
    open();
    await fill('Date collected', '11/17/2026');
    const type = async (...texts: string[]) => {
      for (const text of texts) await userEvent.type(document.activeElement!, `${text}{Enter}`);
    };
    cells('name')[0]!.focus();
    // a value is no name: it stays under the hand
    await type('12O');
    await screen.findByText('This looks like a value, not a name');
    expect(document.activeElement).toBe(cells('name')[0]);
    await userEvent.clear(cells('name')[0]!);
    await type('Rarum one', '5', 'mg/L', 'Rarum two', '7', 'mg/L');
    await waitFor(() => expect(column('name')).toEqual(['Rarum one', 'Rarum two', '']));
    expect([column('value'), column('max'), document.activeElement]).toEqual([['5', '7', ''], ['', '', ''], cells('name')[2]]);
    // and one with an error of its own
    await type('Rarum three');
    await userEvent.type(document.activeElement!, '1..2');
    expect(isDisabled('Save')).toBe(true);
    await userEvent.clear(cells('value')[2]!);
    await userEvent.type(cells('value')[2]!, '3');
    expect(screen.queryByText(/without an upper limit/)).toBeNull();
    await waitFor(() => expect(isDisabled('Save')).toBe(false));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const notice = (await screen.findByText('3 rows without an upper limit.')).closest('[role="group"]')!;
    expect(textsOf(notice.querySelectorAll('li'))).toEqual(['Rarum one 5 mg/L', 'Rarum two 7 mg/L', 'Rarum three 3 ']);
    await waitFor(() => expect(document.activeElement).toBe(notice));
    await press('Go to the first');
    expect(document.activeElement).toBe(cells('max')[0]);
    await userEvent.type(cells('max')[0]!, '9');
    await press('No upper limit for these 2');
    await isGone(/without an upper limit/);
    expect([column('max'), screen.queryAllByText('no upper limit').length]).toEqual([['9', '', '', ''], 2]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isLeft();
    const saved = (await results()).find(({ collected }) => collected.startsWith('2026-11-17'))!;
    expect(saved.parameters.map(({ name, value, max, no_upper_limit }) => [name, value, max, no_upper_limit === true])).toEqual([
      ['Rarum one', '5', '9', false],
      ['Rarum two', '7', null, true],
      ['Rarum three', '3', null, true],
    ]);
  });

  const searches = /^\/api\/lab-parameters\?/;

  it('takes for a value in the place of a name only what is called exactly so, or what somebody went to', async () => {
    open();
    const name = await screen.findByLabelText<HTMLInputElement>('Parameter of row 1');
    await userEvent.type(name, '25');
    await screen.findByRole('option', { name: /25/ });
    await userEvent.keyboard('{Enter}');
    await screen.findByText('This looks like a value, not a name');
    expect([column('name'), document.activeElement]).toEqual([['25', ''], name]);
    await userEvent.clear(name);
    await userEvent.type(name, '25');
    await screen.findByRole('option', { name: /25/ });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(column('name')[0]).toMatch(/25\D/));
    expect(document.activeElement).toBe(cells('value')[0]);
    // the catalogue may have a name of digits alone
    const [row] = await itemsOf<LabParameterView>(asDoctor.api, 'lab-parameters?take=1');
    const numbered = { ...row, id: randomUUID(), aliases: ['4711'], primary_alias: '4711' };
    asDoctor.answer(searches, () => ({ items: [row, numbered], overall_count: 2 }));
    await userEvent.type(cells('name')[1]!, '4711');
    await screen.findByRole('option', { name: /^4711/, selected: true });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(cells('value')[1]));
    expect(column('name')[1]).toBe('4711');
    asDoctor.answerAll();
  });

  it('has a unit that is typed while the catalogue is being asked in its own row', async () => {
    const type = async (...texts: string[]) => {
      for (const text of texts) await userEvent.type(document.activeElement!, text);
    };
    asDoctor.answer(searches, 'never');
    open();
    await userEvent.click(await screen.findByLabelText('Parameter of row 1'));
    await type('Rarum late{Enter}', '5{Enter}', 'mg/L');
    expect([column('name'), column('unit'), document.activeElement]).toEqual([['Rarum late', ''], ['mg/L', ''], cells('unit')[0]]);
    asDoctor.again(searches, (body) => body);
    await screen.findByText(/not in the catalogue: kept under this name/);
    await waitFor(() => expect(screen.queryByText(/still being asked/)).toBeNull());
    expect([column('unit')[0], document.activeElement]).toEqual(['mg/L', cells('unit')[0]]);
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(cells('name')[1]);

    // where the parameter brings the unit, and nothing was typed in its place, the next row is next
    asDoctor.again(searches, 'never');
    await type('Ferritin{Enter}', '80{Enter}');
    expect(document.activeElement).toBe(cells('unit')[1]);
    asDoctor.again(searches, (body) => body);
    await waitFor(() => expect(document.activeElement).toBe(cells('name')[2]));
    expect([column('name'), column('unit')[1]]).toEqual([['Rarum late', 'Ferritin', ''], 'ng/mL']);
    asDoctor.answerAll();
  });

  it('saves what has a value, and says what is left out', async () => {
    const before = (await results()).length;
    open();
    await fill('Date collected', '11/19/2026');
    await take('Lipids');
    await screen.findByText('5 rows without a value will not be saved.');
    expect(isDisabled('Save')).toBe(true);
    await userEvent.keyboard('181');
    await screen.findByText('4 rows without a value will not be saved.');
    await press('Save', screen, 'Ethan Chidi Okafor: 1 lab result saved');
    await until('it is there', async () => (await results()).length === before + 1);
    await isLeft();
    const saved = (await results()).find(({ collected }) => collected.startsWith('2026-11-19'))!;
    expect(templatesSent()).toContainEqual([(await templates('kind=lab&query=Lipids'))[0]!.id]);
    expect(saved.parameters).toMatchObject([{ name: 'Cholesterol, total', value: '181', unit: 'mg/dL', max: '200' }]);
  });

  it('waits in a draft, where the rows without a value stay', async () => {
    open();
    await fill('Date collected', '11/17/2026');
    await take('Thyroid');
    await press('Save draft', screen, /: draft with 3 lab results saved$/);
    await waitFor(() => expect(location.pathname).not.toContain('/add'));
    await hasRows(4);
    await userEvent.type(cells('value')[0]!, '2.1');
    await fill('Comment', 'The laboratory called');
    await screen.findByText('2 rows without a value will not be saved.');
    const [, , , , id] = location.pathname.split('/');
    await press('Save');
    await isLeft();
    await until('one is left', async () => (await asDoctor.api.get<LabResultView>(`/api/lab-results/${id}`)).parameters.length === 1);
  });

  it('is made of the rows of a form, for this patient or for the clinic', async () => {
    open();
    await take('Iron');
    await hasRows(5);
    const form = await asks('Save as template', 'New template');
    await fill('Template name', 'Follow-up', form);
    await press('Save', form, "The template 'Follow-up' was saved");
    const stored = () => templates(`kind=lab&show_individual=true&patient_id=${patient}&order_by=Use&query=follow`);
    await until('it can be read', async () => (await stored()).length === 1);
    expect((await stored())[0]).toMatchObject({ kind: 'lab', is_public: false, patient_id: patient });
    await asDoctor.reload();
    await tick(/^Add a template/);
    expect(textsOf(await screen.findAllByRole('option'))[0]).toBe('Follow-upthis patient, 4 parameters');
    // an examination is not entered by it
    await asDoctor.reload(`/patients/${patient}/examinations/add`);
    await userEvent.type(await field('Add a parameter or a template'), 'follow');
    await screen.findByText('Nothing is called so. It may be suggested as a new parameter.');
  });

  it('is counted as an office template is: by the entries that its rows came into', async () => {
    open('examinations/add');
    await take('weight and height', 'Add a parameter or a template');
    await userEvent.type(await field('Value of Body weight'), '80');
    await press('Save');
    await isLeft();
    expect(templatesSent()).toContainEqual([(await templates('kind=examination&query=weight'))[0]!.id]);
  });

  it('says where nothing is called so, and where the search or the parameters fail', async () => {
    open();
    await fill(/^Add a template/, 'zzz');
    await screen.findByText('No template is called so');
    await fill(/^Add a template/, '');
    asDoctor.answer(/^\/api\/lab-parameters\?ids/, 'failed');
    await take('Coagulation');
    await screen.findByText('The parameters could not be read. Please try again.');
    asDoctor.answerAll();
    await take('Coagulation');
    await hasRows(6);
    expect(screen.queryByText('The parameters could not be read. Please try again.')).toBeNull();
  });
});

describe('templates of lab results', () => {
  it('are managed beside those of examinations', async () => {
    const isListed = (name: string) => rowsOf().some((row) => row.startsWith(name));
    await screens.open(TEMPLATES).findByRole('row', { name: /^Vital signs/ });
    expect(isListed('CBC')).toBe(false);
    await userEvent.click(screen.getByRole('tab', { name: 'Lab results' }));
    await screen.findByRole('row', { name: /^CBC with differential/ });
    expect([isListed('Vital signs'), address('kind')]).toEqual([false, 'lab']);

    const form = await opens('Add new', 'Add New Office Template');
    await fillAll({ 'Template name': 'Kidneys', 'Search lab parameters': 'creatinine' }, form);
    await waitFor(() => expect(form.getAllByRole('checkbox').length).toBeLessThan(10));
    await userEvent.click(await form.findByRole('checkbox', { name: /^Creatinine/ }));
    await press('Submit', form, "The template 'Kidneys' was added");
    const kidneys = 'examination-templates?kind=lab&query=kidneys';
    const found = await until('it can be read', async () => (await itemsOf<ExaminationTemplateView>(screens.api, kidneys))[0]);
    const [creatinine] = await itemsOf(screens.api, 'lab-parameters?query=creatinine&take=1');
    expect(found).toMatchObject({ kind: 'lab', parameters: [{ id: creatinine!.id, name: 'Creatinine' }] });
    await rowOf(found.id);
    expect(address('kind')).toBe('lab');
  });
});
