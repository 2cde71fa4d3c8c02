import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { completeIntake } from '../support/intake-rules.ts';
import { dialog, fill, hasFocus, press, rowOf, said, section } from './find.ts';
import { screensOf } from './screens.tsx';

const LISTS = 'diagnoses_view=list&intakes_view=list&lab_view=list&examinations_view=list';

describe('drafts and ongoing treatments in the lists of a record', () => {
  const screens = screensOf('doctor');
  let morgan: string;
  const read = <T = { draft: boolean; comment: string },>(kind: string, id: string) => screens.api.get<T>(`/api/${kind}/${id}`);
  const all = async <T,>(kind: string, patient_id = morgan) =>
    (await screens.api.get<{ items: T[] }>(`/api/${kind}?patient_id=${patient_id}&take=100`)).items;
  const draftOf = async (kind: string) => (await all<{ id: string; draft: boolean }>(kind)).find(({ draft }) => draft)!;
  const add = async (kind: string, form: object) => {
    const { id } = await screens.api.send<{ id: string }>('POST', `/api/${kind}`, { patient_id: morgan, draft: true, ...form });
    await until('it can be read', () => read(kind, id).catch(() => undefined));
    return id;
  };
  const open = (search = LISTS, patient = morgan) => screens.open(`/patients/${patient}?${search}`);
  const confirmAll = async (title: string) => press('Confirm all drafts', await section(title));

  beforeAll(async () => {
    morgan = await patientId(screens.api, 'Morgan');
  });

  it.each([
    ['diagnoses', 'intakes,lab-results,examinations'],
    ['examinations', 'diagnoses,intakes,lab-results'],
    ['lab-results', 'diagnoses,intakes,examinations'],
  ])('ruling 50: a draft of %s is confirmed at once, its row has the focus', async (kind, hidden) => {
    const { id } = await draftOf(kind);
    open(`${LISTS}&hide=${hidden}`);
    const row = await rowOf(id);
    row.getByText('Draft');
    await press(/^Confirm /, row);
    await said(/ confirmed$/);
    await waitFor(() => expect(row.queryByText('Draft')).toBeNull());
    await hasFocus(id);
    expect(await read(kind, id)).toMatchObject({ draft: false, comment: 'Draft confirmed' });
    expect(await draftOf(kind)).toBeUndefined();
  });

  it('ruling 50: drafts are listed with what they say, and where it stands against its range', async () => {
    const value = { parameter_id: null, name: 'Potassium', unit: 'mmol/L', min: '3.5', max: '5.1' };
    const parameters = [
      { ...value, entry_id: 'a', value: '6.9' },
      { ...value, entry_id: 'b', name: 'Sodium', value: '140', unit: '', min: '135', max: '145' },
    ];
    const collected = '2026-03-04T00:00:00';
    await add('lab-results', { collected, parameters });
    const measured = (await all<ExaminationView>('examinations')).flatMap(({ measurements }) => measurements);
    const { corrected_from: _, ...pulse } = measured.find(({ parameter_name }) => parameter_name === 'Heart rate')!;
    await add('examinations', { collected, measurements: [{ ...pulse, parameter_value: '71' }] });
    open(`${LISTS}&hide=diagnoses,intakes`);
    for (const [title, ...lines] of [
      ['Lab results', /^Potassium 6\.9 mmol\/L, above range 3\.5–5\.1$/, /^Sodium 140 no unit, range 135–145$/],
      ['Examinations', /^Heart rate 71 /],
    ] as const) {
      await confirmAll(title);
      const question = await dialog(/^Confirm/);
      await question.findByText(/, 03\/04\/2026/);
      const listed = question.getAllByRole('listitem').map(({ textContent }) => textContent.trim());
      for (const line of lines) expect(listed).toContainEqual(expect.stringMatching(line));
      await press('Cancel', question);
    }
  });

  it('ruling 29: asks of a drafted examination too whether a value that is hardly possible is right', async () => {
    const found = await screens.api.get<{ items: MeasurementParameterView[] }>(
      '/api/measurement-parameters?state=0&query=temperature&take=1',
    );
    const { id: parameter_id, name: parameter_name, normalization_type } = found.items[0]!;
    const fever = { entry_id: 'a', parameter_id, parameter_name, normalization_type, parameter_value: '101.2', unit: 'Cel' };
    const id = await add('examinations', { collected: '2026-03-05T00:00:00', measurements: [fever] });
    open(`${LISTS}&hide=diagnoses,intakes,lab-results`);
    await press(/^Confirm /, await rowOf(id));
    await (await dialog('Confirm this draft?')).findByText(/is hardly ever above .*, this is 101\.2 °C\. Is that right\?/);
    expect(await read('examinations', id)).toMatchObject({ draft: true });
  });

  it('ruling 29: asks the same of a drafted result whose own range would allow it, and says of a diagnosis what is confirmed', async () => {
    const found = await screens.api.get<{ items: LabParameterView[] }>('/api/lab-parameters?query=sodium&status=Approved&take=1');
    const { id: parameter_id, primary_alias: name, unit } = found.items[0]!;
    const sodium = { entry_id: 'a', parameter_id, name, value: '14000', unit, min: '13500', max: '14500' };
    const park = await patientId(screens.api, 'Park');
    const id = await add('lab-results', { patient_id: park, collected: '2026-03-05T00:00:00', parameters: [sodium] });
    const { disease } = (await all<DiagnosisView>('diagnoses')).find(({ origin, icd }) => origin === 'manual' && icd === 'I10')!;
    await add('diagnoses', { patient_id: park, disease, time_from: '2026-03-05T00:00:00', time_to: '2026-04-06T00:00:00' });
    open(LISTS, park);
    await press(/^Confirm /, await rowOf(id));
    const question = await dialog('Confirm this draft?');
    await question.findByText(/is usually .* 14000 .* is far above/);
    await press('Cancel', question);
    expect(await read('lab-results', id)).toMatchObject({ draft: true });
    await confirmAll('Diagnoses');
    await (await dialog(/^Confirm/)).findByText('I10, to 04/06/2026');
  });

  it('ruling 50: all drafts are listed before they are confirmed, and what is doubtful or not complete is left', async () => {
    const { medication } = (await all<IntakeView>('intakes')).find(({ name }) => name.startsWith('Lipitor'))!;
    const dosed = (dose: string) => ({
      ...completeIntake,
      medication,
      dosages: completeIntake.dosages.map((each) => ({ ...each, nonproprietary_name: medication.nonproprietary_name, dose })),
      draft: true,
    });
    open(`${LISTS}&hide=diagnoses,lab-results,examinations`);
    await confirmAll('Treatments');
    const none = await dialog('Nothing can be confirmed yet');
    await none.findByText(/^Not complete yet: /);
    none.getByRole('button', { name: /^Complete / });
    for (const role of ['textbox', 'checkbox']) expect(none.queryByRole(role)).toBeNull();
    expect(none.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    await userEvent.click(none.getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

    const complete = await add('intakes', dosed('20'));
    const far = await add('intakes', dosed('400'));
    await screens.reload();
    await confirmAll('Treatments');
    const first = await dialog('Confirm drafts');
    await first.findByText(/Is the dose right\?/);
    const boxes = first.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes).toHaveLength(3);
    const doubtful = first.getByRole<HTMLInputElement>('checkbox', { name: /400 mg/ });
    expect(doubtful.checked).toBe(false);
    expect(boxes.filter(({ disabled }) => disabled).map(({ checked }) => checked)).toEqual([false]);
    first.getByText(/^Not complete yet: /);
    expect(first.getByLabelText<HTMLInputElement>('Comment').value).toBe('Draft confirmed');
    await press('Confirm 1 draft', first);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await read('intakes', complete)).toMatchObject({ draft: false, order: expect.stringContaining('20 mg') as string });
    expect(await read('intakes', far)).toMatchObject({ draft: true });

    // a draft that another one makes incomplete or stale meanwhile keeps the dialog open, and the focus in it
    const stale = await read<IntakeView>('intakes', far);
    await confirmAll('Treatments');
    const second = await dialog('Confirm drafts');
    await userEvent.click(await second.findByRole('checkbox', { name: /400 mg/ }));
    await screens.api.send('PUT', `/api/intakes/${far}`, { ...stale, notes: 'after a meal', comment: 'Notes' });
    await press('Confirm 1 draft', second);
    await second.findByText(/^Somebody else has changed it meanwhile/);
    await waitFor(() => expect(document.activeElement?.closest('[role=alertdialog] button')).not.toBeNull());
    await userEvent.click(second.getAllByRole('button', { name: /^Complete / })[0]!);
    await waitFor(() => expect(location.pathname).toMatch(/\/intakes\/[^/]+$/));
  });

  it('ruling 50: a treatment is stopped today or on another day, with a reason, also where somebody else changed it meanwhile', async () => {
    const items = await all<IntakeView>('intakes');
    const lipitor = items.find(({ name, ends, draft }) => name.startsWith('Lipitor') && ends === null && !draft)!;
    open(`${LISTS}&hide=diagnoses,lab-results,examinations`);
    await press(/^Stop /, await rowOf(lipitor.id));
    const question = await dialog('Stop treatment');
    const day = question.getByLabelText<HTMLInputElement>('Last day');
    const today = day.value;
    await fill('Last day', '06/08/2022', question);
    await press('Stop treatment', question);
    await question.findByText('Date should not be before 06/09/2022');
    await fill('Last day', '12/31/2049', question);
    await fill('Comment', 'Muscle pain', question);
    await press('Stop treatment', question);
    await question.findByText('This day lies in the future. Stop then?');
    await fill('Last day', today, question);

    await screens.api.send('PUT', `/api/intakes/${lipitor.id}`, { ...lipitor, notes: 'in the evening', comment: 'Notes' });
    await press('Stop treatment', question);
    await question.findByText(/Somebody else has changed it meanwhile/);
    await press('Stop treatment', question);
    await said(/^Lipitor .* stopped$/);
    await hasFocus(lipitor.id);
    const [month, date, year] = today.split('/');
    expect(await read('intakes', lipitor.id)).toMatchObject({
      ends: `${year}-${month}-${date}T00:00:00`,
      // a stop date counts to the end of its day
      active: true,
      notes: 'in the evening',
      comment: 'Muscle pain',
      order: '40 mg once a day, avg 40 mg/day',
    });
    // an external record, and a draft, are not stopped
    const ongoing = items.filter(({ active, draft }) => active && !draft);
    expect(screen.getAllByRole('button', { name: /^Stop / }).length).toBeLessThanOrEqual(ongoing.length);
  });
});
