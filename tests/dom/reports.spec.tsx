import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PatientView } from '#contracts/people/patients';
import { labValueOf } from '#contracts/observations/recognition';
import type { PageStatus, PageView, ReportView } from '#contracts/reports/reports';
import { rereadAll } from '#web/lib/live.ts';
import { until } from '../e2e/until.ts';
import { itemsOf } from './data.ts';
import { chosen, dialog, field, isClosed, isDisabled, isGone, rowOf, said, valueOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { asks, fill, press } from './user.ts';

type PageRow = NonNullable<PageView['recognition']>['row_data'][number];
const IMAGE = /^\/api\/files\/page/;
const PAGE = /^\/api\/ocr\/pages/;

const screens = screensOf('doctor');
let file: ReportView;
beforeAll(async () => {
  const read = async () =>
    (await itemsOf<ReportView>(screens.api, 'ocr?skip=0&take=10')).find(({ status, pages }) => status === 'Finished' && pages.length > 0);
  file = await until('the report of the demonstration is read', read, 120_000);
}, 180_000);
const pageId = () => file.pages[0]!.id;
const page = () => screens.api.get<PageView>(`/api/ocr/pages/${pageId()}`);
const rowData = async () => (await page()).recognition!.row_data;

describe('a page of a report', () => {
  /** Opens it without its image. */
  const open = () => screens.answer(IMAGE, 'gone').open(`/ocr-page/${pageId()}`);

  it.each<[PageStatus, string]>([
    ['Generated', 'Page record has been generated.'],
    ['Empty', 'Scanned page image was added to the record.'],
    ['Processing', 'Page image is being processed by OCR service.'],
    ['Recognized', "Laboratory form's definition was identified but data was not parsed yet."],
  ])('document 3: cannot be validated while it is %s', async (status, text) => {
    screens.answer(PAGE, (body) => ({ ...(body as PageView), status, recognition: null, match: null, validation: null }));
    await screens.answer(IMAGE, 'failed').open(`/ocr-page/${pageId()}`).findByText(text);
    expect(isDisabled('Validate Page')).toBe(true);
    expect(screen.queryByText(/not checked by a person/)).toBeNull();
  });

  it('says where its image could not be read, and reads it again', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined });
    await screens.answer(IMAGE, 'failed').open(`/ocr-page/${pageId()}`).findByText('The page image could not be read');
    expect(screen.queryByText('Error loading image')).toBeNull();
    await screens.tryAgain();
    expect(await screen.findByAltText<HTMLImageElement>('The page as it was scanned')).toHaveProperty('src', 'blob:page');
    expect(screen.queryByText('The page image could not be read')).toBeNull();
  });

  it('says where it has no image, in the documents’ words', async () => {
    open();
    await said('Error loading image');
    expect((await screen.findAllByText("Sorry, but we couldn't find an image for this page")).length).toBeGreaterThan(0);
    expect(screen.queryByText('The page image could not be read')).toBeNull();
  });

  it('asks for a parameter that the catalogue does not have, and says how far that is', async () => {
    const name = `Rarum ${randomUUID().slice(0, 8)}`;
    screens.answer(PAGE, (body) => {
      const { recognition, ...rest } = body as PageView;
      const [{ parameter_id: _parameter, ...row }, ...rows] = recognition!.row_data as [PageRow, ...PageRow[]];
      const unknown = { ...row, field_value: { ...row.field_value, name: { ...row.field_value.name, field_value: name } } };
      return { ...rest, validation: null, status: 'ValidationRequired', recognition: { ...recognition, row_data: [unknown, ...rows] } };
    });
    const button = { name: `Request: add ${name} to the lab parameters` };
    const row = (await open().findByRole('button', button)).closest('[data-row]')!;
    // the name is of this test: the server knows of no request
    expect(row.textContent).toContain('Not in the catalogue, and not requested yet.');
    await press(button.name, screen, `Parameter [${name}] was requested for adding to the lab parameters database`);
    await waitFor(() => expect(row.textContent).toContain('Addition to the lab parameters database was already requested'));
    expect(screen.queryByRole('button', button)).toBeNull();
  });

  it('takes up names that the catalogue learns while it is open, and nothing that was typed is lost', async () => {
    const all = await rowData();
    const rows = all.filter(({ parameter_id, value, region }) => parameter_id !== undefined && value !== null && region);
    const others = all.filter(({ parameter_id, ignored }) => parameter_id === undefined && ignored !== true).length;
    const waiting = new Set(rows.slice(0, 3).map(({ id }) => id));
    const [untouched, valued, renamed] = rows.map(({ id }) => id) as [string, string, string];
    let isLearned = false;
    screens.answer(PAGE, (body) => {
      const { recognition, ...rest } = body as PageView;
      const row_data = recognition!.row_data.map(({ parameter_id, matched_alias, fuzzy_match_from: _from, ...row }): PageRow => {
        if (!waiting.has(row.id)) return { ...row, ...(parameter_id && { parameter_id }), ...(matched_alias && { matched_alias }) };
        return isLearned ? { ...row, parameter_id: parameter_id!, doubts: [] } : { ...row, doubts: ['unknown-name'] };
      });
      return { ...rest, validation: null, status: 'ValidationRequired', recognition: { ...recognition, row_data } };
    });
    open();
    const counts = (unknown: number) => screen.findByText(new RegExp(`^Save \\d+ of \\d+; ${others + unknown} not in the catalogue`));
    const saved = (text: string | null) => Number(/^Save (\d+)/.exec(text ?? '')![1]);
    const order = () => [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset['row']);
    const before = saved((await counts(3)).textContent);
    const type = async (id: string, name: RegExp, text: string) => {
      const input = (await rowOf(id)).getByRole<HTMLTextAreaElement>('textbox', { name });
      await userEvent.clear(input);
      await userEvent.type(input, text);
      return input;
    };
    await type(renamed, /^Name of/, 'Nothing that is known');
    const input = await type(valued, /^Value of/, '987654');
    const shown = order();

    isLearned = true;
    await rereadAll();
    expect(saved((await counts(1)).textContent)).toBe(before + 2);
    expect([order(), document.activeElement, input.value]).toEqual([shown, input, '987654']);
    for (const id of [untouched, valued]) (await rowOf(id)).getByText('The catalogue has this name now');
    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(statuses.filter((text) => text?.includes('2 in the catalogue now'))).toHaveLength(1);
    expect((await rowOf(renamed)).element.textContent).toContain('Not in the catalogue, and not requested yet.');
    expect((await rowOf(untouched)).element.dataset['standing']).toBe('recognised');
  });

  describe('with lines that were not read', () => {
    const lines = ['u1', 'u2'].map((id) => {
      const name = `Rarum ${id}`;
      return { id, text: `${name} 5 mg/L`, name, value: '5', unit: 'mg/L', region: null };
    });
    /** Opens it with the lines, and with a name that the catalogue does not have until it is learned. */
    const openUnread = async () => {
      const learning = (await rowData()).find((row) => row.parameter_id !== undefined && row.value !== null && row.region)!;
      const { parameter_id, matched_alias: _alias, fuzzy_match_from: _from, ...bare } = learning;
      let isLearned = false;
      screens.answer(PAGE, (body) => {
        const { recognition, ...rest } = body as PageView;
        const now: PageRow = isLearned ? { ...bare, parameter_id: parameter_id!, doubts: [] } : { ...bare, doubts: ['unknown-name'] };
        const row_data = recognition!.row_data.map((row) => (row.id === now.id ? now : row));
        return { ...rest, validation: null, status: 'ValidationRequired', recognition: { ...recognition, row_data, unread: lines } };
      });
      open();
      const row = await rowOf(learning.id);
      const learn = async () => {
        isLearned = true;
        void rereadAll();
        await row.findByText('The catalogue has this name now');
      };
      return { learn };
    };

    it('has the focus in each row that is made of one', async () => {
      await openUnread();
      for (const { id, text } of lines) {
        await press(`Make it a row: ${text}`);
        expect(document.activeElement?.id).toBe(`${id}-name`);
      }
      await press('Add a row');
      expect(document.activeElement?.id).toMatch(/^manual-.*-name$/);
    });

    it('is validated though the catalogue learns a name while it is read what is recorded already', async () => {
      const { learn } = await openUnread();
      await waitFor(() => expect(screen.queryByText(/^Please /)).toBeNull());
      const ofDay = /^\/api\/lab-results\?.*day=/;
      screens.answer(ofDay, 'never');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await learn();
      expect(screen.queryByRole('alertdialog')).toBeNull();
      screens.again(ofDay, (body) => body);
      const question = await dialog(/2 lines not read/);
      const [look, save] = ['Look at them', 'Save all the same'].map((name) => question.getByRole('button', { name }));
      // the safe answer stands out and has the focus
      await waitFor(() => expect(document.activeElement).toBe(look));
      expect([look, save].map((button) => button!.classList.contains('bp6-intent-primary'))).toEqual([true, false]);
      await press('Look at them', question);
      await isClosed();
    });

    it('is not validated where something was typed meanwhile', async () => {
      await openUnread();
      await waitFor(() => expect(screen.queryByText(/^Please /)).toBeNull());
      let reads = 0;
      const ofDay = /^\/api\/lab-results\?.*day=/;
      screens.answer(ofDay, 'never');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await fill('Date collected', '11/18/2025');
      screens.again(ofDay, (body) => {
        reads++;
        return body;
      });
      await waitFor(() => expect(reads).toBeGreaterThan(1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
  });

  it('rulings 28 and 29: asks about a value that is typed over the one that was read, before Enter may answer', async () => {
    const { id, value, field_value } = (await rowData()).find((row) => row.value !== null && row.doubts.length === 0 && row.region)!;
    screens.answer(PAGE, (body) => ({ ...(body as PageView), validation: null, status: 'ValidationRequired' }));
    open();
    const row = await rowOf(id);
    const input = await row.findByRole<HTMLTextAreaElement>('textbox', { name: /^Value of / });
    const question = /The page was read as \S+( \S+)?, and 987654( \S+)? was typed\. Is that right\?$/;
    const type = async (text: string) => {
      await userEvent.clear(input);
      await userEvent.type(input, text);
    };

    await type('9876S4');
    await row.findByText('Field should be number');
    await type('987654');
    expect(row.queryByText('Field should be number')).toBeNull();
    // nothing moves while somebody types
    expect(row.queryByText(question)).toBeNull();
    await userEvent.keyboard('{Enter}');
    await row.findByText(question);
    expect(document.activeElement).toBe(input);
    expect(row.element.dataset['standing']).toBe('doubtful');

    await userEvent.keyboard('{Enter}');
    await row.findByText(`The page was read as ${value} ${field_value.unit.field_value}`.trim());
    expect(row.element.dataset['open']).toBeUndefined();
    expect(document.activeElement).not.toBe(input);

    await type('5..2');
    await press('As text', row);
    await row.findByText('Read as words: 5..2');
    await row.findByText(/and 5\.\.2 was typed\. Is that right\?$/);
    // F8 does not pass by what was just typed
    await type('123456');
    expect(row.queryByText(/and 123456/)).toBeNull();
    await userEvent.keyboard('{F8}');
    await row.findByText(/and 123456( \S+)? was typed\. Is that right\?$/);
  });

  it('answers by a click only what was on the screen before it', async () => {
    const { id } = (await rowData()).find((row) => row.value !== null && row.region)!;
    screens.answer(PAGE, (body) => {
      const { recognition, ...rest } = body as PageView;
      const row_data = recognition!.row_data.map((row) => (row.id === id ? { ...row, doubts: ['name-uncertain' as const] } : row));
      return { ...rest, validation: null, status: 'ValidationRequired', recognition: { ...recognition, row_data } };
    });
    open();
    const row = await rowOf(id);
    const input = await row.findByRole<HTMLTextAreaElement>('textbox', { name: /^Value of / });
    await userEvent.clear(input);
    await userEvent.type(input, '234567');
    const isRight = () => userEvent.click(row.getByRole('button', { name: 'Right as it stands' }));
    await isRight();
    await row.findByText(/^The name is uncertain\..* and 234567( \S+)? was typed\. Is that right\?$/);
    await isRight();
    await waitFor(() => expect(row.element.dataset['open']).toBeUndefined());
  });

  it('is looked at with the value that was asked for', async () => {
    const { id, field_value } = (await rowData()).find(({ field_value: { name, value } }) => name.region && value.region)!;
    screens.answer(IMAGE, 'gone').open(`/page-preview?page_id=${pageId()}&entry_id=${id}`);
    await screen.findByText(new RegExp(`^On the page: ${field_value.name.field_value}`));
    await waitFor(() => expect(document.querySelector('[data-active="field"]')?.getAttribute('data-mark')).toBe(`${id} value`));
    expect(screen.queryByRole('textbox')).toBeNull();
    for (const [search, words] of [
      [`?page_id=${pageId()}`, 'Point at a value to see how it was read.'],
      ['', 'No page was chosen'],
      ['?page_id=00000000-0000-4000-8000-000000000000', 'The page could not be read'],
    ] as const) {
      await (await screens.reload(`/page-preview${search}`)).findByText(words);
    }
  });

  it('is counted in the list while its file is read, and cannot be reviewed before', async () => {
    const pages = (['ValidationDone', 'Recognized', 'Empty', 'Generated'] as const).map((status, index) => ({
      ...{ ...file.pages[0]!, id: `${pageId().slice(0, -1)}${index}`, page_number: index + 1, status },
    }));
    screens.answer(/^\/api\/ocr\?/, () => ({ items: [{ ...file, status: 'Processing', pages }], overall_count: 1 }));
    screens.open(`/reports?open=${file.id}`);
    for (const words of ['Reading page 2 of 4', 'Recognized', 'Empty', 'Generated']) await screen.findByText(words);
    expect(screen.queryByRole('link', { name: /^Review OCR/ })).toBeNull();
    expect(screen.getAllByRole('link', { name: /^Review Page/ })).toHaveLength(1);
  });

  it('leads to no review where no page of its file can be validated', async () => {
    const pages = file.pages.map((each) => ({ ...each, status: 'Error', error_message: 'The page is damaged' }));
    screens.answer(/^\/api\/ocr\?/, () => ({ items: [{ ...file, status: 'Finished', pages }], overall_count: 1 }));
    await screens.open(`/reports?open=${file.id}`).findAllByText('The page is damaged');
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  it('ruling 17: asks for a value and a limit where somebody typed, and not where what was read is left', async () => {
    // a row whose value is certain, by its name on the page
    const certain = (await rowData()).find(({ doubts, value, max }) => doubts.length === 0 && value !== null && max !== null)!;
    const name = certain.field_value.name.field_value;
    const notes = () => document.getElementById(`${certain.id}-notes`)?.textContent ?? '';
    const says = (words: string) => waitFor(() => expect(notes()).toContain(words));
    open();
    await fill(`Value of ${name}`, '0');
    await says('Must be different than 0');
    await screen.findByText(/^Please .*correct 1 row/);
    await press('Zero as reported');
    await says('Zero, as reported');
    await fill(`Upper limit of ${name}`, '');
    await says('Field is required');
    await press('No upper limit');
    await says('no upper limit');
    expect(notes()).not.toContain('Field is required');
    expect(screen.queryByText(/correct 1 row/)).toBeNull();

    await press('Add a row');
    expect(screen.queryByText(/correct 1 row/)).toBeNull();
    await fill('Name of the row', 'Rarum');
    await screen.findByText(/correct 1 row/);
    await fill('Value of Rarum', 'negative');
    await isGone(/correct 1 row/);
  });

  it('document 3: wants the date of birth, fills it in with the patient, and asks about another one', async () => {
    const { match } = await page();
    const patients = await itemsOf<PatientView>(screens.api, 'patients?skip=0&take=50');
    const isAlone = ({ id, last_name }: PatientView) => patients.every((other) => other.id === id || other.last_name !== last_name);
    const { last_name, date_of_birth } = patients.find((each) => each.id !== match?.patient_id && isAlone(each))!;
    open();
    await fill('Date of birth', '');
    await screen.findByText(/^Please .*enter the date of birth/);
    await fill('Patient', last_name);
    await userEvent.click(await screen.findByRole('option', { name: new RegExp(last_name) }));
    const [year, month, day] = date_of_birth.slice(0, 10).split('-');
    await waitFor(async () => expect(await valueOf('Date of birth')).toBe(`${month}/${day}/${year}`));
    await fill('Date of birth', '01/02/1903');
    await screen.findByText(/Entered as date of birth is/);
    await screen.findByText(/^Please .*confirm the patient/);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^These are results of/ }));
    await isGone(/confirm the patient/);
    // who types a name has chosen nobody any more
    await userEvent.type(await field('Patient'), 'x');
    await screen.findByText(/^Please .*choose the patient/);
  });

  describe('with dates whose day could be the month', () => {
    const ORDER = ['date-order-uncertain' as const];
    /** Opens a page of a patient, or of nobody, without doubtful rows. */
    const openDated = async (patient: PatientView, date_of_birth: string, isChosen = true) => {
      screens.answer(PAGE, (body) => {
        const { recognition, ...rest } = body as PageView;
        const { first_name, last_name, id } = patient;
        const read = { ...recognition!, patient_first_name: first_name, patient_last_name: last_name, date_of_birth };
        const header_doubts = { date_collected: ORDER, date_of_birth: ORDER };
        const match = { patient_id: isChosen ? id : null, candidates: isChosen ? 1 : 0, inherited: false };
        // a name that nobody has results of: nothing is asked about it
        const [{ parameter_id: _parameter, ...first }] = read.row_data as [PageRow, ...PageRow[]];
        const field_value = { ...first.field_value, name: { ...first.field_value.name, field_value: 'Rarum' } };
        const row_data = [{ ...first, field_value, doubts: [] }];
        return {
          ...{ ...rest, match, validation: null, status: 'ValidationRequired' },
          recognition: { ...read, header_doubts, date_collected: '2026-05-06', row_data, unread: [] },
        };
      });
      open();
      await field('Date collected');
    };
    const alone = async () => {
      const patients = await itemsOf<PatientView>(screens.api, 'patients?skip=0&take=50');
      return patients.find(
        ({ date_of_birth: day, similar_name }) => !similar_name && day.slice(5, 7) !== day.slice(8, 10) && day.slice(8, 10) < '13',
      )!;
    };

    it('counts and names them before saving, and takes them as they stand', async () => {
      const patient = await alone();
      await openDated(patient, patient.date_of_birth.slice(0, 10));
      await screen.findByText(/; 1 doubtful/);
      await userEvent.click(await screen.findByRole('button', { name: /^Save \d+ results? for/ }));
      const asked = await screen.findByRole('alertdialog', { name: /1 doubtful date was not looked at/ });
      expect(asked.textContent).toContain('Wed May 6, 2026');
      await userEvent.click(await screen.findByRole('button', { name: 'Look at them' }));
      await waitFor(async () => expect(document.activeElement).toBe(await field('Date collected')));
      await userEvent.click(await screen.findByRole('button', { name: 'Right as it stands' }));
      await isGone(/; 1 doubtful/);
    });

    it('offers the other order where the birth date of the record shows it', async () => {
      const patient = await alone();
      const [year, month, day] = patient.date_of_birth.slice(0, 10).split('-');
      await openDated(patient, `${year}-${day}-${month}`);
      await screen.findByText(/the same person if the page writes the day before the month/);
      await userEvent.click(await screen.findByRole('button', { name: 'The page writes the day first: collected Jun 5, 2026' }));
      expect(await valueOf('Date collected')).toBe('06/05/2026');
      await isGone(/confirm the patient/);
      await isGone(/\d doubtful/);
    });

    it('shows nobody as chosen where nobody is, and searches for the name on the page', async () => {
      const patient = await alone();
      await openDated(patient, patient.date_of_birth.slice(0, 10), false);
      await screen.findByText(/^Please choose the patient/);
      expect(await valueOf('Patient')).toBe('');
      await userEvent.click(await field('Patient'));
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(patient.last_name) }));
      await isGone(/choose the patient/);
    });
  });

  it('asks again about a row whose doubts nobody looked at when the catalogue learned its name', async () => {
    let row = '';
    screens.answer(PAGE, (body) => {
      const { recognition, match, ...rest } = body as PageView;
      const known = recognition!.row_data.find(({ parameter_id, value, region }) => parameter_id && value && region)!;
      row = known.id;
      const read = { ...recognition!, unread: [], row_data: [{ ...known, doubts: ['unit-uncertain' as const] }] };
      const row_data = [{ id: row, ignored: false, entry: labValueOf(known, known.parameter_id!), unchecked: true as const }];
      const validation = { ...{ patient_id: match!.patient_id!, collected: '2026-05-06T00:00:00' }, row_data };
      const by = { validated_by: match!.patient_id!, validated_at: '2026-05-07T00:00:00.000Z' };
      return { ...rest, match, status: 'ValidationAdvised', recognition: read, validation: { ...validation, ...by } };
    });
    open();
    await screen.findByText('Validation advised, 1 not looked at');
    const shown = await rowOf(row);
    shown.getByText(/The unit is uncertain/);
    await userEvent.click(shown.getByRole('button', { name: 'Right as it stands' }));
    await screen.findByText(/^Please .*say why it is changed/);
  });
});

describe('what somebody else saved meanwhile', () => {
  it('stands on a page of a report where nobody typed here', async () => {
    const { version, report_id, match } = await page();
    // there is no image without layout
    screens.answer(IMAGE, 'failed').open(`/ocr-page/${pageId()}`);
    await fill('Date collected', '11/18/2025');
    await userEvent.tab();
    await screens.api.send('PUT', '/api/ocr/validate', {
      ...{ report_id, page_id: pageId(), page_version: version, patient_id: match!.patient_id },
      ...{ collected: '2025-11-17T00:00:00', issued_by_user: true, row_data: [] },
    });
    await until('it can be read', async () => (await page()).version > version);
    await screens.reload();
    const [day, ...rows] = await chosen();
    expect(day).toBe('Date collected: 11/18/2025, typed here');
    expect(rows).not.toEqual([]);
    expect(rows.filter((row) => !row.endsWith(', use: ignored'))).toEqual([]);
  });
});

describe('the last row of the last page', () => {
  it('of the reports: their file goes with its results, after a question and with a reason', async () => {
    const count = async () => (await screens.api.get<{ overall_count: number }>('/api/ocr?skip=0&take=10')).overall_count;
    const before = await count();
    screens.open('/reports');
    const question = await asks(/^Remove /, 'Are you sure?', await rowOf(file.id));
    await question.findByText("Are you sure? You're trying to remove OCR files and related lab results. This action is irreversible!");
    await question.findByText(file.name);
    expect(isDisabled('Remove OCR', question)).toBe(true);
    await press('Cancel', question);
    await isClosed();
    expect(await screens.api.status(`/api/ocr/${file.id}`)).toBe(200);

    const again = await asks(/^Remove /, 'Are you sure?', await rowOf(file.id));
    await fill('Comment', 'Of another clinic', again);
    await press('Remove OCR', again, `${file.name} was removed with its results`);
    await isGone(file.name);
    await until('it is removed', async () => (await screens.api.status(`/api/ocr/${file.id}`)) === 404);
    await until('the list is without it', async () => (await count()) === before - 1);
  });
});
