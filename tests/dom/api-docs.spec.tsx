import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { screensOf } from './screens.tsx';

describe('the page of the programming interface', () => {
  const screens = screensOf('doctor');

  it('says where the document cannot be read, reads it again, finds a call by a word and opens it', async () => {
    screens.answer(/openapi/, 'failed');
    screens.open('/api-docs');
    await screen.findByText('The programming interface could not be read');
    screens.answerAll();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const diagnoses = await screen.findByRole('region', { name: 'Diagnoses' });
    expect(within(diagnoses).getByText('Record a diagnosis')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter by address, word or field' }), 'PUT dosage_changes');
    await screen.findByText('1 call');
    await userEvent.click(screen.getByText('Correct a treatment'));
    await screen.findByText('dosage_changes', { selector: 'td code' });
    expect(screen.getByText(/Who may: Clinic administrators, doctors, and assistants/)).toBeTruthy();
  });

  it('says where no call has the words', async () => {
    screens.open('/api-docs');
    await userEvent.type(await screen.findByRole('searchbox', { name: /Filter by address/ }), 'nowhere to be found');
    await screen.findByText('No call has these words');
  });
});
