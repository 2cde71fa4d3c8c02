import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { patientId } from '../e2e/api.ts';
import { isGone, press } from './find.ts';
import { screensOf } from './screens.tsx';

interface Notifications {
  items: { id: string }[];
}

describe('the notifications menu', () => {
  const screens = screensOf('doctor');
  const told = async () => (await screens.api.get<Notifications>('/api/notifications')).items.map(({ id }) => id);
  /** One comment of the demonstration is told of, sooner or later. */
  const dismissAll = async () => {
    await waitFor(async () => expect(await told()).toHaveLength(1));
    await screens.api.send('POST', '/api/notifications/tasks/dismiss', { ids: await told() });
    await waitFor(async () => expect(await told()).toEqual([]));
  };

  it('is empty, then leads to the record that a patient commented on, and is read thereby', async () => {
    const id = await patientId(screens.api, 'Morgan');
    await dismissAll();
    screens.open('/reports');
    await press('Notifications');
    await screen.findByText('No notifications available');

    const patient = await screens.as('patient');
    const { items } = await patient.get<{ items: { id: string }[] }>(`/api/diagnoses?patient_id=${id}`);
    await patient.send('POST', '/api/comments', { patient_id: id, diagnose_id: items[0]!.id, comment: 'Does this pass?' });
    await waitFor(async () => expect(await told()).toHaveLength(1));

    await screens.reload('/reports');
    await press('Notifications, 1');
    await screen.findByText('Ava Morgan');
    await userEvent.click(screen.getByRole('link', { name: 'Comment from patient' }));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${id}`));
    await screen.findByRole('button', { name: 'Notifications' });
    await press('Notifications');
    await press('Dismiss Comment from patient');
    await screen.findByText('No notifications available');
  });

  it('says that it could not be read', async () => {
    screens.answer(/^\/api\/notifications/, 'failed');
    screens.open('/reports');
    await press('Notifications');
    await screen.findByText('The notifications could not be read');
    await isGone('No notifications available');
  });
});
