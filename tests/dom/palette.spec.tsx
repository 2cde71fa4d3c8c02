import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { patientId } from '../e2e/api.ts';
import { press } from './find.ts';
import { screensOf } from './screens.tsx';

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
    await ask('trends');
    await waitFor(() => expect(options()).toEqual(['TrendsAva Louise Morgan']));
  });
});
