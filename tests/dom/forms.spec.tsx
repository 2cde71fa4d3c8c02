import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shownDay } from '#contracts/rules/calendar-days';
import type { PatientView } from '#contracts/people/patients';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { keptForms, throwAway } from '#web/lib/unsaved.ts';
import { Conflict } from '#web/ui/conflict.tsx';
import { patientId } from '../e2e/api.ts';
import { prescribed, readPrescribed } from '../e2e/medication.ts';
import { until } from '../e2e/until.ts';
import { add, itemsOf } from './data.ts';
import { chosen, dialog, field, isClosed, isDisabled, isGone, rowOf, said, textsOf, valueOf } from './find.ts';
import { forgetRead, screensOf } from './screens.tsx';
import { asks, fill, fillAll, opens, press, select, tick } from './user.ts';

const screens = screensOf('doctor');
const asAssistant = screens.for('assistant');
let okafor = '';
let park = '';
beforeAll(async () => {
  [okafor, park] = [await patientId(screens.api, 'Okafor'), await patientId(screens.api, 'Park')];
  const catalogue = '/api/medications?query=metformin&skip=0&take=1';
  await until('the catalogue of medications is there', async () => (await screens.api.status(catalogue)) === 200);
}, 120_000);

const search = async (words: string) => {
  await userEvent.type(await field('Medication'), `${words}{Enter}`);
  await screen.findAllByRole('radio', { name: /^Choose row/ });
};
/** Searches the catalogue and takes the first row. */
const choose = async (words: string) => {
  await search(words);
  // rows of the search before are no answer to these words
  await screen.findByText('Nothing chosen yet. Enter takes the marked row.');
  await userEvent.keyboard('{Enter}');
  await field('Dose');
};
const hasValue = (name: string, value: string) => waitFor(async () => expect(await valueOf(name)).toBe(value));
const isAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

describe('what is typed in the form of an item', () => {
  const open = (path: string) => screens.open(`/patients/${okafor}${path}`);

  it('says beside the buttons why it cannot be saved yet', async () => {
    await open('/intakes/add').findByText('Not complete yet: Medication');
    await choose('lisinopril 10');
    await fill('Dose', '');
    await screen.findByText('Not complete yet: Dose');
    await fill('Dose', '10');
    await isGone(/^Not complete yet/);
    expect(isDisabled('Save')).toBe(false);
  });

  it('takes nothing by the Enter that ends a composition', async () => {
    open('/intakes/add');
    await search('lisinopril 10');
    const box = await field('Medication');
    await waitFor(() => expect(box.getAttribute('aria-activedescendant')).not.toBeNull());
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(box.value).toBe('lisinopril 10');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(box.value).toMatch(/^lisinopril.*10 mg/i));
  });

  it('names everything that a diagnosis still needs', async () => {
    await open('/diagnoses/add').findByText('Not complete yet: Diagnosis (ICD), Start date');
  });

  it('says of an item that nothing was changed yet', async () => {
    await open(`/intakes/${(await prescribed(screens.api, okafor)).id}`).findByText('Nothing was changed yet.');
  });

  it('is no date of change that was never typed', async () => {
    open(`/intakes/${(await prescribed(screens.api, okafor)).id}/change-dosage`);
    await fill('Date of change', '02/30/2026');
    await userEvent.tab();
    await screen.findByText('Must be a correct date');
    expect(await valueOf('Date of change')).toBe('02/30/2026');
    // before the start it is the start
    await fill('Date of change', '01/01/2026');
    await userEvent.tab();
    await hasValue('Date of change', '03/02/2026');
  });

  it('stays a draft that can be saved again and again, and be completed', async () => {
    const { id } = await prescribed(screens.api, okafor, true);
    const order = async () => (await readPrescribed(screens.api, id)).order;
    open(`/intakes/${id}`);
    // nobody said a dose yet: there is a field for it
    for (const dose of ['5', '7']) {
      await fillAll({ Dose: dose, Comment: `To be confirmed: ${dose}` });
      await press('Save draft');
      await until('it is stored', async () => (await order()).startsWith(`${dose} mg`));
      await hasValue('Comment', '');
    }
    await fill('Dose', '10');
    await select('Form', 'per tablet');
    await fill('Comment', 'Confirmed');
    await press('Save');
    await isAt(`/patients/${okafor}`);
    expect(await order()).toBe('10 mg once a day, avg 10 mg/day');
  });

  it('ruling 28: what of a pasted dose is left out is said, and asked where it makes another number', async () => {
    open('/intakes/add');
    await choose('lisinopril 10');
    await fill('Dose', '');
    await tick('Dose');
    await userEvent.paste('10-20');
    expect(await valueOf('Dose')).toBe('1020');
    await screen.findByText('10-20:');
    expect(isDisabled('Save')).toBe(true);
    screen.getByRole('button', { name: '1020' });
    await fill('Dose', '10');
    await waitFor(() => expect(screen.queryByRole('button', { name: '1020' })).toBeNull());
    expect(isDisabled('Save')).toBe(false);
  });

  it('is offered no more once it is saved, also beside an older one that was offered and left alone', async () => {
    const offered = () => keptForms().filter(({ place }) => place.form === 'intakes').length;
    open('/intakes/add');
    await choose('metformin 500');
    cleanup();
    open('/intakes/add');
    await screen.findByRole('button', { name: 'Go on with it' });
    await choose('lisinopril 10');
    await press('Save draft');
    await waitFor(() => expect(location.pathname).not.toMatch(/add$/));
    await waitFor(() => expect(offered()).toBe(1));
    act(() => keptForms().forEach(throwAway));
  });

  it('of a comment too: neither Escape nor Cancel throws it away without a question', async () => {
    const { id } = await prescribed(screens.api, okafor);
    open('?intakes_view=list');
    const comment = await opens(/^Comment.*lisinopril/i, 'New comment to treatment record', await rowOf(id));
    await comment.findByText(/^Ethan Chidi Okafor · /);
    await fill('Comment', 'Please take it in the evening', comment);
    for (const leave of [() => userEvent.keyboard('{Escape}'), () => press('Cancel', comment)]) {
      await leave();
      await press('Go on typing', await dialog('Leave without saving?'));
      await isClosed();
      expect(await valueOf('Comment', comment)).toBe('Please take it in the evening');
    }
    await press('Save', comment, 'Ethan Chidi Okafor: comment saved');
  });
});

describe('a treatment', () => {
  const home = () => `/patients/${park}`;
  const ALL = '?intakes_view=list&intakes_active=false';
  const open = (path: string) => screens.open(`${home()}${path}`);
  const stored = (id: string) => screens.api.get<IntakeView>(`/api/intakes/${id}`);
  const treatment = (name: RegExp) =>
    until(`there is a treatment with ${name.source}`, async () => {
      const treatments = await itemsOf<IntakeView>(screens.api, `intakes?patient_id=${park}&skip=0&take=50`);
      return treatments.find(({ medication }) => name.test(medication.nonproprietary_name));
    });
  /** It was said, and the patient's page is there again. */
  const saved = async (words = /^Ella Park: .+ saved$/) => {
    await said(words);
    await isAt(home());
  };

  it('is asked about where a comma could mean two numbers, and where a dose is far off its product', async () => {
    open('/intakes/add');
    await choose('lisinopril 10');
    await fill('Dose', '1,000');
    await screen.findByRole('button', { name: '1000' });
    expect(isDisabled('Save')).toBe(true);
    await press('1000');
    await press('Save');
    await screen.findByText(/would be 100 .*Is the dose right\?/);
    await fill('Dose', '10');
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    // and another one: the form starts over
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Medication')));
    expect([screen.queryByLabelText('Dose'), await valueOf('Medication')]).toEqual([null, '']);
    expect(await treatment(/lisinopril/i)).toMatchObject({ order: '10 mg once a day, avg 10 mg/day' });
  });

  it('brings back what stood before only while another one is looked for, never in a form that starts over', async () => {
    open('/intakes/add');
    await choose('lisinopril 10');
    const box = await field('Medication');
    await userEvent.type(box, 'metformin');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(box.value).toMatch(/^lisinopril/i));
    await userEvent.clear(box);
    await choose('metformin 500');
    await press('Throw it away', await asks('Add new', 'Start over?'));
    expect(await valueOf('Medication')).toBe('');
    await userEvent.type(await field('Medication'), 'm');
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect(screen.queryByLabelText('Dose')).toBeNull();
    expect(await valueOf('Medication')).not.toMatch(/lisinopril|metformin/i);
  });

  it('takes by an Enter before the rows are there only what is meant without a doubt', async () => {
    const searches = /^\/api\/(?:medications|diseases)\?/;
    const enter = async (box: string, words: string) => {
      await userEvent.type(await field(box), `${words}{Enter}`);
      await screen.findByText(`Searching for ‘${words}’`);
    };
    screens.answer(searches, 'never').open(`/patients/${park}/diagnoses/add`);
    await enter('Diagnosis (ICD)', 'i10');
    // typed on elsewhere meanwhile: the focus stays there
    const stop = await field(/^Stop date/);
    stop.focus();
    screens.again(searches, (body) => body);
    await hasValue('Diagnosis (ICD)', 'I10 Essential (primary) hypertension');
    expect(document.activeElement).toBe(stop);

    // another word for a disease may mean several
    await screens.answer(searches, 'never').reload(`/patients/${park}/diagnoses/add`);
    await enter('Diagnosis (ICD)', 'htn');
    screens.again(searches, (body) => body);
    await screen.findByText('Nothing chosen yet. Enter takes the marked row.');

    // nor is a row named by being the only one, or the first of several pages
    const others = [
      ['essential hypertension', 1],
      ['i10', 9],
    ] as const;
    for (const [words, overall_count] of others) {
      await screens.answer(searches, 'never').reload(`/patients/${park}/diagnoses/add`);
      await enter('Diagnosis (ICD)', words);
      screens.again(searches, (body) => ({ ...(body as object), items: (body as { items: unknown[] }).items.slice(0, 1), overall_count }));
      await screen.findByText('Nothing chosen yet. Enter takes the marked row.');
      await hasValue('Diagnosis (ICD)', words);
    }

    // of several strengths nobody has chosen one yet
    await screens.answer(searches, 'never').reload(`/patients/${park}/intakes/add`);
    await enter('Medication', 'metformin');
    screens.again(searches, (body) => body);
    await screen.findByText('Nothing chosen yet. Enter takes the marked row.');
    const box = await field('Medication');
    expect([box.value, document.activeElement]).toEqual(['metformin', box]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(box.value).toMatch(/^metformin.* mg/i));

    // what is typed further, or fails, takes nothing
    await userEvent.clear(box);
    screens.again(searches, 'never');
    await enter('Medication', 'lisinopril 40 mg');
    await userEvent.type(box, 'x');
    screens.again(searches, 'failed');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('The medications could not be read');
    expect([box.value, document.activeElement]).toEqual(['lisinopril 40 mgx', box]);
    screens.answerAll();
  });

  it.each([
    ['{ArrowDown}{Enter}', 1, 'close'],
    ['{Enter}{Enter}', 0, 'close'],
    ['{ArrowDown}{Enter}', 0, 'weak'],
  ])('takes by %s before the answer no row that nobody has seen, but marks row %d of a %s answer', async (keys, row, match) => {
    const searches = /^\/api\/medications\?/;
    screens.answer(searches, 'never').open(`/patients/${park}/intakes/add`);
    const box = await field('Medication');
    await userEvent.type(box, `metformin${keys}`);
    await screen.findByText('Searching for ‘metformin’');
    screens.again(searches, (body) => ({ ...(body as object), match }));
    const radio = await screen.findByRole('radio', { name: `Choose row ${row + 1}` });
    await waitFor(() => expect(radio.closest('tr')!.id).toBe(box.getAttribute('aria-activedescendant')));
    // all keys that waited have acted by then
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(box.value).toBe('metformin');
    const weak = 'No close match for ‘metformin’. Similar words. Enter takes the marked row.';
    await screen.findByText(match === 'weak' ? weak : 'Nothing chosen yet. Enter takes the marked row.');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(box.value).toMatch(/^metformin.* mg/i));
    screens.answerAll();
  });

  it('tapers in steps, which make its length', async () => {
    open('/intakes/add');
    await choose('prednisone 10');
    await tick('Tapering');
    await fillAll({ 'Dose of step 1': '20', 'Days of step 1': '5', 'Dose of step 2': '10', 'Days of step 2': '5' });
    await press('Add step');
    await fillAll({ 'Dose of step 3': '5', 'Days of step 3': '4' });
    expect(await field('Duration, days')).toMatchObject({ value: '14', disabled: true });
    const order = await screen.findByRole('status', { name: 'The order as it will be read' });
    expect(order.textContent).toContain('5 mg once a day, avg 5 mg/day, for 4 days');
    expect(order.textContent).toMatch(/ends in 13 days, \d\d\/\d\d\/\d{4}$/);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('20 mg per tablet, but PredniSONE 10 mg. Is the dose right?');
    await press('Save anyway');
    await saved();
    const { id, nested_items, ends, name } = await treatment(/prednisone/i);
    const orders = nested_items.map((period) => period.order);
    expect(orders).toEqual(['20', '10', '5'].map((dose) => `${dose} mg once a day, avg ${dose} mg/day`));
    const legend = () => [...document.querySelectorAll('li')].find(({ textContent }) => textContent.includes(name));
    await waitFor(() => expect(legend()?.textContent).toMatch(/taper 20 to 5 mg until/));
    await screens.reload(`${home()}${ALL}`);
    const row = await rowOf(id);
    expect(row.element.textContent).toContain(`taper 20 to 5 mg until ${shownDay(ends ?? '')}: 20 mg once a day until `);
    await press(/^What belongs to /, row);
    const nested = () => textsOf(document.querySelectorAll('[data-nested]'));
    await waitFor(() => expect(nested()).toEqual(orders.map((each) => expect.stringContaining(each) as string)));
    const days = textsOf(document.querySelectorAll('[data-nested] [data-title="From"]'));
    expect(days).toEqual(days.toSorted((a, b) => Date.parse(a) - Date.parse(b)));
  });

  it('offers the units of frequency that the configuration has, but for months', async () => {
    await forgetRead('/api/configuration/frequencies');
    screens.answer(/configuration\/frequencies$/, () => ({ items: ['Week', 'Month'], overall_count: 2 }));
    open('/intakes/add');
    await choose('amoxicillin');
    await tick('Repeat this therapy');
    const offered = async (label: string) => textsOf((await field(label)).querySelectorAll('option'));
    await waitFor(async () => expect(await offered('Unit of the cycle')).toEqual(['Choose', 'Weeks']));
    // the unit of the form is offered all the same
    expect(await offered('Interval')).toEqual(['Week', 'Day']);
    await forgetRead('/api/configuration/frequencies');
  });

  it('repeats in cycles that are shown before it is saved', async () => {
    open('/intakes/add');
    await choose('amoxicillin');
    await fill('Dose', '500');
    await select('Form', 'total dose');
    // what the documents call 'Dose' then is how many
    expect([await valueOf('Total dose'), await valueOf('Dose')]).toEqual(['500', '1']);
    const everyWeek = async () => {
      await tick('Repeat this therapy');
      expect(await valueOf('Repeat every')).toBe('');
      await fill('Repeat every', '1');
      await select('Unit of the cycle', 'Week');
      await tick('Repeat until discontinued');
    };
    await everyWeek();
    expect(screen.queryByLabelText('Stop date')).toBeNull();
    const cycles = within(await screen.findByRole('region', { name: 'Cycles' }));
    await cycles.findByText('11 CYCLE');
    expect(cycles.queryByText('12 CYCLE')).toBeNull();

    // longer than its cycle: the value before stays, and it is said why
    const duration = await field('Duration, days');
    await userEvent.type(duration, '8', { initialSelectionStart: 0, initialSelectionEnd: duration.value.length });
    await screen.findByText(/^Treatment duration can't exceed repeat cycle for recurring treatment\./);
    expect(duration.value).toBe('2');

    // not repeating any more clears what repeats
    await tick('Repeat this therapy');
    expect(screen.queryByLabelText('Repeat every')).toBeNull();
    await everyWeek();
    await press('Save');
    await saved();
    expect((await treatment(/amoxicillin/i)).order).toContain('every week');
  });

  it('stays a draft until it is complete, has no dosage to change until then, and is removed only after a question and with a reason', async () => {
    open('/intakes/add');
    await choose('ibuprofen');
    await fill('Dose', '');
    expect(isDisabled('Save')).toBe(true);
    await press('Save draft', screen, /^Ella Park: draft of .+ saved$/);
    const { id, draft } = await treatment(/ibuprofen/i);
    await isAt(`${home()}/intakes/${id}`);
    await screen.findAllByText('Draft');
    expect(draft).toBe(true);
    await screens.reload(`${home()}${ALL}`);
    const row = await rowOf(id);
    row.getByText('Draft');
    expect(row.queryByRole('button', { name: /^Change dosage / })).toBeNull();

    await screens.reload(`${home()}/intakes/${id}`);
    const question = await asks('Remove');
    await question.findByText(/You're trying to remove patient medical data\. This action is irreversible!/);
    expect(isDisabled('Remove treatment', question)).toBe(true);
    await tick('Comment', question);
    await userEvent.tab();
    await question.findByText("Comment shouldn't be empty.");
    await fill('Comment', 'Of somebody else', question);
    await press('Remove treatment', question);
    await saved(/ removed$/);
    await until('it left the list', async () => (await screens.api.status(`/api/intakes/${id}`)) === 404);
  });

  it('changes its dosage from a day on, within its own days', async () => {
    const { id } = await prescribed(screens.api, park);
    open(`/intakes/${id}/change-dosage`);
    expect((await field('Start date')).disabled).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Dose')));
    await fill(/^Tablets?$/, '2');
    await fill('Times', '2');
    // without a reason it is asked for, in its field
    await screen.findByText('Not complete yet: Comment');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const reason = await field('Comment');
    await waitFor(() => expect(document.activeElement).toBe(reason));
    expect([reason.getAttribute('aria-invalid'), screen.queryByRole('alertdialog')]).toEqual(['true', null]);
    (await field('Dose')).focus();
    await press('Save');
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await userEvent.type(reason, 'Blood pressure above target');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await saved(/^Ella Park: dosage of .* changed from /);
    await until('the treatment has two dosages', async () =>
      (await stored(id)).order.startsWith('2 tablets of 10 mg (= 20 mg) twice a day'),
    );
    const { order, nested_items } = await stored(id);
    expect(nested_items.length).toBeLessThanOrEqual(2);
    await screens.reload(`${home()}${ALL}`);
    const row = await rowOf(id);
    row.getByText(order);
    row.getByRole('button', { name: /^Change dosage / });
  });

  it('shows both versions where two people change it, and loses neither', async () => {
    const { id } = await prescribed(screens.api, park);
    open(`/intakes/${id}`);
    await fillAll({ Dose: '15', 'Notes (optional)': 'in the morning', Comment: 'A slip' });
    const before = await stored(id);
    const dosages = before.dosages.map((each) => ({ ...each, dose: '20' }));
    const other = await screens.as('administrator');
    await other.send('PUT', `/api/intakes/${id}`, { ...before, dosages, frequency: 2, comment: 'Blood pressure' });

    for (const button of ['Save', 'Save anyway']) await press(button);
    await screen.findByText(/^Somebody else has changed this/);
    await screen.findByRole('radio', { name: /^Dose: 15 mg/ });
    await tick(/^Dose: 20 mg/);
    // what only the other changed was taken over, and is said
    await screen.findByText(/Taken over .*: How often/);
    expect(await valueOf('Times')).toBe('2');
    for (const button of ['Use this choice', 'Save', 'Save anyway']) await press(button);
    await saved();
    await until('both changes stand', async () => (await stored(id)).order === '20 mg twice a day, avg 40 mg/day');

    // both are in the history, each with its person and reason
    await (await screens.reload(`${home()}/intakes/${id}`)).findByRole('row', { name: /Ruth Weaver.*Blood pressure/ });
    await screen.findByRole('row', { name: /Helen Hart.*A slip.*in the morning/ });
    expect(await valueOf('Notes (optional)')).toBe('in the morning');
  });

  it('is read, not changed, where the record is read only', async () => {
    const { id } = await prescribed(screens.api, park);
    await open('').findByRole('heading', { name: 'Ella Park' });
    act(() => history.pushState({ readOnly: true }, '', `${home()}/intakes/${id}`));
    await screen.findByText('This record is read only');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('what a doctor writes beside a record', () => {
  it('a comment stays as it was typed, below what somebody else said meanwhile', async () => {
    const [diagnosis] = await itemsOf(screens.api, `diagnoses?patient_id=${okafor}&skip=0&take=1`);
    const of = { patient_id: okafor, diagnose_id: diagnosis!.id };
    screens.open(`/patients/${okafor}?diagnoses_view=list`);
    const form = await opens(/^Comment/, 'New comment to diagnosis record', await rowOf(of.diagnose_id));
    expect(isDisabled('Save', form)).toBe(true);
    await userEvent.tab();
    await form.findByText("Comment shouldn't be empty.");
    await fill('Comment', 'Please call us', form);
    await waitFor(() => expect(isDisabled('Save', form)).toBe(false));
    await asAssistant.api.send('POST', '/api/comments', { ...of, comment: 'Called on Monday' });
    screens.answer(/^\/api\/comments$/, 'failed');
    await press('Save', form);
    await form.findByText('Error saving comment. Please contact administrator.');
    expect(await valueOf('Comment', form)).toBe('Please call us');
    screens.answerAll();
    await press('Save', form, /comment saved$/);
    await until('both are there', async () => {
      const comments = await itemsOf<{ comment: string }>(screens.api, `comments?${new URLSearchParams(of)}`);
      return comments.map(({ comment }) => comment).join() === 'Please call us,Called on Monday';
    });
  });

  it('a group stays as it was typed where it cannot be saved any more', async () => {
    const admin = await screens.as('admin');
    const span = `/api/measurement-parameters/${await add(admin, 'measurement-parameters', { name: 'Arm span' })}`;
    screens.open(`/patients/${okafor}/examinations/add`);
    await userEvent.type(await field('Add a parameter or a template'), 'Arm span{Enter}');
    await field('Value of Arm span');
    const form = await asks('Save as group', 'New group name');
    expect(isDisabled('Save', form)).toBe(true);
    await userEvent.tab();
    await form.findByText('Field is required');
    await fill(/^Group name/, 'Posture', form);
    await admin.send('DELETE', span, { version: (await admin.get<{ version: number }>(span)).version });
    await press('Save', form);
    await form.findByText('There is no such office parameter');
    expect(await valueOf(/^Group name/, form)).toBe('Posture');
  });
});

describe('what somebody else saved meanwhile', () => {
  const put = async (path: string, changes: object) => {
    const stored = () => screens.api.get<{ version: number }>(path);
    const before = await stored();
    await screens.api.send('PUT', path, { ...before, ...changes, comment: 'Elsewhere' });
    await until('it can be read', async () => (await stored()).version > before.version);
  };
  const stands = (path: string, changes: object) => waitFor(async () => expect(await screens.api.get<object>(path)).toMatchObject(changes));

  it('stands in the data of a patient where nobody typed here, also in a form that was kept', async () => {
    const path = `/api/patients/${okafor}`;
    screens.open(`/patients?edit=${okafor}`);
    await fillAll({ 'Address (optional)': 'Elm Street 1', Comment: 'Moved' });
    await put(path, { city_of_birth: 'Abuja', address: 'Oak Street 2' });
    cleanup();
    screens.open(`/patients?edit=${okafor}`);
    await hasValue('Address (optional)', 'Elm Street 1');
    for (const button of ['Submit', 'Proceed']) await press(button);
    expect(await chosen()).toEqual(['City of birth: Abuja', 'Address: Elm Street 1, typed here']);
    await screen.findByText(/Where nothing was typed here, what is stored now is chosen/);
    for (const button of ['Use this choice', 'Submit', 'Proceed']) await press(button);
    await stands(path, { city_of_birth: 'Abuja', address: 'Elm Street 1' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull());
  });

  it('stands in an item where nobody typed here, also in a form that was kept', async () => {
    const [diagnosis] = await itemsOf(screens.api, `diagnoses?patient_id=${okafor}&skip=0&take=1`);
    const path = `diagnoses/${diagnosis!.id}`;
    screens.open(`/patients/${okafor}/${path}`);
    await fillAll({ 'Start date': '03/04/2019', Comment: 'Began later' });
    await put(`/api/${path}`, { time_to: '2026-03-05T00:00:00' });
    cleanup();
    screens.open(`/patients/${okafor}/${path}`);
    for (const button of ['Go on with it', 'Save']) await press(button);
    expect(await chosen()).toEqual(['Start date: Mon Mar 4, 2019, typed here']);
    await screen.findByText(/^Taken over .*: Stop date/);
    for (const button of ['Use this choice', 'Save']) await press(button);
    await stands(`/api/${path}`, { time_from: '2019-03-04T00:00:00', time_to: '2026-03-05T00:00:00' });
    await isAt(`/patients/${okafor}`);
  });

  it('is not chosen and not thrown away where it is not known what was typed here', async () => {
    const resolved: string[][] = [];
    const differences = ['Dose', 'Notes'].map((label) => ({ field: label, label, mine: 'a', theirs: 'b' }));
    render(<Conflict differences={differences} typed={undefined} onResolve={(taken) => resolved.push([...taken])} />);
    expect(await chosen()).toEqual([]);
    await press('Use this choice');
    expect(resolved).toEqual([]);
    screen.getByText('Not chosen yet: Dose, Notes');
    for (const choice of ['Dose: b', 'Notes: a']) await tick(choice);
    await press('Use this choice');
    expect(resolved).toEqual([['Dose']]);
  });
});

/** The first patient of the list, in the update dialog. */
const openUpdate = async () => {
  await userEvent.click((await screen.findAllByRole('button', { name: /^Update / }))[0]!);
  return dialog('Update patient', 'dialog');
};

describe('an assistant', () => {
  const signed = () => new File(['%PDF-1.4'], 'signed.pdf', { type: 'application/pdf' });

  it('is asked for an agreement of a new patient, and for no email', async () => {
    asAssistant.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    await form.findByText('Drop HIPAA pdf file');
    expect(form.queryByLabelText(/^Email/)).toBeNull();
    await userEvent.upload(form.getByLabelText('File of the agreement'), signed());
    await form.findByText('signed.pdf');
    form.getByText('1 kB');
    form.getByText(/^Expected: the HIPAA agreement that this patient signed/);
    expect(form.queryByText('Drop HIPAA pdf file')).toBeNull();
    await press('Do not file signed.pdf', form);
    await form.findByText('Drop HIPAA pdf file');
  });

  it('is refused a file that is too large', async () => {
    asAssistant.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    const large = Object.defineProperty(signed(), 'size', { value: 50 * 1024 * 1024 + 1 });
    await userEvent.upload(form.getByLabelText('File of the agreement'), large);
    await form.findByText('The file is too large; 50 MB is the most');
    expect(form.queryByText('signed.pdf')).toBeNull();
  });

  it('sees the email of a patient and cannot change it', async () => {
    asAssistant.open('/patients');
    expect(await field(/^Email/, await openUpdate())).toHaveProperty('readOnly', true);
  });
});

describe('a doctor', () => {
  it('is asked for an email or an agreement of a new patient', async () => {
    screens.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    await form.findByText("Type patient's email or drop HIPAA pdf file");
    await fill(/^Email/, 'ava@example.org', form);
    await isGone("Type patient's email or drop HIPAA pdf file");
  });

  it('confirms the answer about research, by one key, before a new patient is added', async () => {
    const names = { 'Date of birth': '03/09/1961', 'Social security number': '900-93-1187', 'City of birth': 'Salem' };
    const save = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
    screens.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    await form.findByText(
      'Not complete yet: First name, Last name, Date of birth, Sex, Social security number, City of birth, Country of birth, ' +
        'Agreed to research, HIPAA agreement',
    );
    await fillAll({ 'First name': 'Zoe', 'Last name': 'Zzyzx', ...names, 'Country of birth': 'USA' }, form);
    await fill(/^Email/, 'zoe@example.org', form);
    await select('Sex', 'Female', form);
    await form.findByText('Not complete yet: Agreed to research');
    expect(await field('Agreed to research', form)).toHaveProperty('checked', true);
    await save();
    const confirms = await field('Please confirm: the patient agreed', form);
    await waitFor(() => expect(document.activeElement).toBe(confirms));
    await userEvent.keyboard(' ');
    expect(confirms.checked).toBe(true);
    await userEvent.keyboard(' ');
    expect(isDisabled('Submit', form)).toBe(true);
    // another answer is one that somebody gave
    await tick('Agreed to research', form);
    expect(await field('Please confirm: the patient did not agree', form)).toHaveProperty('checked', true);
    await save();
    await said(/Zoe Zzyzx was added/);
    const [added] = await itemsOf<PatientView>(screens.api, 'patients?order_by=None&take=1');
    expect(added).toMatchObject({ last_name: 'Zzyzx', agreed_to_research: false });
  });

  it('is asked about a new patient who may be here already, and adds nobody born in the future', async () => {
    const [known] = await itemsOf<PatientView>(screens.api, `patients?order_by=LastName&take=1`);
    const { first_name, last_name, date_of_birth } = known!;
    screens.open('/patients');
    const form = await opens('Add new patient', 'Add new patient');
    const names = { 'First name': 'Another', 'Last name': last_name, 'Social security number': '900-93-1188', 'City of birth': 'Salem' };
    await fillAll({ ...names, 'Date of birth': shownDay(date_of_birth), 'Country of birth': 'USA' }, form);
    await fill(/^Email/, 'another@example.org', form);
    await select('Sex', 'Female', form);
    await tick('Please confirm: the patient agreed', form);
    const asked = await asks('Submit', 'Is this patient here already?', form);
    await asked.findByText(`${first_name} ${last_name}`, { exact: false });
    await press('Back to the form', asked);
    await fill('Date of birth', '03/09/2999', form);
    await form.findByText('Not complete yet: Date of birth');
    expect(isDisabled('Submit', form)).toBe(true);
    expect(await itemsOf<PatientView>(screens.api, `patients?order_by=None&take=1`)).not.toMatchObject([{ first_name: 'Another' }]);
  });

  it('is not asked again about research where a patient is changed', async () => {
    screens.open('/patients');
    const form = await openUpdate();
    await field('Agreed to research', form);
    expect(form.queryByText(/^Please confirm/)).toBeNull();
  });

  it('leads from Patient management to the upload of reports, once', async () => {
    screens.open('/patients-management');
    await opens('Upload lab results', 'Upload lab results');
    expect(location.pathname).toBe('/reports');
    await (await screens.reload()).findByRole('heading', { name: /^Reports/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each<[string, Parameters<typeof screens.answer>[1] | undefined, RegExp]>([
    ['where no file of an agreement is on record', undefined, /^No file is on record\.$/],
    ['where it could not be read, with the cause', 'failed', /./],
  ])('is told by the documents’ dialog %s', async (_, answer, cause) => {
    if (answer !== undefined) screens.answer(/files\/agreement/, answer);
    screens.answer(/^\/api\/patients\/[0-9a-f-]{36}/, (patient) => ({ ...(patient as object), agreement_uploaded: true }));
    screens.open('/patients');
    const told = await asks('Download', 'HIPAA agreement', await openUpdate());
    const words = await told.findByText('Patient accept Hipaa agreement on registration.');
    expect(words.nextElementSibling?.textContent).toMatch(cause);
  });
});
