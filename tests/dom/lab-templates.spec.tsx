import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView } from '#contracts/lab/lab-results';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { dialog, field, fill, press, rowOf, rowsOf, said } from './find.ts';
import { screensOf } from './screens.tsx';

interface Listed<T> {
  items: T[];
  overall_count: number;
}

/** The typed texts of a column of the grid, from the first row. */
const column = (name: string): string[] =>
  [...document.querySelectorAll<HTMLInputElement>(`[data-cell$=" ${name}"]`)].map(({ value }) => value);
const LIPIDS = ['Cholesterol, total', 'HDL cholesterol', 'LDL cholesterol, calculated', 'Non-HDL cholesterol', 'Triglycerides'];

describe('a panel in the form of a lab result', () => {
  const screens = screensOf('doctor');
  let patient = '';
  beforeAll(async () => {
    patient = await patientId(screens.api, 'Okafor');
  }, 120_000);
  let asked: typeof fetch;
  beforeEach(() => void (asked = globalThis.fetch));
  afterEach(() => void (globalThis.fetch = asked));
  const open = (id = 'add') => screens.open(`/patients/${patient}/lab-results/${id}`);
  /** By its name and Enter. */
  const choose = async (name: string) => {
    await userEvent.type(await field(/^Add a template/), name);
    await screen.findByRole('option', { name: new RegExp(`^${name}`, 'i'), selected: true });
    await userEvent.keyboard('{Enter}');
  };
  /** Waits until the form is left for the record. */
  const isLeft = () => waitFor(() => expect(location.pathname).toBe(`/patients/${patient}`));
  const results = async () => (await screens.api.get<Listed<LabResultView>>(`/api/lab-results?patient_id=${patient}&skip=0&take=50`)).items;
  const templates = async (query = '') =>
    (
      await screens.api.get<Listed<ExaminationTemplateView>>(
        `/api/examination-templates?kind=lab&show_individual=true&patient_id=${patient}&order_by=Use${query}`,
      )
    ).items;

  it('brings its parameters as choosing each one would, without values, and never one twice', async () => {
    open();
    await fill('Date collected', '11/18/2026');
    const first = document.querySelector<HTMLInputElement>('[data-cell$=" name"]')!;
    await userEvent.type(first, 'Triglycerides');
    await userEvent.click(await screen.findByRole('option', { name: /^Triglycerides/ }));
    await choose('Lipids');
    const rows = ['Triglycerides', ...LIPIDS.slice(0, 4)];
    await waitFor(() => expect(column('name')).toEqual([...rows, '']));
    expect(column('value').join('')).toBe('');
    expect(column('unit')).toEqual([...rows.map(() => 'mg/dL'), '']);
    expect(column('max')[1]).toBe('200');
    expect(document.activeElement).toBe(document.querySelectorAll('[data-cell$=" value"]')[1]);
    await choose('Lipids');
    expect(column('name')).toEqual([...rows, '']);
  });

  /** The bodies of the calls that make something new, from now on. */
  const posted = (): Record<string, unknown>[] => {
    const bodies: Record<string, unknown>[] = [];
    const ask = globalThis.fetch;
    globalThis.fetch = (path, init) => {
      if (init?.method === 'POST' && typeof init.body === 'string') bodies.push(JSON.parse(init.body) as Record<string, unknown>);
      return ask(path, init);
    };
    return bodies;
  };
  const idOf = async (name: string, kind: 'lab' | 'examination') => {
    const { items } = await screens.api.get<Listed<ExaminationTemplateView>>(`/api/examination-templates?kind=${kind}&query=${name}`);
    return items[0]!.id;
  };

  it('saves what has a value, and says what is left out', async () => {
    const bodies = posted();
    const before = (await results()).length;
    open();
    await fill('Date collected', '11/19/2026');
    await choose('Lipids');
    await screen.findByText('5 rows without a value will not be saved.');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('181');
    await screen.findByText('4 rows without a value will not be saved.');
    await press('Save');
    await said('Ethan Chidi Okafor: 1 lab result saved');
    await until('it is there', async () => (await results()).length === before + 1);
    await isLeft();
    const saved = (await results()).find(({ collected }) => collected.startsWith('2026-11-19'))!;
    expect(bodies.map(({ template_ids }) => template_ids)).toContainEqual([await idOf('Lipids', 'lab')]);
    expect(saved.parameters).toMatchObject([{ name: 'Cholesterol, total', value: '181', unit: 'mg/dL', max: '200' }]);
  });

  it('waits in a draft, where the rows without a value stay', async () => {
    open();
    await fill('Date collected', '11/17/2026');
    await choose('Thyroid');
    await press('Save draft');
    await said(/: draft with 3 lab results saved$/);
    await waitFor(() => expect(location.pathname).not.toContain('/add'));
    await waitFor(() => expect(column('name')).toHaveLength(4));
    await userEvent.type(document.querySelector('[data-cell$=" value"]')!, '2.1');
    await fill('Comment', 'The laboratory called');
    await screen.findByText('2 rows without a value will not be saved.');
    const [, , , , id] = location.pathname.split('/');
    await press('Save');
    await isLeft();
    await until('one is left', async () => (await screens.api.get<LabResultView>(`/api/lab-results/${id}`)).parameters.length === 1);
  });

  it('is made of the rows of a form, for this patient or for the clinic', async () => {
    open();
    await choose('Iron');
    await waitFor(() => expect(column('name')).toHaveLength(5));
    await press('Save as template');
    const form = await dialog('New template');
    await fill('Template name', 'Follow-up', form);
    await press('Save', form);
    await said("The template 'Follow-up' was saved");
    await until('it can be read', async () => (await templates('&query=follow')).length === 1);
    expect((await templates('&query=follow'))[0]).toMatchObject({ kind: 'lab', is_public: false, patient_id: patient });
    await screens.reload();
    await userEvent.click(await field(/^Add a template/));
    const [own] = await screen.findAllByRole('option');
    expect(own!.textContent).toBe('Follow-upthis patient, 4 parameters');
    // an examination is not entered by it
    await screens.reload(`/patients/${patient}/examinations/add`);
    await userEvent.type(await field('Add a parameter or a template'), 'follow');
    await screen.findByText('Nothing is called so. It may be suggested as a new parameter.');
  });

  it('is counted as an office template is: by the entries that its rows came into', async () => {
    const bodies = posted();
    screens.open(`/patients/${patient}/examinations/add`);
    await userEvent.type(await field('Add a parameter or a template'), 'weight and height');
    await screen.findByRole('option', { name: /^Weight and height/, selected: true });
    await userEvent.keyboard('{Enter}');
    await userEvent.type(await field('Value of Body weight'), '80');
    await press('Save');
    await isLeft();
    expect(bodies.map(({ template_ids }) => template_ids)).toContainEqual([await idOf('weight', 'examination')]);
  });

  it('says where nothing is called so, and where the search or the parameters fail', async () => {
    open();
    await userEvent.type(await field(/^Add a template/), 'zzz');
    await screen.findByText('No template is called so');
    await userEvent.clear(await field(/^Add a template/));
    screens.answer(/^\/api\/lab-parameters\?ids/, 'failed');
    await choose('Coagulation');
    await screen.findByText('The parameters could not be read. Please try again.');
    screens.answerAll();
    await choose('Coagulation');
    await waitFor(() => expect(column('name')).toHaveLength(6));
    expect(screen.queryByText('The parameters could not be read. Please try again.')).toBeNull();
  });
});

describe('templates of lab results', () => {
  const screens = screensOf('admin');

  it('are managed beside those of examinations', async () => {
    screens.open('/templates-management');
    await screen.findByRole('row', { name: /^Vital signs/ });
    expect(rowsOf().some((row) => row.startsWith('CBC'))).toBe(false);
    await userEvent.click(screen.getByRole('tab', { name: 'Lab results' }));
    await screen.findByRole('row', { name: /^CBC with differential/ });
    expect(rowsOf().some((row) => row.startsWith('Vital signs'))).toBe(false);
    expect(new URLSearchParams(location.search).get('kind')).toBe('lab');

    await press('Add new');
    const form = await dialog('Add New Office Template', 'dialog');
    await fill('Template name', 'Kidneys', form);
    await fill('Search lab parameters', 'creatinine', form);
    await waitFor(() => expect(form.getAllByRole('checkbox').length).toBeLessThan(10));
    await userEvent.click(await form.findByRole('checkbox', { name: /^Creatinine/ }));
    await press('Submit', form);
    await said("The template 'Kidneys' was added");
    const found = await until('it can be read', async () => {
      const { items } = await screens.api.get<Listed<ExaminationTemplateView>>('/api/examination-templates?kind=lab&query=kidneys');
      return items[0];
    });
    const [creatinine] = (await screens.api.get<Listed<LabParameterView>>('/api/lab-parameters?query=creatinine&take=1')).items;
    expect(found).toMatchObject({ kind: 'lab', parameters: [{ id: creatinine!.id, name: 'Creatinine' }] });
    await rowOf(found.id);
    expect(new URLSearchParams(location.search).get('kind')).toBe('lab');
  });
});
