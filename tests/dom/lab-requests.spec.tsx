import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LabParameterStatus, LabParameterView } from '#contracts/lab/lab-parameters';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { answered, dialog, field, fill, hasFocus, type Part, press, rowOf, said } from './find.ts';
import { type Screens, screensOf } from './screens.tsx';

const settings = {
  normalization_type: 'Arithmetic',
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
  usual_ranges: [],
};
const LIST = 'lab-parameters';

const curating = (screens: Screens) => {
  const read = (id: string) => screens.api.get<LabParameterView>(`/api/${LIST}/${id}`);
  return {
    read,
    added: async (name: string, unit = '', more: object = {}) => {
      const body = { ...settings, aliases: [name], unit, ...more };
      const { id } = await screens.api.send<{ id: string }>('POST', `/api/${LIST}`, body);
      await until('it can be read', async () => (await screens.api.status(`/api/${LIST}/${id}`)) === 200);
      return id;
    },
    requested: async (alias: string) => {
      const doctor = await screens.as('doctor');
      const { id } = await doctor.send<{ id: string }>('PUT', `/api/${LIST}/request_parameter`, { alias });
      await until('it waits', async () => (await screens.api.status(`/api/${LIST}/${id}`)) === 200);
      return id;
    },
    becomes: (id: string, status: LabParameterStatus) => until(`it is ${status}`, async () => (await read(id)).status === status),
  };
};
const isGoneFrom = (id: string) => waitFor(() => expect(document.querySelector(`[data-row="${id}"]`)).toBeNull());
const buttonsOf = (row: Part) => row.getAllByRole('button').map(({ textContent }) => textContent);
const submit = (where: Part) => where.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const filter = (label: string) => field('Status').then((box) => userEvent.selectOptions(box, label));

describe('the requests for lab parameters', () => {
  const screens = screensOf('admin');
  const { read, added, requested, becomes } = curating(screens);

  it('are where a super user begins, and are searched and filtered by status', async () => {
    const id = await requested('Landing glucose');
    screens.open('/');
    const row = await rowOf(id);
    expect(location.pathname).toBe('/lab-params-requests-management');
    row.getByText('Pending Approval');
    row.getByText(/^\d\d\/\d\d\/\d{4}$/);
    expect(buttonsOf(row)).toEqual(['Add as new', 'Merge', 'Reject', 'OCR Reports']);
    await userEvent.type(await field('Search by name'), 'nothing like it{Enter}');
    await screen.findByText('No request is called so');
    await userEvent.clear(await field('Search by name'));
    await filter('approved');
    await answered();
    expect(buttonsOf(await rowOf((await firstApproved()).id))).toEqual(['Settings']);
    await filter('not reviewed');
    await isGoneFrom(id);
    await filter('Pending Approval');
    await rowOf(id);
  });
  const firstApproved = async () => (await screens.api.get<{ items: LabParameterView[] }>(`/api/${LIST}?status=Approved&take=1`)).items[0]!;

  it('are decided by keys: the next row has the focus, and what was rejected waits again', async () => {
    const [first, second, third] = [await requested('Key one'), await requested('Key three'), await requested('Key two')];
    screens.open('/lab-params-requests-management');
    await rowOf(first);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(document.querySelector('tbody tr'));
    (await rowOf(first)).element.focus();
    await userEvent.keyboard('{r>3/}');
    await said('Key one was rejected');
    await isGoneFrom(first);
    await hasFocus(second);
    await rowOf(second);
    await becomes(first, 'Rejected');
    await userEvent.keyboard('{ArrowDown}');
    await hasFocus(third);
    await userEvent.keyboard('u');
    await said('Key one waits again');
    await rowOf(first);
    await becomes(first, 'PendingApproval');
    // once
    await userEvent.keyboard('u');
    await userEvent.keyboard('o');
    const rows = await dialog('OCR Reports: Key two', 'dialog');
    await rows.findByText('It is printed on no report');
    await userEvent.click(rows.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect((await read(first)).status).toBe('PendingApproval');
  });

  it('that were rejected can be reviewed again', async () => {
    const id = await requested('Rejected in error');
    await screens.api.send('PUT', `/api/${LIST}/reject_parameter`, { id });
    await becomes(id, 'Rejected');
    screens.open('/lab-params-requests-management?status=Rejected');
    expect(buttonsOf(await rowOf(id))).toEqual(['OCR Reports', 'Review again']);
    await press('Review again Rejected in error');
    await said('Rejected in error waits again');
    await isGoneFrom(id);
  });

  it('stay where somebody else decided first, with the reason', async () => {
    const id = await requested('Decided twice');
    screens.open('/lab-params-requests-management');
    await rowOf(id);
    await screens.api.send('PUT', `/api/${LIST}/${id}`, { ...settings, aliases: ['Decided twice'], unit: '', status: 'Approved' });
    await press('Reject Decided twice');
    await said('Decided twice was not rejected');
    await isGoneFrom(id);
    await becomes(id, 'Approved');
  });

  it('become parameters of their own, with the printed words to begin with', async () => {
    const id = await requested('New to us');
    screens.open('/lab-params-requests-management');
    (await rowOf(id)).element.focus();
    await userEvent.keyboard('{Enter}');
    const form = await dialog('Lab parameter configuration', 'dialog');
    expect((await field('Primary alias', form)).value).toBe('New to us');
    expect(form.queryByRole('button', { name: 'Remove' })).toBeNull();
    await fill(/^Unit/, 'mg/L', form);
    await press('Submit', form);
    await said('New to us was approved');
    await isGoneFrom(id);
    expect(await read(id)).toMatchObject({ status: 'Approved', unit: 'mg/L' });
  });

  it('are merged with what is suggested, with its reasons, and taken back by the toast', async () => {
    const kept = await added('Quassia extract', 'mmol/L');
    const id = await requested('Quassia extrakt');
    screens.open('/lab-params-requests-management');
    (await rowOf(id)).element.focus();
    await userEvent.keyboard('m');
    const form = await dialog('MERGING LAB PARAMETERS', 'dialog');
    await form.findByText('Similar name: Quassia extract');
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Keep Quassia extrakt' }).disabled).toBe(true);
    expect(submit(form).disabled).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Search lab parameters to merge with')));
    await userEvent.keyboard('{Enter}');
    await form.findByText(/is kept: no values yet/);
    await waitFor(() => expect(submit(form).disabled).toBe(false));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const question = await dialog('Are you sure?');
    question.getByText('You are trying to merge lab parameters data. This action is irreversible.');
    await press('Merge', question);
    const toast = (await said(/^Quassia extrakt merged into Quassia extract/)).closest<HTMLElement>('.bp6-toast')!;
    await isGoneFrom(id);
    expect((await read(kept)).merged).toMatchObject([{ id, aliases: ['Quassia extrakt'] }]);
    await userEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
    await said('The merge was undone');
    await rowOf(id);
    expect((await read(kept)).merged).toBeUndefined();
  });

  it('show the rows as they are printed, and nothing of whose they are', async () => {
    const id = await requested('Printed twice');
    const row = { name: 'Printed twce', value: '4.2', unit: 'mg/dL', range: '1 - 5', since: '2026-11-20T10:00:00.000Z' };
    const rows = [
      { id: '11111111-1111-4111-8111-111111111111', ...row, has_image: true },
      { id: '22222222-2222-4222-8222-222222222222', ...row, name: 'Typed by hand', has_image: false },
    ];
    const pages = /\/pages\?/;
    screens.answer(pages, 'never');
    screens.answer(/\/image$/, 'gone');
    screens.open('/lab-params-requests-management');
    await rowOf(id);
    await press('OCR Reports Printed twice');
    const form = await dialog('OCR Reports: Printed twice', 'dialog');
    await form.findByLabelText('Reading rows of reports');
    screens.again(pages, 'failed');
    await form.findByText('The rows of reports could not be read');
    screens.answerAll();
    screens.answer(/\/image$/, 'gone');
    screens.answer(pages, () => ({ items: rows, overall_count: 2 }));
    await press('Try again', form);
    await form.findByText('No picture');
    expect(form.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'As printedNameValueUnitRangeFound',
      'No picturePrinted twce4.2mg/dL1 - 511/20/2026',
      'Added by a personTyped by hand4.2mg/dL1 - 511/20/2026',
    ]);
  });
});

describe('merging lab parameters', () => {
  const screens = screensOf('admin');
  const { read, added } = curating(screens);

  it('waits until units and doubts are decided, asks, and can be undone', async () => {
    const [kept, other] = [await added('Eiweiss A', 'g/dL', { code: '90-1' }), await added('Eiweiss B', 'g/L', { code: '90-2' })];
    const doctor = await screens.as('doctor');
    const patient = await patientId(doctor, 'Morgan');
    for (const [value, unit, day] of [
      ['72', 'g/L', '01'],
      ['3', 'drops', '02'],
    ] as const) {
      const parameters = [{ entry_id: 'a', parameter_id: other, name: 'Eiweiss B', value, unit, min: '1', max: '200' }];
      await doctor.send('POST', '/api/lab-results', { patient_id: patient, collected: `2026-03-${day}T00:00:00`, parameters });
    }
    const preview = `/api/${LIST}/merge/preview?parameter_ids=${other},${kept}&kept_id=${kept}`;
    await until('both values are counted', async () => {
      const { parameters } = await screens.api.get<{ parameters: { id: string; values: number }[] }>(preview);
      return parameters.find(({ id }) => id === other)?.values === 2;
    });
    screens.open('/lab-params-management');
    await userEvent.type(await field('Search by name, LOINC or unit'), 'eiweiss{Enter}');
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
    await answered();
    const merge = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' });
    await userEvent.click(await screen.findByLabelText('Select Eiweiss B for merging'));
    expect(merge().disabled).toBe(true);
    await userEvent.click(screen.getByLabelText('Select all on this page'));
    await screen.findByText('2 selected');
    await userEvent.click(merge());
    const form = await dialog('MERGING LAB PARAMETERS', 'dialog');
    expect((await form.findByLabelText<HTMLInputElement>('Keep Eiweiss A')).checked).toBe(true);
    await form.findByText('Not decided yet: 2 units, 2 doubts');
    form.getByText(/^Eiweiss A$/, { selector: 'strong' });
    form.getByText(/: 2 values of 1 patient/);
    form.getByText('72 g/L = 7.20 g/dL');
    for (const doubt of form.getAllByRole('checkbox')) await userEvent.click(doubt);
    const own = form.getAllByLabelText('Keep as a line of its own');
    for (const each of own) await userEvent.click(each);
    await waitFor(() => expect(submit(form).disabled).toBe(false));
    await userEvent.click(form.getByLabelText(/^Show in g\/dL/));
    // other than what was decided about: asked anew
    await userEvent.click(form.getByLabelText('Keep Eiweiss B'));
    await waitFor(() => expect(submit(form).disabled).toBe(true));
    await userEvent.click(form.getByLabelText('Keep Eiweiss A'));
    await waitFor(() => expect(submit(form).disabled).toBe(false));
    await press('Submit', form);
    await press('Merge', await dialog('Are you sure?'));
    await said(/^Eiweiss B merged into Eiweiss A/);
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(1));
    await screen.findByText('merged: Eiweiss B');
    await press('Undo');
    await said('The merge was undone');
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
    expect((await read(kept)).merged).toBeUndefined();
  });

  it('lists ten approved ones by name, takes one by Enter, and needs two', async () => {
    const [one, other] = [await added('Zzz first'), await added('Zzz second')];
    await added('Zzz third');
    screens.open('/lab-params-management');
    await userEvent.type(await field('Search by name, LOINC or unit'), 'zzz{Enter}');
    await rowOf(one);
    await answered();
    for (const name of ['Zzz first', 'Zzz second']) await userEvent.click(await screen.findByLabelText(`Select ${name} for merging`));
    await press('Merge');
    const form = await dialog('MERGING LAB PARAMETERS', 'dialog');
    await press('Leave Zzz second out', form);
    await form.findAllByText('Choose at least two parameters.');
    await userEvent.type(await field('Search lab parameters to merge with', form), 'zzz');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(form.getByLabelText('Merge with Zzz third').closest('[data-former]')).toBeNull());
    await userEvent.keyboard('{Enter}');
    await form.findByText('Zzz second', { selector: 'strong' });
    screens.answer(/\/merge\/preview/, 'failed');
    await userEvent.click(form.getByLabelText('Keep Zzz second'));
    await form.findByText('The preview could not be read');
    expect(submit(form).disabled).toBe(true);
    expect(await read(other)).toMatchObject({ status: 'Approved' });
  });
});
