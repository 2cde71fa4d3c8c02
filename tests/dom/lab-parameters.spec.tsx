import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LabParameterStatus, LabParameterView } from '#contracts/lab/lab-parameters';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { add, itemsOf } from './data.ts';
import { answered, chosen, dialog, field, hasFocus, isClosed, isDisabled, isGone, rowOf, rowsOf, said, textsOf, valueOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { asks, fill, fillAll, opens, press, select, tick } from './user.ts';

const [PATH, REQUESTS] = ['/lab-params-management', '/lab-params-requests-management'];
const [FORM, MERGING] = ['Lab parameter configuration', 'MERGING LAB PARAMETERS'];
const MERGED = 'Other parameters were merged into this one: undo these merges first';
const settings = {
  normalization_type: 'Arithmetic',
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
  usual_ranges: [],
};

const screens = screensOf('admin');
const asAdministrator = screens.for('administrator');
const read = (id: string) => screens.api.get<LabParameterView>(`/api/lab-parameters/${id}`);
const added = (name: string, more: object = {}) =>
  add(screens.api, 'lab-parameters', { ...settings, aliases: [name], unit: 'mg/dL', ...more });
/** Two parameters, of which the second is merged into the first. */
const merged = async (kept: string, other: string) => {
  const ids = [await added(kept), await added(other)] as const;
  await screens.api.send('PUT', '/api/lab-parameters/merge', { parameter_ids: ids.toReversed() });
  return ids;
};
const search = async (text: string) => {
  await fill('Search by name, LOINC or unit', `${text}{Enter}`);
  await answered();
};
/** Opens the catalogue and searches in it. */
const openAt = async (text: string) => {
  screens.open(PATH);
  await search(text);
};
const edit = async (id: string) => opens(/^Edit /, FORM, await rowOf(id));
const textIs = (words: string) => (_text: string, element: Element | null) => element?.tagName === 'P' && element.textContent === words;
const has = (rows: number) => waitFor(() => expect(rowsOf()).toHaveLength(rows));

describe('the catalogue of lab parameters, for a super user', () => {
  it('is searched by names, LOINC codes and units, and filtered by status', async () => {
    await screens.open(PATH).findByText('Hemoglobin');
    for (const text of ['haemoglobin', '718', '  718-7 ', 'g/dl']) {
      await search(text);
      await waitFor(() => expect(rowsOf()[0]).toMatch(text === 'g/dl' ? /g\/dL/ : /^Hemoglobin/));
    }
    await search('nothing like it');
    await screen.findByText('No lab parameter is called so');
    await search('');
    await select('Status', 'rejected');
    await screen.findByText('There are no lab parameters available');
    expect(location.search).toBe('?status=Rejected');
  });

  it('takes a new parameter with its aliases in their order, ranges and normalization', async () => {
    const before = await added('Albumin of the eye');
    screens.open(`${PATH}?status=Rejected`);
    const form = await opens('Add new', FORM);
    const typeOn = (text: string) => userEvent.type(document.activeElement!, text);
    const isAtPrimary = () => waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Primary alias')));
    await form.findByText('Not complete yet: Alias');
    await isAtPrimary();
    expect([isDisabled('Submit', form), isDisabled('Remove alias 1', form)]).toEqual([true, true]);
    await typeOn('Tear fluid');
    await press('Add alias', form);
    await typeOn('albumin of the EYE');
    await form.findByText('Albumin of the eye answers to this name too: rows of reports with it will wait for a person.');
    await userEvent.clear(document.activeElement!);
    await typeOn('Lacrima{Alt>}{ArrowUp}{/Alt}');
    await isAtPrimary();
    await press('Add alias', form);
    await typeOn('Typing error');
    await press('Remove Typing error', form);
    await fill(/^LOINC code/, '99-1', form);
    await fill(/^Unit/, 'mg/dL', form);
    await select('Normalization', 'Logarithmic', form);
    await fill('Divider', '', form);
    await userEvent.tab();
    await form.findByText('Field is required');
    await tick('No normalization', form);
    expect([await valueOf('Divider', form), await valueOf('Normalization', form)]).toEqual(['1', 'Arithmetic']);
    await press('Add range', form);
    await select('Sex of range 1', 'Female', form);
    await fillAll({ 'From age of range 1': '18', 'Min of range 1': '9', 'Max of range 1': '2' }, form);
    await userEvent.tab();
    await form.findByText('Max: Must be at least 9');
    await fillAll({ 'Max of range 1': '12', 'Source of range 1': 'Own study' }, form);
    await press('Submit', form, 'Lacrima was added');
    const row = await screen.findByRole('row', { name: /Lacrima.*Tear fluid.*99-1.*mg\/dL.*Female, from 18 y: 9–12.*No normalization/ });
    expect(location.search).toBe('');
    expect(await read(row.dataset['row']!)).toMatchObject({
      ...{ aliases: ['Lacrima', 'Tear fluid'], normalization_type: 'NoNormalization', scale_divider: 1 },
      usual_ranges: [{ sex: 'Female', age_from: '18 y', min: '9', max: '12', source: 'Own study' }],
    });
    expect((await read(before)).aliases).toEqual(['Albumin of the eye']);
    await hasFocus(row.dataset['row']!);
    // typing is not interrupted where the row comes again
    for (const text of ['nothing of the kind', 'lacrima']) await search(text);
    const again = await rowOf(row.dataset['row']!);
    expect(again.element).not.toBe(row);
    expect(document.activeElement).toBe(await field('Search by name, LOINC or unit'));
  });

  it('lays what somebody else saved beside what was typed, and saves what was chosen', async () => {
    const id = await added('Boron', { normalization_type: 'NoNormalization' });
    await openAt('boron');
    const form = await edit(id);
    expect(await valueOf('Normalization', form)).toBe('Arithmetic');
    await fill('Primary alias', 'Boron, serum', form);
    const theirs = { ...settings, aliases: ['Boron', 'B'], unit: 'ug/L', is_default: true, usual_ranges: [{ min: '1', max: '2' }] };
    await screens.api.send('PUT', `/api/lab-parameters/${id}`, theirs);
    await press('Submit', form);
    const versions = ['Aliases: Boron, serum, typed here', 'Unit: ug/L', 'Normalization: Arithmetic', 'Default: Yes', 'Usual ranges: 1–2'];
    expect(await chosen(form)).toEqual(versions);
    await press('Use this choice', form);
    await press('Submit', form, 'Boron, serum was updated');
    await until('both changes stand', async () => (await read(id)).unit === 'ug/L');
    expect(await read(id)).toMatchObject({ aliases: ['Boron, serum'], is_default: true, normalization_type: 'Arithmetic' });
  });

  it('lets go of a parameter after the documents’ question', async () => {
    const id = await added('Obsolete');
    await openAt('obsolete');
    const question = await asks('Remove', 'Are you sure?', await edit(id));
    question.getByText('You are trying to remove medical data. This action is irreversible.');
    await press('Remove', question, 'Obsolete was removed');
    await screen.findByText('No lab parameter is called so');
  });

  it('lets go of one from its row too, and says there why one cannot be removed', async () => {
    await merged('Rowwise kept', 'Rowwise merged');
    const free = await added('Rowwise alone');
    await openAt('rowwise');
    const question = await asks('Remove Rowwise kept');
    question.getByText('You are trying to remove medical data. This action is irreversible.');
    await press('Remove', question);
    await question.findByText(MERGED);
    await press('Cancel', question);
    await isClosed();
    await press('Remove', await asks(/^Remove/, 'Are you sure?', await rowOf(free)), 'Rowwise alone was removed');
    await has(1);
  });

  it('shows merges with their undoing, and says why what took in others cannot be removed', async () => {
    const [kept] = await merged('Cadmium', 'Kadmium');
    await openAt('kadmium');
    await waitFor(() => expect(rowsOf()).toEqual([expect.stringMatching(/^Cadmium.*merged: Kadmium/)]));
    const form = await edit(kept);
    await press('Remove', await asks('Remove', 'Are you sure?', form));
    await form.findByText(MERGED);
    await press('Undo merge of Kadmium', form, 'The merge of Kadmium was undone');
    await isGone('Merged into this parameter');
    await press('Cancel', form);
    await waitFor(() => expect(rowsOf()[0]).toMatch(/^Kadmium/));
  });
});

describe('the catalogue of lab parameters, for an administrator of a clinic', () => {
  it('is there to be read: no change is offered', async () => {
    asAdministrator.open(`${PATH}?status=PendingApproval`);
    await search('hemoglobin');
    expect([screen.queryByRole('button', { name: 'Add new' }), screen.queryByLabelText('Status')]).toEqual([null, null]);
    expect(screen.queryByRole('checkbox')).toBeNull();
    const form = await opens('View Hemoglobin', FORM);
    expect(form.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
      'Close',
      'Close',
    ]);
    for (const name of ['Primary alias', 'Min of range 1', /^Unit/]) expect(await field(name, form)).toHaveProperty('readOnly', true);
  });
});

/** A doctor asks for a parameter of this name. */
const requested = async (alias: string) => {
  const doctor = await screens.as('doctor');
  const { id } = await doctor.send<{ id: string }>('PUT', '/api/lab-parameters/request_parameter', { alias });
  await until('it waits', async () => (await screens.api.status(`/api/lab-parameters/${id}`)) === 200);
  return id;
};
const becomes = (id: string, status: LabParameterStatus) => until(`it is ${status}`, async () => (await read(id)).status === status);
const isGoneFrom = (id: string) => waitFor(() => expect(document.querySelector(`[data-row="${id}"]`)).toBeNull());

describe('the requests for lab parameters', () => {
  const buttonsOf = async (id: string) => textsOf((await rowOf(id)).getAllByRole('button'));
  /** Has the keys go to a row. */
  const goTo = async (id: string) => (await rowOf(id)).element.focus();

  it('are where a super user begins, and are searched and filtered by status', async () => {
    const id = await requested('Landing glucose');
    screens.open('/');
    const row = await rowOf(id);
    expect(location.pathname).toBe(REQUESTS);
    for (const words of ['Pending Approval', /^\d\d\/\d\d\/\d{4}$/]) row.getByText(words);
    expect(await buttonsOf(id)).toEqual(['Add as new', 'Merge', 'Reject', 'OCR Reports']);
    await fill('Search by name', 'nothing like it{Enter}');
    await screen.findByText('No request is called so');
    await fill('Search by name', '');
    await select('Status', 'approved');
    await answered();
    const [approved] = await itemsOf(screens.api, 'lab-parameters?status=Approved&take=1');
    expect(await buttonsOf(approved!.id)).toEqual(['Settings']);
    await select('Status', 'not reviewed');
    await isGoneFrom(id);
    await select('Status', 'Pending Approval');
    await rowOf(id);
  });

  it('are decided by keys: the next row has the focus, and what was rejected waits again', async () => {
    const [first, second, third] = [await requested('Key one'), await requested('Key three'), await requested('Key two')];
    screens.open(REQUESTS);
    await rowOf(first);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(document.querySelector('tbody tr'));
    await goTo(first);
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
    await screens.api.send('PUT', '/api/lab-parameters/reject_parameter', { id });
    await becomes(id, 'Rejected');
    screens.open(`${REQUESTS}?status=Rejected`);
    expect(await buttonsOf(id)).toEqual(['OCR Reports', 'Review again']);
    await press('Review again Rejected in error', screen, 'Rejected in error waits again');
    await isGoneFrom(id);
  });

  it('stay where somebody else decided first, with the reason', async () => {
    const id = await requested('Decided twice');
    screens.open(REQUESTS);
    await rowOf(id);
    const decision = { ...settings, aliases: ['Decided twice'], unit: '', status: 'Approved' };
    await screens.api.send('PUT', `/api/lab-parameters/${id}`, decision);
    await press('Reject Decided twice', screen, 'Decided twice was not rejected');
    await isGoneFrom(id);
    await becomes(id, 'Approved');
  });

  it('become parameters of their own, with the printed words to begin with', async () => {
    const id = await requested('New to us');
    screens.open(REQUESTS);
    await goTo(id);
    await userEvent.keyboard('{Enter}');
    const form = await dialog(FORM, 'dialog');
    expect([await valueOf('Primary alias', form), form.queryByRole('button', { name: 'Remove' })]).toEqual(['New to us', null]);
    await fill(/^Unit/, 'mg/L', form);
    await press('Submit', form, 'New to us was approved');
    await isGoneFrom(id);
    expect(await read(id)).toMatchObject({ status: 'Approved', unit: 'mg/L' });
  });

  it('are merged with what is suggested, with its reasons, and taken back by the toast', async () => {
    const [kept, id] = [await added('Quassia extract', { unit: 'mmol/L' }), await requested('Quassia extrakt')];
    screens.open(REQUESTS);
    await goTo(id);
    await userEvent.keyboard('m');
    const form = await dialog(MERGING, 'dialog');
    expect((await form.findByText('Same name in another spelling: Quassia extract')).dataset['reason']).toBe('likeness');
    expect(form.getByRole('radio', { name: 'Keep Quassia extrakt' })).toHaveProperty('disabled', true);
    expect(isDisabled('Submit', form)).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Search lab parameters to merge with')));
    await userEvent.keyboard('{Enter}');
    await form.findByText(/is kept: no values yet/);
    await waitFor(() => expect(isDisabled('Submit', form)).toBe(false));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const question = await dialog('Are you sure?');
    question.getByText('You are trying to merge lab parameters data. This action is irreversible.');
    question.getByText(
      /^You can undo it, though: with 'Undo' right afterwards, or later with 'Undo merge' in the configuration of Quassia extract\.$/,
    );
    question.getByText(textIs('Quassia extrakt becomes Quassia extract'));
    expect(question.queryByRole('list', { name: 'Reasons against merging' })).toBeNull();
    await press('Merge', question);
    const toast = (await said(/^Quassia extrakt merged into Quassia extract/)).closest<HTMLElement>('.bp6-toast')!;
    await isGoneFrom(id);
    expect((await read(kept)).merged).toMatchObject([{ id, aliases: ['Quassia extrakt'] }]);
    await press('Undo', within(toast), 'The merge was undone');
    await rowOf(id);
    expect((await read(kept)).merged).toBeUndefined();
  });

  it('are merged with what is in doubt only after the doubt was said', async () => {
    const [kept, id] = [await added('Willow bark', { unit: '%' }), await requested('Urine willow bark')];
    const other = await added('Alder bark extract');
    screens.open(REQUESTS);
    await goTo(id);
    await userEvent.keyboard('m');
    const form = await dialog(MERGING, 'dialog');
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Search lab parameters to merge with')));
    const doubt = "Only one of the names says 'Urine'";
    expect((await form.findByText(doubt)).dataset['reason']).toBe('doubt');
    await userEvent.click(await form.findByLabelText('Merge with Willow bark'));
    form.getByText(textIs('Urine willow bark becomes Willow bark'));
    await waitFor(() => expect(isDisabled('Submit', form)).toBe(false));
    await press('Submit', form);
    let question = await dialog('Are you sure?');
    question.getByText(`Urine willow bark: ${doubt}`);
    await press('Cancel', question);
    await press('Leave Willow bark out', form);
    await fill('Search lab parameters to merge with', 'alder', form);
    await userEvent.click(await form.findByLabelText('Merge with Alder bark extract'));
    await waitFor(() => expect(isDisabled('Submit', form)).toBe(false));
    await press('Submit', form);
    question = await dialog('Are you sure?');
    question.getByText('Urine willow bark: No name or code is alike');
    expect(question.queryByText(`Urine willow bark: ${doubt}`)).toBeNull();
    for (const one of [kept, other]) expect((await read(one)).merged).toBeUndefined();
  });

  it('show the rows as they are printed, and nothing of whose they are', async () => {
    const id = await requested('Printed twice');
    const row = { name: 'Printed twce', value: '4.2', unit: 'mg/dL', range: '1 - 5', since: '2026-11-20T10:00:00.000Z' };
    const rows = [
      { id: '11111111-1111-4111-8111-111111111111', ...row, has_image: true },
      { id: '22222222-2222-4222-8222-222222222222', ...row, name: 'Typed by hand', has_image: false },
    ];
    const pages = /\/pages\?/;
    screens
      .answer(/\/image$/, 'gone')
      .answer(pages, 'never')
      .open(REQUESTS);
    await rowOf(id);
    const form = await opens('OCR Reports Printed twice', 'OCR Reports: Printed twice');
    await form.findByLabelText('Reading rows of reports');
    screens.again(pages, 'failed');
    await form.findByText('The rows of reports could not be read');
    screens.again(pages, () => ({ items: rows, overall_count: 2 }));
    await press('Try again', form);
    await form.findByText('No picture');
    expect(textsOf(form.getAllByRole('row'))).toEqual([
      'As printedNameValueUnitRangeFound',
      'No picturePrinted twce4.2mg/dL1 - 511/20/2026',
      'Added by a personTyped by hand4.2mg/dL1 - 511/20/2026',
    ]);
  });
});

describe('merging lab parameters', () => {
  it('waits until units and doubts are decided, asks, and can be undone', async () => {
    const [kept, other] = [
      await added('Eiweiss A', { unit: 'g/dL', code: '90-1' }),
      await added('Eiweiss B', { unit: 'g/L', code: '90-2' }),
    ];
    const doctor = await screens.as('doctor');
    const patient_id = await patientId(doctor, 'Morgan');
    const parameter = { entry_id: 'a', parameter_id: other, name: 'Eiweiss B', min: '1', max: '200' };
    for (const [day, value] of [
      { value: '72', unit: 'g/L' },
      { value: '3', unit: 'drops' },
    ].entries()) {
      const result = { patient_id, collected: `2026-03-0${day + 1}T00:00:00`, parameters: [{ ...parameter, ...value }] };
      await doctor.send('POST', '/api/lab-results', result);
    }
    await until('both values are counted', async () => {
      const preview = `/api/lab-parameters/merge/preview?parameter_ids=${other},${kept}&kept_id=${kept}`;
      const { parameters } = await screens.api.get<{ parameters: { id: string; values: number }[] }>(preview);
      return parameters.find(({ id }) => id === other)?.values === 2;
    });
    await openAt('eiweiss');
    await has(2);
    await answered();
    await tick('Select Eiweiss B for merging');
    expect(isDisabled('Merge')).toBe(true);
    await tick('Select all on this page');
    await screen.findByText('2 selected');
    const form = await opens('Merge', MERGING);
    expect((await field('Keep Eiweiss A', form)).checked).toBe(true);
    await form.findByText('Not decided yet: 2 units, 2 doubts');
    form.getByText(/^Eiweiss A$/, { selector: 'strong' });
    for (const words of [/: 2 values of 1 patient/, '72 g/L = 7.20 g/dL']) form.getByText(words);
    for (const doubt of form.getAllByRole('checkbox')) await userEvent.click(doubt);
    for (const own of form.getAllByLabelText('Keep as a line of its own')) await userEvent.click(own);
    const isReady = (ready: boolean) => waitFor(() => expect(isDisabled('Submit', form)).toBe(!ready));
    await isReady(true);
    await tick(/^Show in g\/dL/, form);
    // other than what was decided about: asked anew
    await tick('Keep Eiweiss B', form);
    await isReady(false);
    await tick('Keep Eiweiss A', form);
    await isReady(true);
    const question = await asks('Submit', 'Are you sure?', form);
    const against = within(question.getByRole('list', { name: 'Reasons against merging' }));
    for (const word of ['A', 'B']) against.getByText(`Eiweiss B: Only one of the names says '${word}'`);
    await press('Merge', question, /^Eiweiss B merged into Eiweiss A/);
    await isGone('2 selected');
    await has(1);
    await screen.findByText('merged: Eiweiss B');
    await press('Undo', screen, 'The merge was undone');
    await has(2);
    expect((await read(kept)).merged).toBeUndefined();
  });

  it('lists ten approved ones by name, takes one by Enter, and needs two', async () => {
    const [one, other] = [await added('Zzz first'), await added('Zzz second'), await added('Zzz third')];
    await openAt('zzz');
    await rowOf(one);
    await answered();
    for (const name of ['Zzz first', 'Zzz second']) await tick(`Select ${name} for merging`);
    const form = await opens('Merge', MERGING);
    await press('Leave Zzz second out', form);
    await form.findAllByText('Choose at least two parameters.');
    await fill('Search lab parameters to merge with', 'zzz{Enter}', form);
    await waitFor(() => expect(form.getByLabelText('Merge with Zzz third').closest('[data-former]')).toBeNull());
    await userEvent.keyboard('{Enter}');
    await form.findByText('Zzz second', { selector: 'strong' });
    screens.answer(/\/merge\/preview/, 'failed');
    await tick('Keep Zzz second', form);
    await form.findByText('The preview could not be read');
    expect(isDisabled('Submit', form)).toBe(true);
    expect(await read(other)).toMatchObject({ status: 'Approved' });
  });
});
