import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Worklist } from '#contracts/worklist/worklist';
import { patientId } from '../e2e/api.ts';
import { itemsOf } from './data.ts';
import { dialog, isGone, section, textsOf, valueOf } from './find.ts';
import { type Screens, screensOf } from './screens.tsx';
import { fill, fillAll, opens, press } from './user.ts';

const screens = screensOf('doctor');
const asAdmin = screens.for('admin');
let morgan = '';
beforeAll(async () => void (morgan = await patientId(screens.api, 'Morgan')));

/** Entries of the side menu in the documents' order, with the roles that see them, as far as their screens exist. */
const MENU: readonly [label: string, ...users: string[]][] = [
  ['Patient list', 'doctor', 'assistant', 'administrator'],
  ['What waits for me', 'doctor'],
  ['Reports', 'doctor', 'assistant', 'administrator', 'admin'],
  ['Lab parameters', 'administrator', 'admin'],
  ['Lab parameters requests', 'admin'],
  ['Global office parameters', 'admin'],
  ['Office templates', 'admin'],
  ['User management', 'administrator', 'admin'],
  ['Organization management', 'admin'],
  ['Patient management', 'doctor', 'assistant', 'administrator'],
  ['Access log', 'administrator'],
  ['Data Sharing', 'doctor'],
  ['My record', 'patient'],
  ['My account', 'doctor', 'assistant', 'administrator', 'admin', 'patient'],
  ['Clinics', 'patient'],
  ['Providers', 'patient'],
  ['Who has read my record', 'patient'],
  ['Logout', 'doctor', 'assistant', 'administrator', 'admin', 'patient'],
];

describe('what a role sees', () => {
  const token = () => localStorage.getItem('anamnesis.token');
  const open = async (username: string, path: string) => {
    const api = await screens.as(username);
    screens.open(path, api.token);
    return api;
  };

  it.each([
    ['doctor', '/patients'],
    ['assistant', '/patients'],
    ['administrator', '/patients'],
    ['admin', '/lab-params-requests-management'],
    ['patient', '/practices'],
  ])('lands the %s where the role works, with the menu of the role', async (username, landing) => {
    await open(username, '/');
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    await waitFor(() => expect(location.pathname).toBe(landing));
    const labels = MENU.filter(([, ...users]) => users.includes(username)).map(([label]) => label);
    const entries = () => textsOf(menu.querySelectorAll('a, button'));
    await waitFor(() => expect(entries()).toEqual(labels.map((label) => expect.stringMatching(new RegExp(`^${label}`)) as string)));
    expect(screen.queryByRole('heading', { name: 'Administration Panel' }) !== null).toBe(username !== 'patient');
  });

  it('refuses a wrong password with a word, and keeps the name', async () => {
    screens.open('/signin', null);
    await fillAll({ Username: 'doctor', Password: 'not this one' });
    await press('Sign in');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/\w/));
    expect([await valueOf('Username'), token()]).toEqual(['doctor', null]);
  });

  it('says what is not for somebody, and what is nowhere', async () => {
    await open('patient', '/patients');
    const back = () => document.querySelector('main')!.querySelector('a')!.getAttribute('href');
    await screen.findByRole('heading', { name: 'Page Not Authorized' });
    screen.getByText("You're not authorized to be here!");
    expect(back()).toBe('/patients');
    await (await screens.reload('/no-such-place')).findByRole('heading', { name: 'Page not found' });
    for (const words of ['Error 404', "The page you're looking for is missing..."]) screen.getByText(words);
    expect(back()).toBe('/patients');
  });

  it('signs out and clears everything once the session has ended', async () => {
    const api = await open('doctor', '/patients');
    await screen.findByRole('row', { name: /Ava Louise Morgan/ });
    await api.send('DELETE', '/api/token');
    await fill('Last name', 'kim');
    await screen.findByText(/^Your session has ended\./);
    expect([location.pathname, token()]).toEqual(['/signin', null]);
    expect(document.body.textContent).not.toMatch(/Morgan|Kim/);
  });

  it('shows patients their own record alone, to read, without what is not finished', async () => {
    const other = await patientId(screens.api, 'Park');
    const patient = await open('patient', '/');
    await press(/^Show clinic data/);
    await screen.findByText('read only');
    expect(location.pathname).toBe(`/patients/${morgan}`);
    await press('List', await section('Lab results'));
    await screen.findByRole('button', { name: /^Values of 11\/10\/2026/ });
    for (const name of [/^Values of 11\/17\/2026/, /^(Add new|Edit|Remove)/]) expect(screen.queryByRole('button', { name })).toBeNull();
    await press(/^History 11\/10\/2026/);
    await (await dialog(/^History/, 'dialog')).findByRole('row', { name: /Helen Hart|Peter Quill/ });

    await (await screens.reload(`/patients/${other}`)).findByText('This record cannot be shown');
    expect(document.body.textContent).not.toContain('Park');
    await (await screens.reload(`/patients/${morgan}/lab-results/add`)).findByText('This record is read only');

    const results = await itemsOf<{ id: string; draft: boolean }>(screens.api, `lab-results?patient_id=${morgan}&skip=0&take=50`);
    const { id } = results.find(({ draft }) => draft)!;
    const others = [`patients/${other}`, `lab-results?patient_id=${other}&skip=0&take=5`];
    for (const path of [...others, `lab-results/${id}`, `audit/labresult/${id}`]) expect(await patient.status(`/api/${path}`)).toBe(404);
    expect(await patient.status('/api/patients?skip=0&take=5')).toBe(403);
    expect(JSON.stringify(await patient.get(`/api/lab-results/series?patient_id=${morgan}`))).not.toContain('"draft":true');
    await expect(patient.send('DELETE', `/api/lab-results/${id}`, { version: 1, comment: 'No' })).rejects.toThrow(/^403/);
  });
});

const ask = async (words: string) => {
  await press(/^Search for anything/);
  const box = await screen.findByRole('combobox', { name: 'Search for anything' });
  await userEvent.clear(box);
  await userEvent.type(box, words);
};
const found = () => within(screen.getByRole('listbox', { name: 'Found' })).queryAllByRole('option');
const finds = (...options: unknown[]) => waitFor(() => expect(textsOf(found())).toEqual(options));

describe('the search for anything, of a doctor', () => {
  const elsewhere = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
  const share = async (changes: object = {}) => {
    const patients = await itemsOf<{ last_name: string }>(screens.api, 'patients?take=50');
    const own = patients.find(({ last_name }) => last_name === 'Morgan')!;
    const shared = { ...own, id: elsewhere, read_only: true, organization_name: 'Harbor Clinic', ...changes };
    screens.answer(/patients\?shared/, () => ({ items: [shared], overall_count: 1 })).open('/patients');
  };

  it('finds who is shared with the clinic below the own patients, with the name of the other clinic', async () => {
    await share();
    await ask('morgan');
    await waitFor(() => expect(textsOf(found()).at(-1)).toMatch(/Morgan.*\[Harbor Clinic\] · read only/));
    expect(textsOf(found()).filter((text) => text.includes('[Harbor Clinic]'))).toHaveLength(1);
    const headings = screen.getAllByText(/^(Patients|Shared with your clinic)$/, { selector: '[role=presentation]' });
    expect(textsOf(headings)).toEqual(['Patients', 'Shared with your clinic']);
    expect(found()[0]!.getAttribute('aria-selected')).toBe('true');
  });

  it('opens the record of another clinic only for who goes to it', async () => {
    await share({ last_name: 'Zzyzx' });
    await ask('zzyzx');
    await finds(expect.stringMatching(/Zzyzx.*\[Harbor Clinic\]/));
    await userEvent.keyboard('{Enter}');
    expect(location.pathname).toBe('/patients');
    screen.getByRole('dialog', { name: 'Search for anything' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/patients/${elsewhere}`));
  });
});

describe('the search for anything, over an open record', () => {
  const open = (path = '', token?: string) =>
    screens.open(`/patients/${morgan}${path}`, token).findByRole('heading', { name: 'Ava Louise Morgan' });
  const leadsTo = (path: string) => waitFor(() => expect(location.pathname).toBe(`/patients/${morgan}${path}`));

  it('finds what can be entered there by other words for it, and its screens', async () => {
    await open();
    await ask('prescribe');
    await finds('New treatmentAva Louise Morgan');
    await userEvent.click(found()[0]!);
    await leadsTo('/intakes/add');
    await (await screens.reload(`/patients/${morgan}/trends`)).findByRole('heading', { name: 'Ava Louise Morgan' });
    await ask('history of');
    await userEvent.click(await screen.findByRole('option', { name: /^History of Data Entry/ }));
    await leadsTo('/medical-history');
  });

  it('finds a parameter by name, with its last value, and leads to its row beside the chart', async () => {
    await open('/trends');
    await ask('creatinine');
    const [option] = await screen.findAllByRole('option', { name: /^Creatinine.* mg\/dL .*Ava Louise Morgan$/ });
    await userEvent.click(option!);
    await leadsTo('');
    await waitFor(() => expect(document.activeElement?.querySelector('[data-name]')?.textContent).toMatch(/^Creatinine/));
  });

  it('offers a patient nothing to enter', async () => {
    await open('', (await screens.as('patient')).token);
    await ask('prescribe');
    await screen.findByText('Nothing found');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await ask('trends');
    await finds('TrendsAva Louise Morgan');
  });

  it('offers nothing to enter in the view of all clinics, which is read only', async () => {
    screens.open(`/patients/${morgan}`);
    history.replaceState({ aggregated: true }, '');
    dispatchEvent(new PopStateEvent('popstate'));
    await screen.findByText('All connected clinics, read only');
    await ask('prescribe');
    await screen.findByText('Nothing found');
  });
});

/** The patient comments on a diagnosis of the own record. */
const comments = async (comment: string, place: number) => {
  const patient = await screens.as('patient');
  const { id } = (await itemsOf(patient, `diagnoses?patient_id=${morgan}`))[place]!;
  await patient.send('POST', '/api/comments', { patient_id: morgan, diagnose_id: id, comment });
};

it('ruling 21: says to a super user with a known password that the first own organization ends it', async () => {
  asAdmin.open('/organization-management');
  const form = await opens('Add new', 'Add new organization');
  await form.findByText(
    /^As soon as you add an organization of your own, the passwords that come with the program end, and you are signed out\./,
  );
});

describe('the notifications menu', () => {
  const told = async () => (await itemsOf(screens.api, 'notifications')).map(({ id }) => id);

  it('is empty, then leads to the record that a patient commented on, and is read thereby', async () => {
    // one comment and one critical result of the demonstration are told of, sooner or later
    await waitFor(async () => expect(await told()).toHaveLength(2));
    await screens.api.send('POST', '/api/notifications/tasks/dismiss', { ids: await told() });
    await waitFor(async () => expect(await told()).toEqual([]));
    screens.open('/reports');
    await press('Notifications');
    await screen.findByText('No notifications available');

    await comments('Does this pass?', 0);
    await waitFor(async () => expect(await told()).toHaveLength(1));
    await screens.reload('/reports');
    await press('Notifications, 1');
    await screen.findByText('Ava Morgan');
    await userEvent.click(screen.getByRole('link', { name: 'Comment from patient' }));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${morgan}`));
    for (const button of ['Notifications', 'Dismiss Comment from patient']) await press(button);
    await screen.findByText('No notifications available');
  });

  it('ruling 62: keeps a critical result before all others, unread and not to be dismissed, until it is settled', async () => {
    const at = { message: 'Ava Morgan', is_read: false, created_at: '2026-11-27T12:13:00.000Z' };
    const other = { ...at, id: '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01', kind: 'ReadingFinished', title: 'OCR finished', path: '/reports' };
    const critical = {
      ...{ ...at, id: '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d02', kind: 'CriticalResult', title: 'Critical result', stays: true },
      path: `/patients/${morgan}`,
    };
    let reads = 0;
    screens.answer(/^\/api\/notifications\/tasks\/read/, () => ({ id: other.id, version: (reads += 1), position: '1' }));
    screens.answer(/^\/api\/notifications\?/, () => ({ items: [other, critical], overall_count: 2, unread: 2 })).open('/reports');
    await press('Notifications, 2');
    const titles = (await screen.findAllByRole('link', { name: /^(Critical result|OCR finished)$/ })).map(({ textContent }) => textContent);
    expect(titles).toEqual(['Critical result', 'OCR finished']);
    screen.getByRole('button', { name: 'Dismiss OCR finished' });
    expect(screen.queryByRole('button', { name: /^Mark as read: Critical/ })).toBeNull();
    await press('Mark as read: OCR finished');
    await waitFor(() => expect(reads).toBe(1));
    expect(location.pathname).toBe('/reports');
    expect(screen.queryByRole('button', { name: /^Dismiss Critical/ })).toBeNull();
    expect(screen.getByText('Critical result').closest('li')!.querySelector('[data-icon="warning-sign"]')).not.toBeNull();
    await userEvent.click(screen.getByText('Critical result'));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${morgan}`));
    await press('Notifications, 2');
    await userEvent.click(await screen.findByText('OCR finished'));
    await waitFor(() => expect([location.pathname, reads]).toEqual(['/reports', 2]));
  });

  it('says that it could not be read', async () => {
    screens.answer(/^\/api\/notifications/, 'failed').open('/reports');
    await press('Notifications');
    await screen.findByText('The notifications could not be read');
    await isGone('No notifications available');
  });
});

describe('what waits for me', () => {
  const worklist = () => screens.api.get<Worklist>('/api/worklist');

  it('leads to each thing, and lets a comment be read where it stands', async () => {
    await comments('Is this high?', 1);
    screens.open('/worklist');
    const row = (await (await section('Comments of patients')).findByText('Is this high?')).closest('tr')!;
    within(row).getByText('Ava Morgan');
    await userEvent.click(row);
    const opened = await dialog('Comment from patient', 'dialog');
    await opened.findByText(/^Ava Morgan: /);
    for (const box of await opened.findAllByRole('checkbox')) await userEvent.click(box);
    await waitFor(async () => expect((await worklist()).comments.items.map(({ comment }) => comment)).not.toContain('Is this high?'));
    await screens.reload('/worklist');
    await section('Comments of patients');
    await isGone('Is this high?');
  });

  it('opens the pages of a report that waits', async () => {
    screens.open('/worklist');
    const [file] = (await worklist()).reports.items;
    await userEvent.click((await (await section('Reports to validate')).findByText(file!.name)).closest('tr')!);
    await waitFor(() => expect(location.pathname).toBe(`/ocr-page/${file!.pages[0]!.id}`));
  });

  it('says that nothing waits, and what could not be read', async () => {
    const [calls, none] = [/^\/api\/worklist/, { items: [], overall_count: 0 }];
    screens.answer(calls, () => ({
      critical: none,
      critical_pages: none,
      earlier_critical: none,
      comments: none,
      drafts: none,
      reports: none,
      invitations: none,
    }));
    await screens.open('/worklist').findByText('Nothing waits for you');
    screens.again(calls, 'failed');
    await (await screens.reload('/worklist')).findByRole('button', { name: /try again/i });
  });
});

describe('an answer that is not what the contract says', () => {
  it('is reported by its place, without what stands there, and the screen shows what it can', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const said = () => errors.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('An answer'));
    asAdmin.answer(/^\/api\/measurement-parameters\?/, (body) => ({ ...(body as object), overall_count: 'as many as secrets' }));
    await asAdmin.open('/measurement-params-management').findByRole('row', { name: /Systolic/i });
    await waitFor(() => expect(said()).toEqual([expect.stringMatching(/GET \/api\/measurement-parameters: overall_count /)]));
    expect(said().join()).not.toContain('secrets');
    errors.mockRestore();
  });
});

describe('the page of the programming interface', () => {
  it('says where the document cannot be read, reads it again, finds a call by a word and opens it', async () => {
    await screens
      .answer(/openapi/, 'failed')
      .open('/api-docs')
      .findByText('The programming interface could not be read');
    await screens.tryAgain();
    (await section('Diagnoses')).getByText('Record a diagnosis');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter by address, word or field' }), 'PUT dosage_changes');
    await screen.findByText('1 call');
    await userEvent.click(screen.getByText('Correct a treatment'));
    await screen.findByText('dosage_changes', { selector: 'td code' });
    screen.getByText(/Who may: Clinic administrators, doctors, and assistants/);
  });

  it('says where no call has the words', async () => {
    const filter = await screens.open('/api-docs').findByRole('searchbox', { name: /Filter by address/ });
    await userEvent.type(filter, 'nowhere to be found');
    await screen.findByText('No call has these words');
  });
});

/** A screen or section that reads something. */
type Faced = [
  /** As its faces call what it shows: 'lab results'. */
  what: string,
  /** With PATIENT in the place of the patient's id. */
  path: string,
  /** The call that fills it. */
  calls: RegExp,
  filled: RegExp,
  empty?: string,
];

/** The same answer with nothing in its lists, and nothing counted. */
const emptied = (body: unknown) =>
  Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, Array.isArray(value) ? [] : typeof value === 'number' ? 0 : value]),
  );

/** Their four faces: loading, failed, empty, filled. */
const holdTheirFaces = (shown: Screens, ...faced: Faced[]) => {
  const open = (path: string) => shown.open(path.replace('PATIENT', morgan));
  const each = faced.map(([what, path, calls, filled, empty = `There are no ${what} available`]) => ({ what, path, calls, filled, empty }));

  it.each(each)(
    '$what: nothing is said of them while they are read, and a failure says so, can be tried again, and leaves what is shown',
    async ({ what, path, calls, filled, empty }) => {
      const failure = `The ${what} could not be read`;
      shown.answer(calls, 'never');
      await open(path).findByLabelText(`Reading ${/^history|^trends/.test(what) ? 'the ' : ''}${what}`);
      expect([filled, empty, failure].map((words) => screen.queryByText(words))).toEqual([null, null, null]);

      shown.again(calls, 'failed');
      const failed = (await screen.findByText(failure)).closest('[role="alert"]')!;
      expect([filled, empty].map((words) => screen.queryByText(words))).toEqual([null, null]);
      shown.answerAll();
      fireEvent.click([...failed.querySelectorAll('button')].find((button) => button.textContent === 'Try again')!);
      await screen.findAllByText(filled);
      await isGone(failure);
    },
  );

  it.each(each)('$what: where there are none, that is said, and nothing has failed', async ({ what, path, calls, filled, empty }) => {
    shown.answer(calls, emptied);
    await open(path).findByText(empty);
    expect([filled, `The ${what} could not be read`].map((words) => screen.queryByText(words))).toEqual([null, null]);
  });
};

const LISTS = 'lab_view=list&intakes_view=list&diagnoses_view=list&examinations_view=list&intakes_active=false&diagnoses_active=false';
const inRecord = (what: string, api: string, filled: RegExp): Faced => [
  what,
  `/patients/PATIENT?${LISTS}`,
  new RegExp(`^/api/${api}\\?(?!.*=previous)`),
  filled,
];

describe('the faces of a doctor’s screens', () => {
  holdTheirFaces(
    screens,
    ['patients', '/patients', /^\/api\/patients\?/, /^Grace/],
    inRecord('lab results', 'lab-results', /^Creatinine/),
    inRecord('treatments', 'intakes', /Lipitor/),
    inRecord('diagnoses', 'diagnoses', /Essential \(primary\) hypertension/),
    inRecord('examinations', 'examinations', /Systolic/i),
    [
      'history of data entry',
      '/patients/PATIENT/medical-history',
      /^\/api\/patients\/history\?/,
      /Jardiance/,
      'There are no entries available',
    ],
    ['trends', '/patients/PATIENT/trends', /^\/api\/trends\?/, /Creatinine/],
    ['reports', '/reports', /^\/api\/ocr\?/, /\.pdf/, 'There are no OCR results yet.'],
  );
});

describe('the faces of the requests of lab parameters', () => {
  beforeAll(() => asAdmin.api.send('PUT', '/api/lab-parameters/request_parameter', { alias: 'Wanted everywhere' }), 120_000);
  holdTheirFaces(asAdmin, ['requests', '/lab-params-requests-management', /^\/api\/lab-parameters\?/, /^Wanted everywhere/]);
});

describe('the faces of a super user’s screens', () => {
  holdTheirFaces(
    asAdmin,
    ['lab parameters', '/lab-params-management', /^\/api\/lab-parameters\?/, /^Hemoglobin$/],
    ['office parameters', '/measurement-params-management', /^\/api\/measurement-parameters\?/, /Systolic/i],
    ['office templates', '/templates-management', /^\/api\/examination-templates\?/, /Vital signs/i],
    ['organizations', '/organization-management', /^\/api\/organizations\?/, /Lindenhof/],
    ['users', '/users-management', /^\/api\/users\?/, /Hart/],
  );
});
