import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { patientId } from '../e2e/api.ts';
import { press } from './find.ts';
import { screensOf } from './screens.tsx';

describe('the search for anything, of a doctor', () => {
  const screens = screensOf('doctor');
  const elsewhere = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
  const ask = async (words: string) => {
    await press(/^Search for anything/);
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search for anything' }), words);
  };
  const rows = () => within(screen.getByRole('listbox', { name: 'Found' })).queryAllByRole('option');
  const options = () => rows().map(({ textContent }) => textContent);
  const share = async (changes: object = {}) => {
    const { items } = await screens.api.get<{ items: { last_name: string }[] }>('/api/patients?take=50');
    const morgan = items.find(({ last_name }) => last_name === 'Morgan')!;
    const shared = { ...morgan, id: elsewhere, read_only: true, organization_name: 'Harbor Clinic', ...changes };
    screens.answer(/patients\?shared/, () => ({ items: [shared], overall_count: 1 }));
  };

  it('finds who is shared with the clinic below the own patients, with the name of the other clinic', async () => {
    await share();
    screens.open('/patients');
    await ask('morgan');
    await waitFor(() => expect(options().at(-1)).toMatch(/Morgan.*\[Harbor Clinic\] · read only/));
    expect(options().filter((text) => text?.includes('[Harbor Clinic]'))).toHaveLength(1);
    const headings = screen.getAllByText(/^(Patients|Shared with your clinic)$/, { selector: '[role=presentation]' });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Patients', 'Shared with your clinic']);
    expect(rows()[0]!.getAttribute('aria-selected')).toBe('true');
  });

  it('opens the record of another clinic only for who goes to it', async () => {
    await share({ last_name: 'Zzyzx' });
    screens.open('/patients');
    await ask('zzyzx');
    await waitFor(() => expect(options()).toEqual([expect.stringMatching(/Zzyzx.*\[Harbor Clinic\]/)]));
    await userEvent.keyboard('{Enter}');
    expect(location.pathname).toBe('/patients');
    screen.getByRole('dialog', { name: 'Search for anything' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/patients/${elsewhere}`));
  });
});

describe('the search for anything, over an open record', () => {
  const screens = screensOf('doctor');
  const ask = async (words: string) => {
    await press(/^Search for anything/);
    const box = await screen.findByRole('combobox', { name: 'Search for anything' });
    await userEvent.clear(box);
    await userEvent.type(box, words);
  };
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  it('finds what can be entered there by other words for it, and its screens', async () => {
    const id = await patientId(screens.api, 'Morgan');
    screens.open(`/patients/${id}`);
    await screen.findByRole('heading', { name: 'Ava Louise Morgan' });
    await ask('prescribe');
    await waitFor(() => expect(options()).toEqual(['New treatmentAva Louise Morgan']));
    await userEvent.click(screen.getByRole('option'));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${id}/intakes/add`));
    await screens.reload(`/patients/${id}/trends`);
    await screen.findByRole('heading', { name: 'Ava Louise Morgan' });
    await ask('history of');
    await userEvent.click(await screen.findByRole('option', { name: /^History of Data Entry/ }));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${id}/medical-history`));
  });

  it('finds a parameter by name, with its last value, and leads to its row beside the chart', async () => {
    const id = await patientId(screens.api, 'Morgan');
    screens.open(`/patients/${id}/trends`);
    await screen.findByRole('heading', { name: 'Ava Louise Morgan' });
    await ask('creatinine');
    const [option] = await screen.findAllByRole('option', { name: /^Creatinine.* mg\/dL .*Ava Louise Morgan$/ });
    await userEvent.click(option!);
    await waitFor(() => expect(location.pathname).toBe(`/patients/${id}`));
    await waitFor(() => expect(document.activeElement?.querySelector('[data-name]')?.textContent).toMatch(/^Creatinine/));
  });

  it('offers a patient nothing to enter', async () => {
    const id = await patientId(screens.api, 'Morgan');
    const { token } = await screens.as('patient');
    screens.open(`/patients/${id}`, token);
    await screen.findByRole('heading', { name: 'Ava Louise Morgan' });
    await ask('prescribe');
    await screen.findByText('Nothing found');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await ask('trends');
    await waitFor(() => expect(options()).toEqual(['TrendsAva Louise Morgan']));
  });

  it('offers nothing to enter in the view of all clinics, which is read only', async () => {
    const id = await patientId(screens.api, 'Morgan');
    screens.open(`/patients/${id}`);
    history.replaceState({ aggregated: true }, '');
    dispatchEvent(new PopStateEvent('popstate'));
    await screen.findByText('All connected clinics, read only');
    await ask('prescribe');
    await screen.findByText('Nothing found');
  });
});
