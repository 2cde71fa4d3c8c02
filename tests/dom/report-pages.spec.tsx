import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PatientView } from '#contracts/people/patients';
import type { PageStatus, PageView, ReportView } from '#contracts/reports/reports';
import { until } from '../e2e/until.ts';
import { field, fill, press, said } from './find.ts';
import { screensOf } from './screens.tsx';

const IMAGE = /^\/api\/files\/page/;

describe('a page of a report', () => {
  const screens = screensOf('doctor');
  let file: ReportView;
  beforeAll(async () => {
    file = await until(
      'the report of the demonstration is read',
      async () => {
        const { items } = await screens.api.get<{ items: ReportView[] }>('/api/ocr?skip=0&take=10');
        return items.find(({ status, pages }) => status === 'Finished' && pages.length > 0);
      },
      120_000,
    );
  }, 180_000);
  const pageId = () => file.pages[0]!.id;
  /** As a page is answered that waits for reading. */
  const waiting = (status: PageStatus) => (body: unknown) => ({
    ...(body as PageView),
    status,
    recognition: null,
    match: null,
    validation: null,
  });

  it.each([
    ['Generated', 'Page record has been generated.'],
    ['Empty', 'Scanned page image was added to the record.'],
    ['Processing', 'Page image is being processed by OCR service.'],
    ['Recognized', "Laboratory form's definition was identified but data was not parsed yet."],
  ] as const)('document 3: cannot be validated while it is %s', async (status, text) => {
    screens.answer(/^\/api\/ocr\/pages/, waiting(status));
    screens.answer(IMAGE, 'failed');
    screens.open(`/ocr-page/${pageId()}`);
    await screen.findByText(text);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Validate Page' }).disabled).toBe(true);
    expect(screen.queryByText(/not checked by a person/)).toBeNull();
  });

  it('says where its image could not be read, and reads it again', async () => {
    URL.createObjectURL = () => 'blob:page';
    URL.revokeObjectURL = () => undefined;
    screens.answer(IMAGE, 'failed');
    screens.open(`/ocr-page/${pageId()}`);
    await screen.findByText('The page image could not be read');
    expect(screen.queryByText('Error loading image')).toBeNull();
    screens.answerAll();
    await press('Try again');
    expect(await screen.findByAltText<HTMLImageElement>('The page as it was scanned')).toHaveProperty('src', 'blob:page');
    expect(screen.queryByText('The page image could not be read')).toBeNull();
  });

  it('says where it has no image, in the documents’ words', async () => {
    screens.answer(IMAGE, 'gone');
    screens.open(`/ocr-page/${pageId()}`);
    await said('Error loading image');
    expect((await screen.findAllByText("Sorry, but we couldn't find an image for this page")).length).toBeGreaterThan(0);
    expect(screen.queryByText('The page image could not be read')).toBeNull();
  });

  it('asks for a parameter that the catalogue does not have, and says how far that is', async () => {
    const name = `Rarum ${randomUUID().slice(0, 8)}`;
    screens.answer(IMAGE, 'gone');
    screens.answer(/^\/api\/ocr\/pages/, (body) => {
      const page = body as PageView;
      const [first, ...rest] = page.recognition!.row_data;
      const { parameter_id: _parameter, ...row } = first!;
      const unknown = { ...row, field_value: { ...row.field_value, name: { ...row.field_value.name, field_value: name } } };
      return {
        ...page,
        validation: null,
        status: 'ValidationRequired',
        recognition: { ...page.recognition!, row_data: [unknown, ...rest] },
      };
    });
    screens.open(`/ocr-page/${pageId()}`);
    const asking = await screen.findByRole('button', { name: `Request adding ${name} to the lab parameters` });
    const row = asking.closest('[data-row]')!;
    expect(row.textContent).toContain("Parameter not found in the database - we've triggered a request for adding it.");
    await press(`Request adding ${name} to the lab parameters`);
    await said(`Parameter [${name}] was requested for adding to the lab parameters database`);
    await waitFor(() => expect(row.textContent).toContain('Addition to the lab parameters database was already requested'));
    expect(screen.queryByRole('button', { name: `Request adding ${name} to the lab parameters` })).toBeNull();
  });

  it('is looked at with the value that was asked for', async () => {
    screens.answer(IMAGE, 'gone');
    const { recognition } = await screens.api.get<PageView>(`/api/ocr/pages/${pageId()}`);
    const row = recognition!.row_data.find(({ field_value }) => field_value.name.region && field_value.value.region)!;
    screens.open(`/page-preview?page_id=${pageId()}&entry_id=${row.id}`);
    await screen.findByText(new RegExp(`^On the page: ${row.field_value.name.field_value}`));
    await waitFor(() => expect(document.querySelector('[data-active="field"]')?.getAttribute('data-mark')).toBe(`${row.id} value`));
    expect(screen.queryByRole('textbox')).toBeNull();
    await screens.reload(`/page-preview?page_id=${pageId()}`);
    await screen.findByText('Point at a value to see how it was read.');
    await screens.reload('/page-preview');
    await screen.findByText('No page was chosen');
    await screens.reload('/page-preview?page_id=00000000-0000-4000-8000-000000000000');
    await screen.findByText('The page could not be read');
  });

  it('is counted in the list while its file is read, and cannot be reviewed before', async () => {
    const [page] = file.pages;
    const pages = (['ValidationDone', 'Recognized', 'Empty', 'Generated'] as const).map((status, index) => ({
      ...page!,
      ...{ id: `${page!.id.slice(0, -1)}${index}`, page_number: index + 1, status },
    }));
    screens.answer(/^\/api\/ocr\?/, () => ({ items: [{ ...file, status: 'Processing', pages }], overall_count: 1 }));
    screens.open(`/reports?open=${file.id}`);
    await screen.findByText('Reading page 2 of 4');
    for (const words of ['Recognized', 'Empty', 'Generated']) await screen.findByText(words);
    expect(screen.queryByRole('link', { name: /^Review OCR/ })).toBeNull();
    expect(screen.getAllByRole('link', { name: /^Review Page/ })).toHaveLength(1);
  });

  it('leads to no review where no page of its file can be validated', async () => {
    const pages = file.pages.map((page) => ({ ...page, status: 'Error', error_message: 'The page is damaged' }));
    screens.answer(/^\/api\/ocr\?/, () => ({ items: [{ ...file, status: 'Finished', pages }], overall_count: 1 }));
    screens.open(`/reports?open=${file.id}`);
    await screen.findAllByText('The page is damaged');
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });

  /** The first row whose value is certain, by its name on the page. */
  const certain = async () => {
    const { recognition } = await screens.api.get<PageView>(`/api/ocr/pages/${pageId()}`);
    return recognition!.row_data.find(({ doubts, value, max }) => doubts.length === 0 && value !== null && max !== null)!;
  };
  const says = (id: string) => document.getElementById(`${id}-notes`)?.textContent ?? '';

  it('ruling 17: asks for a value and a limit where somebody typed, and not where what was read is left', async () => {
    screens.answer(IMAGE, 'gone');
    const { id, field_value } = await certain();
    const name = field_value.name.field_value;
    screens.open(`/ocr-page/${pageId()}`);
    await fill(`Value of ${name}`, '0');
    await waitFor(() => expect(says(id)).toContain('Must be different than 0'));
    await screen.findByText(/^Please .*correct 1 row/);
    await press('Zero as reported');
    await waitFor(() => expect(says(id)).toContain('Zero, as reported'));
    await fill(`Upper limit of ${name}`, '');
    await waitFor(() => expect(says(id)).toContain('Field is required'));
    await press('No upper limit');
    await waitFor(() => expect(says(id)).toContain('no upper limit'));
    expect(says(id)).not.toContain('Field is required');
    expect(screen.queryByText(/correct 1 row/)).toBeNull();

    await press('Add a row');
    expect(screen.queryByText(/correct 1 row/)).toBeNull();
    await fill('Name of the row', 'Rarum');
    await screen.findByText(/correct 1 row/);
    await fill('Value of Rarum', 'negative');
    await waitFor(() => expect(screen.queryByText(/correct 1 row/)).toBeNull());
  });

  it('document 3: wants the date of birth, fills it in with the patient, and asks about another one', async () => {
    screens.answer(IMAGE, 'gone');
    const { match } = await screens.api.get<PageView>(`/api/ocr/pages/${pageId()}`);
    const { items } = await screens.api.get<{ items: PatientView[] }>('/api/patients?skip=0&take=50');
    const isAlone = ({ id, last_name }: PatientView) => items.every((other) => other.id === id || other.last_name !== last_name);
    const patient = items.find((each) => each.id !== match?.patient_id && isAlone(each))!;
    screens.open(`/ocr-page/${pageId()}`);
    await fill('Date of birth', '');
    await screen.findByText(/^Please .*enter the date of birth/);
    await fill('Patient', patient.last_name);
    const option = await screen.findByRole('option', { name: new RegExp(patient.last_name) });
    await userEvent.click(option);
    const [year, month, day] = patient.date_of_birth.slice(0, 10).split('-');
    await waitFor(async () => expect((await field('Date of birth')).value).toBe(`${month}/${day}/${year}`));
    await fill('Date of birth', '01/02/1903');
    await screen.findByText(/Entered as date of birth is/);
    await screen.findByText(/^Please .*confirm the patient/);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^These are results of/ }));
    await waitFor(() => expect(screen.queryByText(/confirm the patient/)).toBeNull());
    // who types a name has chosen nobody any more
    await userEvent.type(await field('Patient'), 'x');
    await screen.findByText(/^Please .*choose the patient/);
  });
});
