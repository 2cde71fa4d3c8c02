import type { Page } from 'playwright-core';
import { type Api, apiAs, patientId } from './api.ts';
import { focus } from './keys.ts';
import { describeInBrowser, inOrder, openStage, type Stage } from './stage.ts';
import { until } from './until.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const value = (page: Page, name: string) => field(page, `Value of ${name}`);

interface Listed {
  id: string;
  version: number;
  draft: boolean;
  collected: string;
  bmi: { value: string } | null;
  measurements: {
    parameter_name: string;
    parameter_value: string;
    unit: string;
    option_label?: string;
    corrected_from?: { value: string };
  }[];
}

describeInBrowser('an examination', () => {
  const step = inOrder();
  let stage: Stage;
  let api: Api;
  let patient: string;
  let doctor: Page;
  const home = () => `/patients/${patient}`;
  const examinations = async () => (await api.get<{ items: Listed[] }>(`/api/examinations?patient_id=${patient}&skip=0&take=50`)).items;
  const newest = async (version = 0) =>
    until(`an examination of version ${version} is first`, async () => (await examinations()).find((item) => item.version === version));
  const saved = async () => {
    await doctor.waitForURL(new RegExp(`${home()}$`));
    await toasts(doctor)
      .getByText(/Ella Park: .+ saved$/)
      .first()
      .waitFor();
  };
  const hasFocus = (name: string) => until(`'${name}' has the focus`, async () => (await focus(doctor)).name === name);
  /** The lists have caught up with what was just approved or added. */
  const offered = (path: string) =>
    until(`${path} finds something`, async () => {
      const { overall_count } = await api.get<{ overall_count: number }>(`/api/${path}&skip=0&take=1`);
      return overall_count > 0;
    });
  /** Opens the form; typing starts in the box for parameters and templates. */
  const begin = async () => {
    await doctor.goto(`${stage.server.url}${home()}/examinations/add`);
    await hasFocus('Add a parameter or a template');
  };

  beforeAll(async () => {
    stage = await openStage();
    api = await apiAs(stage.server.url, 'doctor');
    // what is listed is made ready after the start
    for (const path of ['patients?skip=0&take=1', 'measurement-parameters?take=1', 'examination-templates?take=1']) {
      await until(`${path} is answered`, async () => (await api.status(`/api/${path}`)) === 200, 120_000);
    }
    patient = await patientId(api, 'Park');
    doctor = await stage.as('doctor');
  });
  afterAll(() => stage?.close());

  step('is entered by a template without the mouse, with the Bmi beside', async () => {
    const { keyboard } = doctor;
    await begin();
    await keyboard.type('blood pr');
    await keyboard.press('Enter');
    await hasFocus('Value of Systolic blood pressure');
    // asked, never split by itself: a digit may be missing
    await keyboard.type('118/7');
    await button(doctor, 'systolic 118, diastolic 7?').waitFor();
    await keyboard.type('4');
    await doctor.getByText('systolic 118, diastolic 74', { exact: true }).waitFor();
    await keyboard.press('Enter');
    await hasFocus('Value of Heart rate');
    await keyboard.type('66');
    await keyboard.press('Enter');
    await keyboard.type('weight and');
    await keyboard.press('Enter');
    await keyboard.type('58,5');
    await keyboard.press('Enter');
    await keyboard.type('165');
    await doctor.getByText('from 58.5 kg and 165 cm').waitFor();
    await keyboard.press('Control+Enter');
    await saved();
    const item = await newest();
    expect(item.measurements.map(({ parameter_name, parameter_value, unit }) => `${parameter_name} ${parameter_value} ${unit}`)).toEqual([
      'Systolic blood pressure 118 mm[Hg]',
      'Diastolic blood pressure 74 mm[Hg]',
      'Heart rate 66 /min',
      'Body weight 58.5 kg',
      'Body height 165 cm',
    ]);
    expect(item.bmi?.value).toBe('21.49');
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 29: asks once about a value ten times off, and about a weight without its unit', async () => {
    await begin();
    await doctor.keyboard.type('last');
    await doctor.keyboard.press('Enter');
    await hasFocus('Value of Systolic blood pressure');
    await doctor.getByText('118 mmHg').waitFor();
    await value(doctor, 'Systolic blood pressure').fill('1180');
    await value(doctor, 'Diastolic blood pressure').fill('75');
    // a row of the template that is left empty blocks nothing
    await value(doctor, 'Body weight').fill('59');
    await value(doctor, 'Body height').focus();
    await doctor.keyboard.press('Control+Delete');
    await hasFocus('Value of Body weight');
    await value(doctor, 'Diastolic blood pressure').focus();
    await doctor.keyboard.press('F2');
    await hasFocus('Unit of Diastolic blood pressure');
    await doctor.getByText('1 row without a value will not be saved.').waitFor();
    await doctor.getByText(/height of \d\d\/\d\d\/\d{4}/).waitFor();
    await doctor.keyboard.press('Control+Enter');
    await doctor.getByText(/The last value of Systolic blood pressure was 118 mmHg.*this is 1180/).waitFor();
    await button(doctor, 'Save anyway').click();
    await saved();
    await until('there are two', async () => (await examinations()).length === 2);
    const second = (await examinations()).find(({ measurements }) =>
      measurements.some(({ parameter_value }) => parameter_value === '1180'),
    );
    expect(second?.measurements.map(({ parameter_name }) => parameter_name)).not.toContain('Heart rate');
    // who accepted it is in its history
    await doctor.goto(`${stage.server.url}${home()}?examinations_view=list`);
    await doctor
      .getByRole('row', { name: /1180/ })
      .getByRole('button', { name: /^History/ })
      .click();
    const accepted = doctor
      .getByRole('dialog', { name: /^History/ })
      .getByRole('row', { name: /Created Helen Hart.*Accepted: The last value of Systolic/ });
    await accepted.waitFor();
    await doctor.keyboard.press('Escape');
  });

  step('ruling 56: takes a unit that is typed behind a value, and refuses one it does not know', async () => {
    const { keyboard } = doctor;
    const unit = (name: string) => field(doctor, `Unit of ${name}`).inputValue();
    await begin();
    await keyboard.type('weight and');
    await keyboard.press('Enter');
    await hasFocus('Value of Body weight');
    await keyboard.type('9 st');
    await doctor.getByText("The unit 'st' is not known here: choose kg or lb").waitFor();
    expect(await unit('Body weight')).toBe('kg');
    await keyboard.press('Control+A');
    await keyboard.type('130 lbs');
    await doctor.getByText('130 lb', { exact: true }).waitFor();
    await keyboard.press('Enter');
    await hasFocus('Value of Body height');
    expect([await value(doctor, 'Body weight').inputValue(), await unit('Body weight')]).toEqual(['130', 'lb']);
    // saved from where it was typed
    await keyboard.type('65in');
    await keyboard.press('Control+Enter');
    await until('it is saved', async () => (await examinations()).some(({ bmi }) => bmi?.value === '21.63'));
    const item = (await examinations()).find(({ bmi }) => bmi?.value === '21.63')!;
    expect(item.measurements.map(({ parameter_value, unit: saved }) => `${parameter_value} ${saved}`)).toEqual(['130 lb', '65 in']);
    await api.send('DELETE', `/api/examinations/${item.id}`, { version: item.version, comment: 'In pounds' });
    await until('it is gone', async () => !(await examinations()).some(({ id }) => id === item.id));
    expect(stage.complaints()).toEqual([]);
  });

  step('has rows of one line, with an error under its own field', async () => {
    await begin();
    await doctor.keyboard.type('blood pr');
    await doctor.keyboard.press('Enter');
    await hasFocus('Value of Systolic blood pressure');
    const box = async (name: string) => (await value(doctor, name).boundingBox())!;
    const [first, second] = [await box('Systolic blood pressure'), await box('Diastolic blood pressure')];
    expect(second.y - first.y).toBeLessThanOrEqual(29);
    await doctor.keyboard.type('12x');
    const error = (await doctor.getByText(/^The unit 'x' is not known here/).boundingBox())!;
    expect(error.x).toBeGreaterThanOrEqual(first.x - 1);
    expect(error.y).toBeGreaterThanOrEqual(first.y + first.height - 2);
    expect((await box('Diastolic blood pressure')).y).toBeGreaterThanOrEqual(error.y + error.height);
    await doctor.keyboard.press('Escape');
    await button(doctor, 'Throw it away').click();
    await doctor.waitForURL(new RegExp(`${home()}$`));
    expect(stage.complaints()).toEqual([]);
  });

  step('ruling 34: is corrected with a reason, and the old value stands struck through', async () => {
    const wrong = (await examinations()).find(({ measurements }) =>
      measurements.some(({ parameter_value }) => parameter_value === '1180'),
    )!;
    await doctor.goto(`${stage.server.url}${home()}/examinations/${wrong.id}`);
    await hasFocus('Value of Systolic blood pressure');
    await doctor.keyboard.press('Control+A');
    await doctor.keyboard.type('118');
    await doctor.keyboard.press('Control+Enter');
    await hasFocus('Comment');
    await doctor.keyboard.type('A zero too many');
    await doctor.keyboard.press('Control+Enter');
    await saved();
    expect((await newest(1)).measurements[0]).toMatchObject({ parameter_value: '118', corrected_from: { value: '1180' } });
    await doctor.goto(`${stage.server.url}${home()}?examinations_view=list`);
    const row = doctor.getByRole('row', { name: /1180|Systolic blood pressure 118/ }).first();
    await row.locator('[data-corrected]', { hasText: /^corrected from 1180/ }).waitFor();
    await button(doctor, 'Correction of Systolic blood pressure seen').click();
    await row.locator('s').waitFor({ state: 'hidden' });
  });

  step('takes parameters from an earlier one, never values; and is removed with a reason', async () => {
    await begin();
    await button(doctor, 'Add from previous').click();
    await doctor.getByRole('menuitem').first().click();
    await value(doctor, 'Systolic blood pressure').waitFor();
    expect(await value(doctor, 'Systolic blood pressure').inputValue()).toBe('');
    await doctor.keyboard.press('Escape');
    const [first] = await examinations();
    await doctor.goto(`${stage.server.url}${home()}/examinations/${first!.id}`);
    await button(doctor, 'Remove').click();
    const dialog = doctor.getByRole('alertdialog');
    await dialog.getByText("Are you sure? You're trying to remove patient medical data. This action is irreversible!").waitFor();
    await dialog.getByLabel('Comment').fill('Another patient');
    await dialog.getByRole('button', { name: 'Remove examination' }).click();
    await until('one is left', async () => (await examinations()).length === 1);
  });

  step('measures what a clinic suggested once the super user approved it, with its definitions as choices', async () => {
    await begin();
    await button(doctor, 'Suggest new parameter').click();
    const dialog = doctor.getByRole('dialog', { name: 'Suggest new' });
    await dialog.getByLabel('Name', { exact: true }).fill('Gait');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await toasts(doctor)
      .getByText(/Gait was suggested/)
      .waitFor();
    await field(doctor, 'Add a parameter or a template').fill('gait');
    await doctor.getByRole('option', { name: /Gait waits for approval/ }).waitFor();
    await doctor.keyboard.press('Enter');
    expect(await value(doctor, 'Gait').count()).toBe(0);

    const admin = await stage.as('admin', '/measurement-params-management?tab=pending');
    await admin.getByRole('row', { name: /Gait/ }).click();
    const review = admin.getByRole('dialog', { name: 'Review' });
    await review.getByRole('button', { name: 'Add definition' }).click();
    await review.getByLabel('Value of definition 1').fill('2');
    await review.getByLabel('Label of definition 1').fill('Unsteady');
    await review.getByRole('button', { name: 'Approve' }).click();
    await toasts(admin).getByText('Gait was approved').waitFor();
    await admin.getByRole('tab', { name: 'Approved', exact: true }).click();
    await admin.getByRole('row', { name: /Gait .*Unsteady \(2\).*0 \/ 0/ }).waitFor();

    await offered('measurement-parameters?state=0&exam=true&query=gait');
    await begin();
    await doctor.keyboard.type('gait');
    await doctor.keyboard.press('Enter');
    await hasFocus('Value of Gait');
    await value(doctor, 'Gait').selectOption({ label: 'Unsteady (2)' });
    await doctor.keyboard.press('Control+Enter');
    await saved();
    await until('the definition is in the record', async () =>
      (await examinations()).some(({ measurements }) => measurements.some(({ option_label }) => option_label === 'Unsteady')),
    );
    await admin.getByRole('row', { name: /Gait .*0 \/ 1/ }).waitFor();
    await admin.getByRole('row', { name: /Gait/ }).click();
    const update = admin.getByRole('dialog', { name: 'Update' });
    await update.getByText('1 use').waitFor();
    expect(await update.getByRole('button', { name: 'Remove Unsteady' }).isDisabled()).toBe(true);
    expect(stage.complaints()).toEqual([]);
  });

  step('is entered by an office template that was made for everybody', async () => {
    const admin = await stage.as('admin', '/templates-management');
    await button(admin, 'Add new').click();
    const dialog = admin.getByRole('dialog', { name: 'Add New Office Template' });
    await dialog.getByText('You must provide parameters!').waitFor();
    await dialog.getByLabel('Template name').fill('Lungs');
    await dialog.getByText('Peak expiratory flow').click();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await toasts(admin).getByText("The template 'Lungs' was added").waitFor();
    await offered(`examination-templates?show_individual=true&patient_id=${patient}&query=lungs`);
    await begin();
    await doctor.keyboard.type('lungs');
    await doctor.keyboard.press('Enter');
    await hasFocus('Value of Peak expiratory flow');
  });
});
