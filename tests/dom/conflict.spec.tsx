import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Conflict } from '#web/ui/conflict.tsx';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { chosen, field, fill, press } from './find.ts';
import { screensOf } from './screens.tsx';

interface Versioned {
  id: string;
  version: number;
}

describe('what somebody else saved meanwhile', () => {
  const screens = screensOf('doctor');
  let patient = '';
  beforeAll(async () => {
    patient = await patientId(screens.api, 'Okafor');
  }, 120_000);
  const put = async <T extends Versioned>(path: string, changes: object): Promise<void> => {
    const before = await screens.api.get<T>(path);
    await screens.api.send('PUT', path, { ...before, ...changes, comment: 'Elsewhere' });
    await until('it can be read', async () => (await screens.api.get<T>(path)).version > before.version);
  };

  it('stands in the data of a patient where nobody typed here, also in a form that was kept', async () => {
    const path = `/api/patients/${patient}`;
    screens.open(`/patients?edit=${patient}`);
    await fill('Address (optional)', 'Elm Street 1');
    await fill('Comment', 'Moved');
    await put(path, { city_of_birth: 'Abuja', address: 'Oak Street 2' });
    cleanup();
    screens.open(`/patients?edit=${patient}`);
    await waitFor(async () => expect((await field('Address (optional)')).value).toBe('Elm Street 1'));
    await press('Submit');
    await press('Proceed');
    expect(await chosen()).toEqual(['City of birth: Abuja', 'Address: Elm Street 1, typed here']);
    await screen.findByText(/Where nothing was typed here, what is stored now is chosen/);
    await press('Use this choice');
    await press('Submit');
    await press('Proceed');
    await until('both changes stand', async () => {
      const now = await screens.api.get<{ city_of_birth: string; address: string }>(path);
      return now.city_of_birth === 'Abuja' && now.address === 'Elm Street 1';
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull());
  });

  it('stands in an item where nobody typed here, also in a form that was kept', async () => {
    const { items } = await screens.api.get<{ items: Versioned[] }>(`/api/diagnoses?patient_id=${patient}&skip=0&take=1`);
    const [{ id }] = items as [Versioned];
    const path = `/api/diagnoses/${id}`;
    screens.open(`/patients/${patient}/diagnoses/${id}`);
    await fill('Start date', '03/04/2019');
    await fill('Comment', 'Began later');
    await put(path, { time_to: '2026-03-05T00:00:00' });
    cleanup();
    screens.open(`/patients/${patient}/diagnoses/${id}`);
    await press('Go on with it');
    await press('Save');
    expect(await chosen()).toEqual(['Start date: Mon Mar 4, 2019, typed here']);
    await screen.findByText(/^Taken over .*: Stop date/);
    await press('Use this choice');
    await press('Save');
    await until('both changes stand', async () => {
      const now = await screens.api.get<{ time_from: string; time_to: string }>(path);
      return now.time_from === '2019-03-04T00:00:00' && now.time_to === '2026-03-05T00:00:00';
    });
    await waitFor(() => expect(location.pathname).toBe(`/patients/${patient}`));
  });

  it('stands on a page of a report where nobody typed here', async () => {
    const id = await until(
      'the report of the demonstration is read',
      async () => {
        const { items } = await screens.api.get<{ items: { status: string; pages: { id: string }[] }[] }>('/api/ocr?skip=0&take=10');
        return items.find(({ status }) => status === 'Finished')?.pages[0]?.id;
      },
      120_000,
    );
    const read = () => screens.api.get<PageOfReport>(`/api/ocr/pages/${id}`);
    const page = await read();
    // there is no image without layout
    screens.answer(/^\/api\/files\/page/, 'failed');
    screens.open(`/ocr-page/${id}`);
    await fill('Date collected', '11/18/2025');
    await userEvent.tab();
    await screens.api.send('PUT', '/api/ocr/validate', {
      report_id: page.report_id,
      page_id: id,
      page_version: page.version,
      patient_id: page.match.patient_id,
      collected: '2025-11-17T00:00:00',
      issued_by_user: true,
      row_data: [],
    });
    await until('it can be read', async () => (await read()).version > page.version);
    await screens.reload();
    const [day, ...rows] = await chosen();
    expect(day).toBe('Date collected: 11/18/2025, typed here');
    expect(rows).not.toEqual([]);
    expect(rows.filter((row) => !row.endsWith(', use: ignored'))).toEqual([]);
  });

  it('is not chosen and not thrown away where it is not known what was typed here', async () => {
    const onResolve = (taken: ReadonlySet<string>) => resolved.push([...taken]);
    const resolved: string[][] = [];
    const differences = ['Dose', 'Notes'].map((label) => ({ field: label, label, mine: 'a', theirs: 'b' }));
    render(<Conflict differences={differences} typed={undefined} onResolve={onResolve} />);
    expect(await chosen()).toEqual([]);
    await press('Use this choice');
    expect(resolved).toEqual([]);
    screen.getByText('Not chosen yet: Dose, Notes');
    await userEvent.click(screen.getByRole('radio', { name: 'Dose: b' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Notes: a' }));
    await press('Use this choice');
    expect(resolved).toEqual([['Dose']]);
  });
});

interface PageOfReport {
  report_id: string;
  version: number;
  match: { patient_id: string };
}
