import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { patientId } from '../e2e/api.ts';
import { prescribed, readPrescribed } from '../e2e/medication.ts';
import { until } from '../e2e/until.ts';
import { screensOf } from './screens.tsx';

describe('what is typed in the form of an item', () => {
  const screens = screensOf('doctor');
  let patient = '';
  let user: UserEvent;
  beforeAll(async () => {
    patient = await patientId(screens.api, 'Okafor');
    await until(
      'the catalogue of medications is there',
      async () => (await screens.api.status('/api/medications?query=metformin&skip=0&take=1')) === 200,
    );
  }, 120_000);
  beforeEach(() => {
    user = userEvent.setup();
  });
  const open = (path: string) => screens.open(`/patients/${patient}${path}`);
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
  const type = async (name: string, text: string) => {
    await user.clear(await field(name));
    await user.type(await field(name), text);
  };
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  const choose = async (words: string) => {
    await user.type(await field('Medication'), words);
    await user.keyboard('{Enter}');
    const table = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[data-found] tbody tr');
      if (!found) throw new Error('nothing was found');
      return found;
    });
    expect(within(table).getAllByRole('cell').length).toBeGreaterThan(0);
    await user.keyboard('{Enter}');
    await field('Dose');
  };

  it('says beside the buttons why it cannot be saved yet', async () => {
    open('/intakes/add');
    await screen.findByText('Not complete yet: Medication');
    await choose('lisinopril 10');
    await user.clear(await field('Dose'));
    await screen.findByText('Not complete yet: Dose');
    await type('Dose', '10');
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
    await type('Date of change', '02/30/2026');
    await user.tab();
    await screen.findByText('Must be a correct date');
    expect((await field('Date of change')).value).toBe('02/30/2026');
    // before the start it is the start
    await type('Date of change', '01/01/2026');
    await user.tab();
    await waitFor(async () => expect((await field('Date of change')).value).toBe('03/02/2026'));
  });

  it('stays a draft that can be saved again and again, and be completed', async () => {
    const item = await prescribed(screens.api, patient, true);
    open(`/intakes/${item.id}`);
    // nobody said a dose yet: there is a field for it
    for (const dose of ['5', '7']) {
      await type('Dose', dose);
      await type('Comment', `To be confirmed: ${dose}`);
      await user.click(screen.getByRole('button', { name: 'Save draft' }));
      await until('it is stored', async () => (await readPrescribed(screens.api, item.id)).order.startsWith(`${dose} mg`));
      await waitFor(async () => expect((await field('Comment')).value).toBe(''));
    }
    await type('Dose', '10');
    await user.selectOptions(await field('Form'), 'per tablet');
    await type('Comment', 'Confirmed');
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
    await type('Dose', '10');
    await waitFor(() => expect(screen.queryByRole('button', { name: '1020' })).toBeNull());
    expect(isDisabled('Save')).toBe(false);
  });
});
