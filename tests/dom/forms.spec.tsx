import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { shownDay } from '#contracts/rules/calendar-days';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { patientId } from '../e2e/api.ts';
import { prescribed, readPrescribed } from '../e2e/medication.ts';
import { until } from '../e2e/until.ts';
import { dialog, field, fill, press, rowOf, said } from './find.ts';
import { screensOf } from './screens.tsx';

const screens = screensOf('doctor');
beforeAll(async () => {
  await until(
    'the catalogue of medications is there',
    async () => (await screens.api.status('/api/medications?query=metformin&skip=0&take=1')) === 200,
  );
}, 120_000);

const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
/** Searches the catalogue and takes the first row. */
const choose = async (words: string) => {
  await userEvent.type(await field('Medication'), `${words}{Enter}`);
  await screen.findAllByRole('radio', { name: /^Choose row/ });
  await userEvent.keyboard('{Enter}');
  await field('Dose');
};

describe('what is typed in the form of an item', () => {
  let patient = '';
  let user: UserEvent;
  beforeAll(async () => {
    patient = await patientId(screens.api, 'Okafor');
  });
  beforeEach(() => {
    user = userEvent.setup();
  });
  const open = (path: string) => screens.open(`/patients/${patient}${path}`);
  it('says beside the buttons why it cannot be saved yet', async () => {
    open('/intakes/add');
    await screen.findByText('Not complete yet: Medication');
    await choose('lisinopril 10');
    await user.clear(await field('Dose'));
    await screen.findByText('Not complete yet: Dose');
    await fill('Dose', '10');
    await waitFor(() => expect(screen.queryByText(/^Not complete yet/)).toBeNull());
    expect(isDisabled('Save')).toBe(false);
  });

  it('takes nothing by the Enter that ends a composition', async () => {
    open('/intakes/add');
    const box = await field('Medication');
    await user.type(box, 'lisinopril 10{Enter}');
    await screen.findAllByRole('radio', { name: /^Choose row/ });
    await waitFor(() => expect(box.getAttribute('aria-activedescendant')).not.toBeNull());
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(box.value).toBe('lisinopril 10');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(box.value).toMatch(/^lisinopril.*10 mg/i));
  });

  it('names everything that a diagnosis still needs', async () => {
    open('/diagnoses/add');
    await screen.findByText('Not complete yet: Diagnosis (ICD), Start date');
  });

  it('says of an item that nothing was changed yet', async () => {
    open(`/intakes/${(await prescribed(screens.api, patient)).id}`);
    await screen.findByText('Nothing was changed yet.');
  });

  it('is no date of change that was never typed', async () => {
    open(`/intakes/${(await prescribed(screens.api, patient)).id}/change-dosage`);
    await fill('Date of change', '02/30/2026');
    await user.tab();
    await screen.findByText('Must be a correct date');
    expect((await field('Date of change')).value).toBe('02/30/2026');
    // before the start it is the start
    await fill('Date of change', '01/01/2026');
    await user.tab();
    await waitFor(async () => expect((await field('Date of change')).value).toBe('03/02/2026'));
  });

  it('stays a draft that can be saved again and again, and be completed', async () => {
    const item = await prescribed(screens.api, patient, true);
    open(`/intakes/${item.id}`);
    // nobody said a dose yet: there is a field for it
    for (const dose of ['5', '7']) {
      await fill('Dose', dose);
      await fill('Comment', `To be confirmed: ${dose}`);
      await user.click(screen.getByRole('button', { name: 'Save draft' }));
      await until('it is stored', async () => (await readPrescribed(screens.api, item.id)).order.startsWith(`${dose} mg`));
      await waitFor(async () => expect((await field('Comment')).value).toBe(''));
    }
    await fill('Dose', '10');
    await user.selectOptions(await field('Form'), 'per tablet');
    await fill('Comment', 'Confirmed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${patient}`));
    expect((await readPrescribed(screens.api, item.id)).order).toBe('10 mg once a day, avg 10 mg/day');
  });

  it('ruling 28: what of a pasted dose is left out is said, and asked where it makes another number', async () => {
    open('/intakes/add');
    await choose('lisinopril 10');
    await user.clear(await field('Dose'));
    await user.click(await field('Dose'));
    await user.paste('10-20');
    expect((await field('Dose')).value).toBe('1020');
    await screen.findByText('10-20:');
    expect(isDisabled('Save')).toBe(true);
    screen.getByRole('button', { name: '1020' });
    await fill('Dose', '10');
    await waitFor(() => expect(screen.queryByRole('button', { name: '1020' })).toBeNull());
    expect(isDisabled('Save')).toBe(false);
  });

  it('of a comment too: neither Escape nor Cancel throws it away without a question', async () => {
    const { id } = await prescribed(screens.api, patient);
    open('?intakes_view=list');
    await press(/^Comment.*lisinopril/i, await rowOf(id));
    const comment = await dialog('New comment to treatment record', 'dialog');
    await comment.findByText(/^Ethan Chidi Okafor · /);
    await fill('Comment', 'Please take it in the evening', comment);
    for (const leave of [() => user.keyboard('{Escape}'), () => press('Cancel', comment)]) {
      await leave();
      await press('Go on typing', await dialog('Leave without saving?'));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect((await field('Comment', comment)).value).toBe('Please take it in the evening');
    }
    await press('Save', comment);
    await said('Ethan Chidi Okafor: comment saved');
  });
});

describe('a treatment', () => {
  let patient = '';
  const home = () => `/patients/${patient}`;
  const open = (path: string) => screens.open(`${home()}${path}`);
  const order = async () => (await screen.findByRole('status', { name: 'The order as it will be read' })).textContent;
  const treatment = (name: RegExp) =>
    until(`there is a treatment with ${name.source}`, async () => {
      const { items } = await screens.api.get<{ items: IntakeView[] }>(`/api/intakes?patient_id=${patient}&skip=0&take=50`);
      return items.find((item) => name.test(item.medication.nonproprietary_name));
    });
  /** It was said, and the patient's page is there again. */
  const saved = async (words = /^Ella Park: .+ saved$/) => {
    await said(words);
    await waitFor(() => expect(location.pathname).toBe(home()));
  };
  const tick = async (name: string) => userEvent.click(await field(name));
  const valueOf = async (name: string) => (await field(name)).value;
  beforeAll(async () => {
    patient = await patientId(screens.api, 'Park');
  });

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
    expect(screen.queryByLabelText('Dose')).toBeNull();
    expect(await valueOf('Medication')).toBe('');
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
    await press('Add new');
    await press('Throw it away', await dialog('Start over?'));
    expect(await valueOf('Medication')).toBe('');
    await userEvent.type(await field('Medication'), 'm');
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect(screen.queryByLabelText('Dose')).toBeNull();
    expect(await valueOf('Medication')).not.toMatch(/lisinopril|metformin/i);
  });

  it('tapers in steps, which make its length', async () => {
    open('/intakes/add');
    await choose('prednisone 10');
    await tick('Tapering');
    for (const [step, [dose, days]] of [
      ['20', '5'],
      ['10', '5'],
      ['5', '4'],
    ].entries()) {
      if (step === 2) await press('Add step');
      await fill(`Dose of step ${step + 1}`, dose!);
      await fill(`Days of step ${step + 1}`, days!);
    }
    expect(await valueOf('Duration, days')).toBe('14');
    expect((await field('Duration, days')).disabled).toBe(true);
    expect(await order()).toContain('5 mg once a day, avg 5 mg/day, for 4 days');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await saved();
    const { id, nested_items, ends, name } = await treatment(/prednisone/i);
    expect(nested_items.map((period) => period.order)).toEqual([
      '20 mg once a day, avg 20 mg/day',
      '10 mg once a day, avg 10 mg/day',
      '5 mg once a day, avg 5 mg/day',
    ]);
    const legend = () => [...document.querySelectorAll('li')].find(({ textContent }) => textContent.includes(name));
    await waitFor(() => expect(legend()?.textContent).toMatch(/taper 20 to 5 mg until/));
    await screens.reload(`${home()}?intakes_view=list&intakes_active=false`);
    const row = await rowOf(id);
    expect(row.element.textContent).toContain(`taper 20 to 5 mg until ${shownDay(ends ?? '')}: 20 mg once a day until `);
    await press(/^What belongs to /, row);
    const nested = await waitFor(() => {
      const rows = [...document.querySelectorAll('[data-nested]')];
      expect(rows.map(({ textContent }) => textContent)).toEqual(
        nested_items.map(({ order: each }) => expect.stringContaining(each) as string),
      );
      return rows;
    });
    const days = nested.map((each) => each.querySelector('[data-title="From"]')!.textContent);
    expect(days).toEqual(days.toSorted((a, b) => Date.parse(a) - Date.parse(b)));
  });

  it('repeats in cycles that are shown before it is saved', async () => {
    open('/intakes/add');
    await choose('amoxicillin');
    await fill('Dose', '500');
    await userEvent.selectOptions(await field('Form'), 'total dose');
    // what the documents call 'Dose' then is how many
    expect([await valueOf('Total dose'), await valueOf('Dose')]).toEqual(['500', '1']);
    const everyWeek = async () => {
      await tick('Repeat this therapy');
      expect(await valueOf('Repeat every')).toBe('');
      await fill('Repeat every', '1');
      await userEvent.selectOptions(await field('Unit of the cycle'), 'Week');
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
    await press('Save draft');
    await said(/^Ella Park: draft of .+ saved$/);
    const { id, draft } = await treatment(/ibuprofen/i);
    await waitFor(() => expect(location.pathname).toBe(`${home()}/intakes/${id}`));
    await screen.findAllByText('Draft');
    expect(draft).toBe(true);
    await screens.reload(`${home()}?intakes_view=list&intakes_active=false`);
    const row = await rowOf(id);
    row.getByText('Draft');
    expect(row.queryByRole('button', { name: /^Change dosage / })).toBeNull();

    await screens.reload(`${home()}/intakes/${id}`);
    await press('Remove');
    const question = await dialog('Are you sure?');
    await question.findByText(/You're trying to remove patient medical data\. This action is irreversible!/);
    expect(question.getByRole('button', { name: 'Remove treatment' })).toHaveProperty('disabled', true);
    await userEvent.click(question.getByLabelText('Comment'));
    await userEvent.tab();
    await question.findByText("Comment shouldn't be empty.");
    await fill('Comment', 'Of somebody else', question);
    await press('Remove treatment', question);
    await saved(/ removed$/);
    await until('it left the list', async () => (await screens.api.status(`/api/intakes/${id}`)) === 404);
  });

  it('changes its dosage from a day on, within its own days', async () => {
    const { id } = await prescribed(screens.api, patient);
    open(`/intakes/${id}/change-dosage`);
    expect((await field('Start date')).disabled).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Dose')));
    await fill('Dose', '20');
    await fill(/^Tablets?$/, '1');
    await fill('Times', '2');
    // without a reason it is asked for
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const reason = await dialog('Comment');
    await fill('Comment', 'Blood pressure above target', reason);
    await press('Save', reason);
    await saved(/^Ella Park: dosage of .* changed from /);
    const changed = await until('the treatment has two dosages', async () => {
      const now = await screens.api.get<IntakeView>(`/api/intakes/${id}`);
      return now.order.startsWith('20 mg twice a day') && now;
    });
    expect(changed.nested_items.length).toBeLessThanOrEqual(2);
    await screens.reload(`${home()}?intakes_view=list&intakes_active=false`);
    const row = await rowOf(id);
    row.getByText(changed.order);
    row.getByRole('button', { name: /^Change dosage / });
  });

  it('shows both versions where two people change it, and loses neither', async () => {
    const { id } = await prescribed(screens.api, patient);
    const now = () => screens.api.get<IntakeView>(`/api/intakes/${id}`);
    open(`/intakes/${id}`);
    await fill('Dose', '15');
    await fill('Notes (optional)', 'in the morning');
    await fill('Comment', 'A slip');
    const before = await now();
    const dosages = before.dosages.map((each) => ({ ...each, dose: '20' }));
    const other = await screens.as('administrator');
    await other.send('PUT', `/api/intakes/${id}`, { ...before, dosages, frequency: 2, comment: 'Blood pressure' });

    await press('Save');
    await screen.findByText(/^Somebody else has changed this/);
    await screen.findByRole('radio', { name: /^Dose: 15 mg/ });
    await userEvent.click(screen.getByRole('radio', { name: /^Dose: 20 mg/ }));
    // what only the other changed was taken over, and is said
    await screen.findByText(/Taken over .*: How often/);
    expect(await valueOf('Times')).toBe('2');
    await press('Use this choice');
    await press('Save');
    await saved();
    await until('both changes stand', async () => (await now()).order === '20 mg twice a day, avg 40 mg/day');

    // both are in the history, each with its person and reason
    await screens.reload(`${home()}/intakes/${id}`);
    await screen.findByRole('row', { name: /Ruth Weaver.*Blood pressure/ });
    await screen.findByRole('row', { name: /Helen Hart.*A slip.*in the morning/ });
    expect(await valueOf('Notes (optional)')).toBe('in the morning');
  });

  it('is read, not changed, where the record is read only', async () => {
    const { id } = await prescribed(screens.api, patient);
    open('');
    await screen.findByRole('heading', { name: 'Ella Park' });
    act(() => history.pushState({ readOnly: true }, '', `${home()}/intakes/${id}`));
    await screen.findByText('This record is read only');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
