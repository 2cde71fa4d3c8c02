import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { until } from '../e2e/until.ts';
import { answered, chosen, dialog, field, fill, type Part, press, rowOf, rowsOf, said } from './find.ts';
import { screensOf } from './screens.tsx';

const PATH = '/lab-params-management';
const TITLE = 'Lab parameter configuration';
const settings = {
  normalization_type: 'Arithmetic',
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
  usual_ranges: [],
};
const submit = (where: Part) => where.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const opens = async (id: string) => {
  await press(/^(Edit|View) /, await rowOf(id));
  return dialog(TITLE, 'dialog');
};
const search = async (text: string) => {
  await userEvent.clear(await field('Search by name, LOINC or unit'));
  await userEvent.type(await field('Search by name, LOINC or unit'), `${text}{Enter}`);
  await answered();
};

describe('the catalogue of lab parameters, for a super user', () => {
  const screens = screensOf('admin');
  const read = (id: string) => screens.api.get<LabParameterView>(`/api/lab-parameters/${id}`);
  const added = async (name: string, more: object = {}) => {
    const { id } = await screens.api.send<{ id: string }>('POST', '/api/lab-parameters', {
      ...settings,
      ...{ aliases: [name], unit: 'mg/dL', ...more },
    });
    await until('it can be read', async () => (await screens.api.status(`/api/lab-parameters/${id}`)) === 200);
    return id;
  };

  it('is searched by names, LOINC codes and units, and filtered by status', async () => {
    screens.open(PATH);
    await screen.findByText('Hemoglobin');
    for (const [text, found] of [
      ['haemoglobin', /^Hemoglobin/],
      ['718', /^Hemoglobin/],
      ['  718-7 ', /^Hemoglobin/],
      ['g/dl', /g\/dL/],
    ] as const) {
      await search(text);
      await waitFor(() => expect(rowsOf()[0]).toMatch(found));
    }
    await search('nothing like it');
    await screen.findByText('No lab parameter is called so');
    await search('');
    await userEvent.selectOptions(await field('Status'), 'rejected');
    await screen.findByText('There are no lab parameters available');
    expect(location.search).toBe('?status=Rejected');
  });

  it('takes a new parameter with its aliases in their order, ranges and normalization', async () => {
    const before = await added('Albumin of the eye');
    screens.open(`${PATH}?status=Rejected`);
    await press('Add new');
    const form = await dialog(TITLE, 'dialog');
    await form.findByText('Not complete yet: Alias');
    expect(submit(form).disabled).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Primary alias')));
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Remove alias 1' }).disabled).toBe(true);
    await userEvent.type(await field('Primary alias', form), 'Tear fluid');
    await press('Add alias', form);
    await userEvent.type(document.activeElement!, 'albumin of the EYE');
    await form.findByText('Albumin of the eye answers to this name too: rows of reports with it will wait for a person.');
    await userEvent.clear(document.activeElement!);
    await userEvent.type(document.activeElement!, 'Lacrima{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Primary alias')));
    await press('Add alias', form);
    await userEvent.type(document.activeElement!, 'Typing error');
    await press('Remove Typing error', form);
    await fill(/^LOINC code/, '99-1', form);
    await fill(/^Unit/, 'mg/dL', form);
    await userEvent.selectOptions(await field('Normalization', form), 'Logarithmic');
    await fill('Divider', '', form);
    await userEvent.tab();
    await form.findByText('Field is required');
    await userEvent.click(await field('No normalization', form));
    expect((await field('Divider', form)).value).toBe('1');
    expect((await field('Normalization', form)).value).toBe('Arithmetic');
    await press('Add range', form);
    await userEvent.selectOptions(await field('Sex of range 1', form), 'Female');
    await fill('From age of range 1', '18', form);
    await fill('Min of range 1', '9', form);
    await fill('Max of range 1', '2', form);
    await userEvent.tab();
    await form.findByText('Max: Must be at least 9');
    await fill('Max of range 1', '12', form);
    await fill('Source of range 1', 'Own study', form);
    await press('Submit', form);
    await said('Lacrima was added');
    const row = await screen.findByRole('row', { name: /Lacrima.*Tear fluid.*99-1.*mg\/dL.*Female, from 18 y: 9–12.*No normalization/ });
    expect(location.search).toBe('');
    expect(await read(row.dataset['row']!)).toMatchObject({
      aliases: ['Lacrima', 'Tear fluid'],
      normalization_type: 'NoNormalization',
      scale_divider: 1,
      usual_ranges: [{ sex: 'Female', age_from: '18 y', min: '9', max: '12', source: 'Own study' }],
    });
    expect((await read(before)).aliases).toEqual(['Albumin of the eye']);
  });

  it('lays what somebody else saved beside what was typed, and saves what was chosen', async () => {
    const id = await added('Boron', { normalization_type: 'NoNormalization' });
    screens.open(PATH);
    await search('boron');
    const form = await opens(id);
    expect((await field('Normalization', form)).value).toBe('Arithmetic');
    await fill('Primary alias', 'Boron, serum', form);
    await screens.api.send('PUT', `/api/lab-parameters/${id}`, {
      ...{ ...settings, aliases: ['Boron', 'B'], unit: 'ug/L', is_default: true },
      usual_ranges: [{ min: '1', max: '2' }],
    });
    await press('Submit', form);
    expect(await chosen(form)).toEqual([
      'Aliases: Boron, serum, typed here',
      'Unit: ug/L',
      'Normalization: Arithmetic',
      'Default: Yes',
      'Usual ranges: 1–2',
    ]);
    await press('Use this choice', form);
    await press('Submit', form);
    await said('Boron, serum was updated');
    await until('both changes stand', async () => (await read(id)).unit === 'ug/L');
    expect(await read(id)).toMatchObject({ aliases: ['Boron, serum'], is_default: true, normalization_type: 'Arithmetic' });
  });

  it('lets go of a parameter after the documents’ question', async () => {
    const id = await added('Obsolete');
    screens.open(PATH);
    await search('obsolete');
    await press('Remove', await opens(id));
    const question = await dialog('Are you sure?');
    question.getByText('You are trying to remove medical data. This action is irreversible.');
    await press('Remove', question);
    await said('Obsolete was removed');
    await screen.findByText('No lab parameter is called so');
  });

  it('lets go of one from its row too, and says there why one cannot be removed', async () => {
    const [kept, other, free] = [await added('Rowwise kept'), await added('Rowwise merged'), await added('Rowwise alone')];
    await screens.api.send('PUT', '/api/lab-parameters/merge', { parameter_ids: [other, kept] });
    screens.open(PATH);
    await search('rowwise');
    await press('Remove Rowwise kept');
    const question = await dialog('Are you sure?');
    question.getByText('You are trying to remove medical data. This action is irreversible.');
    await press('Remove', question);
    await question.findByText('Other parameters were merged into this one: undo these merges first');
    await press('Cancel', question);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press(/^Remove/, await rowOf(free));
    await press('Remove', await dialog('Are you sure?'));
    await said('Rowwise alone was removed');
    await waitFor(() => expect(rowsOf()).toHaveLength(1));
  });

  it('shows merges with their undoing, and says why what took in others cannot be removed', async () => {
    const [kept, other] = [await added('Cadmium'), await added('Kadmium')];
    await screens.api.send('PUT', '/api/lab-parameters/merge', { parameter_ids: [other, kept] });
    screens.open(PATH);
    await search('kadmium');
    await waitFor(() => expect(rowsOf()).toEqual([expect.stringMatching(/^Cadmium.*merged: Kadmium/)]));
    const form = await opens(kept);
    await press('Remove', form);
    await press('Remove', await dialog('Are you sure?'));
    await form.findByText('Other parameters were merged into this one: undo these merges first');
    await press('Undo merge of Kadmium', form);
    await said('The merge of Kadmium was undone');
    await waitFor(() => expect(form.queryByText('Merged into this parameter')).toBeNull());
    await press('Cancel', form);
    await waitFor(() => expect(rowsOf()[0]).toMatch(/^Kadmium/));
  });
});

describe('the catalogue of lab parameters, for an administrator of a clinic', () => {
  const screens = screensOf('administrator');

  it('is there to be read: no change is offered', async () => {
    screens.open(`${PATH}?status=PendingApproval`);
    await search('hemoglobin');
    expect(screen.queryByRole('button', { name: 'Add new' })).toBeNull();
    expect(screen.queryByLabelText('Status')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press('View Hemoglobin');
    const form = await dialog(TITLE, 'dialog');
    expect(form.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
      'Close',
      'Close',
    ]);
    expect((await field('Primary alias', form)).readOnly).toBe(true);
    expect((await field('Min of range 1', form)).readOnly).toBe(true);
    expect((await field(/^Unit/, form)).readOnly).toBe(true);
  });
});
