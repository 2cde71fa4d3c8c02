import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PatientPage, PatientView } from '#contracts/people/patients';
import { patientId } from '../e2e/api.ts';
import { dialog, rowOf } from './find.ts';
import { screensOf } from './screens.tsx';

const screens = screensOf('doctor');
let morgan = '';
beforeAll(async () => void (morgan = await patientId(screens.api, 'Morgan')));

/** Answers the record of Morgan, and its row, as an external record would have brought it. */
const asBrought = (changes: Partial<PatientView>, ...removed: (keyof PatientView)[]) => {
  const changed = (patient: PatientView) => {
    const next: Partial<PatientView> = { ...patient, ...changes };
    for (const field of removed) delete next[field];
    return next;
  };
  screens.answer(new RegExp(`^/api/patients/${morgan}(\\?|$)`), (body) => changed(body as PatientView));
  screens.answer(/^\/api\/patients\?/, (body) => {
    const page = body as PatientPage;
    return { ...page, items: page.items.map((patient) => (patient.id === morgan ? changed(patient) : patient)) };
  });
};
const banner = () => screen.findByRole('banner', { name: 'Patient' });
const openList = async () => {
  screens.open('/patients');
  return (await rowOf(morgan)).element;
};
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('a record with one name', () => {
  it.each([
    [{ first_name: '', last_name: 'Suharto' }, 'Suharto', ['Suharto', '---']],
    [{ first_name: 'Nagarajan', last_name: '' }, 'Nagarajan', ['---', 'Nagarajan']],
  ])('is shown by it in banner and list: %j', async (names, shown, cells) => {
    asBrought(names, 'middle_name', 'name_suffix', 'similar_name');
    const row = await openList();
    expect(cellsOf(row).slice(0, 2)).toEqual(cells);
    within(row).getByRole('link', { name: shown });
    await screens.reload(`/patients/${morgan}`);
    const heading = within(await banner()).getByRole('heading');
    await waitFor(() => expect(heading.textContent.trimEnd()).toBe(shown));
  });

  it('is corrected only with both, and the form shows which one is missing', async () => {
    asBrought({ first_name: '', last_name: 'Suharto' }, 'middle_name');
    await userEvent.click(within(await openList()).getByRole('button', { name: 'Update Suharto' }));
    const form = await dialog('Update patient', 'dialog');
    const first = await form.findByLabelText(/^First name/);
    expect([first.getAttribute('aria-invalid'), form.getByLabelText(/^Last name/).getAttribute('aria-invalid')]).toEqual(['true', null]);
  });
});

it('ruling 27: a second record of the same name and birth date says so in row, banner, picker and search, a like name only that', async () => {
  const words = 'same name and birth date';
  asBrought({ similar_name: true, same_name_and_birth_date: true });
  within(await openList()).getByText(words);
  await screens.reload(`/patients/${morgan}`);
  await within(await banner()).findByText(words);
  await userEvent.keyboard('{Control>}k{/Control}');
  const box = await dialog('Search for anything', 'dialog');
  await userEvent.type(box.getByRole('combobox'), 'morgan');
  await box.findByText(words);
  screens.answerAll();
  asBrought({ similar_name: true });
  await screens.reload('/patients');
  const row = within((await rowOf(morgan)).element);
  row.getByText('similar name');
  expect(row.queryByText(words)).toBeNull();
});

it('a record of which only the year of the birth is known shows it so, in banner, list and form', async () => {
  asBrought({ date_of_birth: '1948-01-01T00:00:00', date_of_birth_precision: 'year' });
  const row = await openList();
  expect(cellsOf(row)[2]).toBe('1948');
  await userEvent.click(within(row).getByRole('button', { name: /^Update / }));
  const form = await dialog('Update patient', 'dialog');
  expect((await form.findByLabelText<HTMLInputElement>(/^Date of birth/)).value).toBe('1948');
  await screens.reload(`/patients/${morgan}`);
  const years = new Date().getFullYear() - 1948;
  await within(await banner()).findByText(/^born 1948/);
  expect((await banner()).textContent).toMatch(new RegExp(`(${years - 1} or )?${years} OLD`));
  expect((await banner()).textContent).not.toContain('01/01/1948');
});

describe('ruling 38: a death', () => {
  const deceased = { date: '2021-02-03T00:00:00', source: 'County hospital' };
  const words = 'Died 02/03/2021 (imported from County hospital)';

  it('stands in the banner and in the row of the search, where nobody is invited any more', async () => {
    asBrought({ invitation_status: null });
    within(await openList()).getByRole('button', { name: /^Connect to patient account/ });
    screens.answerAll();
    asBrought({ deceased, invitation_status: null });
    await screens.reload('/patients');
    const row = (await rowOf(morgan)).element;
    within(row).getByText(words);
    expect(within(row).queryByRole('button', { name: /^Connect to patient account/ })).toBeNull();
    await screens.reload(`/patients/${morgan}`);
    await within(await banner()).findByText(words);
    within(await banner()).getByText(`${2021 - 1968 - 1} OLD`);
    screens.answerAll();
    asBrought({ deceased: { source: 'County hospital' } });
    await screens.reload(`/patients/${morgan}`);
    await within(await banner()).findByText(/^Died on a day/);
    expect((await banner()).textContent).not.toContain('OLD');
  });
});

it('a record that its source replaced says so in banner and row, and leads to the other one where that may be opened', async () => {
  const okafor = await patientId(screens.api, 'Okafor');
  const inactive = (...replaced_by: object[]) => asBrought({ inactive_at_source: { source: 'County hospital', replaced_by } });
  inactive({ reference: 'Patient/2', patient_id: okafor });
  const row = await openList();
  expect(row.textContent).toContain('Inactive by its source (County hospital), replaced by another record');
  await screens.reload(`/patients/${morgan}`);
  const link = await within(await banner()).findByRole('link', { name: 'another record' });
  expect(link.getAttribute('href')).toBe(`/patients/${okafor}`);
  screens.answerAll();
  inactive({ reference: 'Patient/2' });
  await screens.reload(`/patients/${morgan}`);
  await within(await banner()).findByText(/^Inactive by its source/);
  expect(within(await banner()).queryByRole('link', { name: 'another record' })).toBeNull();
});
