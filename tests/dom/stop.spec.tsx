import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showDate } from '#web/lib/dates.ts';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { screensOf } from './screens.tsx';

interface Stored {
  id: string;
  name: string;
  version: number;
  time_to: string | null;
}

describe('stopping a treatment', () => {
  const screens = screensOf('doctor');

  it('says which changes of dosage it takes back, in force or planned, and is confirmed by Ctrl Enter', async () => {
    const user = userEvent.setup();
    const patient_id = await patientId(screens.api, 'Okafor');
    const { items } = await until('the catalogue is there', () =>
      screens.api
        .get<{ items: { nonproprietary_name: string }[] }>('/api/medications?query=metformin&skip=0&take=1')
        .catch(() => undefined),
    );
    const [medication] = items;
    const dosages = [{ nonproprietary_name: medication!.nonproprietary_name, dose: '500', unit: 'mg' }];
    const regimen = { form: 'per tablet', quantity: 1, frequency: 1, period: 1, period_unit: 'Day', dosages };
    const schedule = { schedule_kind: 'Regular', time_from: '2024-03-02T00:00:00', time_to: null, until_discontinued: true };
    const { id } = await screens.api.send<{ id: string }>('POST', '/api/intakes', {
      patient_id,
      draft: false,
      medication,
      ...schedule,
      ...regimen,
    });
    const read = () => screens.api.get<Stored>(`/api/intakes/${id}`);
    const ahead = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
    for (const [version, change_date] of ['2024-05-01T00:00:00', ahead].entries()) {
      await screens.api.send('POST', `/api/intakes/${id}/split`, {
        version,
        comment: 'More',
        change_date,
        ...regimen,
        frequency: version + 2,
      });
    }
    const { name } = await until('both changes can be read', async () => {
      const now = await read().catch(() => undefined);
      return now?.version === 2 ? now : undefined;
    });

    screens.open(`/patients/${patient_id}?intakes_view=list&intakes_active=false`);
    await user.click(await screen.findByRole('button', { name: `Stop ${name}, 03/02/2024` }));
    const day = await screen.findByLabelText('Last day');
    await user.clear(day);
    await user.type(day, '04/01/2024');
    await user.tab();
    await screen.findByText(
      `What comes after 04/01/2024 is taken back: the change of dosage in force since 05/01/2024; the change of dosage planned from ${showDate(ahead)}.`,
    );
    await user.type(screen.getByLabelText('Comment'), 'No longer needed');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect((await read()).time_to).toBe('2024-04-01T00:00:00');
  });
});
