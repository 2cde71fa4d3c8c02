import { screen, waitFor, within } from '@testing-library/react';
import { patientId } from '../e2e/api.ts';
import { fill, press } from './find.ts';
import { screensOf } from './screens.tsx';

const main = async () => within(await screen.findByRole('main'));
const rows = async () => (await main()).findAllByRole('row').then((found) => found.slice(1).map(({ textContent }) => textContent));
const CALLS = /access-ledger/;
const ID = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
const page = { overall_count: 0, up_to: 0, gaps: [], items: [] };

describe('who has read my record', () => {
  const screens = screensOf('patient');

  it('lists persons with clinic, time and what they read; the own reading is hidden, and the switch says how much', async () => {
    const doctor = await screens.as('doctor');
    const own = (await screens.api.get<{ user: { patient_id: string } }>('/api/token')).user.patient_id;
    await doctor.get(`/api/patients/${own}`);
    await doctor.get(`/api/diagnoses?patient_id=${own}`);
    await screens.api.get(`/api/trends?patient_id=${own}`);
    await waitFor(async () => expect(await screens.api.get('/api/access-ledger/own')).toMatchObject({ overall_count: 2, hidden: 1 }));
    screens.open('/record-access');
    await waitFor(async () => expect(await rows()).toEqual([expect.stringMatching(/^Helen Hart .*Patient data, Diagnoses$/)]));
    expect((await main()).queryByText(/127\.0\.0\.1/)).toBeNull();
    (await screen.findByLabelText('Show my own reading (1 hidden)')).click();
    await screen.findByText('You');
    screen.getByLabelText('Show my own reading');
    expect(await rows()).toEqual([expect.stringMatching(/You.*Trends$/), expect.stringMatching(/^Helen Hart/)]);
  });

  it('has its faces: reading, failed, empty, and nobody else', async () => {
    screens.answer(CALLS, 'never');
    screens.open('/record-access');
    await screen.findByLabelText('Reading the access log');
    screens.again(CALLS, 'failed');
    await screen.findByText('The access log could not be read');
    screens.again(CALLS, () => ({ ...page, hidden: 0 }));
    await press('Try again');
    await screen.findByText('Nobody has read your record yet');
    screens.again(CALLS, () => ({ ...page, hidden: 3 }));
    await screens.reload();
    await screen.findByText('Nobody but you has read your record');
    screen.getByLabelText('Show my own reading (3 hidden)');
  });

  it('says what is missing in it', async () => {
    const gaps = [
      { from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T11:00:00.000Z', missing: 1 },
      { from: '2026-02-01T10:00:00.000Z', to: '2026-02-01T11:00:00.000Z', missing: null },
    ];
    screens.answer(CALLS, () => ({ ...page, gaps, hidden: 0 }));
    screens.open('/record-access');
    await screen.findByText('This log is not complete');
    screen.getByText(/1 read of all clinics could not be written/);
    screen.getByText(/its last reads may be missing/);
  });
});

describe('the access log', () => {
  const screens = screensOf('administrator');

  it('lists reads with patient, way and network address, and is searched by name and day', async () => {
    const doctor = await screens.as('doctor');
    await doctor.get(`/api/diagnoses?patient_id=${await patientId(doctor, 'Brandt')}`);
    await waitFor(async () =>
      expect(await screens.api.get('/api/access-ledger')).toMatchObject({
        items: expect.arrayContaining([expect.objectContaining({ kind: 'Diagnoses' })]),
      }),
    );
    screens.open('/access-log');
    const ofDoctor = expect.stringMatching(/Helen Hart.*Brandt.*DiagnosesOwn clinic(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
    await waitFor(async () => expect(await rows()).toContainEqual(ofDoctor));
    await fill("Patient's last name", 'nobody');
    await screen.findByText('Nothing was read that is looked for');
    await fill("Patient's last name", 'bra');
    await waitFor(async () => expect(await rows()).toContainEqual(ofDoctor));
    await fill("Reader's last name", 'har');
    await fill('Until day', '2020-01-01');
    await screen.findByText('Nothing was read that is looked for');
    await fill('Until day', '');
    await waitFor(async () => expect(await rows()).toContainEqual(ofDoctor));
    expect((await rows()).every((row) => row.includes('Helen Hart'))).toBe(true);
  });

  it('goes on to pages that do not move with what is read meanwhile', async () => {
    const items = [
      { number: 90, at: '2026-03-01T10:00:00.000Z', person: null, clinic: null, kind: 'Trends', patient: null, record_clinic: 'Lindenhof' },
    ];
    const ids = { user_id: ID, patient_id: ID, relation: 'self', address: '', connection_id: null };
    screens.answer(CALLS, () => ({ ...page, overall_count: 120, up_to: 90, items: [{ ...items[0], ...ids }] }));
    screens.open('/access-log');
    (await screen.findByRole('button', { name: 'Next page' })).click();
    await waitFor(() => expect(location.search).toBe('?skip=50&up_to=90'));
    (await screen.findByRole('button', { name: 'Previous page' })).click();
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('says that a file could not be made', async () => {
    screens.answer(/access-ledger\/export/, 'failed');
    screens.open('/access-log');
    await press('Export CSV');
    await screen.findByText('The file could not be made. Please try again.');
  });

  it('is for administrators alone', async () => {
    const { token } = await screens.as('doctor');
    screens.open('/access-log', token);
    await screen.findByText('Page Not Authorized');
  });
});
