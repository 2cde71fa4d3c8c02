import { screen, waitFor, within } from '@testing-library/react';
import { rereadAll } from '#web/lib/live.ts';
import { patientId } from '../e2e/api.ts';
import { addSecondClinic, type SecondClinic } from '../e2e/second-clinic.ts';
import { press } from './find.ts';
import { screensOf } from './screens.tsx';

const banner = () => document.querySelector('header[aria-label=Patient]')!.textContent!;
const main = async () => within(await screen.findByRole('main'));
/** What can be done on the screen besides looking, by the words of its buttons. */
const changing = () =>
  screen
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
    .filter((words) => /^(Add|Edit|Confirm|Stop|Remove|Change dosage|Comment|Share|New to you)/.test(words));

describe('the view of all connected clinics', () => {
  const screens = screensOf('doctor');
  let second: SecondClinic;
  beforeAll(async () => {
    second = await addSecondClinic(screens.url());
  });

  const LISTS = 'diagnoses_view=list&lab_view=list&intakes_view=list&examinations_view=list';

  it('is offered to a doctor, read only, with the clinics in the banner, in rows and in legends', async () => {
    screens.open(`/patients/${second.first}?${LISTS}`);
    await screen.findByRole('button', { name: 'All connected clinics' });
    await waitFor(() => expect(changing().length).toBeGreaterThan(5));
    expect((await main()).queryByText(/Harbor Clinic/)).toBeNull();

    await press('All connected clinics');
    expect((await (await main()).findAllByText('[Harbor Clinic]')).length).toBeGreaterThan(0);
    await waitFor(() => expect(banner()).toContain('All connected clinics, read only Lindenhof Family Practice, Harbor Clinic'));
    expect((await main()).getAllByText('[Lindenhof Family Practice]').length).toBeGreaterThan(0);
    expect(changing()).toEqual([]);

    // one series for each clinic
    history.replaceState(history.state, '', `/patients/${second.first}`);
    dispatchEvent(new PopStateEvent('popstate'));
    const legend = (await (await main()).findAllByText(/^Creatinine/)).map((each) => each.textContent);
    expect(legend.length).toBeGreaterThan(1);
    expect(changing()).toEqual([]);

    await press('Single clinic');
    await waitFor(() => expect(banner()).not.toContain('Harbor Clinic'));
    await waitFor(() => expect(changing().length).toBeGreaterThan(0));
  });

  it('lists in the History of Data Entry what another clinic entered, without its history', async () => {
    screens.open(`/patients/${second.first}/medical-history`);
    history.replaceState({ aggregated: true }, '');
    dispatchEvent(new PopStateEvent('popstate'));
    const row = within((await screen.findByText('[Harbor Clinic]')).closest('tr')!);
    expect(row.queryAllByRole('button')).toEqual([]);
    expect(banner()).toContain('Harbor Clinic');
  });

  it('is not offered to an assistant, nor where nothing else is connected', async () => {
    const assistant = await screens.as('assistant');
    screens.open(`/patients/${second.first}`, assistant.token);
    await screen.findByText('Trends');
    await screen.findAllByText(/^Creatinine/);
    expect(screen.queryByRole('button', { name: 'All connected clinics' })).toBeNull();
    const { items } = await screens.api.get<{ items: { id: string }[] }>('/api/patients?take=20');
    await screens.reload(`/patients/${items.find(({ id }) => id !== second.first)!.id}`);
    await screen.findByText('Trends');
    expect(screen.queryByRole('button', { name: 'All connected clinics' })).toBeNull();
  });

  it("begins a patient's list of clinics", async () => {
    const patient = await screens.as('patient');
    screens.open('/practices', patient.token);
    const row = (await screen.findByText('Aggregated view with all connected clinics')).closest('tr')!;
    expect(row.previousElementSibling).toBeNull();
    within(row)
      .getByRole('button', { name: /^Show Data/ })
      .click();
    await waitFor(() => expect(banner()).toContain('All connected clinics, read only'));
    await waitFor(() => expect(banner()).toMatch(/Harbor Clinic.*Lindenhof|Lindenhof.*Harbor Clinic/));
    expect(changing()).toEqual([]);
  });

  it('says what is left out, and what another clinic calls the person', async () => {
    const record = { patient_id: second.record, organization_id: second.record, organization_name: 'Emme' };
    screens.answer(/patients\/[\w-]+\?all_clinics/, (body) => ({
      ...(body as object),
      records: [{ ...record, other_name: 'Eva Morgan' }],
      left_out: [
        { ...record, organization_name: 'Doubs' },
        { ...record, organization_name: 'Doubs', other_name: 'Yolanda Morgan' },
      ],
    }));
    screens.open(`/patients/${second.first}`);
    await press('All connected clinics');
    await waitFor(() => expect(banner()).toContain('Emme keeps this person as Eva Morgan'));
    expect(banner()).toContain('Not included: the record of Doubs has another date of birth');
    expect(banner()).toContain('Not included: the record of Doubs of Yolanda Morgan, perhaps another person');
  });

  it('loses the rows of a clinic whose connection ends, and says so', async () => {
    screens.open(`/patients/${second.first}?${LISTS}`);
    await press('All connected clinics');
    await (await main()).findAllByText('[Harbor Clinic]');
    await second.revoke();
    await rereadAll();
    await waitFor(() => expect(banner()).toContain('Not shared any more: Harbor Clinic'));
    await waitFor(async () => expect((await main()).queryByText('[Harbor Clinic]')).toBeNull());
  });
});

describe('a record that is shared no more', () => {
  const screens = screensOf('doctor');

  it.each(['', '/trends', '/medical-history'])('leaves nothing on its open screen %s', async (path) => {
    screens.open(`/patients/${await patientId(screens.api, 'Morgan')}${path}`);
    expect((await (await main()).findAllByText(/^Creatinine|Hemoglobin/)).length).toBeGreaterThan(0);
    screens.answer(/patients\/|patient_id/, 'gone');
    await rereadAll();
    await screen.findByText('This record cannot be shown');
    await waitFor(() => expect(banner()).not.toContain('Morgan'));
    expect((await main()).queryByText(/^Creatinine|Hemoglobin/)).toBeNull();
  });
});

describe('the patient list of a doctor', () => {
  const screens = screensOf('doctor');

  it('shows what is shared with the clinic apart, with its clinic, to be looked at alone', async () => {
    screens.answer(/patients\?shared/, () => ({
      items: [{ ...shared, organization_name: 'Harbor Clinic' }],
      overall_count: 1,
    }));
    const { items } = await screens.api.get<{ items: object[] }>('/api/patients?take=1');
    const shared = { ...items[0], id: '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01', last_name: 'Elsewhere', read_only: true };
    screens.open('/patients');
    const row = within((await screen.findByText('Elsewhere')).closest('tr')!);
    row.getByText('[Harbor Clinic]');
    expect(row.queryAllByRole('button')).toEqual([]);
    screen.getByText('1 record, read only');
  });
});
