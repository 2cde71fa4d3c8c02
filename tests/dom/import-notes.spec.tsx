import { fireEvent, screen, waitFor } from '@testing-library/react';
import { patientId } from '../e2e/api.ts';
import { section } from './find.ts';
import { screensOf } from './screens.tsx';
import { press } from './user.ts';

const screens = screensOf('doctor');
const LEFT_OUT = /not taken: 1 allergy \(Penicillin\), 1 immunization \(Influenza, seasonal\)/;

it('ruling 38: what an import left out stands on the record until somebody reads it, then in its history; its allergies on paper', async () => {
  const brandt = await patientId(screens.api, 'Brandt');
  screens.open(`/patients/${brandt}?hide=intakes,lab-results,examinations`);
  const notes = await screen.findByRole('region', { name: 'What imports left out' });
  expect(notes.textContent).toMatch(LEFT_OUT);
  await section('Diagnoses');
  const paper = async () => {
    fireEvent(window, new Event('beforeprint'));
    const said = await screen.findByText(/Allergies are not recorded here\./);
    expect(said.textContent).toMatch(/Not taken from Riverside Hospital, .*: 1 allergy \(Penicillin\)\./);
    fireEvent(window, new Event('afterprint'));
  };
  await paper();

  await press(/^Mark as read: Import of/);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What imports left out' })).toBeNull());
  await paper();

  await screens.reload(`/patients/${brandt}/medical-history`);
  const history = (await screen.findByText('What imports left out (1)')).closest('details')!;
  expect(history.textContent).toMatch(LEFT_OUT);
  expect(history.textContent).toMatch(/read by .*Hart/);
});

it('nothing stands there for a record that nothing was imported into, and what could not be read says so', async () => {
  const morgan = await patientId(screens.api, 'Morgan');
  screens.open(`/patients/${morgan}?hide=intakes,lab-results,examinations`);
  await section('Diagnoses');
  expect(screen.queryByRole('region', { name: 'What imports left out' })).toBeNull();
  screens.answer(/import-notes/, 'failed');
  await screens.reload(`/patients/${morgan}?hide=intakes,lab-results,examinations`);
  await screen.findByText(/^Not refreshed/);
});
