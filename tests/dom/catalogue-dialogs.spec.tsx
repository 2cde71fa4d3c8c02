import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExaminationTemplateView } from '#contracts/examinations/examination-templates';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { chosen, dialog, field, fill, type Part, press, rowOf, said } from './find.ts';
import { screensOf } from './screens.tsx';

const submit = (where: Part, name = 'Submit') => where.getByRole<HTMLButtonElement>('button', { name });
/** Ends where the field is left. */
const fillAndLeave = async (name: RegExp, text: string, where: Part) => {
  await fill(name, text, where);
  await userEvent.tab();
};
const opens = async (row: string, title: string) => {
  await press(/^Edit /, await rowOf(row));
  return dialog(title, 'dialog');
};

describe('what a super user curates', () => {
  const screens = screensOf('admin');
  const read = <T,>(path: string) => screens.api.get<T>(`/api/${path}`);
  /** Somebody else saves first. */
  const elsewhere = async (method: 'PUT' | 'DELETE', path: string, body: object) => {
    const { version } = await read<{ version: number }>(path);
    await screens.api.send(method, `/api/${path}`, { ...body, version });
  };
  const added = async (path: string, body: object) => {
    const { id } = await screens.api.send<{ id: string }>('POST', `/api/${path}`, body);
    await until('it can be read', async () => (await screens.api.status(`/api/${path}/${id}`)) === 200);
    return id;
  };

  describe('an office parameter', () => {
    const given = {
      name: 'Grip strength',
      description: 'kg',
      scale_divider: 40,
      options_config: [{ option_id: 'weak', predefined_value: 10, label_text: 'Weak' }],
    };
    const stored = (id: string) => read<MeasurementParameterView>(`measurement-parameters/${id}`);

    it('lays what somebody else saved beside what was typed, and saves what was chosen', async () => {
      const id = await added('measurement-parameters', given);
      screens.open('/measurement-params-management');
      const form = await opens(id, 'Update');
      await fill(/^Name/, 'Grip strength, right hand', form);
      const strong = { option_id: 'strong', predefined_value: 50, label_text: 'Strong' };
      await elsewhere('PUT', `measurement-parameters/${id}`, {
        ...given,
        description: 'kilograms',
        normalization_type: 'NoNormalization',
        options_config: [...given.options_config, strong],
      });
      await press('Submit', form);
      expect(await chosen(form)).toEqual([
        'Name: Grip strength, right hand, typed here',
        'Unit or # per interval: kilograms',
        'Upper limit of normal: 1',
        'Normalization: No normalization',
        'Definition 2: 50: Strong',
      ]);
      expect(submit(form).disabled).toBe(true);
      form.getByText('Choose above what shall stand.');
      await press('Use this choice', form);
      await press('Submit', form);
      await said('Grip strength, right hand was updated');
      await until('both changes stand', async () => (await stored(id)).name === 'Grip strength, right hand');
      expect(await stored(id)).toMatchObject({
        description: 'kilograms',
        normalization_type: 'NoNormalization',
        options_config: [{ option_id: 'weak' }, strong],
      });
    });

    it('keeps what was typed where somebody else removed it', async () => {
      const id = await added('measurement-parameters', { ...given, name: 'Reach' });
      screens.open('/measurement-params-management');
      const form = await opens(id, 'Update');
      await fill(/^Name/, 'Reach, sitting', form);
      await elsewhere('DELETE', `measurement-parameters/${id}`, {});
      await press('Submit', form);
      await form.findByText(/^Somebody else has removed this since you opened it/);
      expect((await field(/^Name/, form)).value).toBe('Reach, sitting');
      expect(submit(form).disabled).toBe(true);
    });

    it('cannot be submitted while something is missing or wrong, nor twice', async () => {
      screens.open('/measurement-params-management');
      await press('Add new');
      const form = await dialog('Add new', 'dialog');
      await form.findByText('Not complete yet: Name');
      expect(submit(form).disabled).toBe(true);
      await userEvent.tab();
      await form.findByText('Field is required');
      await fill(/^Name/, 'Walk of six minutes', form);
      await waitFor(() => expect(submit(form).disabled).toBe(false));
      for (const [text, message] of [
        ['far', 'Field should be number'],
        ['0', 'Must be greater than 0'],
        ['', 'Field is required'],
      ] as const) {
        await fillAndLeave(/^Upper limit/, text, form);
        await form.findByText(message);
        expect(submit(form).disabled).toBe(true);
      }
      await fill(/^Upper limit/, '500', form);
      screens.answer(/^\/api\/measurement-parameters$/, 'never');
      await press('Submit', form);
      await form.findByRole('progressbar');
      expect(submit(form).disabled).toBe(true);
      screens.answerAll();
      await said('Walk of six minutes was added');
    });
  });

  describe('an office template', () => {
    let parameters: MeasurementParameterView[] = [];
    beforeAll(async () => {
      const { items } = await read<{ items: MeasurementParameterView[] }>('measurement-parameters?state=0&take=5');
      // what is computed is offered to nobody
      parameters = items.filter(({ normalization_type }) => normalization_type !== 'Bmi');
    }, 120_000);
    const ids = (...places: number[]) => places.map((place) => parameters[place]!.id);
    const names = (...places: number[]) => places.map((place) => parameters[place]!.name);
    const stored = (id: string) => read<ExaminationTemplateView>(`examination-templates/${id}`);

    it('lays what somebody else saved beside what was typed, parameter by parameter', async () => {
      const id = await added('examination-templates', { name: 'Round', parameter_ids: ids(0, 1) });
      screens.open('/templates-management');
      const form = await opens(id, 'Update Office Template');
      await userEvent.click(await form.findByRole('checkbox', { name: new RegExp(`^${names(2)[0]}`) }));
      await elsewhere('PUT', `examination-templates/${id}`, { name: 'Ward round', parameter_ids: ids(0, 3) });
      await press('Submit', form);
      const [second, third, fourth] = names(1, 2, 3);
      await form.findByText(fourth!, { selector: 'th' });
      expect(await chosen(form)).toEqual([
        'Template name: Ward round',
        `${second}: Not selected`,
        `${third}: Selected, typed here`,
        `${fourth}: Selected`,
      ]);
      await press('Use this choice', form);
      await press('Submit', form);
      await said("The template 'Ward round' was updated");
      await until('both changes stand', async () => (await stored(id)).parameter_ids.join() === ids(0, 2, 3).join());
    });

    it('keeps what was typed where somebody else removed it', async () => {
      const id = await added('examination-templates', { name: 'Evening', parameter_ids: ids(0) });
      screens.open('/templates-management');
      const form = await opens(id, 'Update Office Template');
      await fill('Template name', 'Late evening', form);
      await elsewhere('DELETE', `examination-templates/${id}`, {});
      await press('Submit', form);
      await form.findByText(/^Somebody else has removed this since you opened it/);
      expect((await field('Template name', form)).value).toBe('Late evening');
    });

    it('cannot be submitted without a name and a parameter', async () => {
      screens.open('/templates-management');
      await press('Add new');
      const form = await dialog('Add New Office Template', 'dialog');
      await form.findByText('You must provide parameters!');
      await form.findByText('Not complete yet: Template name, Parameters');
      expect(submit(form).disabled).toBe(true);
      await fillAndLeave(/^Template name/, ' ', form);
      await form.findByText('Field is required');
      await fill('Template name', 'Short', form);
      await userEvent.click((await form.findAllByRole('checkbox'))[0]!);
      await form.findByText('Selected parameters:');
      await waitFor(() => expect(submit(form).disabled).toBe(false));
    });
  });
});

describe('what a doctor writes beside a record', () => {
  const screens = screensOf('doctor');
  let patient = '';
  beforeAll(async () => {
    patient = await patientId(screens.api, 'Okafor');
  }, 120_000);

  it('a comment stays as it was typed, below what somebody else said meanwhile', async () => {
    const { items } = await screens.api.get<{ items: { id: string }[] }>(`/api/diagnoses?patient_id=${patient}&skip=0&take=1`);
    const { id } = items[0]!;
    screens.open(`/patients/${patient}?diagnoses_view=list`);
    await press(/^Comment/, await rowOf(id));
    const form = await dialog('New comment to diagnosis record', 'dialog');
    expect(submit(form, 'Save').disabled).toBe(true);
    await userEvent.tab();
    await form.findByText("Comment shouldn't be empty.");
    await fill('Comment', 'Please call us', form);
    await waitFor(() => expect(submit(form, 'Save').disabled).toBe(false));
    const colleague = await screens.as('assistant');
    await colleague.send('POST', '/api/comments', { patient_id: patient, diagnose_id: id, comment: 'Called on Monday' });
    screens.answer(/^\/api\/comments$/, 'failed');
    await press('Save', form);
    await form.findByText('Error saving comment. Please contact administrator.');
    expect((await field('Comment', form)).value).toBe('Please call us');
    screens.answerAll();
    await press('Save', form);
    await said(/comment saved$/);
    await until('both are there', async () => {
      const all = await screens.api.get<{ items: { comment: string }[] }>(`/api/comments?patient_id=${patient}&diagnose_id=${id}`);
      return all.items.map(({ comment }) => comment).join() === 'Please call us,Called on Monday';
    });
  });

  it('a group stays as it was typed where it cannot be saved any more', async () => {
    const admin = await screens.as('admin');
    const reach = await admin.send<{ id: string }>('POST', '/api/measurement-parameters', { name: 'Arm span' });
    await until('it can be read', async () => (await screens.api.status(`/api/measurement-parameters/${reach.id}`)) === 200);
    screens.open(`/patients/${patient}/examinations/add`);
    await userEvent.type(await field('Add a parameter or a template'), 'Arm span{Enter}');
    await screen.findByLabelText('Value of Arm span');
    await press('Save as group');
    const form = await dialog('New group name');
    expect(submit(form, 'Save').disabled).toBe(true);
    await userEvent.tab();
    await form.findByText('Field is required');
    await fill(/^Group name/, 'Posture', form);
    const { version } = await admin.get<{ version: number }>(`/api/measurement-parameters/${reach.id}`);
    await admin.send('DELETE', `/api/measurement-parameters/${reach.id}`, { version });
    await press('Save', form);
    await form.findByText('There is no such office parameter');
    expect((await field(/^Group name/, form)).value).toBe('Posture');
  });
});
