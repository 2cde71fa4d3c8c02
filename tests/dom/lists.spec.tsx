import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { GraphVisuals } from '#contracts/items/graph-visuals';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { rereadAll } from '#web/lib/live.ts';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { completeIntake } from '../support/intake-rules.ts';
import { answered, awaited, dialog, fill, hasFocus, isGone, type Part, press, rowOf, rowsOf, section } from './find.ts';
import { screensOf } from './screens.tsx';

const LISTS = [
  { title: 'Diagnoses', view: 'diagnoses', api: 'diagnoses' },
  { title: 'Treatments', view: 'intakes', api: 'intakes' },
  { title: 'Lab results', view: 'lab', api: 'lab-results' },
  { title: 'Examinations', view: 'examinations', api: 'examinations' },
] as const;

const aDayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const screens = screensOf('doctor');

describe('ruling 57: Active and All', () => {
  let treatments: Part;
  const open = async (name: string, view: 'list' | 'graph' = 'list') => {
    const id = await patientId(screens.api, name);
    screens.open(`/patients/${id}?intakes_view=${view}&hide=lab-results,examinations`);
    treatments = await section('Treatments');
    return id;
  };
  const isPressed = (name: string, where = treatments) => where.findByRole('button', { name, pressed: true });

  it('opens treatments with Active while one is ongoing, and says what that hides', async () => {
    await open('Novák', 'graph');
    await treatments.findByText('1 ended, hidden');
    await isPressed('Active');
    await isPressed('All', await section('Diagnoses'));
    await press('List', treatments);
    await treatments.findByRole('row', { name: /Folic Acid/ });
    await treatments.findByText('1 ended, hidden');
    expect(treatments.queryByRole('row', { name: /Ferrous Sulfate/ })).toBeNull();
  });

  it('opens with All where none is ongoing', async () => {
    await open('Okafor');
    await treatments.findByRole('row', { name: /PredniSONE/ });
    await isPressed('All');
  });

  it('says where it stood when a treatment was stopped that Active hides from now on, and marks as removed only what was', async () => {
    const patient_id = await open('Novák');
    const { items } = await screens.api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${patient_id}`);
    const { id } = items.find(({ name }) => name.startsWith('Folic'))!;
    const row = await rowOf(id);
    await press(/^Stop /, row);
    const question = await dialog('Stop treatment');
    const day = aDayIn(-2).replace(/(.*)-(.*)-(.*)/, '$2/$3/$1');
    await fill('Last day', day, question);
    await fill('Comment', 'No longer needed', question);
    await press('Stop treatment', question);
    await waitFor(() => expect(row.element.querySelector('td[data-title="To"]')!.textContent).toContain(`stopped ${day}`));
    await hasFocus(id);
    // it is there: what is hidden is the other one
    await isGone('2 ended, hidden');
    await treatments.findByText('1 ended, hidden');
    expect(row.queryByText('removed')).toBeNull();
    const { version } = await screens.api.get<IntakeView>(`/api/intakes/${id}`);
    await screens.api.send('DELETE', `/api/intakes/${id}`, { version, comment: 'Of another patient' });
    await until('it was removed', async () => (await screens.api.status(`/api/intakes/${id}`)) === 404);
    await rereadAll();
    await row.findByText('removed');
    await screens.reload();
    await screen.findByRole('row', { name: /methotrexate/i });
    expect(document.querySelector(`[data-row="${id}"]`)).toBeNull();
  });

  it('says of a treatment that has not begun that it is planned, and of none of its dosages that it is taken now', async () => {
    const patient_id = await patientId(screens.api, 'Okafor');
    const [metformin] = (await screens.api.get<{ items: Record<string, string>[] }>('/api/medications?query=metformin&take=1')).items;
    const dosages = [{ nonproprietary_name: metformin!['nonproprietary_name'], dose: '500', unit: 'mg' }];
    const regimen = { form: 'per tablet', quantity: 1, frequency: 1, period: 1, period_unit: 'Day', dosages };
    const { release: _release, ...medication } = metformin!;
    const schedule = { schedule_kind: 'Regular', time_from: `${aDayIn(5)}T00:00:00`, time_to: null, until_discontinued: true };
    const form = { patient_id, draft: false, medication, ...schedule, ...regimen };
    const { id } = await screens.api.send<{ id: string }>('POST', '/api/intakes', form);
    const more = { version: 0, comment: 'More then', change_date: `${aDayIn(9)}T00:00:00`, ...regimen, frequency: 2 };
    await screens.api.send('POST', `/api/intakes/${id}/split`, more);
    await until('both dosages can be read', async () => {
      const now = await screens.api.get<IntakeView>(`/api/intakes/${id}`).catch(() => undefined);
      return now?.version === 1;
    });
    await open('Okafor');
    await press(/^What belongs to /, await rowOf(id));
    await waitFor(() => expect(treatments.getAllByText('planned')).toHaveLength(3));
    expect(treatments.queryByText('now')).toBeNull();
  });

  it('never hides what nobody checked', async () => {
    await open('Morgan', 'graph');
    await isPressed('Active');
    await treatments.findAllByText(/Jardiance/);
    expect(treatments.queryByText(/ended, hidden/)).toBeNull();
  });

  it('keeps what the person chose, also for the next time the record is opened', async () => {
    const id = await open('Fischer', 'graph');
    await treatments.findByText('1 ended, hidden');
    await press('All', treatments);
    await isGone('1 ended, hidden');
    await until('the choice is saved', async () => {
      const { active } = await screens.api.get<GraphVisuals>(`/api/graph-visuals/${id}`);
      return active?.intakes === false;
    });
    cleanup();
    await open('Fischer', 'graph');
    await isPressed('All');
    await treatments.findAllByText(/Simvastatin/);
  });
});

describe('the pages of a list', () => {
  let morgan: string;
  let other: string;
  const total = async (of: string) =>
    (await screens.api.get<{ overall_count: number }>(`/api/${of}?patient_id=${morgan}&take=1`)).overall_count;
  const next = () => press('Next page');

  beforeAll(async () => {
    const { api } = screens;
    [morgan, other] = [await patientId(api, 'Morgan'), await patientId(api, 'Ortiz')];
    const { items } = await api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${morgan}`);
    const { medication } = items.find(({ name }) => name.startsWith('Lipitor'))!;
    for (const notes of ['with food', 'in the evening']) {
      const dosages = completeIntake.dosages.map((each) => ({ ...each, nonproprietary_name: medication.nonproprietary_name }));
      await api.send('POST', '/api/intakes', { ...completeIntake, patient_id: morgan, medication, dosages, notes });
    }
  });

  it.each(LISTS)('$title: the former page stays, dimmed, until the next one is there', async ({ title, view, api }) => {
    expect(await total(api)).toBeGreaterThan(5);
    const hidden = LISTS.filter((each) => each.title !== title).map((each) => each.api);
    screens.open(`/patients/${morgan}?hide=${hidden.join()}&${view}_view=list&${view}_take=5&${view}_active=false`);
    await screen.findByRole('button', { name: 'Next page' });
    const list = await section(title);
    const { element } = list;
    const before = rowsOf(element);
    screens.answer(new RegExp(`/api/${api}\\?.*skip=5`), 'never');
    await next();
    await awaited(element);
    expect(rowsOf(element)).toEqual(before);
    expect(list.queryByRole('status', { name: /^Reading/ })).toBeNull();
    screens.answerAll();
    await answered(element);
    expect(rowsOf(element)).not.toEqual(before);
  });

  it('the History of Data Entry keeps the rows and their numbers, but not those of another choice', async () => {
    screens.open(`/patients/${morgan}/medical-history`);
    await screen.findByRole('button', { name: 'Next page' });
    const before = rowsOf();
    expect(before).not.toEqual([]);
    screens.answer(/\/api\/patients\/history\?.*(skip=10|removed=true)/, 'never');
    await next();
    await awaited();
    expect(rowsOf()).toEqual(before);
    await press(/^Removed/);
    await screen.findByRole('status', { name: 'Reading the history of data entry' });
    expect(rowsOf()).toEqual([]);
    screens.answerAll();
    await screen.findByRole('columnheader', { name: 'Removed by, when and why' });
  });

  it('trends keep their former page, dimmed, and then draw lines of the next one', async () => {
    expect(await total('trends')).toBeGreaterThan(10);
    screens.open(`/patients/${morgan}/trends`);
    await screen.findByRole('button', { name: 'Next page' });
    const trends = () => rowsOf(document.querySelector('table[data-trends]')!);
    const before = trends();
    screens.answer(/\/api\/trends\?.*skip=10/, 'never');
    await next();
    await awaited();
    expect(trends()).toEqual(before);
    screens.answerAll();
    await answered();
    expect(trends()).not.toEqual(before);
    expect(document.querySelectorAll('table[data-trends] input:checked').length).toBeGreaterThan(0);
  });

  it('ruling 27: nothing of one patient is kept while the list of another one is read', async () => {
    const lists = LISTS.map(({ view }) => `${view}_view=list`).join('&');
    screens.open(`/patients/${morgan}?${lists}`);
    await waitFor(() => expect(document.querySelectorAll('main table').length).toBeGreaterThanOrEqual(4));
    screens.answer(new RegExp(`/api/(lab-results|diagnoses|intakes|examinations)\\?.*${other}`), 'never');
    // as a link within the product does
    act(() => history.pushState(null, '', `/patients/${other}?${lists}`));
    await screen.findByRole('status', { name: 'Reading lab results' });
    expect(rowsOf()).toEqual([]);
    screens.answerAll();
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Reading lab results' })).toBeNull());
  });

  it('a page that cannot be read has a way back to the first one', async () => {
    screens.open(`/patients/${morgan}?lab_view=list&lab_take=5&hide=diagnoses,intakes,examinations`);
    screens.answer(/\/api\/lab-results\?.*skip=5/, 'failed');
    await next();
    const results = await section('Lab results');
    await results.findByText('The lab results could not be read');
    expect(results.queryByRole('table')).toBeNull();
    await press('First page', results);
    await results.findByRole('table');
  });
});
